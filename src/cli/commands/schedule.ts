import { compile } from '../../core/backoff/compile.js';
import { parseShare } from '../../core/grammar/share.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { scheduleAnswer } from '../../core/schedule/answer.js';
import { checkSchedule } from '../../core/schedule/check-schedule.js';
import { scheduleOf } from '../../core/schedule/schedule.js';
import type { Answer, Command } from '../command.js';
import { checkedByFlags } from '../input/check-needs.js';
import { explainValues } from '../input/explain-values.js';
import { readPolicyAndLoad } from '../input/policy-and-load.js';
import type { Io } from '../io.js';
import { resolvedCurveOf } from '../render/resolved-curve.js';
import { renderSchedule, scheduleCsv, scheduleMarkdown } from '../render/schedule-view.js';
import { LIMIT_FLAGS, POLICY_GROUPS, WORK_FLAGS } from './shared-flags.js';

const USED = ['success', 'latency', 'deadline', 'limit'];

export const schedule: Command = {
  name: 'schedule',
  summary: 'What a retry policy waits, and whether it fits a deadline.',
  examples: [
    {
      line: 'holdoff schedule --base 1s --cap 32s --retries 5 --jitter full',
      about: 'every wait and the total of five retries',
    },
    {
      line: 'holdoff schedule --retries 5 --success 0.5 --latency 4s --deadline 30s --check 99%',
      about: 'the chance of an answer within 30 s; exit 3 when it is below 99 %',
    },
    {
      line: 'holdoff schedule --preset openai-python --csv',
      about: 'the documented default of a real client, as a table',
    },
    {
      line: 'holdoff schedule --policy policy.json --json --explain',
      about: 'for programs, with where each value came from',
    },
  ],
  groups: [
    ...POLICY_GROUPS.slice(0, 1),
    { title: 'Calls', flags: [...WORK_FLAGS, ...LIMIT_FLAGS].filter(({ name }) => USED.includes(name)) },
    ...POLICY_GROUPS.slice(1),
    {
      title: 'Check',
      flags: [
        {
          name: 'check',
          value: 'SHARE',
          optionalValue: true,
          about:
            'Exit 3 unless the worst case fits the deadline or, with a share, that share of calls succeeds in time.',
        },
      ],
    },
  ],
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const given = await readPolicyAndLoad(flags, io);
  const { load, sourced, seed } = given;
  const share = typeof flags.check === 'string' ? parseShare(flags.check, '--check').value : null;
  const rules = compile(sourced.policy);
  const report = scheduleOf(rules, { seed, load });
  return {
    json: { ...report, ...(given.preset === null ? {} : { preset: given.preset }) },
    sentence: scheduleAnswer(report, load.deadlineMs),
    explained: explainValues({ ...given, headers: null }, flags),
    page: { id: 'schedule' },
    warnings: [],
    ...(flags.check === undefined ? {} : { check: checkedByFlags(() => checkSchedule(report, load, share)) }),
    text: (view) =>
      renderSchedule(report, { load, preset: given.preset, resolved: resolvedCurveOf(rules, load) }, view),
    csv: () => scheduleCsv(report),
    markdown: () => scheduleMarkdown(report),
  };
}
