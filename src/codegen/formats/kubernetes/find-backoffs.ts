// The wait.Backoff literals of Go source, or one as JSON.

import { InputError } from '../../../core/errors.js';
import { readGoDuration } from '../durations.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { readGoTime } from './go-time.js';
import type { KubernetesSettings } from './settings.js';

const LITERAL = /(?:\b(\w{1,100})\s{0,20}:?=\s{0,20})?&?(?:wait\.)?\bBackoff\s{0,20}\{([^{}]{0,5000})\}/g;
const ALLOWED = 'a wait.Backoff{…} of Go source, or its fields as JSON';
const KEYS = ['Duration', 'Factor', 'Jitter', 'Steps', 'Cap'];

export function findBackoffs(source: unknown): Found<KubernetesSettings>[] {
  const text = String(source);
  const found = [...text.matchAll(LITERAL)].map(([, name, body]) => ({
    name: name ?? '',
    read: () => read(fieldsOf(body as string)),
  }));
  if (found.length > 0) return found;
  const json = parseJson(text);
  if (json === undefined) throw new InputError({ field: 'wait.Backoff', value: undefined, allowed: ALLOWED });
  return [{ name: '', read: () => read(json) }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Key: value` pairs, comments left out. */
function fieldsOf(body: string): Record<string, string> {
  const code = body.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  const pairs = code.split(/[,\n]/).flatMap((part) => {
    const at = part.indexOf(':');
    return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}

function read(values: unknown): Reading<KubernetesSettings> {
  const fields = new Fields(values, '');
  const number = (name: string, whole: boolean): number => {
    const names = [name, name.toLowerCase()];
    return (whole ? fields.whole(names, { min: 0, max: 2_147_483_647 }) : fields.number(names, { min: 0 })) ?? 0;
  };
  const settings: KubernetesSettings = {
    durationMs: fields.read(['Duration', 'duration'], readTime) ?? 0,
    factor: number('Factor', false),
    jitter: number('Jitter', false),
    steps: number('Steps', true),
    capMs: fields.read(['Cap', 'cap'], readTime) || null,
  };
  if (settings.steps === 0)
    return fields.refuse(['Steps', 'steps'], 'at least 1, since without steps nothing is tried');
  return { settings, passedOver: fields.rest(KEYS) };
}

/** In JSON a number is nanoseconds, and a text is as Go prints it; in Go source it is an expression. */
function readTime(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0) return value / 1e6;
  const text = String(value);
  return /^[\d.]+(?:ns|us|µs|ms|s|m|h)/.test(text) ? readGoDuration(text, field) : readGoTime(text, field);
}
