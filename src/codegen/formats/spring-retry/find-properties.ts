// The retry settings of an application.properties or application.yml: the waits of Spring Boot's listeners, of Spring
// Cloud Config and of whatever else takes its keys.

import { readSpringDuration, toNanosecond } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { lossOf } from '../loss.js';
import { springSpellings } from '../spring-spellings.js';
import type { SpringRetrySettings } from './settings.js';

const BOOT = { attempts: 3, initialMs: 1000, multiplier: 1, maxMs: 10_000 };
const CLOUD_CONFIG = { attempts: 6, initialMs: 1000, multiplier: 1.1, maxMs: 2000 };
const KEYS = ['maxAttempts', 'initialInterval', 'multiplier', 'maxInterval', 'useRandomPolicy'];
const OUR_KEYS = new Set(KEYS.flatMap(springSpellings));

/** One policy for each group of keys that says something of a wait or a count, by the path of the group. */
export function findProperties(text: string): Found<SpringRetrySettings>[] {
  const groups = new Map<string, Map<string, string>>();
  for (const [path, value] of properties(text)) {
    const at = path.lastIndexOf('.');
    const group = groups.get(path.slice(0, Math.max(0, at))) ?? new Map<string, string>();
    groups.set(path.slice(0, Math.max(0, at)), group.set(path.slice(at + 1), value));
  }
  const retrying = [...groups].filter(([, group]) => [...group.keys()].some((key) => OUR_KEYS.has(key)));
  return retrying.map(([name, group]) => ({ name, read: () => read(name, Object.fromEntries(group)) }));
}

const LINE = /^( {0,200})([\w.-]{1,200})[ \t]{0,20}[:=](.{0,500})$/;

/** `a.b.c=1`, or the same as nested lines of YAML. Lists and what has no key are passed over. */
function* properties(text: string): Generator<[path: string, value: string]> {
  let parents: { readonly indent: number; readonly path: string }[] = [];
  for (const line of text.split('\n')) {
    const found = LINE.exec(withoutComment(line));
    if (found === null) continue;
    const indent = (found[1] as string).length;
    parents = parents.filter((parent) => parent.indent < indent);
    const path = [parents.at(-1)?.path, found[2]].filter((part) => part !== undefined).join('.');
    const value = unquoted((found[3] as string).trim());
    if (value === '') parents.push({ indent, path });
    else yield [path, value];
  }
}

function withoutComment(line: string): string {
  const at = line.startsWith('#') ? 0 : line.search(/\s#/);
  return (at === -1 ? line : line.slice(0, at)).trimEnd();
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value[0] === value.at(-1) && (value[0] === '"' || value[0] === "'");
  return isQuoted ? value.slice(1, -1) : value;
}

function read(name: string, values: Record<string, string>): Reading<SpringRetrySettings> {
  const fields = new Fields(values, name);
  const defaults = /cloud\.config\.retry$/.test(name) ? CLOUD_CONFIG : BOOT;
  const time = (key: string): number | undefined => fields.read(springSpellings(key), readSpringDuration);
  const initialMs = Math.max(1, toNanosecond(time('initialInterval') ?? defaults.initialMs));
  const maxMs = Math.max(1, toNanosecond(time('maxInterval') ?? defaults.maxMs));
  const isOff = fields.boolean(['enabled']) === false;
  const settings: SpringRetrySettings = {
    attempts: fields.whole(springSpellings('maxAttempts'), { min: 1 }) ?? defaults.attempts,
    // A longest wait that is not above the first one is every wait.
    ...(maxMs > initialMs
      ? {
          delayMs: initialMs,
          maxDelayMs: maxMs,
          multiplier: fields.number(['multiplier'], { min: 0 }) ?? defaults.multiplier,
        }
      : { delayMs: maxMs, maxDelayMs: 0, multiplier: 0 }),
    random: fields.boolean(springSpellings('useRandomPolicy')) ?? false,
    exceptions: [],
  };
  fields.value('multiplier');
  const off = lossOf(
    'maxAttempts',
    'approximated',
    `has ${settings.attempts} attempts`,
    'enabled is false, so that Spring makes one',
  );
  return { settings, passedOver: [...(isOff ? [off] : []), ...fields.rest(['stateless', 'timeout'])] };
}
