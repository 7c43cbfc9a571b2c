import { compile } from '../../core/backoff/compile.js';
import { planAnswer } from '../../core/capacity/answer.js';
import { checkPlan } from '../../core/capacity/check-plan.js';
import type { Load } from '../../core/capacity/load.js';
import { planOf } from '../../core/capacity/plan.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { totalWaitOf } from '../../core/schedule/total-wait.js';
import { waitsOf } from '../../core/schedule/waits.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { checkedByFlags } from '../input/check-needs.js';
import { explainValues } from '../input/explain-values.js';
import type { HeaderLimits } from '../input/header-limits.js';
import { readPolicyAndLoad } from '../input/policy-and-load.js';
import type { Io } from '../io.js';
import { planCsv } from '../render/plan-csv.js';
import { planMarkdown, renderPlan } from '../render/plan-view.js';
import { LIMIT_FLAGS, POLICY_GROUPS, PROVIDER_FLAG, WORK_FLAGS } from './shared-flags.js';

export const plan: Command = {
  name: 'plan',
  summary: 'What limits and load allow: requests in flight, throughput, time to drain a backlog.',
  examples: [
    {
      line: 'holdoff plan --rpm 1000 --tpm 200k --tokens 2000 --success 0.5 --latency 4s --backlog 5000 --arrivals 20/min',
      about: 'which of two limits binds, how many in flight, how long the backlog takes',
    },
    {
      line: 'holdoff plan --policy policy.json --rpm 50 --success 37/50 --latency 2s --in-flight 8 --check',
      about: 'a measured success share; exit 3 when 8 in flight are too many',
    },
    {
      line: 'curl -sD - -o answer.json https://api.example.com/v1/messages | holdoff plan --from-headers - --tokens 2000',
      about: 'the limits that a response reports of itself',
    },
  ],
  groups: [
    {
      title: 'Limits, and what one attempt takes of them',
      flags: [
        ...LIMIT_FLAGS,
        {
          name: 'from-headers',
          value: 'FILE',
          about: 'Limits of a captured response; - is standard input. A flag beats what the response says of its name.',
        },
        PROVIDER_FLAG,
      ],
    },
    { title: 'Load', flags: WORK_FLAGS },
    ...POLICY_GROUPS,
    {
      title: 'Check',
      flags: [
        {
          name: 'check',
          value: null,
          about: 'Exit 3 unless the plan stays within the ceiling and the backlog clears.',
        },
      ],
    },
  ],
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  if (flags.policy === '-' && flags['from-headers'] === '-') {
    throw new UsageError('usage', '--policy and --from-headers: only one of them can be standard input');
  }
  if (flags.provider !== undefined && flags['from-headers'] === undefined) {
    throw new UsageError('usage', '--provider: there is no response; give one with --from-headers FILE');
  }
  const given = await readPolicyAndLoad(flags, io);
  const headers = await headerLimits(flags, io, given.load);
  const load: Load = headers === null ? given.load : { ...given.load, limits: headers.limits };
  const rules = compile(given.sourced.policy);
  const report = planOf(rules, load);
  const allFail = totalWaitOf(waitsOf(rules).each);
  return {
    json: {
      ...report,
      ...(given.preset === null ? {} : { preset: given.preset }),
      ...(headers === null ? {} : { headers: told(headers) }),
    },
    sentence: planAnswer(report),
    explained: explainValues({ ...given, load: report.load, headers: headers?.name ?? null }, flags),
    page: { id: 'plan' },
    warnings: headers?.warnings ?? [],
    ...(flags.check === undefined ? {} : { check: checkedByFlags(() => checkPlan(report)) }),
    text: (view) => renderPlan(report, { allFail, preset: given.preset }, view),
    csv: () => planCsv(report),
    markdown: () => planMarkdown(report, allFail),
  };
}

async function headerLimits(flags: FlagValues, io: Io, load: Load): Promise<HeaderLimits | null> {
  const { 'from-headers': path, provider } = flags;
  if (typeof path !== 'string') return null;
  // Loaded only when asked for: the dialects of fifty senders are a large part of the command.
  const { readHeaderLimits } = await import('../input/header-limits.js');
  return await readHeaderLimits(io, path, load, typeof provider === 'string' ? provider : undefined);
}

function told({ dialect, warnings }: HeaderLimits): Pick<HeaderLimits, 'dialect' | 'warnings'> {
  return { dialect, warnings };
}
