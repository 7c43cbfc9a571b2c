import { describe, expect, it } from 'vitest';
import { reportOf, Simulation, scenarioOf, variantsOf, withSettings } from '../../../../../src/simulator/index.js';
import type { Frame, Job, Pace } from './messages.js';
import { Player, type Told } from './player.js';

function jobOf(id: string, settings: Record<string, string> = {}): Job {
  return { seed: 3, scenarios: variantsOf(withSettings(scenarioOf(id), settings)).map(({ scenario }) => scenario) };
}

/** A player under a clock that goes on by so many ms a slice. */
function played(job: Job, pace: Pace, sliceMs = 16) {
  let now = 0;
  const told: Told[] = [];
  const player = new Player(job, pace, { now: () => now, tell: (each) => told.push(each) });
  const slice = () => {
    const due = player.work();
    player.drawn();
    now += Math.max(sliceMs, due ?? 0);
    return due;
  };
  const toEnd = () => {
    for (let slices = 0; slice() !== null; slices++) if (slices > 1e5) throw new Error('it never ends');
  };
  const frames = () => told.flatMap((each) => (each.kind === 'frame' ? [each.frame as Frame] : []));
  const reports = () => told.flatMap((each) => (each.kind === 'done' ? each.reports : []));
  const passedMs = () => now;
  return { player, told, slice, toEnd, frames, reports, passedMs };
}

const direct = ({ scenarios, seed }: Job) =>
  scenarios.map((scenario) => {
    const simulation = new Simulation(scenario, seed);
    simulation.advance();
    return reportOf(simulation);
  });

describe('a run that is played', () => {
  it.each<[string, Pace]>([
    ['thundering-herd', { kind: 'play', playMs: 10_000 }],
    ['thundering-herd', { kind: 'finish' }],
    ['retry-storm', { kind: 'play', playMs: 3000 }],
    ['fleet-without-and-with-shared-quota', { kind: 'finish' }],
    ['naive-versus-policy', { kind: 'play', playMs: 500 }],
  ])('of %s at %j ends as one that is not', (id, pace) => {
    const job = jobOf(id);
    const run = played(job, pace);
    run.toEnd();
    expect(run.reports()).toEqual(direct(job));
  });

  it('takes as long as it was told to', () => {
    const run = played(jobOf('retry-storm'), { kind: 'play', playMs: 10_000 });
    run.toEnd();
    expect(run.passedMs()).toBeGreaterThan(9500);
    expect(run.passedMs()).toBeLessThan(11_500);
  });

  it('shows the time and the axis going on, and each attempt when it arrives and when it is answered', () => {
    const job = jobOf('thundering-herd');
    const run = played(job, { kind: 'play', playMs: 4000 });
    run.toEnd();
    const frames = run.frames();
    expect(frames.length).toBeGreaterThan(150);
    for (const [index, { clockMs, axisMs }] of frames.entries()) {
      expect(clockMs).toBeGreaterThanOrEqual(frames[index - 1]?.clockMs ?? 0);
      expect(axisMs).toBeGreaterThanOrEqual(clockMs);
    }
    const ready = run.told.find((each) => each.kind === 'ready');
    // The 50 that are served at once leave room for others, so that 950 calls at most are in progress.
    expect(ready).toMatchObject({ lanes: 48, stride: 20 });
    // One of 20 calls is followed, so about one of 20 attempts is told.
    const attempts = direct(job).reduce((sum, { figures }) => sum + (figures.attempts ?? 0), 0);
    const fates = frames.flatMap(({ dots }) => [...dots].filter((_, index) => index % 4 === 3));
    const dots = fates.filter((fate) => fate !== 3).length;
    expect(fates.length).toBe(2 * dots);
    expect(dots * 20).toBeGreaterThan(0.85 * attempts);
    expect(dots * 20).toBeLessThan(1.15 * attempts);
  });

  it('keeps the beginning where one side takes much longer', () => {
    const run = played(jobOf('thundering-herd'), { kind: 'finish' });
    run.toEnd();
    const kept = run.told.find((each) => each.kind === 'beginning');
    const [slowMs, quickMs] = direct(jobOf('thundering-herd')).map(({ endedAtMs }) => endedAtMs) as [number, number];
    expect(kept?.beginning.axisMs).toBeCloseTo(quickMs * 1.25, 6);
    expect(kept?.beginning.axisMs).toBeLessThan(slowMs / 2);
    expect(kept?.beginning.lines[0]?.binMs).toBeLessThan(run.frames().at(-1)?.sides[0]?.lines.binMs as number);
  });

  it('stops between two slices, goes on by a step, and ends the same', () => {
    const job = jobOf('retry-storm');
    const run = played(job, { kind: 'play', playMs: 10_000 });
    for (let slices = 0; slices < 100; slices++) run.slice();
    run.player.setPace({ kind: 'stop' });
    const stoppedAt = run.frames().at(-1)?.clockMs as number;
    expect([run.told.at(-1)?.kind, run.slice()]).toEqual(['stopped', null]);
    expect(run.frames().at(-1)?.clockMs).toBe(stoppedAt);
    run.player.setPace({ kind: 'step' });
    run.toEnd();
    expect(run.told.at(-1)?.kind).toBe('stopped');
    expect((run.frames().at(-1)?.clockMs as number) - stoppedAt).toBeCloseTo(900, 0);
    run.player.setPace({ kind: 'finish' });
    run.toEnd();
    expect(run.reports()).toEqual(direct(job));
  });

  it('begins stopped when told so before it is ready', () => {
    const run = played(jobOf('thundering-herd'), { kind: 'play', playMs: 1000 });
    run.player.setPace({ kind: 'stop' });
    run.toEnd();
    expect(run.frames().at(-1)?.clockMs ?? 0).toBe(0);
  });

  it('ends otherwise when somebody steps in, at the instant it says', () => {
    const job = jobOf('metastable');
    const run = played(job, { kind: 'play', playMs: 10_000 });
    while ((run.frames().at(-1)?.clockMs ?? 0) < 60_000) run.slice();
    run.player.intervene([0], { kind: 'keep-load', share: 0.3 });
    const told = run.told.at(-1);
    run.player.setPace({ kind: 'finish' });
    run.toEnd();
    const same = new Simulation(job.scenarios[0] as (typeof job.scenarios)[0], 3);
    same.advance(told?.kind === 'intervened' ? told.atMs : 0);
    same.intervene({ kind: 'keep-load', share: 0.3 });
    same.advance();
    expect(run.reports()).toEqual([reportOf(same)]);
    expect(run.reports()[0]?.figures.recoveredAfterMs).not.toBeNull();
    expect(direct(job)[0]?.figures.recoveredAfterMs).toBeNull();
  });

  it('works in slices of some milliseconds, however many clients there are and whatever their events cost', () => {
    let now = 0;
    // A clock by which every hundred events take a millisecond.
    const player = new Player(
      jobOf('thundering-herd', { clients: '4000' }),
      { kind: 'finish' },
      { now: () => now++, tell: () => {} },
    );
    let slices = 0;
    for (let before = 0; player.work() !== null; before = now) {
      slices++;
      expect(now - before).toBeLessThan(25);
    }
    expect(slices).toBeGreaterThan(50);
  });
});
