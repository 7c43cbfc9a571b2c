import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const brookerStudy: Study = {
  id: 'brooker-2022',
  title: 'Retries against a failing server',
  source: 'M. Brooker, "Fixing retries with token buckets and circuit breakers", 2022, and its program',
  about:
    'A hundred clients make 10 calls a second each; the server fails each attempt with probability p, whatever its load. With n ' +
    'retries the success is 1 − p^(n+1) and the load (1 − p^(n+1)) ÷ (1 − p). The post’s bucket and breaker count in another way ' +
    'than ours, so in their place stands what a budget of a share d allows: 1 + d.',
  findings: (effort) => [...retries(effort), ...budget(effort)],
};

/** As the program prints them: success and load of three retries; success without any. */
const TABLE: readonly [failShare: number, none: number, success: number, load: number][] = [
  [0.05, 0.951, 1.0, 1.051],
  [0.1, 0.902, 0.9999, 1.111],
  [0.2, 0.802, 0.999, 1.246],
  [0.5, 0.495, 0.937, 1.879],
];

/** The program ran 20 s, which is 20,000 calls: its own spread is in the tolerance. */
const PROGRAM_CALLS = 20_000;

function retries(effort: Effort): Finding[] {
  return TABLE.flatMap(([p, none, success, load]): Finding[] => {
    const once = run(p, 1, null, effort);
    const thrice = run(p, 4, null, effort);
    const coin = (share: number): number => 4 * Math.sqrt((Math.max(share * (1 - share), 1e-4) * 2) / PROGRAM_CALLS);
    return [
      {
        what: `success, no retries, p = ${p}`,
        expected: none,
        ours: once.success,
        tolerance: coin(1 - p),
        mark: 'published',
      },
      {
        what: `success, 3 retries, p = ${p}`,
        expected: success,
        ours: thrice.success,
        tolerance: coin(1 - p ** 4),
        mark: 'published',
      },
      {
        what: `load, 3 retries, p = ${p}`,
        expected: load,
        ours: thrice.load,
        tolerance: 0.015 * load,
        mark: 'published',
      },
    ];
  });
}

function budget(effort: Effort): Finding[] {
  return [0.2, 0.5, 1].map((p): Finding => {
    const { load } = run(p, 4, 0.1, effort);
    return { what: `load with a budget of 10 %, p = ${p}`, expected: 1.1, ours: load, tolerance: 0.015, mark: 'fluid' };
  });
}

function run(failShare: number, attempts: number, share: number | null, effort: Effort) {
  const retryBudget = share === null ? null : ({ kind: 'ratio', share, floorPerSecond: 0 } as const);
  const { recorder } = simulated({
    load: steady(1000),
    network: { kind: 'exponential', meanMs: 10 },
    policy: { ...atOnce(attempts), retryBudget },
    clients: { groups: share === null ? 100 : 1 },
    service: { kind: 'loaded', failShare },
    durationMs: effort === 'full' ? 100_000 : 20_000,
  });
  return { success: recorder.succeeded / recorder.begun, load: recorder.offered / recorder.begun };
}
