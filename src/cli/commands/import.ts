import type { ConfigFormat, ImportedPolicy } from '../../codegen/formats/index.js';
import { InputError } from '../../core/errors.js';
import { FIELDS } from '../../core/policy/fields.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { valueAt } from '../../core/policy/paths.js';
import type { PolicyInput } from '../../core/policy/policy.js';
import { writeField } from '../../core/policy/written.js';
import { formatCount } from '../../core/text/format-number.js';
import { printable } from '../../core/text/printable.js';
import type { Answer, Command, ExplainedValue } from '../command.js';
import { UsageError } from '../failure.js';
import { FORMAT_OPERAND, readFormat } from '../input/format.js';
import { nameOfInput, readText } from '../input/read-text.js';
import type { Io } from '../io.js';
import { outputForm } from '../output-flags.js';
import { lossCsv, lossMarkdown } from '../render/loss-view.js';

export const importCommand: Command = {
  name: 'import',
  summary: 'The config of another system as a policy: what it really does, and what a policy cannot say.',
  examples: [
    {
      line: 'holdoff import grpc service-config.json | holdoff schedule --policy -',
      about: 'what a gRPC client waits before each retry',
    },
    {
      line: 'holdoff import resilience4j application.yml --method payments > policy.json',
      about: 'one of several instances, as a policy file',
    },
    { line: 'holdoff import curl call.sh', about: 'the flags of a command' },
  ],
  operand: FORMAT_OPERAND,
  secondOperand: { name: 'FILE', about: 'The whole config file as it is. Standard input when it is - or left out.' },
  groups: [
    {
      title: 'Which policy',
      flags: [
        {
          name: 'method',
          value: 'NAME',
          about: 'Which of several, as the file names it: a method, a route, a state, an instance, a task, a queue.',
        },
      ],
    },
  ],
  run,
};

const MAX_BYTES = 1024 * 1024;

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const format = await readFormat(flags);
  const path = typeof flags.FILE === 'string' ? flags.FILE : '-';
  if (flags.FILE === undefined && io.stdinIsTerminal) {
    throw new UsageError('nothing-piped', 'nothing is piped to standard input', 'pipe a config in, or name its file');
  }
  const file = nameOfInput(path);
  const source = await readSource(format, io, path);
  const imported = importFrom(format, source, file, flags);
  const { policy, input, name, names, losses, largestMeanChange } = imported;
  const text = `${JSON.stringify(input, null, 2)}\n`;
  const sentence = taken(format, imported);
  const change = largestMeanChange === null ? [] : [largestMeanChange.sentence];
  return {
    json: { format: format.id, name, names, policy, losses, largestMeanChange, warnings: imported.warnings },
    sentence,
    explained: explained(input, file),
    // With --quiet the sentence is the answer.
    warnings: [
      ...(outputForm(flags) === 'sentence' ? [] : [sentence]),
      ...imported.warnings,
      ...losses.map((loss) => loss.sentence),
      ...change,
    ],
    text: () => text,
    csv: () => lossCsv(losses),
    markdown: () => lossMarkdown(text, losses),
  };
}

async function readSource(format: ConfigFormat, io: Io, path: string): Promise<unknown> {
  const text = await readText(io, path, 'FILE', MAX_BYTES);
  if (format.syntax === 'text') return text;
  // Loaded only here: the reader of YAML is larger than all formats together.
  const { parseData } = await import('../input/parse-data.js');
  return parseData(text, path, nameOfInput(path));
}

function importFrom(format: ConfigFormat, source: unknown, file: string, flags: FlagValues): ImportedPolicy {
  try {
    return format.importPolicy(source, typeof flags.method === 'string' ? { name: flags.method } : {});
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { field } = error.issue;
    throw new InputError({ ...error.issue, field: TYPED.get(field) ?? `${file}: ${field}` });
  }
}

/** What the refusal is about where it is not in the file. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ['method', '--method'],
  ['format', 'FORMAT'],
]);

/** Which policy was taken, and its count in both words, since every system means another one. */
function taken({ title }: ConfigFormat, { name, policy }: ImportedPolicy): string {
  const what = name === '' ? title : `${title}, ${printable(name)}`;
  const retries = policy.maxAttempts - 1;
  return `${what}: ${formatCount(policy.maxAttempts, 'attempt')} (1 call + ${retries} ${retries === 1 ? 'retry' : 'retries'}).`;
}

function explained(input: PolicyInput, file: string): ExplainedValue[] {
  return FIELDS.flatMap((field) => {
    const value = valueAt(input, field.path);
    if (value === undefined) return [];
    const flag = field.flag === undefined ? null : `--${field.flag}`;
    return [{ field: field.path, flag, value: writeField(field, value), source: file }];
  });
}
