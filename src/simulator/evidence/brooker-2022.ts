import type { RetryBudgetInput } from '../../core/policy/policy.js';
import { failureShareBreaker } from './failure-share-breaker.js';
import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const brookerStudy: Study = {
  id: 'brooker-2022',
  title: 'Retries against a failing server',
  source: 'M. Brooker, "Fixing retries with token buckets and circuit breakers", 2022, and its program',
  about:
    'A hundred clients make 10 calls a second each for 20 s; the server fails each attempt with probability p, whatever its load. ' +
    'With n retries the success is 1 − p^(n+1) and the load (1 − p^(n+1)) ÷ (1 − p). The bucket of the post is a budget of tokens: ' +
    'a retry costs 10, any success returns 1, 50 are there at first, so that the share d = 0.1 of successes can be retried: beyond p = d ÷ (1 + d) the load ' +
    'is 1 ÷ (1 − d(1 − p)). The bucket of its program is filled by first tries instead, whatever becomes of them, which is a ' +
    'ratio budget of 10 % and 4 retries to begin with: 1 + d + 4 ÷ m where each client makes m calls. Only where failures are as few as its refill (p = 0.1) does ' +
    'the size of the bucket matter, which a ratio does not have: tokens stand for it there. The breaker of its program, which stops retries from a share of ' +
    'failures on and lets calls go on, is none that a policy can have: it is a model of its own here, beside the engine, so that the table ' +
    'is whole. From p = 0.2 on it is as good as no retries.',
  findings: (effort) => [
    ...retries(effort),
    ...bucketOfThePost(effort),
    ...bucketOfTheProgram(),
    ...fewCallsEach(),
    ...breakerOfTheProgram(),
    ...breakerOfFewCalls(),
  ],
};

/** As the program prints them: success and load of three retries; success without any. The last two rows are closed forms. */
const TABLE: readonly [failShare: number, none: number, success: number, load: number, mark: Finding['mark']][] = [
  [0.05, 0.951, 1.0, 1.051, 'published'],
  [0.1, 0.902, 0.9999, 1.111, 'published'],
  [0.2, 0.802, 0.999, 1.246, 'published'],
  [0.5, 0.495, 0.937, 1.879, 'published'],
  [0.75, 0.25, 0.683594, 2.734375, 'statistical'],
  [1, 0, 0, 4, 'exact'],
];

/** The program ran 20 s, which is 20,000 calls: its own spread is in the tolerance. */
const PROGRAM_CALLS = 20_000;
const PROGRAM_MS = 20_000;

function retries(effort: Effort): Finding[] {
  return TABLE.flatMap(([p, none, success, load, mark]): Finding[] => {
    const seconds = mark === 'exact' ? 1 : secondsOf(effort);
    const once = run({ failShare: p, attempts: 1, seconds });
    const thrice = run({ failShare: p, attempts: 4, seconds });
    const coin = (share: number): number =>
      mark === 'exact' ? 0 : 4 * Math.sqrt((Math.max(share * (1 - share), 1e-4) * 2) / PROGRAM_CALLS);
    return [
      { what: `success, no retries, p = ${p}`, expected: none, ours: once.success, tolerance: coin(1 - p), mark },
      {
        what: `success, 3 retries, p = ${p}`,
        expected: success,
        ours: thrice.success,
        tolerance: coin(1 - p ** 4),
        mark,
      },
      {
        what: `load, 3 retries, p = ${p}`,
        expected: load,
        ours: thrice.load,
        tolerance: mark === 'exact' ? 0 : 0.015 * load,
        mark,
      },
    ];
  });
}

/** As the post has it: each success returns a tenth of what a retry costs, and tries are as many as the bucket allows. */
const OF_THE_POST: RetryBudgetInput = {
  kind: 'tokens',
  capacity: 50,
  cost: { transient: 10 },
  refund: { firstTry: 1, retry: 1 },
};

function bucketOfThePost(effort: Effort): Finding[] {
  // One client for all, since 50 tokens for each of a hundred would show for a long time.
  return [0.2, 0.5, 0.75, 1].map((failShare): Finding => {
    const { load } = run({
      failShare,
      attempts: 1000,
      retryBudget: OF_THE_POST,
      clients: 1,
      seconds: secondsOf(effort),
    });
    return {
      what: `load, bucket of the post, p = ${failShare}`,
      expected: 1 / (1 - 0.1 * (1 - failShare)),
      ours: load,
      tolerance: 0.003,
      mark: 'fluid',
    };
  });
}

/** As the program has it: 5 at first, of which the last is never spent, and a tenth for each first try. */
const OF_THE_PROGRAM: RetryBudgetInput = {
  kind: 'ratio',
  share: 0.1,
  windowMs: 2 * PROGRAM_MS,
  floorPerSecond: 4 / ((2 * PROGRAM_MS) / 1000),
};

