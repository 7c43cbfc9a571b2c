import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import type { Field } from './field.js';
import { FIELDS, QUOTA_FIELDS } from './fields.js';
import { NEVER_RETRIED, readField } from './read-field.js';

const field = (path: string): Field => [...FIELDS, ...QUOTA_FIELDS].find((known) => known.path === path) as Field;

describe('a field reads', () => {
  it.each<[string, unknown, unknown]>([
    ['backoff.baseMs', '1.5s', 1500],
    ['backoff.baseMs', 0, 0],
    ['backoff.capMs', 'none', null],
    ['backoff.capMs', null, null],
    ['backoff.capMs', ' NONE ', null],
    ['deadlineMs', 'None', null],
    ['attemptTimeoutMs', '1ms', 1],
    ['retryAfter.spreadMs', 'auto', 'auto'],
    ['retryAfter.spreadMs', '250ms', 250],
    ['retryBudget.refund.retry', 'cost', 'cost'],
    ['retryBudget.refund.retry', '1.5', 1.5],
    ['maxAttempts', 6, 6],
    ['maxAttempts', '6', 6],
    ['maxAttempts', ' 6 ', 6],
    ['maxAttempts', '1k', 1000],
    ['maxAttempts', '1,000', 1000],
    ['refusals.max', '0.5M', 500_000],
    ['backoff.multiplier', 1.6, 1.6],
    ['backoff.multiplier', '1.6', 1.6],
    ['amount', '200k', 200_000],
    ['retryBudget.share', '10%', 0.1],
    ['retryBudget.share', '1/10', 0.1],
    ['retryAfter.honor', 'false', false],
    ['retryAfter.honor', true, true],
    ['onGiveUp', 'throw', 'throw'],
    ['jitter', '0.8..1.2', { low: 0.8, high: 1.2 }],
    ['backoff.delaysMs', ['1s', 250, '2m'], [1000, 250, 120_000]],
    ['retryOn.statuses', [408, '5xx'], [408, '5xx']],
    ['retryOn.statuses', [], []],
    ['name', 'tokens.per_day-2', 'tokens.per_day-2'],
    ['maxInFlight', 'none', null],
  ])('%s: %j as %j', (path, value, expected) => {
    expect(readField(field(path), value)).toEqual(expected);
  });
});

