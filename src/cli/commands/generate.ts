import type { GeneratedCode } from '../../codegen/targets/index.js';
import { InputError } from '../../core/errors.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { printable } from '../../core/text/printable.js';
import type { Answer, Command } from '../command.js';
import { UsageError } from '../failure.js';
import { explainValues } from '../input/explain-values.js';
import { readPolicyAndLoad } from '../input/policy-and-load.js';
import type { Io } from '../io.js';
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
  const where = typeof out === 'string' ? await save(io, out, generated) : null;
  const sentence = where === null ? sentenceOf(generated) : `${where} holds ${sentenceOf(generated)}`;
  return {
    json: { ...generated, policy: given.sourced.policy, ...(where === null ? {} : { out }) },
    sentence,
    explained: explainValues({ ...given, headers: null }, flags),
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

/** Writes the code, and returns what the file is called in messages. */
async function save(io: Io, path: string, { code, language }: GeneratedCode): Promise<string> {
  if (path === '' || path === '-') {
    throw new UsageError('invalid-input', `--out: "${path}" is not allowed; give a file`, OUT_HINT);
  }
  try {
    await io.save(path, code, language === 'bash');
  } catch (error) {
    const { code: reason, message } = error as NodeJS.ErrnoException;
    const why = REASONS[reason ?? ''] ?? printable(message, 200);
    throw new UsageError('unwritable-file', `--out: ${printable(path)} cannot be written: ${why}`);
  }
  return printable(path);
}

const OUT_HINT = 'without --out the code goes to standard output';
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to',
  EPERM: 'you have no permission to',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};

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
