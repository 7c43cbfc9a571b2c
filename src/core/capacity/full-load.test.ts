// Loads as plain JavaScript may pass them, to both functions that take one.

import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { parseLimit } from '../grammar/limit.js';
import { parsePolicy } from '../policy/parse-policy.js';
import { scheduleOf } from '../schedule/schedule.js';
import { fullLoad } from './full-load.js';
import { NO_LOAD } from './load.js';
import { planOf } from './plan.js';

const policy = parsePolicy({});
const limits = [parseLimit('requests=60/min')];
const limit = { name: 'a', amount: 1, windowMs: 1000, burst: 1, cost: 1 };

describe('a load', () => {
  it.each<[load: unknown, message: string]>([
    [null, 'load: null is not allowed; give a plain object'],
    [[], 'load: a list is not allowed; give a plain object'],
    [new Map(), 'load: an object of class Map is not allowed; give a plain object'],
    [{ succes: 0.5 }, 'succes: "succes" is not allowed; give one of success, latencyMs, deadlineMs, inFlight,'],
    [{ succes: 0.5 }, 'did you mean success?'],
    [{ latency: 5 }, 'did you mean latencyMs?'],
    [{ success: 5 }, 'success: 5 is not allowed; give a share from parseShare'],
    [{ success: 0.5 }, 'success: 0.5 is not allowed; give a share from parseShare'],
    [{ success: '50%' }, 'success: "50%" is not allowed; give a share from parseShare'],
    [{ success: { value: 2, counts: null } }, 'success.value: 2 is not allowed; give a share from 0 to 1'],
    [{ success: { value: 0.5 } }, 'success.counts: missing; give null, or whole numbers'],
    [{ success: { value: 0.5, counts: { successes: 3, trials: 2 } } }, 'success.counts: an object is not allowed'],
    [{ latencyMs: Number.NaN }, 'latencyMs: NaN is not allowed; give a number of ms, 0 or more'],
    [{ latencyMs: '4s' }, 'latencyMs: "4s" is not allowed; give a number of ms, 0 or more'],
    [{ deadlineMs: -1 }, 'deadlineMs: -1 is not allowed'],
    [{ inFlight: -1 }, 'inFlight: -1 is not allowed; give a whole number of at least 1'],
    [{ inFlight: 0 }, 'inFlight: 0 is not allowed; give a whole number of at least 1'],
    [{ backlog: Number.POSITIVE_INFINITY }, 'backlog: Infinity is not allowed; give a number from 0'],
    [{ backlog: null }, 'backlog: null is not allowed'],
    [{ arrivalsPerMinute: '20/min' }, 'arrivalsPerMinute: "20/min" is not allowed; give a number from 0'],
    [{ limits: 'requests=60/min' }, 'limits: "requests=60/min" is not allowed; give a list of limits'],
    [{ limits: ['requests=60/min'] }, 'limits[0]: "requests=60/min" is not allowed; give a limit from parseLimit'],
    [{ limits: [{}] }, 'limits[0].name: missing; give a name'],
    [{ limits: [limit, { ...limit, amount: 0 }] }, 'limits[1].amount: 0 is not allowed'],
    [{ limits: [{ ...limit, windowMs: '1s' }] }, 'limits[0].windowMs: "1s" is not allowed'],
    [{ limits: [{ ...limit, cost: undefined }] }, 'limits[0].cost: missing; give a number'],
    [{ costs: 5 }, 'costs: 5 is not allowed; give an object'],
    [{ costs: { tokens: Number.NaN } }, 'costs.tokens: NaN is not allowed'],
  ])('%j is refused: %s', (load, message) => {
    for (const compute of [() => planOf(policy, load as never), () => scheduleOf(policy, { load: load as never })]) {
      expect(compute).toThrow(PolicyError);
      expect(compute).toThrow(message);
    }
  });

  it('is refused with everything that is wrong at once', () => {
    expect(() => fullLoad({ latencyMs: -1, backlog: -2 })).toThrow(/^latencyMs: -1 .*\nbacklog: -2 /);
  });

  it('is filled in where nothing is known, and undefined says nothing', () => {
    expect(fullLoad({})).toEqual(NO_LOAD);
    expect(fullLoad({ latencyMs: undefined, backlog: 5 } as never)).toEqual({ ...NO_LOAD, backlog: 5 });
    expect(planOf(policy, { limits, latencyMs: undefined } as never)).toEqual(planOf(policy, { limits }));
  });
});
