// State in the address: `#/plan?v=1&preset=openai-python&cap=20s&success=0.5`. After the hash, so that it never leaves
// the browser. Keys are those of the command line; only what differs from the preset or the defaults is said.

import { parseCount } from '../../src/core/grammar/count.js';
import { type LinkParameter, readQuery, writeQuery } from '../../src/core/policy/link.js';
import { nearest } from '../../src/core/text/nearest.js';
import { CHOICE_KEYS, type ChoiceKey, type Choices, isChoiceKey } from './state/choices.js';
import type { Draft } from './state/draft.js';
import { EXAMPLES, type Example } from './state/examples.js';
import { DRAFT_KEYS, LIST_KEYS } from './state/fields.js';
import type { Notice } from './state/notice.js';
import { isPageId, PAGE_IDS, type PageId } from './state/page-id.js';
import { lines } from './state/read-draft.js';
import { START_STATE } from './state/start.js';

/** Raised when links change their meaning; older ones are then migrated here. */
const LINK_VERSION = 1;

/** What an address holds. */
export interface LinkState {
  readonly page: PageId;
  readonly draft: Draft;
  readonly pinned: Draft | null;
  readonly choices: Choices;
}

/** A link longer than this is cut or refused by some programs that it passes through. */
export const LONG_LINK = 2000;

const PINNED = 'b.';

/** The part of the address from the `#` on. */
export function writeLink({ page, draft, pinned, choices }: LinkState): string {
  const parameters: LinkParameter[] = [...parametersOf(draft, '')];
  if (pinned !== null) {
    // The preset is always said, even if it is none: that is what tells that there is a second policy.
    const values = parametersOf({ ...pinned, preset: null }, PINNED);
    parameters.push([`${PINNED}preset`, pinned.preset ?? 'none'], ...values);
  }
  for (const key of CHOICE_KEYS) {
    const id = choices[key];
    if (id !== undefined) parameters.push([key, id]);
  }
  if (parameters.length === 0) return `#/${page}`;
  return `#/${page}?${writeQuery([['v', String(LINK_VERSION)], ...parameters])}`;
}

/** Reads an address. Never throws: what cannot be used is told, and the rest holds. Null when it says nothing at all. */
export function readLink(hash: string): { state: LinkState; notices: readonly Notice[] } | null {
  const text = hash.replace(/^#\/?/, '');
  if (text === '') return null;
  const named = /^example=(.*)$/s.exec(text)?.[1];
  if (named !== undefined) return readExample(named);
  const at = text.indexOf('?');
  const name = at === -1 ? text : text.slice(0, at);
  const notices: Notice[] = [];
  if (!isPageId(name)) notices.push({ id: 'page', text: pageNotice(name) });
  const draft = emptyReading();
  const pinned = emptyReading();
  const choices: Partial<Record<ChoiceKey, string>> = {};
  for (const [key, value] of at === -1 ? [] : readQuery(text.slice(at))) {
    if (key === 'v' || key === 'version') notices.push(...versionNotice(value));
    else if (isChoiceKey(key)) choices[key] = value;
    else if (key.startsWith(PINNED)) take(pinned, key.slice(PINNED.length), value, key, notices);
    else take(draft, key, value, key, notices);
  }
  const state: LinkState = {
    page: isPageId(name) ? name : 'schedule',
    draft: { preset: draft.preset, values: draft.values },
    pinned: pinned.isSaid ? { preset: pinned.preset, values: pinned.values } : null,
    choices,
  };
  return { state, notices: toldOnce(notices) };
}

/** What an example wants to be looked at. */
export function exampleNotice({ title, about }: Example): Notice {
  return { id: 'example', text: `${title}. ${about}` };
}

function readExample(id: string): { state: LinkState; notices: readonly Notice[] } {
  const example = EXAMPLES.find((each) => each.id === id);
  if (example !== undefined) return { state: example.state, notices: [exampleNotice(example)] };
  const ids = EXAMPLES.map((each) => each.id);
  const close = nearest(id, ids);
  const meant = close === null ? `There are ${ids.join(', ')}.` : `Did you mean ${close}?`;
  return { state: START_STATE, notices: [{ id: 'example', text: `There is no example “${id}”. ${meant}` }] };
}

function parametersOf({ preset, values }: Draft, prefix: string): LinkParameter[] {
  const own: LinkParameter[] = preset === null ? [] : [[`${prefix}preset`, preset]];
  return own.concat(
    DRAFT_KEYS.flatMap((key) => {
      const text = values[key];
      if (text === undefined) return [];
      const entries = LIST_KEYS.includes(key) && lines(text).length > 0 ? lines(text) : [text];
      return entries.map((entry): LinkParameter => [prefix + key, entry]);
    }),
  );
}

interface DraftReading {
  preset: string | null;
  readonly values: Record<string, string>;
  isSaid: boolean;
}

/** What is no count stays as it is, for the form to say so. */
function attemptsOf(retries: string): string {
  try {
    return String(parseCount(retries, 'retries') + 1);
  } catch {
    return retries;
  }
}

function emptyReading(): DraftReading {
  return { preset: null, values: {}, isSaid: false };
}

function take(into: DraftReading, key: string, value: string, said: string, notices: Notice[]): void {
  if (key === 'preset') {
    into.preset = value === 'none' || value === '' ? null : value;
    into.isSaid = true;
  } else if (key === 'retries') {
    // As on the command line; kept as attempts, the one way to say it in the form.
    into.values.attempts = attemptsOf(value);
    into.isSaid = true;
  } else if (DRAFT_KEYS.includes(key)) {
    const before = into.values[key];
    into.values[key] = LIST_KEYS.includes(key) && before !== undefined ? `${before}\n${value}` : value;
    into.isSaid = true;
  } else notices.push({ id: said, text: unknownNotice(said, key) });
}

function unknownNotice(said: string, key: string): string {
  const close = nearest(key, ['preset', 'retries', ...CHOICE_KEYS, ...DRAFT_KEYS]);
  const meant = close === null ? '' : ` Did you mean ${close}?`;
  return `The link says “${said}”, which is not known here and was left out.${meant}`;
}

/** A key may be there many times over. */
function toldOnce(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [notice.id, notice])).values()];
}

function pageNotice(name: string): string {
  return `The link names the page “${name}”, which there is not: there are ${PAGE_IDS.join(', ')}.`;
}

function versionNotice(value: string): Notice[] {
  if (value === String(LINK_VERSION)) return [];
  const text = `The link is of version ${value}, this page reads version ${LINK_VERSION}. What it understands was taken over.`;
  return [{ id: 'version', text }];
}
