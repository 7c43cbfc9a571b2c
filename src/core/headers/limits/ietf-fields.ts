// RateLimit and RateLimit-Policy of the IETF drafts (draft-ietf-httpapi-ratelimit-headers): a Dictionary in draft 07, a
// List of named items since draft 08. A field with a fault counts as absent as a whole, as the drafts ask.

import { EPOCH_SECONDS_FROM, secondsOrEpoch } from '../encodings/by-size.js';
import type { ResponseView } from '../response/response-view.js';
import { parseDictionary } from '../structured-fields/parse-dictionary.js';
import { parseList } from '../structured-fields/parse-list.js';
import type { Member, Overwritten, Parameters } from '../structured-fields/values.js';

export interface IetfState {
  /** Null in draft 07, which has no names. */
  readonly name: string | null;
  /** Stated in draft 07 alone. */
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Until there is more, not until all of it is back. */
  readonly resetMs: number | null;
}

export interface IetfPolicy {
  /** Null in drafts 04 to 07. */
  readonly name: string | null;
  readonly limit: number;
  readonly windowMs: number | null;
  /** `requests` unless stated: `content-bytes`, `concurrent-requests`. */
  readonly unit: string;
}

/** The states in a `RateLimit` field; empty when it is malformed, with a warning. */
export function readIetfStates(text: string, view: ResponseView): IetfState[] {
  if (isTooLong(text, view)) return [];
  const list = parseList(text);
  const dictionary = list.fault === null ? null : parseDictionary(text);
  let states: (IetfState | null)[] = [];
  let fault = list.fault ?? '';
  if (list.fault === null) states = list.value.map((member) => stateOfMember(member, view));
  else if (dictionary !== null && dictionary.fault === null) {
    states = [stateOfDictionary(dictionary.value, dictionary.overwritten, view)];
  } else if (dictionary !== null) fault = text.includes('"') ? fault : dictionary.fault;
  const readable = states.filter((state) => state !== null);
  if (readable.length > 0 && readable.length === states.length) return readable;
  view.warn(
    'malformed',
    `${view.place} is ignored: ${fault === '' ? 'a member lacks what the drafts require' : fault}`,
  );
  return [];
}

/** The policies in a `RateLimit-Policy` field; empty when it is malformed, with a warning. */
export function readIetfPolicies(text: string, view: ResponseView): IetfPolicy[] {
  if (isTooLong(text, view)) return [];
  const list = parseList(text);
  const policies = list.fault === null ? list.value.map(policyOfMember) : [];
  const readable = policies.filter((policy) => policy !== null);
  if (readable.length > 0 && readable.length === policies.length) return readable;
  view.warn('malformed', `${view.place} is ignored: ${list.fault ?? 'a member lacks what the drafts require'}`);
  return [];
}

/** As much as servers accept in a whole field line. */
const LONGEST_VALUE = 8192;

function isTooLong(text: string, view: ResponseView): boolean {
  if (text.length <= LONGEST_VALUE) return false;
  view.warn('too-long', `${view.place} is ignored: ${text.length} characters long`);
  return true;
}

/** `"default";r=50;t=30`. A Token for the name and a missing `r` stand in the draft's own examples, against its text. */
function stateOfMember(member: Member, view: ResponseView): IetfState | null {
  if (member.type !== 'string' && member.type !== 'token') return null;
  const remaining = wholeParameter(member.params, 'r');
  const resetSeconds = wholeParameter(member.params, 't');
  const limit = wholeParameter(member.params, 'q');
  if (Number.isNaN(remaining ?? 0) || Number.isNaN(resetSeconds ?? 0) || Number.isNaN(limit ?? 0)) return null;
  if (remaining === null && resetSeconds === null) return null;
  if (member.type === 'token' || remaining === null) {
    const what = member.type === 'token' ? 'the name is a Token, where the draft has a String' : 'r is missing';
    if (view.strict) return null;
    view.warn('departs-from-draft', `${view.place}: ${what}`);
  }
  return { name: member.value, limit, remaining, resetMs: resetMsOf(resetSeconds, view) };
}

/** `"burst";q=100;w=60`, or `100;w=60` of drafts 04 to 07. */
function policyOfMember(member: Member): IetfPolicy | null {
  if (member.type === 'innerList') return null;
  const window = wholeParameter(member.params, 'w') ?? wholeParameter(member.params, 'window');
  if (window !== null && !(window > 0)) return null;
  const windowMs = window === null ? null : window * 1000;
  if (member.type === 'integer') {
    return member.value < 0 ? null : { name: null, limit: member.value, windowMs, unit: 'requests' };
  }
  if (member.type !== 'string' && member.type !== 'token') return null;
  const limit = wholeParameter(member.params, 'q');
  if (limit === null || Number.isNaN(limit)) return null;
  const unit = member.params.get('qu');
  return { name: member.value, limit, windowMs, unit: unit?.type === 'string' ? unit.value : 'requests' };
}

/**
 * `limit=100, remaining=50, reset=5`. A Dictionary cannot hold two of these; where two were sent all the same, as two
 * lines, the careful reading is the least that is left and the longest time.
 */
function stateOfDictionary(
  members: ReadonlyMap<string, Member>,
  overwritten: readonly Overwritten[],
  view: ResponseView,
): IetfState | null {
  const valuesOf = (key: string): number[] => {
    const current = members.get(key);
    const earlier = overwritten.flatMap((each) => (each.of === 'dictionary' && each.key === key ? [each.value] : []));
    return [...earlier, ...(current === undefined ? [] : [current])].map(whole);
  };
  const limits = valuesOf('limit');
  const lefts = valuesOf('remaining');
  const resets = valuesOf('reset');
  const all = [...limits, ...lefts, ...resets];
  if (all.length === 0 || all.some(Number.isNaN)) return null;
  if (overwritten.length > 0) {
    const message = `${view.place}: several limits in a form that can hold one; the least left and the longest time are taken`;
    view.warn('conflicting-duplicates', message);
  }
  return {
    name: null,
    limit: limits.every((limit) => limit === limits[0]) ? (limits[0] ?? null) : null,
    remaining: lefts.length === 0 ? null : Math.min(...lefts.slice(0, MOST)),
    resetMs: resetMsOf(resets.length === 0 ? null : Math.max(...resets.slice(0, MOST)), view),
  };
}

const MOST = 100;

/** The drafts have seconds from now; an epoch time is told by its size, as in the fields of the older drafts. */
function resetMsOf(seconds: number | null, view: ResponseView): number | null {
  if (seconds === null) return null;
  if (seconds < EPOCH_SECONDS_FROM || view.strict) return seconds * 1000;
  return Math.max(0, secondsOrEpoch.read(String(seconds), view));
}

/** Null when it is absent, NaN when it is no whole number ≥ 0. */
function wholeParameter(params: Parameters, key: string): number | null {
  const value = params.get(key);
  if (value === undefined) return null;
  return value.type === 'integer' && value.value >= 0 ? value.value : Number.NaN;
}

function whole(member: Member): number {
  return member.type === 'integer' && member.value >= 0 ? member.value : Number.NaN;
}
