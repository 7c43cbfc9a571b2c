// The checks themselves: what they must complain of, and what they must let pass.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random/random.js';
import { drive } from './driver.js';
import { faultOf, SAMPLINGS } from './samples.js';
import { type Ended, faultsOf, SCENARIOS, type Scenario } from './scenarios.js';
import type { Asked } from './scripted-server.js';

const told = SCENARIOS.find(({ behaviour }) => behaviour === '429 with seconds') as Scenario;
const exhausted = SCENARIOS.find(({ behaviour }) => behaviour === 'exhausted') as Scenario;
const asked = (count: number, body = ''): Asked[] =>
  Array.from({ length: count }, (_, at) => ({ method: 'GET', body, header: () => null, at }));
const right: Ended = { outcome: 'response', status: 200, body: 'answer 2', waitsMs: [7000] };

describe('how a scenario went', () => {
  it('is without fault when all is as told', () => {
    expect(faultsOf(told, right, asked(2), false, 0)).toEqual([]);
    const ended = { outcome: 'exhausted', status: 503, body: '-', waitsMs: [100, 200, 0] };
    expect(faultsOf(exhausted, ended, asked(4), false, 0)).toEqual([]);
    expect(faultsOf(exhausted, { ...ended, outcome: 'response', body: 'answer 4' }, asked(4), true, 0)).toEqual([]);
  });

  it.each<[what: string, ended: Partial<Ended>, seen: Asked[], complaint: RegExp]>([
    ['a wait that is too short', { waitsMs: [6990] }, asked(2), /wait 1 was 6990 ms/],
    ['a wait that is too long', { waitsMs: [7001] }, asked(2), /wait 1 was 7001 ms/],
    ['a wait too few', { waitsMs: [] }, asked(2), /0 waits, not 1/],
    ['a wait too many', { waitsMs: [7000, 0] }, asked(2), /2 waits, not 1/],
    ['a request too many', {}, asked(3), /3 requests, not 2/],
    ['another status', { status: 429 }, asked(2), /status 429, not 200/],
    ['another end', { outcome: 'network' }, asked(2), /ended with network/],
    ['the body of another answer', { body: 'answer 1' }, asked(2), /the body was "answer 1"/],
    ['a body that nobody gave', {}, asked(2, 'x'), /the body sent was "x"/],
  ])('%s is a fault', (_what, ended, seen, complaint) => {
    expect(faultsOf(told, { ...right, ...ended }, seen, false, 0).join('\n')).toMatch(complaint);
  });

  it('an error in place of a response is a fault where the last response is to be handed back', () => {
    const ended = { outcome: 'exhausted', status: 503, body: '-', waitsMs: [100, 200, 0] };
    expect(faultsOf(exhausted, ended, asked(4), true, 0)).toContain('ended with exhausted, not response');
  });
});

describe('a sample of waits', () => {
  const full = SAMPLINGS.find(({ program, retry }) => program === 'full' && retry === 2);
  if (full === undefined) throw new Error('full jitter is not sampled');
  const draw = (low: number, high: number) => {
    const random = createRandom(7);
    return Array.from({ length: full.draws }, () => low + random.next() * (high - low));
  };

  it('passes when it is drawn evenly from the interval', () => {
    expect(faultOf(full, draw(0, 200), 0)).toBeNull();
  });

  it.each([
    ['beyond the interval', draw(0, 201), /lies outside 0 … 200/],
    ['off by a tenth in the mean', draw(0, 180), /means .*, expected 100/],
    ['of one value only', draw(10, 10), /means 10 and 10/],
    ['too small', draw(0, 200).slice(1), /waits$/],
    ['of what is no number', draw(Number.NaN, 1), /NaN/],
  ])('fails when it is %s', (_what, drawn, complaint) => {
    expect(faultOf(full, drawn, 0)).toMatch(complaint);
  });
});

it('a driver that ends badly is told with what it said', async () => {
  const code = 'console.error("out of order"); process.exit(3)';
  await expect(drive([process.execPath, '-e', code], [['full', 'hint', '1']])).rejects.toThrow(
    /ended with 3\nout of order/,
  );
});

it('a task of which nothing is said is a fault', async () => {
  expect(await drive([process.execPath, '-e', ''], [['full', 'hint', '1']])).toEqual([
    ['nothing was said of full hint 1'],
  ]);
});
