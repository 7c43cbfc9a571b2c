import type { PlanReport } from '../../../../src/core/capacity/report.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { formatShare } from '../../../../src/core/text/format-share.js';
import { formatWait } from '../../../../src/core/text/format-time.js';
import { limitLabel } from '../../../../src/core/text/limit-label.js';
import type { Step } from '../../ui/step-list.js';
import type { PlanSide } from './view.js';

/** How every figure of a plan is computed, with the user's numbers. */
export function planDerivation({ report }: PlanSide): Step[] {
  return [
    cost(report),
    ceiling(report),
    ...inFlight(report),
    throughput(report),
    ...drain(report),
    ...hidden(report),
    ...interval(report),
  ];
}

function cost(report: PlanReport): Step {
  const success = report.load.success?.value ?? 1;
  const attempts = report.policy.maxAttempts;
  const fails = formatNumber(1 - success);
  const terms = Array.from({ length: Math.min(attempts, 6) }, (_, k) => formatNumber((1 - success) ** k));
  const more = attempts > 6 ? ' + …' : '';
  return {
    title: 'Attempts per request',
    about: 'Retry k happens when the first k attempts fail. Attempts are taken to succeed independently of each other.',
    worked: [
      `${terms.join(' + ')}${more} = ${formatNumber(report.attemptsPerRequest)}`,
      `exhausted: ${fails}^${attempts} = ${formatShare(report.exhaustedShare)}`,
      `own wait: Σ mean wait of retry k · ${fails}^k = ${formatWait(report.expectedWaitMs)}`,
    ],
  };
}

function ceiling({ load, limits, ceilingPerMinute, spacingMs, binding }: PlanReport): Step {
  return {
    title: 'Ceiling',
    about:
      'What each limit allows a minute, divided by what one attempt takes of it. The smallest binds; of equal ones, the first given.',
    worked: [
      ...limits.map(({ name, attemptsPerMinute }) => {
        const limit = load.limits.find((each) => each.name === name);
        const rate =
          limit === undefined
            ? ''
            : `${formatNumber(limit.amount)} per ${formatWait(limit.windowMs)} ÷ ${formatNumber(limit.cost)} = `;
        return `${limitLabel(name)}: ${rate}${formatNumber(attemptsPerMinute)}/min${name === binding ? ' (binds)' : ''}`;
      }),
      `even spacing: 60 s ÷ ${formatNumber(ceilingPerMinute)} = ${formatWait(spacingMs)}`,
    ],
  };
}

function inFlight({ load, safeInFlight, slots, ceilingPerMinute, planned }: PlanReport): Step[] {
  if (safeInFlight === null || slots === null) return [];
  const worked = [
    `${formatNumber(ceilingPerMinute)}/min · ${formatWait(load.latencyMs)} = ${formatNumber(safeInFlight)}, whole slots ${formatNumber(slots)}`,
  ];
  if (planned !== null) {
    worked.push(
      `planned: ${formatNumber(load.inFlight)} ÷ ${formatWait(load.latencyMs)} = ${formatNumber(planned.attemptsPerMinute)}/min, ${formatShare(planned.utilization)} of the ceiling`,
    );
  }
  return [{ title: 'In flight', about: 'Little’s law: in flight = rate · time each takes.', worked }];
}

function throughput(report: PlanReport): Step {
  const { ceilingPerMinute, attemptsPerRequest, completedPerMinute, resolvedPerMinute, retryTax, load } = report;
  return {
    title: 'Throughput at the ceiling',
    about: 'Completed requests end, well or not; resolved ones end well.',
    worked: [
      `completed: ${formatNumber(ceilingPerMinute)} ÷ ${formatNumber(attemptsPerRequest)} = ${formatNumber(completedPerMinute)}/min`,
      `resolved: ${formatNumber(ceilingPerMinute)} · ${formatShare(load.success?.value ?? 1)} = ${formatNumber(resolvedPerMinute)}/min`,
      `retry tax: (${formatNumber(attemptsPerRequest)} − 1) ÷ ${formatNumber(attemptsPerRequest)} = ${formatShare(retryTax)}`,
    ],
  };
}

function drain({ drain, load }: PlanReport): Step[] {
  if (drain.status === 'empty') return [];
  const net = `${formatNumber(drain.resolvedPerMinute)} − ${formatNumber(load.arrivalsPerMinute)} = ${formatNumber(drain.netPerMinute)} fewer a minute`;
  const time =
    drain.status === 'clears'
      ? [`${formatNumber(load.backlog)} ÷ ${formatNumber(drain.netPerMinute)}/min = ${formatWait(drain.ms ?? null)}`]
      : [];
  return [
    {
      title: 'Drain',
      about:
        'At the planned concurrency or the ceiling, whichever is less. A request that exhausts its attempts stays in the queue.',
      worked: [net, ...time],
    },
  ];
}

function hidden({
  policy,
  ceilingPerMinute,
  hiddenCapacityPerMinute,
  hiddenCapacityWithBudgetPerMinute,
}: PlanReport): Step[] {
  if (policy.maxAttempts === 1) return [];
  const worked = [
    `${formatNumber(ceilingPerMinute)} ÷ ${policy.maxAttempts} = ${formatNumber(hiddenCapacityPerMinute)}/min`,
  ];
  if (hiddenCapacityWithBudgetPerMinute !== undefined) {
    worked.push(`with the retry budget: ${formatNumber(hiddenCapacityWithBudgetPerMinute)}/min`);
  }
  const about =
    'Once everything fails, each request costs all its attempts. Below this many requests the dependency still catches up; above it the outage keeps itself going (Bronson et al., 2021).';
  return [{ title: 'Recovery', about, worked }];
}

function interval({ load, interval }: PlanReport): Step[] {
  const counts = load.success?.counts ?? null;
  if (counts === null || interval === undefined) return [];
  return [
    {
      title: 'Interval',
      about: 'Wilson’s 95 % interval of the success share; each figure is computed at both ends of it.',
      worked: [
        `${formatNumber(counts.successes)} of ${formatNumber(counts.trials)}: ${formatShare(interval.low)} … ${formatShare(interval.high)}`,
      ],
    },
  ];
}
