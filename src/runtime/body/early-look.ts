// What is read of a body before anything is decided: an error that says how long to wait, or the first event of a
// stream, in whose place an error may stand.

import type { Dialect, Signal } from '../../core/headers/dialects/dialect.js';
import type { BodySource } from './body-source.js';
import { responseField } from './response-field.js';
import { EventReader, type ServerSentEvent } from './server-sent-events.js';
import { isErrorEvent, parse, textOf } from './usage.js';

/** `document`: the whole, as far as it is of use. `event`: up to the first event. */
export type EarlyLook = 'document' | 'event';

/** Far longer than anything that says how long to wait; the last chunk and what is on its way come on top. */
const MOST_BYTES = 32_768;
/** An error whose body does not come is judged by its head. */
const DOCUMENT_MS = 2000;

/** Which part of the body has to be known first; null when none. */
export function lookFor(response: Response, dialect: Dialect | null, holds: boolean | 'auto'): EarlyLook | null {
  const isRefused = response.status >= 400;
  const mayHold = holds === 'auto' ? streams(dialect) : holds;
  const mayRefuse = dialect !== null && refusesInside200(dialect);
  if (!isRefused && !mayHold && !mayRefuse) return null;
  const type = responseField(response, 'content-type');
  if (isRefused) return isText(type) ? 'document' : null;
  if (type.startsWith('text/event-stream')) return mayHold ? 'event' : null;
  return mayRefuse && type.includes('json') && fits(response) ? 'document' : null;
}

/** Reads so much. `body` is what the decoder gets: the text, or the error that stands in place of the first event. */
export async function readEarly(
  source: BodySource,
  look: EarlyLook,
): Promise<{ readonly body: unknown; readonly failure: { readonly error: unknown } | null }> {
  if (look === 'document') {
    const failure = await source.readAhead(() => false, MOST_BYTES, DOCUMENT_MS);
    const text = textOf(source.ahead);
    return { body: text === '' ? undefined : text, failure };
  }
  const events = new EventReader();
  let first: ServerSentEvent | undefined;
  const isThere = (chunk: Uint8Array): boolean => {
    first ??= events.push(chunk)[0];
    return first !== undefined;
  };
  const failure = await source.readAhead(isThere, MOST_BYTES, null);
  const value = first === undefined ? undefined : parse(first.data);
  return { body: first !== undefined && isErrorEvent(first.name, value) ? (value ?? first.data) : undefined, failure };
}

/** Bodies without a type may be text; pictures and archives are not. */
function isText(type: string): boolean {
  return type === '' || /json|text|xml/.test(type);
}

function fits(response: Response): boolean {
  return Number(responseField(response, 'content-length')) <= MOST_BYTES;
}

/** The sender's calls may be answered by a stream that tells what was used: it generates text. */
function streams(dialect: Dialect | null): boolean {
  return dialect?.costs?.some(({ streamUsageAt }) => streamUsageAt !== undefined) === true;
}

/** GraphQL and some others refuse in the body of a 200. */
function refusesInside200(dialect: Dialect): boolean {
  let refuses = refusing.get(dialect);
  if (refuses === undefined) {
    const { signals = [] } = dialect;
    refuses = signals.some(({ when }) => conditions(when).some(({ status }) => status?.includes(200) === true));
    refusing.set(dialect, refuses);
  }
  return refuses;
}

const refusing = new WeakMap<Dialect, boolean>();

function conditions(when: Signal['when']): readonly Exclude<Signal['when'], readonly unknown[]>[] {
  return Array.isArray(when) ? when : [when as Exclude<Signal['when'], readonly unknown[]>];
}
