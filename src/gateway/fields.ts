// Header fields that are passed on, and those that belong to one connection only (RFC 9110 §7.6.1).

/** Names and values. */
export type Field = [name: string, value: string];

const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What is told to the gateway begins with this. */
export const OUR_PREFIX = 'x-holdoff-';

/**
 * Of a request, set anew for the connection to the upstream. Answers are asked for as they are, not compressed: what they
 * say of waiting and use has to be read.
 */
const SET_ANEW: ReadonlySet<string> = new Set(['host', 'content-length', 'expect', 'accept-encoding']);

/** The fields of a request that the upstream gets from the caller. `raw`: names and values in turn. */
export function requestFields(raw: readonly string[]): Field[] {
  const named = namedByConnection(raw);
  const fields: Field[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (OF_THE_CONNECTION.has(name) || SET_ANEW.has(name) || name.startsWith(OUR_PREFIX)) continue;
    if (named?.has(name) === true) continue;
    fields.push([raw[index] as string, raw[index + 1] as string]);
  }
  return fields;
}

/** The fields of an answer that the caller gets, without those in `except` (in lower case): names and values in turn. */
export function answerFields(raw: readonly string[], except: ReadonlySet<string> = NONE): string[] {
  const named = namedByConnection(raw);
  const fields: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (OF_THE_CONNECTION.has(name) || except.has(name) || named?.has(name) === true) continue;
    fields.push(raw[index] as string, raw[index + 1] as string);
  }
  return fields;
}

/** The value of a field; the first where there are several, null where there is none. `name` in lower case. */
export function fieldOf(raw: readonly string[], name: string): string | null {
  for (let index = 0; index < raw.length; index += 2) {
    const found = raw[index] as string;
    if (found.length === name.length && found.toLowerCase() === name) return raw[index + 1] as string;
  }
  return null;
}

const NONE: ReadonlySet<string> = new Set();

const CONNECTION = 'connection';

/** Fields that `Connection` names; null when it names none. */
function namedByConnection(raw: readonly string[]): ReadonlySet<string> | null {
  let named: Set<string> | null = null;
  for (let index = 0; index < raw.length; index += 2) {
    const field = raw[index] as string;
    if (field.length !== CONNECTION.length || field.toLowerCase() !== CONNECTION) continue;
    for (const part of (raw[index + 1] as string).split(',')) {
      const name = part.trim().toLowerCase();
      if (name === 'keep-alive' || name === 'close' || name === '') continue;
      named ??= new Set();
      named.add(name);
    }
  }
  return named;
}
