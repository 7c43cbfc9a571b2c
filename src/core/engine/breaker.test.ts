import { describe, expect, it } from 'vitest';
import { type BreakerState, createBreaker, isOpen, noteResult, passBreaker, returnTrial } from './breaker.js';

const breaker = { threshold: 5, resetMs: 1000, halfOpenPermits: 1 };

/** A breaker that has opened at 0. */
function opened(permits = 1): { options: typeof breaker; state: BreakerState } {
  const options = { ...breaker, halfOpenPermits: permits };
  const state = createBreaker(options) as BreakerState;
  for (let k = 0; k < 5; k++) noteResult(options, state, false, true, 0);
  return { options, state };
}

const passes = ({ options, state }: ReturnType<typeof opened>, n: number, now: number): string[] =>
  Array.from({ length: n }, () => passBreaker(options, state, now));

describe('a breaker', () => {
  it('is off unless asked for', () => {
    expect(createBreaker(null)).toBeNull();
  });

  it('opens at the threshold of failures in a row, not before', () => {
    const state = createBreaker(breaker) as BreakerState;
    for (let k = 0; k < 4; k++) noteResult(breaker, state, false, true, k);
    expect(isOpen(breaker, state, 4)).toBe(false);
    noteResult(breaker, state, false, false, 4);
    for (let k = 0; k < 4; k++) noteResult(breaker, state, false, true, k);
    expect(passBreaker(breaker, state, 10)).toBe('closed');
    noteResult(breaker, state, false, true, 10);
    expect(passBreaker(breaker, state, 10)).toBe('open');
    expect(state.openUntil).toBe(1010);
  });

  it('is open until the very instant of its reset', () => {
    const half = opened();
    expect(passes(half, 1, 999.999)).toEqual(['open']);
    expect(isOpen(half.options, half.state, 1000)).toBe(false);
    expect(passes(half, 2, 1000)).toEqual(['trial', 'open']);
  });

  it('CB-01: lets one of a hundred through when half open, and a failed trial opens it for the whole time again', () => {
    const half = opened();
    expect(passes(half, 100, 1001).filter((pass) => pass !== 'open')).toEqual(['trial']);
    noteResult(half.options, half.state, true, true, 1001);
    expect(passes(half, 1, 2000)).toEqual(['open']);
    expect(passes(half, 1, 2001)).toEqual(['trial']);
  });

  it('CB-03: lends a permit for as long as the trial takes, so that no second one goes beside a slow one', () => {
    const options = { threshold: 1, resetMs: 100, halfOpenPermits: 1 };
    const state = createBreaker(options) as BreakerState;
    noteResult(options, state, false, true, 0);
    expect(passBreaker(options, state, 101)).toBe('trial');
    const during = Array.from({ length: 20 }, () => passBreaker(options, state, 150));
    expect(during).toEqual(Array(20).fill('open'));
    noteResult(options, state, true, false, 601);
    expect(passBreaker(options, state, 601)).toBe('closed');
  });

  it('gives the permit of an aborted trial back, or it would stay half open for ever', () => {
    const half = opened();
    expect(passes(half, 2, 1000)).toEqual(['trial', 'open']);
    returnTrial(half.state);
    expect(passes(half, 1, 1000)).toEqual(['trial']);
  });

  it('lends as many permits as it has', () => {
    const half = opened(3);
    expect(passes(half, 5, 1000)).toEqual(['trial', 'trial', 'trial', 'open', 'open']);
  });

  it('is opened again by any failed trial, though another one went well', () => {
    const half = opened(2);
    passes(half, 2, 1000);
    noteResult(half.options, half.state, true, false, 1100);
    expect(passes(half, 1, 1100)).toEqual(['closed']);
    noteResult(half.options, half.state, true, true, 1200);
    expect(passes(half, 1, 1300)).toEqual(['open']);
    expect(half.state.openUntil).toBe(2200);
  });

  it('is not moved by late results of requests from before it opened', () => {
    const half = opened();
    noteResult(half.options, half.state, false, false, 500);
    expect(passes(half, 1, 500)).toEqual(['open']);
    noteResult(half.options, half.state, false, true, 900);
    expect(half.state.openUntil).toBe(1000);
    noteResult(half.options, half.state, false, true, 1500);
    expect(passes(half, 1, 1500)).toEqual(['trial']);
  });

  it('counts from nothing after it has closed', () => {
    const half = opened();
    passes(half, 1, 1000);
    noteResult(half.options, half.state, true, false, 1010);
    for (let k = 0; k < 4; k++) noteResult(half.options, half.state, false, true, 1020);
    expect(passes(half, 1, 1020)).toEqual(['closed']);
  });
});
