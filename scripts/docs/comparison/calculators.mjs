// Calculators of backoff and of limits: pages that compute what a policy waits, or what limits allow.

import { TARGETS } from '../../../dist/codegen/index.js';
import { no, partly, yes } from './shown.mjs';

const SCHEDULE = 'src/cli/commands/schedule.test.ts';

export const schedules = {
  title: 'Calculators of backoff',
  about:
    'Pages, of which the text was read and nothing was run. “no” stands where a page was looked through for just that.',
  peers: [
    ['zerosignuptools', 'zerosignuptools.com, exponential-backoff-calculator'],
    ['retries.dev', 'retries.dev, source in github.com/jadami10/backoff_calc'],
    ['0xelitesystem', 'github.com/0xelitesystem/retry-backoff-calculator, README'],
    ['hookbase', 'hookbase.app, free-tools/retry-calculator'],
    ['compareretries', 'compareretries.com'],
    ['100plus', '100plus.tools, webhook-retry-config'],
    ['calczero', 'calczero.com, API retry timeline'],
  ],
  rows: [
    [
      'opens at an address, with nothing to install',
      no('no: `npx holdoff web`, or one file'),
      'yes | yes | yes | yes | yes | yes | yes',
    ],
    [
      'lowest and highest wait of each retry',
      yes(
        'src/core/schedule/schedule.test.ts',
        'has min ≤ sample, mean ≤ max in every row and in total, quantiles in order, and sums that add up',
      ),
      'yes | highest | yes | yes | – | – | –',
    ],
    [
      'mean wait',
      yes(SCHEDULE, 'is the mean of 15.5 s for base 1 s, cap 32 s and five retries'),
      'no | yes | yes | – | no | – | –',
    ],
    [
      'exact distribution of the total wait',
      yes(
        'src/core/distributions/uniform/uniform-sum.test.ts',
        'finds the textbook values of two and three equal uniforms',
      ),
      'no | no | no | no | no | no | no',
    ],
    [
      'decorrelated jitter',
      yes(
        'src/core/distributions/decorrelated/decorrelated-totals.test.ts',
        'agrees with the published sample quantiles of five retries, base 1 s, cap 32 s',
      ),
      'range and draw | no | mean is an approximation | – | – | – | –',
    ],
    [
      'success share and time of an attempt',
      yes(
        'src/core/distributions/time-to-success.test.ts',
        'success 0.5, latency 4 s, six attempts, full jitter: 96.31 % by 30 s',
      ),
      'no | no | no | no | no | no | time-out of an attempt',
    ],
    [
      'chance to be done by a deadline',
      yes(SCHEDULE, 'with success, latency and a deadline has the curve and the chance to be in time'),
      'no | no | no | no | no | no | no',
    ],
    [
      'how many retries an outage of given length takes',
      no('no; of a fleet, in the lab'),
      '– | – | – | yes | – | – | –',
    ],
    ['time of day of each retry', no(), '– | – | – | – | – | yes | –'],
    [
      'linear growth',
      partly('as a list of delays', 'src/core/schedule/schedule.test.ts', 'repeats the last of listed delays'),
      'a preset that comes near | yes | – | – | – | – | –',
    ],
    [
      'a seed for the draw',
      yes(SCHEDULE, 'is another sample with another seed, and the same one with the same'),
      'yes | – | – | – | – | – | –',
    ],
    [
      'policies side by side',
      yes('test/page/schedule.test.ts', 'draws decorrelated jitter aside, and compares with a pinned policy', 'two'),
      '– | – | – | – | any number | – | –',
    ],
    [
      'presets',
      yes(
        'src/core/presets/presets.test.ts',
        'names itself, its source and a date',
        'real clients, with source and date',
      ),
      'six | – | – | – | – | five | –',
    ],
    [
      'code to take away',
      yes(
        'test/conformance/conformance.test.ts',
        'does as the contract says in every scenario, and leaves nothing running',
        `${TARGETS.length} languages`,
      ),
      'the schedule | no | JavaScript | – | – | – | –',
    ],
    [
      'state in the link',
      yes('test/page/links.test.ts', 'holds what was typed, readable, and gives it back after a reload'),
      '– | yes | no | – | – | – | –',
    ],
    [
      'charts that a screen reader can read',
      yes('test/page/accessibility.test.ts', 'every picture has a name and says in words what it shows'),
      'no | text if the chart fails | no | no | no | no | no',
    ],
    [
      'the same on the command line',
      yes('test/page/same-numbers.test.ts', 'give the same numbers for a hundred random forms'),
      'no | no | no | no | no | no | no',
    ],
  ],
};

export const planners = {
  title: 'Planners of limits and load',
  about: 'Pages too, of which the text was read.',
  peers: [
    ['claudflow', 'claudflow.com, LLM rate-limit throughput calculator'],
    ['gera', 'tools.gera.services, three planners'],
    ['kickllm', 'kickllm.com, capacity planner'],
    ['uatgpt', 'uatgpt.com, rate-limit planner'],
    ['simplified', 'simplified.tools, queue worker capacity'],
  ],
  rows: [
    [
      'which limit binds',
      yes('src/core/capacity/limits.test.ts', 'is that of the limit which allows the fewest attempts'),
      'yes | yes | – | yes | –',
    ],
    [
      'calls in flight, by Little’s law',
      yes('src/core/capacity/limits.test.ts', '%s in flight are %i whole slots'),
      'yes | yes | users | – | workers',
    ],
    [
      'retries count against the limits',
      yes('src/core/capacity/attempts.test.ts', 'of the worked example: 1.9375 attempts, 1/32 exhausted, 1 s of waits'),
      'no | no | no | no | as a share that you give',
    ],
    [
      'time until a backlog is gone',
      yes('test/page/plan.test.ts', 'gives the worked example, to the digit'),
      '– | – | – | depth of the queue | yes',
    ],
    [
      'an interval, where success was measured',
      yes('src/core/capacity/plan.test.ts', 'comes with its Wilson interval'),
      '– | – | – | – | –',
    ],
    [
      'limits out of a response',
      yes('src/cli/commands/plan-from-headers.test.ts', 'plans with the limits that a response of Anthropic reports'),
      'no | no | no | no | no',
    ],
    ['tokens from the cache', no(), 'yes | – | – | – | –'],
    ['a margin below the limits', no('no: give a smaller limit'), 'yes | yes | – | – | utilisation'],
    ['bursts of users, share of 429s', no('no; `simulate` has it'), '– | – | yes | – | peak'],
    ['price', no(), '– | one of three | – | – | –'],
    ['limits of tiers to choose from', no('no: they change; take them from a response'), '– | – | – | yes | –'],
    ['delay until new workers are there', no(), '– | – | – | – | yes'],
  ],
};
