import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { NO_LOAD } from './load.js';
import { LOAD_FIELDS } from './load-fields.js';
import { LOAD_FLAGS, loadFromFlags } from './load-flags.js';
import { parseLoad } from './parse-load.js';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyError);
    return (error as PolicyError).message;
  }
  return 'accepted';
}

describe('a load from flags', () => {
  it('reads every field', () => {
    expect(
      loadFromFlags({
        success: '37/50',
        latency: '1.5s',
        deadline: '30s',
        'in-flight': '8',
        backlog: '1.5M',
        arrivals: '5/s',
        limit: ['bytes=1k/s@10+2k', 'requests=60/min'],
      }),
    ).toEqual({
      success: { value: 0.74, counts: { successes: 37, trials: 50 } },
      latencyMs: 1500,
      deadlineMs: 30_000,
      inFlight: 8,
      backlog: 1_500_000,
      arrivalsPerMinute: 300,
      limits: [
        { name: 'bytes', amount: 1000, windowMs: 1000, cost: 10, burst: 2000 },
        { name: 'requests', amount: 60, windowMs: 60_000, cost: 1, burst: 60 },
      ],
      costs: {},
    });
  });

  it('gives the shorthands their names in one fixed order, before the limits written out', () => {
    const { limits } = loadFromFlags({
      limit: 'own=1/s',
      ipm: '7',
      tpd: '6M',
      rpd: '5k',
      otpm: '4k',
      itpm: '3k',
      tpm: '2k',
      rpm: '1',
      tokens: '10',
      'input-tokens': '20',
      'output-tokens': '30',
      images: '2',
    });
    expect(limits.map(({ name, amount, windowMs, cost }) => [name, amount, windowMs, cost])).toEqual([
      ['requests', 1, 60_000, 1],
      ['tokens', 2000, 60_000, 10],
      ['inputTokens', 3000, 60_000, 20],
      ['outputTokens', 4000, 60_000, 30],
      ['requestsPerDay', 5000, 86_400_000, 1],
      ['tokensPerDay', 6_000_000, 86_400_000, 10],
      ['images', 7, 60_000, 2],
      ['own', 1, 1000, 1],
    ]);
  });

  it.each([
    ['tpm', 'tokens'],
    ['itpm', 'input-tokens'],
    ['otpm', 'output-tokens'],
    ['tpd', 'tokens'],
    ['ipm', 'images'],
  ])('refuses --%s without its cost, and names --%s', (limit, cost) => {
    const message = messageOf(() => loadFromFlags({ [limit]: '1000' }));
    expect(message).toContain(`--${cost}: missing; give what one attempt takes of the limit`);
    expect(message.split('\n')).toHaveLength(1);
  });

  it('asks for one missing cost once', () => {
    expect(messageOf(() => loadFromFlags({ tpm: '1k', tpd: '1M' })).split('\n')).toHaveLength(1);
    expect(messageOf(() => loadFromFlags({ tpm: '1k', tokens: '0' }))).toBe(
      '--tokens: "0" is not allowed; give a number above 0',
    );
  });

  it('lets a written cost stand, and gives the others the cost of their name, else 1', () => {
    const { limits } = loadFromFlags({ limit: ['tokens=1k/min@5', 'tokensPerDay=1M/d', 'bytes=9/s'], tokens: '20' });
    expect(limits.map(({ cost }) => cost)).toEqual([5, 20, 1]);
  });

  it('lies over the load of a file, field by field, its limits as a whole', () => {
    const base = parseLoad({ success: 0.5, backlog: 10, limits: ['tokens=1k/min@5', 'requests=60/min'] });
    const over = loadFromFlags({ backlog: '20' }, base);
    expect([over.success?.value, over.backlog, over.limits]).toEqual([0.5, 20, base.limits]);
    expect(loadFromFlags({ tokens: '7' }, base).limits.map(({ cost }) => cost)).toEqual([7, 1]);
    expect(loadFromFlags({ rpm: '5' }, base).limits.map(({ name }) => name)).toEqual(['requests']);
    expect(loadFromFlags({ latency: 'none' }, parseLoad({ latencyMs: 5 })).latencyMs).toBeNull();
  });

  it('leaves flags of others alone', () => expect(loadFromFlags({ base: '1s', json: true })).toEqual(NO_LOAD));

  it('has a flag for every field of the table that names one, and each once', () => {
    const names = LOAD_FLAGS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(LOAD_FIELDS.flatMap(({ flag }) => flag ?? []));
  });
});

describe('legal at the edges', () => {
  it.each([
    ['success 0', { success: '0' }, 'success', { value: 0, counts: null }],
    ['success 1', { success: '100%' }, 'success', { value: 1, counts: null }],
    ['latency 0', { latency: '0' }, 'latencyMs', 0],
    ['backlog 0', { backlog: '0' }, 'backlog', 0],
    ['arrivals 0', { arrivals: '0/min' }, 'arrivalsPerMinute', 0],
  ] as const)('%s', (_, flags, field, value) => expect(loadFromFlags(flags)[field]).toEqual(value));
});

