// Limits of senders that nobody knows: whatever has `ratelimit` or `rate-limit` in its name and says which figure it is.

import { bySize, millisecondsOrEpoch, secondsOrEpoch } from '../encodings/by-size.js';
import { decimalSeconds } from '../encodings/delays.js';
import type { Encoding } from '../encodings/encoding.js';
import type { ResponseView } from '../response/response-view.js';
import type { LimitReading } from './limit-reading.js';
import { uniqueName } from './window-name.js';
import { readWindowedLimits, type WindowedRow } from './windowed-limits.js';

interface Group extends WindowedRow {
  readonly limit: string[];
  readonly remaining: string[];
  readonly used: string[];
  /** Those that state seconds by their name come first: no clock is needed for them. */
  readonly resets: { field: string; encoding: Encoding }[];
}

/**
 * `x-ratelimit-remaining`, `x-rate-limit-reset-after`, `x-ratelimit-limit-tokens-minute`, `x-ratelimit-requests-reset`:
 * the fields are put together by what is left of their names, so that the same facts under two spellings are one limit.
 * Everything read so is a guess.
 */
export function readGenericLimits(view: ResponseView): LimitReading[] {
  const groups = new Map<string, Group>();
  for (const name of view.layout.names) addToGroup(name, groups);
  const readings: LimitReading[] = [];
  for (const group of groups.values()) {
    sortSpellings(group);
    for (const reading of readWindowedLimits(group, view, 'guess')) {
      const name = uniqueName(reading.limit.name, readings);
      const { limit, resetField } = reading;
      const named = name === limit.name ? reading : { limit: { ...limit, name }, resetField };
      readings.push(PLANNED.has(group.counted) ? named : { ...named, unit: group.counted });
    }
  }
  return readings;
}

/** Of several spellings the same one counts whatever order they come in: a proxy may have changed it. */
function sortSpellings({ limit, remaining, used, resets }: Group): void {
  for (const names of [limit, remaining, used]) if (names.length > 1) names.sort();
  if (resets.length > 1) resets.sort((a, b) => rankOf(a) - rankOf(b) || (a.field < b.field ? -1 : 1));
}

/** A reset whose name tells its unit comes before one that is read by its size. */
function rankOf({ encoding }: { readonly encoding: Encoding }): number {
  return encoding === bySize ? 1 : 0;
}

const MOST_GROUPS = 20;
/** What a plan can count. */
const PLANNED: ReadonlySet<string> = new Set(['requests', 'tokens', 'inputTokens', 'outputTokens', 'images']);
const WINDOWS: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);
/** What may stand behind `reset` and tell how it is written. */
const DETAILS: ReadonlyMap<string, Encoding> = new Map([
  ['after', decimalSeconds],
  ['seconds', secondsOrEpoch],
  ['ms', millisecondsOrEpoch],
  ['milliseconds', millisecondsOrEpoch],
  ['date', bySize],
  ['at', bySize],
]);
const ROLES: ReadonlySet<string> = new Set(['limit', 'remaining', 'used', 'reset']);

interface NameParts {
  readonly role: 'limit' | 'remaining' | 'used' | 'reset';
  readonly encoding: Encoding;
  /** What groups the figures of one limit: the words that are left. */
  readonly key: string;
  readonly counted: string;
  readonly windowMs: number | null;
}

function addToGroup(field: string, groups: Map<string, Group>): void {
  const parts = partsOf(field);
  if (parts === null) return;
  const { role, encoding, key, counted, windowMs } = parts;
  let group = groups.get(key);
  if (group === undefined) {
    if (groups.size >= MOST_GROUPS) return;
    group = {
      counted,
      windowMs,
      means: 'window',
      algorithm: 'unknown',
      limit: [],
      remaining: [],
      used: [],
      resets: [],
    };
    groups.set(key, group);
  }
  if (role !== 'reset') group[role].push(field);
  else group.resets.push({ field, encoding });
}

/** Taking names apart costs more than reading their values, and a server sends the same ones again and again. */
const KNOWN_PARTS = new Map<string, NameParts | null>();
const MOST_KNOWN = 500;

function partsOf(field: string): NameParts | null {
  const known = KNOWN_PARTS.get(field);
  if (known !== undefined) return known;
  const parts = takeApart(field);
  if (KNOWN_PARTS.size < MOST_KNOWN) KNOWN_PARTS.set(field, parts);
  return parts;
}

function takeApart(field: string): NameParts | null {
  const words = wordsAfterRateLimit(field);
  const at = words === null ? -1 : words.findIndex((word) => ROLES.has(word));
  if (words === null || at === -1) return null;
  const role = words[at] as NameParts['role'];
  const detail = role === 'reset' ? DETAILS.get(words[at + 1] ?? '') : undefined;
  const rest = words.filter((_, index) => index !== at && !(detail !== undefined && index === at + 1));
  const windowMs = WINDOWS.get(rest.at(-1) ?? '') ?? null;
  const counted = countedName(windowMs === null ? rest : rest.slice(0, -1));
  return { role, encoding: detail ?? bySize, key: rest.join('-'), counted, windowMs };
}

/** What follows `ratelimit` or `rate-limit` in the name; null for other names, and for waits such as …-retry-after. */
function wordsAfterRateLimit(field: string): string[] | null {
  if (field.length > 200 || field.includes('retry')) return null;
  const joined = field.indexOf('ratelimit');
  const hyphened = field.indexOf('rate-limit');
  if (joined === -1 && hyphened === -1) return null;
  const end = joined === -1 ? hyphened + 'rate-limit'.length : joined + 'ratelimit'.length;
  return field.slice(end).split('-').filter(Boolean);
}

/** `input-tokens` → inputTokens, `req` → requests, nothing → requests. */
function countedName(words: readonly string[]): string {
  if (words.length === 0) return 'requests';
  const [first = '', ...rest] = words.map((word) => (word === 'req' ? 'requests' : word));
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
