import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../core/errors.js';
import { bringYourOwn } from '../scenarios/bring-your-own.js';
import { parseScenario } from './parse-scenario.js';
import { withValue } from './settings.js';

const GOOD = { version: 1, load: { kind: 'herd', clients: 5 }, service: { kind: 'loaded' } };

describe('a scenario', () => {
  it('gets the defaults of what is left out', () => {
    expect(parseScenario(GOOD)).toMatchObject({
      id: 'own',
      load: { kind: 'herd', clients: 5, spreadMs: 0 },
      clients: { kind: 'callers', groups: 1 },
      service: { kind: 'loaded', baseMs: 0, perInFlightMs: 0, failShare: 0 },
      network: null,
      faults: [],
      drainMs: null,
      runs: 1,
    });
  });

  it('stays what it is when it is read again', () => {
    const once = parseScenario(bringYourOwn);
    expect(parseScenario(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });

  it.each<[path: string, value: unknown, message: RegExp]>([
    ['version', 2, /^version: 2 is not allowed; give 1$/],
    ['load', 'herd', /^load: "herd" is not allowed; give an object with a kind: herd, open, closed, trace, batch$/],
    ['load.kind', 'heard', /^load\.kind: "heard" is not allowed; give herd, .*\(did you mean herd\?\)$/],
    ['load.clients', 0, /^load\.clients: 0 is not allowed; give a whole number from 1 to 1000000$/],
    ['load.clients', 2e6, /^load\.clients: 2000000 is not allowed/],
    ['load.spread', 5, /^load\.spread: "spread" is not allowed; .*did you mean spreadMs/],
    ['service', undefined, /^service: missing/],
    ['service.failShare', 1.5, /^service\.failShare: 1\.5 is not allowed/],
    ['service', { kind: 'queue' }, /^service\.service: missing/],
    ['service', { kind: 'queue', service: { kind: 'constant', ms: -1 } }, /^service\.service\.ms: -1 is not allowed/],
    [
      'service',
      { kind: 'limiter', limiter: { kind: 'token-buket', amount: 1, windowMs: 1 } },
      /did you mean token-bucket/,
    ],
    ['service', { kind: 'rule-book', provider: 'anthropics' }, /^service\.provider: .*did you mean anthropic\?/],
    ['policy', { maxAttempts: 0 }, /^policy\.maxAttempts: 0 is not allowed/],
    [
      'policy',
      { quotas: [{ name: 'requests', amount: 1, windowMs: 1000 }] },
      /^policy\.quotas: .*or clients of kind engines$/,
    ],
    ['layers', [{ maxAttempts: 'x' }], /^layers\[0\]\.maxAttempts: "x" is not allowed/],
    [
      'faults',
      [{ kind: 'outage', fromMs: 5, toMs: 5 }],
      /^faults\[0\]\.toMs: 5 is not allowed; give an instant after 5 ms$/,
    ],
    ['faults', [{ kind: 'slowdown', fromMs: 0, toMs: 5, speed: 0 }], /^faults\[0\]\.speed: 0 is not allowed/],
    [
      'load',
      { kind: 'open', rate: [{ atMs: 5, perSecond: 1 }] },
      /^load\.rate: a list is not allowed; give points in order/,
    ],
    [
      'load',
      { kind: 'open', rate: [{ atMs: 0, perSecond: 1 }] },
      /^durationMs: 0 is not allowed; give a duration above 0/,
    ],
    ['load', { kind: 'batch', clients: 1, callsEach: 1 }, /^clients\.kind: "callers" is not allowed; give engines/],
    ['controls', [{ key: 'x' }], /^controls\[0\]\.kind: missing/],
    ['variants', [{ name: 'x' }], /^variants\[0\]\.set: missing/],
    ['seed', -1, /^seed: -1 is not allowed/],
    ['extra', 1, /^extra: "extra" is not allowed; give one of version, id/],
  ])('is refused with %s = %j', (path, value, message) => {
    const bad = withValue(GOOD, path, value);
    expect(() => parseScenario(bad)).toThrow(PolicyError);
    const [line] = messageOf(bad)
      .split('\n')
      .filter((text) => message.test(text));
    expect(line ?? messageOf(bad)).toMatch(message);
  });

  it('is refused with all that is wrong at once', () => {
    expect(
      messageOf({ version: 1, load: { kind: 'herd', clients: 0 }, service: { kind: 'x' } }).split('\n'),
    ).toHaveLength(2);
  });

  it('is refused with all limits of a rule book that are wrong, by their names', () => {
    const service = { kind: 'rule-book', provider: 'anthropic', limits: { requests: -1, inputTokens: 'x', tokens: 5 } };
    expect(messageOf({ ...GOOD, service }).match(/^service\.limits\.\w+/gm)).toEqual([
      'service.limits.requests',
      'service.limits.inputTokens',
    ]);
  });

  it.each([null, 5, 'x', [], new Map()])('%s is none', (input) => {
    expect(() => parseScenario(input)).toThrow('an object with version');
  });
});

function messageOf(input: unknown): string {
  try {
    parseScenario(input);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
