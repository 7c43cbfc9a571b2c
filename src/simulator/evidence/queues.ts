import type { ScenarioInput } from '../scenario/scenario.js';
import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

const SERVICE_MS = 1;
const RHO = 0.8;

export const queueStudy: Study = {
  id: 'queues',
  title: 'Queues with known answers',
  source: 'Erlang 1917; Kendall 1953; Little 1961; any text on queueing',
  about:
    'Poisson arrivals, one attempt per call, a service of 1 ms on average, at 80 % of the capacity. Erlang C is taken from ' +
    'the mean wait, Erlang B from the share that is turned away by a service without a queue.',
  findings: (effort) => [...oneServer(effort), ...manyServers(effort), ...noRoom(effort)],
};

function oneServer(effort: Effort): Finding[] {
  const exponential = run(1, { kind: 'exponential', meanMs: SERVICE_MS }, null, effort);
  const constant = run(1, { kind: 'constant', ms: SERVICE_MS }, null, effort);
  const { sojourn, inFlightArea, offered } = exponential.recorder;
  const meanMs = sojourn.sum / sojourn.count;
  const { now } = exponential;
  return [
    near('M/M/1: mean time, 1 ÷ (μ − λ)', 5, meanMs, effort),
    near('M/M/1: share that takes longer than 10 ms, e^(−2)', Math.exp(-2), sojourn.shareAbove(10), effort, 2),
    near('M/M/1: mean number in the system, ρ ÷ (1 − ρ)', 4, inFlightArea / now, effort),
    {
      what: 'Little’s law: number in the system ÷ (arrivals per ms × mean time)',
      expected: 1,
      ours: inFlightArea / ((offered / now) * meanMs * now),
      tolerance: 1e-9,
      mark: 'exact',
    },
    near('M/D/1: mean time, 1 + ρ ÷ (2 (1 − ρ))', 3, constant.recorder.sojourn.mean ?? 0, effort),
  ];
}

function manyServers(effort: Effort): Finding[] {
  // Closed forms at ρ = 0.8 and μ = 1.
  const cells = [
    { servers: 5, meanMs: 1.5541, erlangC: 0.5541 },
    { servers: 10, meanMs: 1.2046, erlangC: 0.4092 },
  ];
  return cells.flatMap(({ servers, meanMs, erlangC }) => {
    const ours = run(servers, { kind: 'exponential', meanMs: SERVICE_MS }, null, effort).recorder.sojourn.mean ?? 0;
    const waits = (ours - SERVICE_MS) * servers * (1 - RHO);
    return [
      near(`M/M/${servers}: mean time`, meanMs, ours, effort),
      near(`Erlang C, ${servers} servers`, erlangC, waits, effort, 2),
    ];
  });
}

function noRoom(effort: Effort): Finding[] {
  const cells = [
    { servers: 1, erlangB: 0.4444 },
    { servers: 5, erlangB: 0.1991 },
    { servers: 10, erlangB: 0.1217 },
  ];
  return cells.map(({ servers, erlangB }) => {
    const { recorder } = run(servers, { kind: 'exponential', meanMs: SERVICE_MS }, 0, effort);
    return near(
      `Erlang B, ${servers} ${servers === 1 ? 'server' : 'servers'}`,
      erlangB,
      recorder.refused / recorder.offered,
      effort,
    );
  });
}

function run(servers: number, service: ScenarioInput['service'], room: number | null, effort: Effort) {
  const jobs = effort === 'full' ? 1_000_000 : 60_000;
  const perMs = RHO * servers;
  return simulated({
    load: steady(1000 * perMs),
    policy: atOnce(1),
    service: { kind: 'queue', servers, room, service },
    durationMs: jobs / perMs,
  });
}

/** 2 % with a million jobs, 7 % with sixty thousand: what the correlation of neighbouring waits leaves. */
function near(what: string, expected: number, ours: number, effort: Effort, factor = 1): Finding {
  const share = factor * (effort === 'full' ? 0.02 : 0.07);
  return { what, expected, ours, tolerance: share * expected, mark: 'statistical' };
}