describe('refused, with what is allowed', () => {
  it.each([
    [{ success: '1.2' }, '--success: "1.2" is not allowed; give a share from 0 to 1'],
    [{ success: '3/0' }, '--success: "3/0" is not allowed'],
    [{ success: '' }, '--success: "" is not allowed'],
    [{ success: 'NaN' }, '--success: "NaN" is not allowed'],
    [{ latency: '-1s' }, '--latency: "-1s" is not allowed; give a duration'],
    [{ latency: '' }, '--latency: "" is not allowed'],
    [{ latency: '5parsecs' }, '--latency: "5parsecs" is not allowed'],
    [{ deadline: 'Infinity' }, '--deadline: "Infinity" is not allowed'],
    [{ 'in-flight': '0' }, '--in-flight: "0" is not allowed; give a whole number of at least 1'],
    [{ 'in-flight': '2.5' }, '--in-flight: "2.5" is not allowed; give a whole number of at least 1'],
    [{ 'in-flight': 'many' }, '--in-flight: "many" is not allowed; give a whole number of at least 1'],
    [{ backlog: '-1' }, '--backlog: "-1" is not allowed'],
    [{ backlog: '1e3' }, '--backlog: "1e3" is not allowed'],
    [{ backlog: '99999999999G' }, '--backlog: "99999999999G" is not allowed; give at most'],
    [{ arrivals: '20' }, '--arrivals: "20" is not allowed; give an amount per window'],
    [{ arrivals: '20/0s' }, '--arrivals: "20/0s" is not allowed'],
    [{ rpm: '0' }, '--rpm: "0" is not allowed; give a number above 0'],
    [{ rpm: '' }, '--rpm: "" is not allowed'],
    [{ limit: 'requests=0/min' }, '--limit: "requests=0/min" is not allowed; give NAME=AMOUNT/WINDOW'],
    [{ limit: 'requests=10/min@0' }, '--limit: "requests=10/min@0" is not allowed'],
    [{ limit: 'requests=10/parsec' }, '--limit: "requests=10/parsec" is not allowed'],
    [{ limit: 'requests' }, '--limit: "requests" is not allowed'],
    [{ rpm: '5', limit: 'requests=1/s' }, '--limit: "requests" is not allowed; give a name that no other limit has'],
    [{ limit: 'x=1/0.5ms' }, '--limit: "x=1/0.5ms" is not allowed; give a window of at least 1ms'],
  ])('%j', (flags, message) => expect(messageOf(() => loadFromFlags(flags))).toContain(message));

  it('lists all that is wrong at once', () => {
    const message = messageOf(() => loadFromFlags({ success: '2', backlog: '-1', limit: ['a=0/s', 'b'] }));
    expect(message.split('\n')).toHaveLength(4);
  });
});

describe('the load of a policy file', () => {
  it('takes numbers and texts alike', () => {
    const written = {
      success: '50%',
      latencyMs: '4s',
      deadlineMs: null,
      inFlight: 8,
      backlog: '5k',
      arrivals: '20/min',
      limits: [{ name: 'tokens', amount: '200k', windowMs: '1m', cost: 2000 }, 'requests=1000/min'],
    };
    const plain = {
      success: 0.5,
      latencyMs: 4000,
      inFlight: 8,
      backlog: 5000,
      arrivalsPerMinute: 20,
      limits: [
        { name: 'tokens', amount: 200_000, windowMs: 60_000, burst: 200_000 },
        { name: 'requests', amount: 1000, windowMs: 60_000 },
      ],
      costs: { tokens: 2000 },
    };
    expect({ ...parseLoad(written), costs: {} }).toEqual({ ...parseLoad(plain), costs: {} });
  });

  it('is empty when there is nothing in it', () => expect(parseLoad({})).toEqual(NO_LOAD));

  it.each([
    [{ latency: 4 }, 'load.latency: "latency" is not allowed', 'did you mean latencyMs?'],
    [{ sucess: 0.5 }, 'load.sucess: "sucess" is not allowed', 'did you mean success?'],
    [{ rpm: 1000 }, 'load.rpm: "rpm" is not allowed', 'limits'],
    [
      { arrivals: '1/s', arrivalsPerMinute: 60 },
      'load.arrivals: "1/s" is not allowed',
      'either it or arrivalsPerMinute',
    ],
    [{ limits: 'requests=1/s' }, 'load.limits: "requests=1/s" is not allowed', 'a list of limits'],
    [{ limits: [{ name: 'a', amount: 0, windowMs: 1000 }] }, 'load.limits[0].amount: 0 is not allowed', 'above 0'],
    [{ limits: [{ name: 'a', amount: 1, windowMs: 0 }] }, 'load.limits[0].windowMs: 0 is not allowed', 'at least 1ms'],
    [{ limits: [{ name: 'a', amount: 1, windowMs: 1, cost: 0 }] }, 'load.limits[0].cost: 0 is not allowed', 'above 0'],
    [{ limits: [{ name: 'a', amount: 1 }] }, 'load.limits[0].windowMs: missing', 'duration'],
    [{ limits: [{ name: 'a', amount: 1, windowMs: 1, costs: 1 }] }, 'load.limits[0].costs', 'did you mean cost?'],
    [{ costs: { tokens: -1 } }, 'load.costs.tokens: -1 is not allowed', 'number'],
    [{ costs: 5 }, 'load.costs: 5 is not allowed', 'an object'],
    [{ success: Number.NaN }, 'load.success: NaN is not allowed', 'share'],
    [{ backlog: Number.POSITIVE_INFINITY }, 'load.backlog: Infinity is not allowed', 'number'],
    [{ inFlight: true }, 'load.inFlight: true is not allowed', 'whole number'],
    [[], 'load: a list is not allowed', 'a plain object'],
  ])('refuses %j', (input, start, then) => {
    const message = messageOf(() => parseLoad(input));
    expect(message).toContain(start);
    expect(message).toContain(then);
  });
});
