// The curl commands of a shell script or of a command line.

import { InputError } from '../../../core/errors.js';
import { nearest } from '../../../core/text/nearest.js';
import type { Found, Reading } from '../format.js';
import type { CurlSettings } from './settings.js';
import { shellCommands } from './shell-words.js';

const ALLOWED = 'a curl command with --retry, or its flags by themselves';

/** Retrying flags, and whether a value follows them. */
const FLAGS: Readonly<Record<string, boolean>> = {
  '--retry': true,
  '--retry-delay': true,
  '--retry-max-time': true,
  '--retry-connrefused': false,
  '--retry-all-errors': false,
  '--max-time': true,
  '--fail': false,
  '--fail-with-body': false,
  '--output': true,
};

/** Their short forms. */
const SHORT: Readonly<Record<string, string>> = { m: '--max-time', f: '--fail', o: '--output' };

/** Other flags of one letter that take a value, so that what follows within the word is no flag. */
const TAKES_VALUE = 'AbcCdDeEFHhKPQrTtuUwxXyYz';

export function findCommands(source: unknown): Found<CurlSettings>[] {
  const commands = shellCommands(String(source)).flatMap((words) => {
    const at = words.findIndex((word) => /(^|\/)curl(\.exe)?$/.test(word));
    if (at !== -1) return [words.slice(at + 1)];
    return words[0]?.startsWith('-') ? [words] : [];
  });
  if (commands.length === 0) throw new InputError({ field: 'curl', value: undefined, allowed: ALLOWED });
  const retrying = commands.filter((words) => words.some((word) => word.startsWith('--retry')));
  return (retrying.length > 0 ? retrying : commands).map((words) => ({
    name: words.find((word) => /^https?:/.test(word)) ?? '',
    read: () => read(words),
  }));
}

function read(words: readonly string[]): Reading<CurlSettings> {
  const given = flagsOf(words);
  const seconds = (flag: string): number | null => {
    const text = given.get(flag);
    if (text === undefined) return null;
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(`${text}e3`);
    throw new InputError({ field: flag, value: text, allowed: 'seconds, such as 5' });
  };
  const retries = given.get('--retry') ?? '0';
  if (!/^\d{1,9}$/.test(retries)) throw new InputError({ field: '--retry', value: retries, allowed: 'a whole number' });
  const settings: CurlSettings = {
    retries: Number(retries),
    // 0 stands for the default.
    delayMs: seconds('--retry-delay') || null,
    maxTimeMs: seconds('--retry-max-time') || null,
    attemptTimeoutMs: seconds('--max-time') || null,
    allErrors: given.has('--retry-all-errors'),
    refused: given.has('--retry-connrefused'),
    failFlag: ['--fail-with-body', '--fail'].find((flag) => given.has(flag)) ?? null,
    output: given.get('--output') ?? null,
  };
  return { settings, passedOver: [] };
}

/** The flags that matter with their values; the last one counts, as in curl. */
function flagsOf(words: readonly string[]): Map<string, string> {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    for (const [flag, attached] of namedBy(word)) {
      const takes = FLAGS[flag];
      if (takes === undefined) continue;
      if (!takes) given.set(flag, '');
      else if (attached !== '') given.set(flag, attached);
      else given.set(flag, words[++at] ?? missing(flag));
    }
  }
  return given;
}

function missing(flag: string): never {
  throw new InputError({ field: flag, value: undefined, allowed: 'its value behind it' });
}

/** The flags that one word holds: `-sfm5` is -s, -f and -m with 5. */
function namedBy(word: string): [flag: string, attached: string][] {
  if (word.startsWith('--')) {
    if (word.startsWith('--retry') && !Object.hasOwn(FLAGS, word)) {
      const close = nearest(
        word.slice(2),
        Object.keys(FLAGS).map((flag) => flag.slice(2)),
      );
      const allowed = 'a flag of curl, with its value as the next word';
      throw new InputError({
        field: 'curl',
        value: word,
        allowed,
        ...(close === null ? {} : { hint: `did you mean --${close}?` }),
      });
    }
    return [[word, '']];
  }
  if (!word.startsWith('-') || word === '-') return [];
  const found: [string, string][] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] as string;
    const flag = SHORT[letter];
    if (flag !== undefined) found.push([flag, FLAGS[flag] ? word.slice(at + 1) : '']);
    if ((flag !== undefined && FLAGS[flag]) || TAKES_VALUE.includes(letter)) break;
  }
  return found;
}
