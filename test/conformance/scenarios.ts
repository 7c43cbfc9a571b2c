// What every target must do, as scripts of a server and what is to come of them. One row of docs/targets.md each.

import type { Answer, Asked, Script } from './scripted-server.js';

/** How a call ended: `exhausted` for an error that carries the last status, `network` for one that has none. */
export interface Ended {
  readonly outcome: string;
  readonly status: number | null;
  readonly body: string;
  /** The waits that were asked for, in ms; none where the clock was the real one. */
  readonly waitsMs: readonly number[];
}

/** The longest and the shortest that each wait may be, in ms. */
export type Bounds = readonly (readonly [least: number, most: number])[];

export interface Scenario {
  readonly behaviour: string;
  /** A name of PROGRAMS. */
  readonly program: string;
  readonly script: Script;
  readonly method?: string;
  /** `text:…`, or `stream:…` for a body that can be read only once and comes from a factory. */
  readonly body?: string;
  readonly clock?: 'recorded' | 'real';
  readonly outcome: 'response' | 'exhausted' | 'network';
  readonly status?: number;
  /** How many requests the server is to see. */
  readonly requests: number;
  /** The waits between them. Every recorded wait must be there. */
  readonly waits: Bounds;
  /** Only for targets that read dates. */
  readonly dates?: boolean;
}

/** Retry k of `full` draws from these. */
const OWN: Bounds = [
  [0, 100],
  [0, 200],
  [0, 400],
];
const TEXT = 'text:all of the body';
/** Some libraries repeat a GET by themselves when the connection breaks before an answer. */
const POSTED = { method: 'POST', body: TEXT };

const ok: Answer = { status: 200 };
const status = (code: number): Answer => ({ status: code });
const told = (retryAfter: string, code = 429): Answer => ({ status: code, headers: { 'retry-after': retryAfter } });
/** A date that many seconds after it is sent. */
const dated = (form: (at: Date) => string, seconds: number) => () => told(form(new Date(Date.now() + seconds * 1000)));

const two = (value: number) => String(value).padStart(2, '0');
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const time = (at: Date) => at.toUTCString().slice(17, 25);
const month = (at: Date) => at.toUTCString().slice(8, 11);

/** The three forms of RFC 9110 §5.6.7. */
export const DATE_FORMS: Readonly<Record<string, (at: Date) => string>> = {
  'IMF-fixdate': (at) => at.toUTCString(),
  'RFC 850': (at) =>
    `${DAYS[at.getUTCDay()]}, ${two(at.getUTCDate())}-${month(at)}-${two(at.getUTCFullYear() % 100)} ${time(at)} GMT`,
  asctime: (at) =>
    `${DAYS[at.getUTCDay()]?.slice(0, 3)} ${month(at)} ${String(at.getUTCDate()).padStart(2, ' ')} ${time(at)} ${at.getUTCFullYear()}`,
};

/** Values that are neither digits nor one of the three dates, though somebody sends them. */
const MALFORMED = ['1.5', '-1', '+5', '1e3', '5s', 'soon', '2026-11-30T07:28:00Z', '30, 60', '0x10', '5 6'] as const;

