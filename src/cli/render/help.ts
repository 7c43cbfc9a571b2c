import { widthOfText, wrap } from '../../core/text/wrap.js';
import type { Command, CommandEntry, CommandFlag, Example, FlagGroup } from '../command.js';
import { EXIT_MEANINGS } from '../failure.js';
import { OUTPUT_FLAGS } from '../output-flags.js';
import type { View } from './view.js';

const PURPOSE = 'How long to wait on a 429, how many requests to keep in flight, and proof that it works.';

/** The help of the program: what it is for, examples, the commands. */
export function renderOverview(commands: readonly CommandEntry[], examples: readonly Example[], view: View): string {
  return [
    `${title('holdoff', PURPOSE, view)}\n`,
    section('Examples', exampleLines(examples, view), view),
    section(
      'Commands',
      entries(
        commands.map(({ name, summary }) => [name, summary]),
        view,
      ),
      view,
    ),
    `${wrap('holdoff COMMAND --help tells its flags; holdoff --version the version.', view.width)}\n`,
  ].join('\n');
}

/** The help of one command: examples first, then its flags by group, then what the exit codes mean. */
export function renderHelp(command: Command, view: View): string {
  const groups = [...command.groups, { title: 'Output', flags: OUTPUT_FLAGS }];
  const told = new Set<string>();
  const untold = ({ name }: CommandFlag): boolean => !told.has(name) && told.add(name) !== undefined;
  const operands = [command.operand, command.secondOperand].filter((operand) => operand !== undefined);
  const inputs = operands.map(({ name, about }): [string, string] => [name, about]);
  const exits = EXIT_MEANINGS.map(([code, meaning]): [string, string] => [String(code), meaning]);
  return [
    `${title(`holdoff ${command.name}`, command.summary, view)}\n`,
    section('Examples', exampleLines(command.examples, view), view),
    ...(inputs.length === 0 ? [] : [section('Input', entries(inputs, view), view)]),
    ...groups.map(({ title, flags }) => section(title, entries(flags.filter(untold).map(flagEntry), view), view)),
    ...(hasDurations(groups) ? [section('Durations', wrap(DURATIONS, view.width, '  '), view)] : []),
    section('Exit codes', entries(exits, view), view),
  ].join('\n');
}

const DURATIONS = '250ms, 1.5s, 2m, 1h30m or 1d. A bare number is milliseconds: 1 is 1ms, not a second.';

function hasDurations(groups: readonly FlagGroup[]): boolean {
  return groups.some(({ flags }) => flags.some(({ value }) => value === 'DURATION'));
}

function title(name: string, about: string, { style, width }: View): string {
  return style.strong(name) + wrap(about, width, `${name}: `, '').slice(name.length);
}

function section(title: string, body: string, view: View): string {
  return `${view.style.strong(title)}\n${body}\n`;
}

function exampleLines(examples: readonly Example[], view: View): string {
  return examples
    .map(({ line, about }) => {
      const told = view.style.faint(wrap(`# ${about}`, view.width, '  ', '  # '));
      return `${told}\n${wrapCommand(line, view.width)}`;
    })
    .join('\n');
}

/** Breaks a command line before a pipe or a flag, with the backslash that lets it be pasted as it stands. */
function wrapCommand(line: string, width: number): string {
  if (widthOfText(line) + 2 <= width) return `  ${line}`;
  const lines: string[] = [];
  for (const [at, command] of line.split(/ (?=\| )/).entries()) {
    let current = `${at === 0 ? '  ' : '    '}`;
    for (const part of command.split(/ (?=--)/)) {
      const longer = current.trim() === '' ? current + part : `${current} ${part}`;
      if (current.trim() !== '' && widthOfText(longer) + 2 > width) {
        lines.push(current);
        current = `    ${part}`;
      } else current = longer;
    }
    lines.push(current);
  }
  return lines.join(' \\\n');
}

function flagEntry(flag: CommandFlag): [string, string] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = flag.value === null ? '' : flag.optionalValue ? ` [${flag.value}]` : ` ${flag.value}`;
  const fallback = flag.default === undefined ? '' : ` (${flag.default})`;
  return [`${short}--${flag.name}${value}`, `${flag.about}${fallback}`];
}

function entries(rows: readonly (readonly [name: string, about: string])[], view: View): string {
  const indent = 2 + Math.min(26, Math.max(...rows.map(([name]) => widthOfText(name)))) + 2;
  return rows
    .map(([name, about]) => {
      const label = `  ${name}`;
      if (widthOfText(label) + 2 > indent) return `${label}\n${wrap(about, view.width, ' '.repeat(indent))}`;
      return wrap(about, view.width, label.padEnd(indent), ' '.repeat(indent));
    })
    .join('\n');
}
