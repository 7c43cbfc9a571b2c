// Decisions per second of the engine alone: no promises, no timers, time counted up by hand.

import { compile } from '../dist/core/backoff/compile.js';
import { CallState } from '../dist/core/engine/call-state.js';
import { Engine } from '../dist/core/engine/engine.js';
import { Outcome } from '../dist/core/engine/outcome.js';
import { parsePolicy } from '../dist/core/policy/parse-policy.js';
import { createRandom } from '../dist/core/random/random.js';
import { figure, race, spread, table } from './measure.mjs';

export const title = 'engine: submit → next → answer';

/** Calls that succeed at once: three verbs each. */
function served(policy) {
  const engine = new Engine(compile(parsePolicy(policy)), { random: createRandom(1).next });
  const key = engine.key('account', 'bucket');
  let now = 0;
  return (times) => {
    for (let k = 0; k < times; k++) {
      engine.submit(new CallState(key, null, true, null), now);
      const call = engine.next(now);
      now += 1;
      engine.answer(call, Outcome.OK, null, now);
    }
  };
}

/** Calls of which every attempt but the last fails: each retry draws a wait, sleeps and comes back. */
function failing(policy) {
  const engine = new Engine(compile(parsePolicy(policy)), { random: createRandom(1).next });
  const key = engine.key('account', 'bucket');
  let now = 0;
  return (times) => {
    for (let done = 0; done < times; ) {
      engine.submit(new CallState(key, null, true, null), now);
      for (let call = engine.next(now); call !== null; call = engine.next(now)) {
        const outcome = call.attempt < 6 ? Outcome.UNKNOWN : Outcome.OK;
        engine.answer(call, outcome, null, now);
        done++;
        if (outcome !== Outcome.OK) now = engine.wakeAt();
      }
    }
  };
}

/** The same calls, of which every response tells a limit that the engine has learned. */
function told() {
  const engine = new Engine(compile(parsePolicy({})), { random: createRandom(1).next });
  const key = engine.key('account', 'bucket');
  const limit = {
    name: 'requests',
    limit: 1e9,
    remaining: 999_999_999,
    resetMs: 1,
    resetMeans: 'full',
    windowMs: 1000,
    algorithm: 'bucket',
    resolution: { amount: 1, resetMs: 1 },
    confidence: 'certain',
  };
  const limits = [limit];
  let now = 0;
  return (times) => {
    for (let k = 0; k < times; k++) {
      engine.submit(new CallState(key, null, true, null), now);
      const call = engine.next(now);
      now += 1;
      engine.observe(call, limits, now);
      engine.answer(call, Outcome.OK, null, now);
    }
  };
}

export async function bench() {
  const quotas = [
    { name: 'requests', amount: 1e9, windowMs: '1s' },
    { name: 'tokens', amount: 1e12, windowMs: '1s' },
  ];
  const rows = await race({
    'a call that is served': served({}),
    'with two quotas': served({ quotas }),
    'with a limit that every response tells': told(),
    'with attempt timeout and deadline': served({ attemptTimeoutMs: '30s', deadlineMs: '60s' }),
    'with throttle, breaker and budget': served({
      throttle: {},
      breaker: { threshold: 5, resetMs: '1s' },
      retryBudget: {},
    }),
    'a failed attempt and its retry': failing({}),
    'the same, decorrelated jitter': failing({ jitter: 'decorrelated' }),
  });
  table(title, rows, [
    ['', ({ name }) => name],
    ['per second', ({ us }) => figure(1e6 / us.median)],
    ['ns each', ({ us }) => figure(us.median * 1000)],
    ['spread', ({ us }) => spread({ min: us.min * 1000, max: us.max * 1000 })],
    ['ratio', ({ ratio }) => figure(ratio.median)],
    ['spread', ({ ratio }) => spread(ratio)],
  ]);
}