export const SCENARIOS: readonly Scenario[] = [
  { behaviour: 'success first time', script: [ok], outcome: 'response', status: 200, requests: 1, waits: [] },
  {
    behaviour: '429 with seconds',
    script: [told('7'), ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: [[7000, 7000]],
  },
  ...Object.entries(DATE_FORMS).map(([name, form]) => ({
    behaviour: `429 with a date: ${name}`,
    script: [dated(form, 90), ok],
    outcome: 'response' as const,
    status: 200,
    requests: 2,
    // A date is in whole seconds, and comes nearer while a busy machine starts what reads it.
    waits: [[30_000, 90_000]] as Bounds,
    dates: true,
  })),
  {
    behaviour: '429 with a date: in the past',
    script: [told('Sun, 06 Nov 1994 08:49:37 GMT'), ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: [[0, 0]],
    dates: true,
  },
  ...MALFORMED.map((value) => ({
    behaviour: `429 with a malformed value: ${value}`,
    script: [told(value), ok],
    outcome: 'response' as const,
    status: 200,
    requests: 2,
    waits: OWN.slice(0, 1),
  })),
  {
    behaviour: 'clamped: more than the maximum',
    program: 'clamped',
    script: [told('86400', 503), told('9'.repeat(400)), told('2'), ok],
    outcome: 'response',
    status: 200,
    requests: 4,
    waits: [
      [2000, 2000],
      [2000, 2000],
      [2000, 2000],
    ],
  },
  {
    behaviour: 'clamped: 10 minutes unless told otherwise',
    script: [told('601'), ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: [[600_000, 600_000]],
  },
  {
    behaviour: 'Retry-After ignored when told so',
    program: 'ignoring',
    script: [told('7'), ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: [[100, 100]],
  },
  {
    behaviour: '503 then success',
    script: [status(503), ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: OWN.slice(0, 1),
  },
  ...[408, 429, 500, 501, 502, 504, 529, 599].map((code) => ({
    behaviour: `${code} is retried`,
    script: [status(code), ok],
    outcome: 'response' as const,
    status: 200,
    requests: 2,
    waits: OWN.slice(0, 1),
  })),
  ...[400, 401, 403, 404, 409, 422, 428].map((code) => ({
    behaviour: `${code} is handed back at once`,
    script: [told('7', code), ok],
    outcome: 'response' as const,
    status: code,
    requests: 1,
    waits: [],
  })),
  {
    behaviour: 'statuses of the policy',
    program: 'statuses',
    script: [status(503), status(409), status(500)],
    outcome: 'response',
    status: 500,
    requests: 3,
    waits: [
      [100, 100],
      [200, 200],
    ],
  },
  { behaviour: 'exhausted', script: [status(503)], outcome: 'exhausted', status: 503, requests: 4, waits: OWN },
  {
    behaviour: 'exhausted: one attempt is all there is',
    program: 'once',
    script: [told('7')],
    outcome: 'exhausted',
    status: 429,
    requests: 1,
    waits: [],
  },
  {
    behaviour: 'network failure then success',
    ...POSTED,
    script: ['reset', ok],
    outcome: 'response',
    status: 200,
    requests: 2,
    waits: OWN.slice(0, 1),
  },
  {
    behaviour: 'network failure to the end',
    ...POSTED,
    script: ['reset'],
    outcome: 'network',
    requests: 4,
    waits: OWN,
  },
  {
    behaviour: 'a network error forgets the last response',
    ...POSTED,
    script: [told('7'), 'reset', ok],
    outcome: 'response',
    status: 200,
    requests: 3,
    waits: [
      [7000, 7000],
      [0, 200],
    ],
  },
  {
    behaviour: 'a network error on the last attempt forgets the last response',
    ...POSTED,
    script: [status(503), status(503), status(503), 'reset'],
    outcome: 'network',
    requests: 4,
    waits: OWN,
  },
  {
    behaviour: 'whole body sent again',
    ...POSTED,
    script: [status(503), 'reset', status(429), ok],
    outcome: 'response',
    status: 200,
    requests: 4,
    waits: OWN,
  },
  {
    behaviour: 'streamed body through the factory',
    method: 'POST',
    body: 'stream:all of the body',
    script: [status(503), status(429), ok],
    outcome: 'response',
    status: 200,
    requests: 3,
    waits: OWN.slice(0, 2),
  },
  {
    behaviour: 'waits by the real clock',
    program: 'none',
    clock: 'real',
    script: [status(503), status(503), ok],
    outcome: 'response',
    status: 200,
    requests: 3,
    waits: [
      [100, 20_100],
      [200, 20_200],
    ],
  },
  {
    behaviour: 'another base after a 429',
    program: 'throttled',
    script: [status(429), status(503), status(429), ok],
    outcome: 'response',
    status: 200,
    requests: 4,
    waits: [
      [150, 150],
      [20, 20],
      [400, 400],
    ],
  },
].map((scenario) => ({ program: 'full', ...scenario }) as Scenario);

/** What is wrong with how a scenario went, in one line each. `roundsMs` is how much a target rounds waits. */
export function faultsOf(
  scenario: Scenario,
  ended: Ended,
  asked: readonly Asked[],
  returnsLast: boolean,
  roundsMs: number,
) {
  const faults: string[] = [];
  const outcome = scenario.outcome === 'exhausted' && returnsLast ? 'response' : scenario.outcome;
  if (ended.outcome !== outcome) faults.push(`ended with ${ended.outcome}, not ${outcome}`);
  const expected = scenario.status ?? null;
  if (ended.status !== expected) faults.push(`status ${ended.status}, not ${expected}`);
  if (asked.length !== scenario.requests) faults.push(`${asked.length} requests, not ${scenario.requests}`);
  if (outcome === 'response' && ended.body !== `answer ${asked.length}`) faults.push(`the body was "${ended.body}"`);
  for (const { method, body } of asked) {
    if (method !== (scenario.method ?? 'GET')) faults.push(`the method was ${method}`);
    const whole = scenario.body?.replace(/^\w+:/, '') ?? '';
    if (body !== whole) faults.push(`the body sent was "${body}", not "${whole}"`);
  }
  const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index] as Asked).at);
  const waits = scenario.clock === 'real' ? gaps : ended.waitsMs;
  if (waits.length !== scenario.waits.length) faults.push(`${waits.length} waits, not ${scenario.waits.length}`);
  for (const [index, [least, most]] of scenario.waits.entries()) {
    const wait = waits[index] ?? Number.NaN;
    // Timers of a millisecond's resolution may fire a little before.
    if (!(wait >= least - roundsMs - 1 && wait <= most + roundsMs)) {
      faults.push(`wait ${index + 1} was ${wait} ms, not within ${least} … ${most}`);
    }
  }
  return faults;
}
