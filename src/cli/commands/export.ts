import type { FlagValues } from '../../core/policy/flag.js';
import { formatCount } from '../../core/text/format-number.js';
import type { Answer, Command } from '../command.js';
import { explainValues } from '../input/explain-values.js';
import { FORMAT_OPERAND, readFormat } from '../input/format.js';
import { readPolicyAndLoad } from '../input/policy-and-load.js';
import type { Io } from '../io.js';
import { outputForm } from '../output-flags.js';
import { lossCsv, lossMarkdown } from '../render/loss-view.js';
import { POLICY_GROUPS } from './shared-flags.js';

export const exportCommand: Command = {
  name: 'export',
  summary: 'A policy as the config of another system, such as gRPC, Envoy or Celery, and what gets lost.',
  examples: [
    {
      line: 'holdoff export grpc --base 100ms --cap 1200ms --jitter 0.8..1.2 --attempts 4',
      about: 'a service config; what gRPC cannot say is told on standard error',
    },
    { line: 'holdoff export envoy --policy policy.json > route.yaml', about: 'a policy file as a route' },
    { line: 'holdoff export step-functions --preset openai-python --json', about: 'with the losses, for programs' },
  ],
  operand: FORMAT_OPERAND,
  groups: POLICY_GROUPS,
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const format = await readFormat(flags);
  const given = await readPolicyAndLoad(flags, io);
  const { text, losses, largestMeanChange } = format.exportPolicy(given.sourced.policy);
  const change = largestMeanChange === null ? [] : [largestMeanChange.sentence];
  const count = losses.length === 0 ? 'nothing is lost' : `${formatCount(losses.length, 'difference')} to the policy`;
  return {
    json: { format: format.id, file: format.file, text, losses, largestMeanChange, policy: given.sourced.policy },
    sentence: [`${format.title}: ${count}.`, ...change].join(' '),
    explained: explainValues({ ...given, headers: null }, flags),
    page: { id: 'code', choices: [['format', format.id]] },
    // With --quiet the change is part of the answer.
    warnings: [...losses.map((loss) => loss.sentence), ...(outputForm(flags) === 'sentence' ? [] : change)],
    text: () => text,
    csv: () => lossCsv(losses),
    markdown: () => lossMarkdown(text, losses),
  };
}
