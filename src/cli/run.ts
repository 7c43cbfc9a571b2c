import type { FlagValues } from '../core/policy/flag.js';
import { nearest } from '../core/text/nearest.js';
import { printable } from '../core/text/printable.js';
import { bareDurationNotes } from './bare-durations.js';
import type { Answer, Command, Example } from './command.js';
import { COMMANDS } from './commands/index.js';
import { EXIT, type Failure, failureJson, failureOf, failureText, UsageError } from './failure.js';
import type { Io } from './io.js';
import { outputForm, wantsJson } from './output-flags.js';
import { toAscii } from './render/ascii.js';
import { renderExplained } from './render/explain.js';
import { renderHelp, renderOverview } from './render/help.js';
import { JSON_VERSION, renderJson } from './render/json.js';
import { pageLink } from './render/page-link.js';
import { type View, viewOf } from './render/view.js';

/**
 * Runs one command line and returns its exit code. The answer goes to standard output, everything else to standard
 * error. Never throws.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const words = argv.filter((argument) => !argument.startsWith('-'));
  let command: Command | null = null;
  try {
    const [name] = words;
    if (name === undefined) return overview(argv, io);
    if (name === 'help' && words[1] === undefined) return overview([], io);
    command = await commandNamed(name === 'help' ? (words[1] as string) : name);
    const asked = command;
    if (name === 'help' || argv.some(asksForHelp)) return show(io, argv, (view) => renderHelp(asked, view));
    const at = argv.indexOf(name);
    const { flagsOf, parseArguments } = await import('./parse-arguments.js');
    const flags = parseArguments(command, [...argv.slice(0, at), ...argv.slice(at + 1)]);
    const found = await command.run(flags, io);
    const warnings = [...found.warnings, ...bareDurationNotes(flagsOf(command), flags)];
    return answer({ ...found, warnings }, flags, io, argv);
  } catch (error) {
    return complain(failureOf(error), command, io, argv);
  }
}

function overview(argv: readonly string[], io: Io): number {
  if (argv.some((flag) => ['--version', '-V', '-v'].includes(flag))) {
    io.out.write(`${io.version()}\n`);
    return EXIT.ok;
  }
  const flag = argv.find((argument) => !asksForHelp(argument) && argument !== NO_COLOR);
  if (flag !== undefined) throw new UsageError('usage', `${printable(flag)}: name a command first`, COMMAND_LIST);
  return show(io, argv, (view) => renderOverview(COMMANDS, EXAMPLES, view));
}

async function commandNamed(name: string): Promise<Command> {
  const entry = COMMANDS.find((known) => known.name === name);
  if (entry !== undefined) return await entry.load();
  const close = nearest(name, [...COMMANDS.map((known) => known.name), 'help']);
  throw new UsageError(
    'unknown-command',
    `"${printable(name)}" is no command`,
    close ? `did you mean ${close}?` : COMMAND_LIST,
  );
}

function answer(found: Answer, flags: FlagValues, io: Io, argv: readonly string[]): number {
  switch (outputForm(flags)) {
    case 'json':
      io.out.write(renderJson(documentOf(found, flags)));
      break;
    case 'csv':
      io.out.write(found.csv());
      break;
    case 'markdown':
      io.out.write(found.markdown());
      break;
    case 'sentence':
      show(io, argv, () => `${found.sentence}\n`);
      break;
    case 'text':
      show(io, argv, (view) => {
        const explained =
          flags.explain === undefined ? '' : `${renderExplained(found.explained, view)}\n${shownAt(found)}`;
        return explained + found.text(view);
      });
  }
  if (found.warnings.length > 0 && !wantsJson(argv)) {
    tell(io, argv, ({ style }) => found.warnings.map((text) => `${style.warning('note:')} ${text}\n`).join(''));
  }
  if (found.isInterrupted === true) return EXIT.interrupted;
  if (found.check === undefined || found.check.ok) return EXIT.ok;
  const { sentence } = found.check;
  tell(io, argv, ({ style }) => `${style.bad(sentence)}\n`);
  return EXIT.checkNotMet;
}

/** Not wrapped to the width: an address in two parts cannot be opened. */
function shownAt({ page, explained }: Answer): string {
  return page === undefined ? '' : `on the page of holdoff web: ${pageLink(page, explained)}\n\n`;
}

function documentOf({ json, explained, page, check }: Answer, flags: FlagValues): Record<string, unknown> {
  return {
    version: JSON_VERSION,
    ...json,
    ...(flags.explain === undefined ? {} : { explain: explained }),
    ...(flags.explain === undefined || page === undefined ? {} : { page: pageLink(page, explained) }),
    ...(check === undefined ? {} : { check }),
  };
}

function complain(failure: Failure, command: Command | null, io: Io, argv: readonly string[]): number {
  if (wantsJson(argv)) io.err.write(renderJson(failureJson(failure)));
  else {
    tell(io, argv, (view) => {
      const text = failureText(failure, command?.name ?? null, view);
      // Whoever names standard input at a terminal and gives nothing wants to know how it works.
      return failure.code === 'nothing-piped' && command !== null ? `${text}\n${renderHelp(command, view)}` : text;
    });
  }
  return failure.exitCode;
}

/** To standard output. */
function show(io: Io, argv: readonly string[], render: (view: View) => string): number {
  const view = viewOf(io.out, io, !argv.includes(NO_COLOR));
  io.out.write(view.unicode ? render(view) : toAscii(render(view)));
  return EXIT.ok;
}

/** To standard error, which may be a terminal when standard output is none. */
function tell(io: Io, argv: readonly string[], render: (view: View) => string): void {
  const view = viewOf(io.err, io, !argv.includes(NO_COLOR));
  io.err.write(view.unicode ? render(view) : toAscii(render(view)));
}

function asksForHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

const NO_COLOR = '--no-color';
const COMMAND_LIST = `the commands are ${COMMANDS.map(({ name }) => name).join(', ')}`;

const EXAMPLES: readonly Example[] = [
  { line: 'holdoff schedule --retries 5 --deadline 30s', about: 'what five retries wait, and whether they fit' },
  {
    line: 'holdoff plan --rpm 1000 --tpm 200k --tokens 2000 --success 0.5 --latency 4s --backlog 5000',
    about: 'which limit binds, and how long a backlog takes',
  },
];