describe('a field refuses', () => {
  it.each<[string, unknown, RegExp]>([
    ['backoff.baseMs', '', /"" is not allowed; give a duration such as 250ms/],
    ['backoff.baseMs', null, /null is not allowed; give a duration/],
    ['backoff.baseMs', Number.NaN, /NaN is not allowed/],
    ['backoff.capMs', '32 s', /"32 s" is not allowed; give a duration .*, or none$/],
    ['attemptTimeoutMs', 0, /0 is not allowed; give at least 1ms, or none$/],
    ['attemptTimeoutMs', '0.5ms', /"0.5ms" is not allowed; give at least 1ms/],
    ['retryAfter.spreadMs', 'Auto', /"Auto" is not allowed; .*, or auto/],
    ['retryBudget.refund.retry', 'all', /"all" is not allowed; give a number from 0 to 1000000000, or cost/],
    ['retryBudget.refund.firstTry', 'cost', /"cost" is not allowed; give a number from 0 to 1000000000$/],
    ['maxAttempts', 0, /0 is not allowed; give a whole number from 1 to 1000$/],
    ['maxAttempts', 1001, /1001 is not allowed/],
    ['maxAttempts', 2.5, /2.5 is not allowed/],
    ['maxAttempts', '2.0', /"2.0" is not allowed/],
    ['maxAttempts', '2k', /"2k" is not allowed; give a whole number from 1 to 1000$/],
    ['maxAttempts', '1,00', /"1,00" is not allowed/],
    ['maxAttempts', '0.0015k', /"0.0015k" is not allowed/],
    ['maxAttempts', '', /"" is not allowed/],
    ['maxAttempts', true, /true is not allowed/],
    ['maxAttempts', [6], /a list is not allowed/],
    ['maxAttempts', Infinity, /Infinity is not allowed/],
    ['maxAttempts', null, /null is not allowed/],
    ['maxInFlight', 0, /0 is not allowed; give a whole number from 1 to 1000000, or none$/],
    ['backoff.multiplier', 0.5, /0.5 is not allowed; give a number from 1 to 10$/],
    ['backoff.multiplier', 11, /11 is not allowed/],
    ['backoff.multiplier', '1e1', /"1e1" is not allowed/],
    ['backoff.multiplier', Number.NaN, /NaN is not allowed/],
    ['version', 2, /2 is not allowed; give 1$/],
    ['amount', 0, /0 is not allowed; give a number above 0$/],
    ['amount', 1e-300, /1e-300 is not allowed; give a number from 1e-9 to 9007199254740991$/],
    ['amount', '0k', /"0k" is not allowed; give a number above 0$/],
    ['amount', 'many', /"many" is not allowed; give a number such as/],
    ['retryBudget.share', 1.5, /1.5 is not allowed; give a share from 0 to 1/],
    ['retryAfter.honor', 1, /1 is not allowed; give true or false$/],
    ['retryAfter.honor', 'yes', /"yes" is not allowed/],
    ['retryAfter.honor', null, /null is not allowed/],
    ['onGiveUp', 'trow', /"trow" is not allowed; give response, throw \(did you mean throw\?\)$/],
    ['onGiveUp', 'panic', /give response, throw$/],
    ['retryAfter.beyondMax', ['fail'], /a list is not allowed; give fail, clamp, backoff$/],
    ['backoff.delaysMs', [], /a list is not allowed; give a list of 1 to 1000 durations$/],
    ['backoff.delaysMs', Array(1001).fill(1), /a list of 1 to 1000 durations$/],
    ['backoff.delaysMs', 1000, /1000 is not allowed; give a list of 1 to 1000 durations$/],
    ['backoff.delaysMs', [1, 'x'], /^backoff\.delaysMs\[1\]: "x" is not allowed; give a duration/],
    ['retryOn.statuses', 429, /429 is not allowed; give a list of statuses/],
    ['retryOn.statuses', { 0: 429 }, /an object is not allowed/],
    ['retryOn.statuses', [429, 501], /^retryOn\.statuses\[1\]: 501 is not allowed; give another status \(501, 505/],
    ['retryOn.statuses', ['429'], /^retryOn\.statuses\[0\]: "429" is not allowed; give a status from 400 to 599/],
    ['retryOn.statuses', [399], /\[0\]: 399 is not allowed/],
    ['retryOn.statuses', [600], /\[0\]: 600 is not allowed/],
    ['retryOn.statuses', [429.5], /\[0\]: 429.5 is not allowed/],
    ['retryOn.statuses', ['4xx'], /\[0\]: "4xx" is not allowed/],
    ['retryOn.statuses', [undefined], /\[0\]: missing; give a status/],
    ['quotas', {}, /an object is not allowed; give a list of quotas$/],
    ['quotas', null, /null is not allowed; give a list of quotas$/],
    ['name', '', /"" is not allowed; give a name such as requests$/],
    ['name', '9lives', /"9lives" is not allowed/],
    ['name', 7, /7 is not allowed/],
  ])('%s: %j', (path, value, message) => {
    const read = (): unknown => readField(field(path), value);
    expect(read).toThrow(InputError);
    expect(read).toThrow(message);
    expect(read).toThrow(new RegExp(`^${path.replaceAll('.', '\\.')}`));
  });

  it('by the name that the user typed', () => {
    expect(() => readField(field('backoff.baseMs'), 'x', '--base')).toThrow(/^--base: "x"/);
  });

  it.each(NEVER_RETRIED)('status %d, which never changes when asked again', (status) => {
    expect(() => readField(field('retryOn.statuses'), [status])).toThrow(/another status/);
  });
});
