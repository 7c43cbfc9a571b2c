import type { GeneratedCode } from '../../codegen/targets/index.js';
import { InputError } from '../../core/errors.js';
import type { FlagValues } from '../../core/policy/flag.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { explainValues } from '../input/explain-values.js';
import { readPolicyAndLoad } from '../input/policy-and-load.js';
import type { Io } from '../io.js';
import { saveOut } from '../output/save-out.js';
import { type Column, csvTable } from '../render/table.js';
import { POLICY_GROUPS } from './shared-flags.js';

/** Loaded only when the command runs, as all that only one command needs. */
const targets = () => import('../../codegen/targets/index.js');

export const generateCommand: Command = {
  name: 'generate',
  summary: 'A policy as code for your language, to be read, copied and kept.',
  examples: [
    { line: 'holdoff generate python --base 1s --cap 32s --retries 5', about: 'a function around requests' },
    { line: 'holdoff generate go --policy policy.json --out retry.go', about: 'a policy file as a file of Go' },
    {
      line: 'holdoff generate bash --retries 1 --url https://status.example.com/ --header "Accept: text/plain"',
      about: 'a nightly check that survives one 503, with its usage lines',
    },
    { line: 'holdoff generate typescript --no-retry-after --json', about: 'with the names of file and function' },
  ],
  operand: {
    name: 'TARGET',
    about: 'javascript, typescript, python, go, bash, python-httpx, java, rust, csharp, php, ruby or kotlin.',
  },
  groups: [
    ...POLICY_GROUPS,
    {
      title: 'The code',
      flags: [
        { name: 'out', value: 'FILE', about: 'Write it to a file, in place of what was there.' },
        { name: 'name', value: 'NAME', about: 'What the function is called; by default as the language has it.' },
        { name: 'url', value: 'URL', about: 'The address in the usage lines.' },
        { name: 'header', value: 'HEADER', repeatable: true, about: 'A header in them, as "Name: value".' },
      ],
    },
  ],
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const { generate, NO_EXAMPLE, parseHeader, targetOf, TARGETS } = await targets();
  const { TARGET: id, out } = flags;
  if (typeof id !== 'string') {
    const known = TARGETS.map((target) => target.id).join(', ');
    throw new UsageError('missing-value', 'TARGET: missing; name a language', `it is one of ${known}`);
  }
  const target = targetOf(id, 'TARGET');
  const given = await readPolicyAndLoad(flags, io);
  const headers = Array.isArray(flags.header) ? flags.header : [];
  const options = {
    version: io.version(),
    name: typeof flags.name === 'string' ? flags.name : undefined,
    example: {
      url: typeof flags.url === 'string' ? flags.url : NO_EXAMPLE.url,
      headers: headers.map((text) => parseHeader(text, '--header')),
    },
  };
  const generated = namingFlags(() => generate(target.id, given.sourced.policy, options));
  const where =
    typeof out === 'string'
      ? await saveOut(io, out, generated.code, { hint: OUT_HINT, isExecutable: generated.language === 'bash' })
      : null;
  const sentence = where === null ? sentenceOf(generated) : `${where} holds ${sentenceOf(generated)}`;
  return {
    json: { ...generated, policy: given.sourced.policy, ...(where === null ? {} : { out }) },
    sentence,
    explained: explainValues({ ...given, headers: null }, flags),
    page: { id: 'code', choices: [['target', target.id]] },
    warnings: generated.notes.map((note) => `not in the code: ${note}`),
    text: () => (where === null ? generated.code : `${sentence}\n`),
    csv: () => csvTable(COLUMNS, generated.notes),
    markdown: () => markdownOf(generated),
  };
}

/** What the library calls `name` and `url` is typed here as a flag. */
function namingFlags(make: () => GeneratedCode): GeneratedCode {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.issue, field: `--${error.issue.field}` });
  }
}

const OUT_HINT = 'without --out the code goes to standard output';

function sentenceOf({ title, functionName, needs }: GeneratedCode): string {
  return `${functionName} for ${title}; ${needs === null ? 'nothing else is needed' : `${needs} is needed`}.`;
}

function markdownOf({ language, code, notes }: GeneratedCode): string {
  const list = notes.map((note) => `- not in the code: ${note}\n`).join('');
  return `\`\`\`${language}\n${code}\`\`\`\n${list === '' ? '' : `\n${list}`}`;
}

const COLUMNS: readonly Column<string>[] = [
  { key: 'notInTheCode', title: 'not in the code', align: 'left', text: (note) => note, value: (note) => note },
];