const ADAPTIVE: readonly [failShare: number, success: number, load: number, retryBudget: RetryBudgetInput][] = [
  [0.05, 0.9997, 1.056, OF_THE_PROGRAM],
  [0.1, 0.988, 1.098, OF_THE_POST],
  [0.2, 0.892, 1.117, OF_THE_PROGRAM],
  [0.5, 0.557, 1.121, OF_THE_PROGRAM],
];

function bucketOfTheProgram(): Finding[] {
  return ADAPTIVE.flatMap(([failShare, success, load, retryBudget]): Finding[] => {
    const ours = run({ failShare, attempts: 1000, retryBudget });
    return asPublished(`bucket of the program, p = ${failShare}`, { success, load }, ours);
  });
}

/** 100 calls a second are shared by more and more clients, at p = 0.5: what each may retry at first soon is all. */
function fewCallsEach(): Finding[] {
  return (
    [
      [10, 1.12],
      [100, 1.29],
      [1000, 1.83],
    ] as const
  ).map(([clients, load]): Finding => {
    const ours = run({ failShare: 0.5, attempts: 1000, retryBudget: OF_THE_PROGRAM, clients, perSecond: 100 });
    return {
      what: `load, bucket of the program, p = 0.5, ${clients} clients of ${2000 / clients} calls`,
      expected: load,
      ours: ours.load,
      // These runs of the program have a tenth of the calls, so that they scatter more.
      tolerance: 0.02 * load,
      mark: 'published',
    };
  });
}

const BREAKER: readonly [failShare: number, success: number, load: number][] = [
  [0.05, 0.993, 1.043],
  [0.1, 0.929, 1.033],
  [0.2, 0.804, 1.001],
  [0.5, 0.493, 1.0],
];

/** Failed attempts ÷ first tries of a client since its start: at 10 % there are no more retries. */
function breakerOfTheProgram(): Finding[] {
  return BREAKER.flatMap(([failShare, success, load]): Finding[] => {
    const of = { failShare, clients: 100, callsOfEach: PROGRAM_CALLS / 100, atShare: 0.1, retries: 3, seed: 1 };
    return asPublished(`breaker of the program, p = ${failShare}`, { success, load }, failureShareBreaker(of));
  });
}

/** 2000 calls are shared by more and more clients, at p = 0.05: one early failure is a large share of few calls. */
function breakerOfFewCalls(): Finding[] {
  return (
    [
      [10, 0.99],
      [100, 0.957],
      [1000, 0.955],
    ] as const
  ).map(([clients, success]): Finding => {
    const callsOfEach = 2000 / clients;
    const ours = failureShareBreaker({ failShare: 0.05, clients, callsOfEach, atShare: 0.1, retries: 3, seed: 1 });
    return {
      what: `success, breaker of the program, p = 0.05, ${clients} clients of ${callsOfEach} calls`,
      expected: success,
      ours: ours.success,
      tolerance: 4 * Math.sqrt((success * (1 - success) * 2) / 2000),
      mark: 'published',
    };
  });
}

interface SuccessAndLoad {
  readonly success: number;
  readonly load: number;
}

/** Both figures of a run as long as the program's. A success is the toss of a coin, in its run and in ours. */
function asPublished(what: string, { success, load }: SuccessAndLoad, ours: SuccessAndLoad): Finding[] {
  // Where nearly all succeed the printed figure is rounded more coarsely than its coins scatter.
  const variance = Math.max(success * (1 - success), 1e-4);
  const tolerance = 4 * Math.sqrt((2 * variance) / PROGRAM_CALLS);
  return [
    { what: `success, ${what}`, expected: success, ours: ours.success, tolerance, mark: 'published' },
    { what: `load, ${what}`, expected: load, ours: ours.load, tolerance: 0.01 * load, mark: 'published' },
  ];
}

function secondsOf(effort: Effort): number {
  return effort === 'full' ? 100 : 20;
}

interface Asked {
  readonly failShare: number;
  readonly attempts: number;
  readonly retryBudget?: RetryBudgetInput;
  readonly clients?: number;
  readonly perSecond?: number;
  readonly seconds?: number;
}

function run(asked: Asked): SuccessAndLoad {
  const { failShare, attempts, retryBudget, clients = 100, perSecond = 1000, seconds = 20 } = asked;
  const { recorder } = simulated({
    load: steady(perSecond),
    network: { kind: 'exponential', meanMs: 10 },
    policy: { ...atOnce(attempts), retryBudget: retryBudget ?? null },
    clients: { groups: clients },
    service: { kind: 'loaded', failShare },
    durationMs: 1000 * seconds,
  });
  return { success: recorder.succeeded / recorder.begun, load: recorder.offered / recorder.begun };
}
