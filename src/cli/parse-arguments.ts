import { CommanderError, Option, Command as Parser } from 'commander';
import { LOAD_FLAGS } from '../core/capacity/load-flags.js';
import type { FlagValues } from '../core/policy/flag.js';
import { nearest } from '../core/text/nearest.js';
import { printable } from '../core/text/printable.js';
import type { Command, CommandFlag } from './command.js';
import { UsageError } from './failure.js';
import { OUTPUT_FLAGS } from './output-flags.js';

/** All flags that a command takes, each once: a deadline belongs to a policy and to a load alike. */
export function flagsOf(command: Pick<Command, 'groups'>): CommandFlag[] {
  const all = [...command.groups.flatMap(({ flags }) => flags), ...OUTPUT_FLAGS];
  return all.filter((flag, at) => all.findIndex(({ name }) => name === flag.name) === at);
}

/**
 * Reads the arguments of one command. Values stay text: what they mean is for the field tables to say.
 * Throws `UsageError` for an unknown flag, naming the nearest known one, for a missing value, one too many or one given
 * twice, and for a stray word.
 */
export function parseArguments(
  command: Pick<Command, 'name' | 'groups' | 'operand' | 'secondOperand'>,
  argv: readonly string[],
): FlagValues {
  const flags = flagsOf(command);
  const options = flags.map((flag) => ({ flag, option: optionOf(flag) }));
  const parser = new Parser(command.name)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption(false)
    .allowExcessArguments(true);
  const times = new Map<string, number>();
  for (const { flag, option } of options) {
    parser.addOption(option);
    parser.on(`option:${flag.name}`, () => times.set(flag.name, (times.get(flag.name) ?? 0) + 1));
  }
  try {
    parser.parse(argv, { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? refusal(error, flags, argv) : error;
  }
  const given: Record<string, FlagValues[string]> = {};
  for (const { flag, option } of options) {
    // Which of two values was meant, nobody can tell. A flag without a value says the same again.
    if (flag.value !== null && !flag.repeatable && (times.get(flag.name) ?? 0) > 1) throw givenTwice(flag);
    const name = option.attributeName();
    if (parser.getOptionValueSource(name) !== 'cli') continue;
    const value = parser.getOptionValue(name) as string | boolean | string[];
    given[flag.name] = typeof value === 'boolean' ? true : value;
    if (typeof value === 'string' && isFlag(value, flags)) throw missingValue(flag);
  }
  const words = [...parser.args];
  const operands = [command.operand, command.secondOperand].filter((operand) => operand !== undefined);
  for (const { name } of operands) {
    const word = words.shift();
    if (word !== undefined) given[name] = word;
  }
  const [stray] = words;
  if (stray === undefined) return given;
  const operand = operands.at(-1);
  if (operand === undefined) throw strayWord(stray, flags);
  const hint = stray.startsWith('-') ? AFTER_DASHES : nearestFlag(stray, flags);
  throw new UsageError(
    'stray-word',
    `"${printable(stray)}" is one word too many: ${operand.name} was given as "${printable(String(given[operand.name]))}"`,
    hint,
  );
}

function optionOf(flag: CommandFlag): Option {
  const value = flag.value === null ? '' : flag.optionalValue ? ` [${flag.value}]` : ` <${flag.value}>`;
  const option = new Option(`${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name}${value}`);
  const collect = (text: string, list: string[] | undefined): string[] => [...(list ?? []), text];
  return flag.repeatable ? option.argParser(collect as (text: string, list: unknown) => unknown) : option;
}

/** Commander's complaints in the words of all our other messages. */
function refusal(error: CommanderError, flags: readonly CommandFlag[], argv: readonly string[]): UsageError {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  if (error.code === 'commander.unknownOption') return unknownFlag(quoted, flags, argv);
  if (error.code === 'commander.optionMissingArgument') {
    const name = /--([\w-]+)/.exec(quoted)?.[1];
    const flag = flags.find((known) => known.name === name);
    if (flag !== undefined) return missingValue(flag);
  }
  return new UsageError('usage', printable(error.message.replace(/^error: /, ''), 200));
}

function unknownFlag(given: string, flags: readonly CommandFlag[], argv: readonly string[]): UsageError {
  const name = given.replace(/^-+/, '').replace(/=.*$/s, '');
  // Of `-q=1` the parser is left with `-=1`.
  if (given.startsWith('-=')) return new UsageError('usage', 'a flag of one letter takes no value after =');
  const known = flags.find((flag) => flag.name === name);
  if (known !== undefined && given.includes('=')) {
    return new UsageError('usage', `--${name}: it takes no value`, `give --${name} by itself, or leave it out`);
  }
  const message = `${printable(given.replace(/=.*$/s, ''))}: no such flag`;
  if (LOAD_FLAGS.some((flag) => flag.name === name))
    return new UsageError('unknown-flag', message, 'holdoff plan has it');
  const hint = limitPer(name, wordAfter(given, argv), flags) ?? nearestFlag(name, flags);
  return new UsageError('unknown-flag', message, hint);
}

/** Rates that others have a flag for: `--rps` is one letter from `--rpm`, and sixty times as much. */
const RATES: Readonly<Record<string, readonly [limit: string, window: string]>> = {
  rps: ['requests', 's'],
  qps: ['requests', 's'],
  qpm: ['requests', 'min'],
  rph: ['requests', 'h'],
  tps: ['tokens', 's'],
  tph: ['tokens', 'h'],
};

function limitPer(name: string, value: string | undefined, flags: readonly CommandFlag[]): string | null {
  const rate = Object.hasOwn(RATES, name) ? RATES[name] : undefined;
  if (rate === undefined || !flags.some((flag) => flag.name === 'limit')) return null;
  const amount = value !== undefined && /^[\d.,]+[kM]?$/.test(value) ? value : 'AMOUNT';
  return `say --limit ${rate[0]}=${amount}/${rate[1]}${rate[0] === 'tokens' ? '@COST' : ''}`;
}

/** What was written after an unknown flag, be it behind = or as the next word. */
function wordAfter(given: string, argv: readonly string[]): string | undefined {
  const at = given.indexOf('=');
  return at === -1 ? argv[argv.indexOf(given) + 1] : given.slice(at + 1);
}

/** Names that libraries use for what our flags say, where the nearest flag would be another thing. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  retry: 'retries',
  'max-retries': 'retries',
  'max-retry': 'retries',
  tries: 'attempts',
  'max-attempts': 'attempts',
  'max-delay': 'cap',
  factor: 'multiplier',
};

function nearestFlag(name: string, flags: readonly CommandFlag[]): string | null {
  const names = flags.map((flag) => flag.name);
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const close = other !== undefined && names.includes(other) ? other : nearest(name, names);
  return close === null ? null : `did you mean --${close}?`;
}

function missingValue(flag: CommandFlag): UsageError {
  return new UsageError('missing-value', `--${flag.name}: a value is missing; give ${flag.value}`, flag.about);
}

function givenTwice(flag: CommandFlag): UsageError {
  return new UsageError('given-twice', `--${flag.name}: given twice`, 'give it once, with the value that is meant');
}

const AFTER_DASHES = 'after -- nothing is read as a flag; leave the -- out';

function strayWord(word: string, flags: readonly CommandFlag[]): UsageError {
  const isFlagLike = word.startsWith('-');
  const hint = isFlagLike ? AFTER_DASHES : (nearestFlag(word, flags) ?? 'values follow a flag, as in --base 500ms');
  return new UsageError('stray-word', `"${printable(word)}" belongs to no flag`, hint);
}

function isFlag(value: string, flags: readonly CommandFlag[]): boolean {
  return flags.some(({ name }) => value === `--${name}`);
}
