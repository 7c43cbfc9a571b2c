// What a shell can complete, read from the command table: commands, flags, and the values that are known beforehand.

import type { Command, CommandEntry, CommandFlag, Operand } from '../command.js';
import { flagsOf } from '../parse-arguments.js';

/** What may stand for a value: one of a list, the path of a file, or something that only the person knows. */
export type Candidates = readonly string[] | 'file' | 'free';

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Of the words without a flag, in order. */
  readonly operands: readonly { readonly name: string; readonly candidates: Candidates }[];
  readonly flags: readonly CompletedFlag[];
}

export interface CompletedFlag {
  /** Without the dashes. */
  readonly name: string;
  readonly short: string | null;
  readonly about: string;
  readonly isRepeatable: boolean;
  /** Null where the flag takes no value. */
  readonly value: { readonly name: string; readonly isOptional: boolean; readonly candidates: Candidates } | null;
}

/** Lists by the name of a flag or of an operand, for what the table itself does not spell out. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Every command with all that its help shows. */
export async function completedCommands(
  entries: readonly CommandEntry[],
  known: KnownValues,
): Promise<CompletedCommand[]> {
  const commands = await Promise.all(entries.map((entry) => entry.load()));
  return commands.map((command) => completed(command, known));
}

function completed(command: Command, known: KnownValues): CompletedCommand {
  const operands = [command.operand, command.secondOperand].filter((operand) => operand !== undefined);
  return {
    name: command.name,
    summary: command.summary,
    operands: operands.map(({ name }: Operand) => ({ name, candidates: candidatesOf(name, name, known) })),
    flags: flagsOf(command).map((flag) => flagOf(flag, known)),
  };
}

function flagOf({ name, short, about, value, optionalValue, repeatable }: CommandFlag, known: KnownValues) {
  return {
    name,
    short: short ?? null,
    about,
    isRepeatable: repeatable === true,
    value:
      value === null
        ? null
        : { name: value, isOptional: optionalValue === true, candidates: candidatesOf(name, value, known) },
  };
}

/** A placeholder such as `share|closed|open` is its own list. */
function candidatesOf(name: string, placeholder: string, known: KnownValues): Candidates {
  const list = known[name];
  if (list !== undefined) return list;
  if (placeholder === 'FILE') return 'file';
  return placeholder.includes('|') ? placeholder.split('|') : 'free';
}
