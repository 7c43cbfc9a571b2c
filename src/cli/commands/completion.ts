import type { FlagValues } from '../../core/policy/flag.js';
import { nearest } from '../../core/text/nearest.js';
import { printable } from '../../core/text/printable.js';
import type { Answer, Command } from '../command.js';
import { bashScript } from '../completion/bash.js';
import { type CompletedCommand, completedCommands } from '../completion/completed-command.js';
import { fishScript } from '../completion/fish.js';
import { zshScript } from '../completion/zsh.js';
import { UsageError } from '../failure.js';
import { type Column, csvTable } from '../render/table.js';

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
const SHELLS = Object.keys(SCRIPTS);
const USE: Readonly<Record<string, string>> = {
  bash: 'eval "$(holdoff completion bash)"',
  zsh: 'source <(holdoff completion zsh)',
  fish: 'holdoff completion fish | source',
};

const text = (value: string): string => value;
const COLUMNS: readonly Column<string>[] = [
  { key: 'shell', title: 'shell', align: 'left', text, value: text },
  {
    key: 'use',
    title: 'to use it',
    align: 'left',
    text: (shell) => USE[shell] ?? '',
    value: (shell) => USE[shell] ?? '',
  },
];

export const completion: Command = {
  name: 'completion',
  summary: 'A script that lets your shell complete commands, flags and their values.',
  examples: [
    { line: 'eval "$(holdoff completion bash)"', about: 'for this bash; in ~/.bashrc, for every one' },
    { line: 'source <(holdoff completion zsh)', about: 'the same for zsh, behind compinit in ~/.zshrc' },
    {
      line: 'holdoff completion fish > ~/.config/fish/completions/holdoff.fish',
      about: 'for every fish',
    },
  ],
  operand: { name: 'SHELL', about: 'bash, zsh or fish.' },
  groups: [],
  run,
};

async function run({ SHELL: shell }: FlagValues): Promise<Answer> {
  if (typeof shell !== 'string') {
    throw new UsageError('missing-value', 'SHELL: missing; name a shell', `it is one of ${SHELLS.join(', ')}`);
  }
  const render = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (render === undefined) throw unknownShell(shell);
  // The commands' own modules: loaded only here, since this is the only command that needs them all.
  const [{ COMMANDS }, { KNOWN_VALUES }] = await Promise.all([
    import('./index.js'),
    import('../completion/known-values.js'),
  ]);
  const script = render(await completedCommands(COMMANDS, { ...KNOWN_VALUES, SHELL: SHELLS }));
  const sentence = `To use it: ${USE[shell]}`;
  return {
    json: { shell, use: USE[shell], script },
    sentence,
    explained: [],
    warnings: [],
    text: () => script,
    csv: () => csvTable(COLUMNS, [shell]),
    markdown: () => `\`\`\`${shell}\n${script}\`\`\`\n`,
  };
}

function unknownShell(shell: string): UsageError {
  const close = nearest(shell, SHELLS);
  const hint = close === null ? `it is one of ${SHELLS.join(', ')}` : `did you mean ${close}?`;
  return new UsageError('invalid-input', `SHELL: "${printable(shell)}" is not known`, hint);
}
