import { describe, expect, it } from 'vitest';
import { decode } from '../decode.js';
import { PRECEDENCE, rankOf } from './precedence.js';

/** Everything that may name a wait, the most trustworthy first; each layer with a wait of its own. */
const layers: readonly [rank: string, headers: Record<string, string>, body: object, hintMs: number][] = [
  ['pushback', { 'grpc-retry-pushback-ms': '1' }, {}, 1],
  ['precise', { 'x-ms-retry-after-ms': '2' }, {}, 2],
  ['retry-after', { 'Retry-After': '3' }, {}, 3000],
  ['copied', { 'x-ratelimit-retry-after': '4' }, {}, 4000],
  ['body', {}, { retry_after: 5 }, 5000],
  ['next-reset', { ratelimit: '"a";r=0;t=6' }, {}, 6000],
  ['message', {}, { message: 'You have exceeded a secondary rate limit. Try again in 7s.' }, 7000],
  ['full-reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '8' }, {}, 8000],
];

describe('the order in words', () => {
  it('has every layer of this test, in this order, and last the documentation', () => {
    expect(PRECEDENCE.map(({ id }) => id)).toEqual([...layers.map(([rank]) => rank), 'documented']);
  });

  it.each(layers.map(([rank, , , hintMs], at) => [rank, at, hintMs] as const))(
    'is the order in code: %s comes before all that follows',
    (rank, at, hintMs) => {
      const rest = layers.slice(at);
      const headers = Object.assign({}, ...rest.map(([, fields]) => fields));
      const body = Object.assign({}, ...rest.map(([, , part]) => part));
      const answer = decode({ status: 429, headers, body }, { nowMs: 0 });
      expect(answer.hintMs).toBe(hintMs);
      expect(rankOf(answer)?.id).toBe(rank);
    },
  );

  it('names the documentation where nothing else is there', () => {
    const body = { message: 'You have exceeded a secondary rate limit.' };
    const answer = decode({ status: 403, headers: {}, body }, { nowMs: 0, dialect: 'github' });
    expect(rankOf(answer)?.id).toBe('documented');
  });

  it('is silent where there is no hint', () => {
    expect(rankOf(decode({ status: 429, headers: {} }, { nowMs: 0 }))).toBeNull();
  });
});
