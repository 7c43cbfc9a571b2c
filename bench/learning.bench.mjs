// What finishing a batch costs when nothing is known of the quota: the engine against the rule books under a virtual
// clock. Time is divided by the bound (20 per second, after a burst of 20 or the whole of a window) plus two latencies;
// 1 is the best that can be. Legs of 25 to 50 ms each, three seeds, the worst of them. `-- --seed N` begins at another.

import { compile } from '../dist/core/backoff/compile.js';
import { CallState } from '../dist/core/engine/call-state.js';
import { Decision, isGiveUp } from '../dist/core/engine/decision.js';
import { Engine } from '../dist/core/engine/engine.js';
import { Outcome } from '../dist/core/engine/outcome.js';
import { TimeHeap } from '../dist/core/engine/time-heap.js';
import { decode } from '../dist/core/headers/decode.js';
import { parsePolicy } from '../dist/core/policy/parse-policy.js';
import { createRandom } from '../dist/core/random/random.js';
import { refusalAnswer, servedHeaders } from '../dist/core/rulebooks/answer.js';
import { RULE_BOOKS } from '../dist/core/rulebooks/books/all.js';
import { demandOf } from '../dist/core/rulebooks/demand.js';
import { Enforcer } from '../dist/core/rulebooks/enforcer.js';
import { table } from './measure.mjs';

export const title = 'learning: time and requests for a batch into an unknown quota';
export const usage = '--seed N';

const START = Date.UTC(2026, 5, 1, 12, 0, 0, 300);
const PER_MS = 0.02;
const LEG_MS = [25, 50];
const rules = compile(parsePolicy({ maxAttempts: 50, refusals: { max: 10_000 } }));
const demand = demandOf({ method: 'POST', tokens: { input: 5, outputBounds: [5] } });

/** A provider of which only one limit counts: 20 per second, told per window. */
function bookOf(id, name, windowMs, limiter) {
  const book = RULE_BOOKS.find((known) => known.id === id);
  const { resources: _, ...rule } = book.limits.find((each) => each.name === name);
  return { ...book, limits: [{ ...rule, limiter: { amount: PER_MS * windowMs, windowMs, ...limiter } }] };
}

const small = { kind: 'token-bucket', burst: 20 };
const windowed = { kind: 'fixed-window', opens: 'first-use' };
const minute = 60_000;
const SCENARIOS = [
  ...[1000, 10_000, minute].flatMap((windowMs) => [
    ['anthropic', 'requests', windowMs, small],
    ['openai', 'requests', windowMs, small],
    ['ietf', 'burst', windowMs, small],
    ['azure-openai', 'requests', windowMs, small],
    ['github', 'core', windowMs, small],
  ]),
  ['openai', 'requests', 5000, windowed],
  ['azure-openai', 'requests', 1000, windowed],
  ['ietf', 'burst', 5000, windowed],
  ['stripe', 'global-rate', 1000, small],
  ['gemini', 'requests', 1000, small],
  ['anthropic', 'requests', minute, small, 8],
  ['stripe', 'global-rate', 1000, small, 8],
  ['gemini', 'requests', 1000, small, 8],
];

/** One batch: when it ended, and what it took. */
function play(book, calls, engines, seed) {
  const random = createRandom(seed);
  const enforcer = new Enforcer(book);
  const events = new TimeHeap();
  const result = { endMs: 0, served: 0, sent: 0, early: 0 };
  const leg = () => LEG_MS[0] + random.next() * (LEG_MS[1] - LEG_MS[0]);
  const serve = (now) => {
    const admission = enforcer.admit(demand, now);
    const standing = enforcer.standing(admission, 'request', now, START + now);
    const isServed = admission.refused === null;
    const answer = isServed ? { status: 200, headers: servedHeaders(book, standing) } : refusalAnswer(book, standing);
    return { isServed, ...decode(answer, { nowMs: START + now, dialect: book.dialect }) };
  };
  const clients = Array.from({ length: engines }, (_, index) => {
    const engine = new Engine(rules, { random: createRandom(1000 * seed + index).next });
    const mayGoAt = new Map();
    let armedAt = Infinity;
    const pump = (now) => {
      for (let call = engine.next(now); call !== null; call = engine.next(now)) {
        if (call.decision === Decision.SEND) send(call, now);
        else if (isGiveUp(call.decision)) throw new Error(`a call was given up: ${call.decision}`);
      }
      const at = engine.wakeAt();
      if (at >= armedAt) return;
      armedAt = at;
      events.push(at, (woken) => {
        armedAt = Infinity;
        pump(woken);
      });
    };
    const send = (call, now) => {
      result.sent++;
      if (now < (mayGoAt.get(call) ?? 0)) result.early++;
      events.push(now + leg(), (at) => {
        const answer = serve(Math.round(at));
        events.push(at + leg(), (then) => receive(call, answer, then));
      });
    };
    const receive = (call, { isServed, limits, hintMs }, now) => {
      engine.observe(call, limits, now);
      if (!isServed && hintMs !== null) mayGoAt.set(call, now + hintMs);
      engine.answer(call, isServed ? Outcome.OK : Outcome.REFUSED, isServed ? null : hintMs, now);
      if (isServed) {
        result.served++;
        result.endMs = now;
      }
      pump(now);
    };
    return { engine, pump };
  });
  for (let index = 0; index < calls; index++) {
    const { engine } = clients[index % engines];
    engine.submit(new CallState(engine.key('account', 'bucket'), null, true, index), 0);
  }
  for (const { pump } of clients) pump(0);
  while (events.size > 0) {
    const now = events.earliestAt;
    events.pop()(now);
  }
  return result;
}

export async function bench(flags = []) {
  const first = flags[0] === '--seed' ? Number(flags[1]) : 11;
  const rows = SCENARIOS.flatMap(([id, name, windowMs, limiter, engines = 1]) =>
    [200, 1000].map((calls) => {
      const book = bookOf(id, name, windowMs, limiter);
      const amount = PER_MS * windowMs;
      const isWindow = limiter === windowed;
      const boundMs = isWindow ? (Math.ceil(calls / amount) - 1) * windowMs : (calls - 20) / PER_MS;
      const worst = { time: 0, perCall: 0, lost: 0, early: 0 };
      for (let seed = first; seed < first + 3; seed++) {
        const { endMs, served, sent, early } = play(book, calls, engines, seed);
        worst.time = Math.max(worst.time, endMs / (boundMs + 4 * LEG_MS[1]));
        worst.perCall = Math.max(worst.perCall, sent / calls);
        worst.lost += calls - served;
        worst.early += early;
      }
      const what = isWindow ? 'a window' : 'a bucket of 20';
      return { name: `${id}, ${what}, told per ${windowMs / 1000} s`, engines, calls, ...worst };
    }),
  );
  table(title, rows, [
    ['', ({ name }) => name],
    ['clients', ({ engines }) => String(engines)],
    ['calls', ({ calls }) => String(calls)],
    ['time', ({ time }) => time.toFixed(3)],
    ['requests per call', ({ perCall }) => perCall.toFixed(3)],
    ['lost', ({ lost }) => String(lost)],
    ['early', ({ early }) => String(early)],
  ]);
}
