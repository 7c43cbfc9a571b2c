import { describe, expect, it } from 'vitest';
import type { LimiterSpec } from '../../core/limiters/create-limiter.js';
import { RULE_BOOKS } from '../../core/rulebooks/index.js';
import { reportOf } from '../report.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import type { ScenarioInput } from '../scenario/scenario.js';
import { Simulation } from '../simulation.js';

function ran(input: Omit<ScenarioInput, 'version'>): Simulation {
  const simulation = new Simulation(parseScenario({ version: 1, ...input }));
  simulation.advance();
  return simulation;
}

const PER_SECOND = { amount: 10, windowMs: 1000 };
const LIMITERS: readonly LimiterSpec[] = [
  { kind: 'token-bucket', ...PER_SECOND },
  { kind: 'gcra', ...PER_SECOND },
  { kind: 'leaky-bucket', ...PER_SECOND, size: 10 },
  { kind: 'fixed-window', ...PER_SECOND, opens: 'wall-clock' },
  { kind: 'sliding-log', ...PER_SECOND },
  { kind: 'sliding-counter', ...PER_SECOND },
  { kind: 'sub-windows', ...PER_SECOND, parts: 2 },
  { kind: 'concurrency', amount: 10 },
  { kind: 'cpu-time', ...PER_SECOND },
];

describe('a service behind a limiter', () => {
  it.each(LIMITERS)('$kind: a herd is served in the end, never more at once than the limit', (limiter) => {
    const simulation = ran({
      load: { kind: 'herd', clients: 100 },
      policy: { backoff: { baseMs: 200 }, refusals: { max: 1000 } },
      service: { kind: 'limiter', limiter, service: { kind: 'constant', ms: 100 }, hintStepMs: 1 },
    });
    const { recorder } = simulation;
    expect([recorder.succeeded, recorder.useful]).toEqual([100, 100]);
    expect(recorder.offered).toBe(recorder.useful + recorder.refused);
    // Ten a second for a hundred, the first ten at once; time of the processor is charged afterwards and lets all in.
    if (limiter.kind === 'cpu-time') return;
    expect(recorder.inFlightMax).toBeLessThanOrEqual(20);
    if (limiter.kind !== 'concurrency') expect(recorder.lastEndAt).toBeGreaterThanOrEqual(8000);
  });

  it('says how long to wait in the steps it was given, and obeying it is enough', () => {
    const herd = (hintStepMs: number) =>
      ran({
        load: { kind: 'herd', clients: 11 },
        policy: { retryAfter: { spreadMs: 0 } },
        service: { kind: 'limiter', limiter: { kind: 'token-bucket', ...PER_SECOND }, hintStepMs },
      }).recorder;
    expect([herd(1).lastEndAt, herd(1).offered]).toEqual([100, 12]);
    expect([herd(1000).lastEndAt, herd(1000).offered]).toEqual([1000, 12]);
  });

  it('refuses for good what can never fit', () => {
    const { recorder } = ran({
      load: { kind: 'herd', clients: 3 },
      service: { kind: 'limiter', limiter: { kind: 'token-bucket', ...PER_SECOND }, cost: 11 },
    });
    expect([recorder.failed, recorder.offered]).toEqual([3, 3]);
  });
});

describe('a service by its rule book', () => {
  it.each(RULE_BOOKS.map(({ id }) => id))('%s: a batch goes through, and what it says is read', (provider) => {
    const simulation = ran({
      load: { kind: 'batch', clients: 1, callsEach: 15 },
      clients: { kind: 'engines' },
      policy: { maxAttempts: 10 },
      service: { kind: 'rule-book', provider, service: { kind: 'constant', ms: 50 } },
    });
    const { figures } = reportOf(simulation);
    expect([figures.unfinished, figures.calls]).toEqual([0, 15]);
    expect(figures.succeeded).toBe(15);
  });

  it('a client that knows nothing learns the limit from the headers', () => {
    const { recorder } = ran({
      load: { kind: 'batch', clients: 1, callsEach: 120 },
      clients: { kind: 'engines' },
      service: {
        kind: 'rule-book',
        provider: 'anthropic',
        limits: { requests: 60 },
        service: { kind: 'constant', ms: 50 },
      },
    });
    expect(recorder.succeeded).toBe(120);
    // One a second after a burst of sixty is 60 s. How near an engine comes to that is for its own tests to say.
    expect(recorder.lastEndAt).toBeGreaterThanOrEqual(60_000);
    expect(recorder.lastEndAt).toBeLessThan(120_000);
    expect(recorder.refused).toBeLessThan(20);
  });
});

describe('a queue', () => {
  const three = (service: object, faults: object[] = []) =>
    ran({
      load: { kind: 'trace', atMs: [0, 1, 2] },
      policy: { maxAttempts: 1 },
      service: { kind: 'queue', service: { kind: 'constant', ms: 10 }, ...service },
      faults: faults as never,
    }).recorder;

  it('works one after the other, or as many at once as it has servers', () => {
    expect(three({}).lastEndAt).toBe(30);
    expect(three({ servers: 2 }).lastEndAt).toBe(20);
    expect(three({ servers: 3 }).lastEndAt).toBe(12);
  });

  it('turns away what it has no room for', () => {
    const { succeeded, failed, refused, queuedMax } = three({ room: 1 });
    expect({ succeeded, failed, refused, queuedMax }).toEqual({ succeeded: 2, failed: 1, refused: 1, queuedMax: 1 });
  });

  it('takes the newest first where it is told to', () => {
    const latencies = (order: string) => three({ order }).latency.max;
    // The oldest of the two that wait came at 1 and is done at 20 or at 30.
    expect([latencies('fifo'), latencies('lifo')]).toEqual([28, 29]);
  });

  it('stands still at speed 0, and goes on', () => {
    expect(three({}, [{ kind: 'slowdown', fromMs: 5, toMs: 100, speed: 0 }]).lastEndAt).toBe(120);
    expect(three({}, [{ kind: 'slowdown', fromMs: 5, toMs: 100, speed: 0.5 }]).lastEndAt).toBe(50);
  });
});

describe('a service that slows down with its load', () => {
  it('settles where Little’s law and its latency agree', () => {
    // c = λ (1 + 0.01 c) at 40 a second: 66.7 in flight and 1.67 s.
    const { recorder } = ran({
      load: { kind: 'open', rate: [{ perSecond: 40 }] },
      policy: { maxAttempts: 1 },
      service: { kind: 'loaded', baseMs: 1000, perInFlightMs: 10 },
      durationMs: 1_000_000,
    });
    // The mean of a curve is not the curve of the mean, hence the 2 %.
    expect(Math.abs((recorder.sojourn.mean ?? 0) / 1667 - 1)).toBeLessThan(0.02);
  });

  it('fails more under the fault that says so', () => {
    const { recorder } = ran({
      load: { kind: 'trace', atMs: [0, 50, 150] },
      policy: { maxAttempts: 1 },
      service: { kind: 'loaded', baseMs: 1 },
      faults: [{ kind: 'errors', fromMs: 40, toMs: 100, failShare: 1 }],
    });
    expect([recorder.succeeded, recorder.failed, recorder.wasted]).toEqual([2, 1, 1]);
  });
});
