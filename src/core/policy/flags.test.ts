import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { FIELDS } from './fields.js';
import type { FlagValues } from './flag.js';
import { POLICY_FLAGS, policyFromFlags, SEED_FLAG, seedFromFlags } from './flags.js';
import type { PolicyLayer } from './layers.js';
import { parsePolicy } from './parse-policy.js';
import type { Plain } from './paths.js';

const file = (input: Plain): PolicyLayer => ({ kind: 'file', name: 'policy.json', input });
const preset = (input: Plain): PolicyLayer => ({ kind: 'preset', name: 'preset x', input });

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('the flags of a policy', () => {
  it('are those of the field table, with --retries and --no-retry-after beside them', () => {
    expect(POLICY_FLAGS.map(({ name }) => name)).toEqual([
      ...['base', 'multiplier', 'cap', 'min', 'throttled-base', 'jitter', 'attempts', 'retries'],
      ...['no-retry-after', 'retry-after-max', 'deadline'],
    ]);
    for (const { flag } of FIELDS)
      if (flag !== undefined) expect(POLICY_FLAGS.some(({ name }) => name === flag)).toBe(true);
  });

  it('say their defaults as they would be typed', () => {
    const defaults = Object.fromEntries(POLICY_FLAGS.map((flag) => [flag.name, flag.default]));
    expect(defaults).toMatchObject({
      base: '1s',
      cap: '32s',
      multiplier: '2',
      jitter: 'full',
      attempts: '6',
      min: '0ms',
    });
    expect(defaults['retry-after-max']).toBe('10m');
    expect(SEED_FLAG.default).toBe('1');
  });

  it.each<[string, FlagValues, Plain]>([
    ['none at all', {}, {}],
    ['durations', { base: '500ms', cap: 'none', min: '0.1s' }, { backoff: { baseMs: 500, capMs: null, minMs: 100 } }],
    [
      'a multiplier and a jitter',
      { multiplier: '1.5', jitter: '0.75..1' },
      { backoff: { multiplier: 1.5 }, jitter: { low: 0.75, high: 1 } },
    ],
    ['retries, which are one fewer than attempts', { retries: '5' }, { maxAttempts: 6 }],
    ['no retries', { retries: '0' }, { maxAttempts: 1 }],
    ['attempts', { attempts: '1000' }, { maxAttempts: 1000 }],
    ['a second base', { 'throttled-base': '1s', base: '100ms' }, { backoff: { baseMs: 100, throttledBaseMs: 1000 } }],
    [
      'what to do with Retry-After',
      { 'no-retry-after': true, 'retry-after-max': '1m' },
      { retryAfter: { honor: false, maxMs: 60_000 } },
    ],
    ['a deadline', { deadline: '30s' }, { deadlineMs: 30_000 }],
  ])('give the policy that the same values in an object give: %s', (_, flags, input) => {
    expect(policyFromFlags(flags).policy).toEqual(parsePolicy(input));
  });

  it('beat a file, which beats a preset, which beats the default; each value knows which', () => {
    const { policy, sourceOf } = policyFromFlags({ base: '3s' }, [
      file({ backoff: { baseMs: 2000, multiplier: 3 } }),
      preset({ backoff: { baseMs: 1, multiplier: 4, capMs: 9000 } }),
    ]);
    expect(policy.backoff).toMatchObject({ baseMs: 3000, multiplier: 3, capMs: 9000, minMs: 0 });
    const kinds = ['baseMs', 'multiplier', 'capMs', 'minMs'].map((name) => sourceOf(`backoff.${name}`)?.kind);
    expect(kinds).toEqual(['flag', 'file', 'preset', undefined]);
  });

  it.each<[FlagValues, string]>([
    [{ multiplier: '0.5' }, '--multiplier: "0.5" is not allowed; give a number from 1 to 10'],
    [{ multiplier: '11' }, '--multiplier: "11" is not allowed; give a number from 1 to 10'],
    [{ multiplier: 'NaN' }, '--multiplier: "NaN" is not allowed; give a number from 1 to 10'],
    [{ base: '' }, '--base: "" is not allowed; give a duration such as 250ms'],
    [{ base: '-5ms' }, '--base: "-5ms" is not allowed; give a duration such as 250ms'],
    [{ base: '5 parsecs' }, '--base: "5 parsecs" is not allowed'],
    [{ cap: '1w' }, 'a bare number is milliseconds), or none'],
    [{ attempts: '0' }, '--attempts: "0" is not allowed; give a whole number from 1 to 1000'],
    [{ attempts: '1001' }, '--attempts: "1001" is not allowed; give a whole number from 1 to 1000'],
    [{ attempts: '2.5' }, '--attempts: "2.5" is not allowed; give a whole number from 1 to 1000'],
    [{ retries: '-1' }, '--retries: "-1" is not allowed; give a whole number from 0 to 999'],
    [{ retries: '1000' }, '--retries: "1000" is not allowed; give a whole number from 0 to 999'],
    [{ retries: '5', attempts: '6' }, '--retries: "5" is not allowed; give either --attempts or --retries, not both'],
    [{ jitter: '1..0' }, '--jitter: "1..0" is not allowed; give none, full, equal, decorrelated, or LOW..HIGH'],
    [{ min: '60s' }, '--min: "60s" is not allowed; give at most the cap, 32000ms'],
  ])('are refused by name: %j', (flags, message) => {
    expect(refusal(() => policyFromFlags(flags))).toContain(message);
  });

  it('are refused all at once, each wrong value of a file under the name of the file', () => {
    const message = refusal(() =>
      policyFromFlags({ base: 'x', retries: 'y' }, [
        file({ backoff: { multiplier: 11, cap: 5 }, retryOn: { statuses: [200] } }),
      ]),
    );
    const fields = message.split('\n').map((line) => line.replace(/: [^:]*is not allowed.*$/, ''));
    expect(fields).toEqual([
      '--retries',
      'policy.json: backoff.cap',
      '--base',
      'policy.json: backoff.multiplier',
      'policy.json: retryOn.statuses[0]',
    ]);
  });

  it('do not hide that a file is wrong elsewhere, but do replace its wrong value', () => {
    expect(policyFromFlags({ multiplier: '3' }, [file({ backoff: { multiplier: 11 } })]).policy.backoff).toMatchObject({
      multiplier: 3,
    });
    expect(() => policyFromFlags({ multiplier: '3' }, [file({ maxAttempts: 0 })])).toThrow(PolicyError);
  });
});

describe('the seed', () => {
  it('is a whole number of 32 bits, 1 unless given', () => {
    expect([seedFromFlags({}), seedFromFlags({ seed: '0' }), seedFromFlags({ seed: '4294967295' })]).toEqual([
      1, 0, 4294967295,
    ]);
  });

  it.each(['', '-1', '1.5', '4294967296', 'x'])('is refused when it is "%s"', (seed) => {
    expect(refusal(() => seedFromFlags({ seed }))).toBe(
      `--seed: "${seed}" is not allowed; give a whole number from 0 to 4294967295`,
    );
  });
});
