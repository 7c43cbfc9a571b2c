// The script for fish, which shows what each command and flag is about.

import type { Candidates, CompletedCommand, CompletedFlag } from './completed-command.js';

/** To be sourced, or saved as `holdoff.fish` in fish's folder of completions. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const all = [...commands.map(({ name, summary }) => [name, summary] as const), HELP];
  return [
    '# fish completion for holdoff. To use it: holdoff completion fish | source',
    '',
    'complete -c holdoff -f',
    ...all.map(([name, about]) => `complete -c holdoff -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
    `complete -c holdoff -n '__fish_seen_subcommand_from help' -a ${quoted(commands.map(({ name }) => name).join(' '))}`,
    ...commands.flatMap(commandLines),
    '',
  ].join('\n');
}

const HELP = ['help', 'What a command takes.'] as const;

function commandLines({ name, operands, flags }: CompletedCommand): string[] {
  const start = `complete -c holdoff -n '__fish_seen_subcommand_from ${name}'`;
  return [
    // fish does not count words: every operand is offered at every place.
    ...operands.flatMap(({ candidates }) => (candidates === 'free' ? [] : [`${start} ${argumentsOf(candidates)}`])),
    ...flags.map((flag) => `${start} ${flagWords(flag)}`),
  ];
}

function flagWords({ name, short, about, value }: CompletedFlag): string {
  const letters = short === null ? '' : `-s ${short} `;
  const told = `${letters}-l ${name} -d ${quoted(about)}`;
  if (value === null) return told;
  const needed = value.isOptional ? '' : '-r ';
  return value.candidates === 'free' ? `${needed}${told}` : `${needed}${argumentsOf(value.candidates)} ${told}`;
}

function argumentsOf(candidates: Exclude<Candidates, 'free'>): string {
  return candidates === 'file' ? '-F' : `-a ${quoted(candidates.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
