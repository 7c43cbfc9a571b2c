// The body of a response, as far as it may say something about waiting. What it holds is decided by a stranger, so every
// look into it is bounded.

import { isObject, LONGEST_JSON, parseJson } from '../encodings/json-values.js';
import { type BodyPath, valuesAt } from './body-path.js';

const NOTHING: readonly unknown[] = Object.freeze([]);
const MOST_ROOTS = 10;
const MOST_ELEMENTS = 20;

/** Where messages for people stand. */
const MESSAGES: readonly BodyPath[] = [
  'error.message',
  'error',
  'message',
  'msg',
  'detail',
  'details',
  'description',
  'error_description',
  'errors[].message',
  'errors[].detail',
  'errors[]',
  'title',
];

export class BodyView {
  /** The documents in the body: the outer one, the elements of a list, and JSON that was put into a message as text. */
  readonly roots: readonly unknown[];
  /** The body is a document too long to be read: what it says of waiting is not known. */
  readonly isTooLong: boolean;
  private readonly plainText: string;
  private messageText: string | null = null;

  /** `body` is a text or parsed JSON. Everything else, such as a stream, is no body that can be looked at. */
  constructor(body: unknown) {
    this.plainText = typeof body === 'string' ? body.slice(0, LONGEST_JSON) : '';
    const outer = typeof body === 'string' ? parseDocument(body) : isPlain(body) ? body : undefined;
    this.roots = outer === undefined ? [] : withNested(outer);
    this.isTooLong = outer === undefined && typeof body === 'string' && body.length > LONGEST_JSON && isDocument(body);
  }

  /** The values at a path in any of the documents, outer ones first. */
  at(path: BodyPath): readonly unknown[] {
    const { roots } = this;
    if (roots.length === 1) return valuesAt(roots[0], path);
    return roots.length === 0 ? NOTHING : roots.flatMap((root) => valuesAt(root, path));
  }

  /** The messages for people, one per line; the whole text when the body is no JSON. At most 64 Ki characters. */
  get text(): string {
    this.messageText ??= this.roots.length === 0 ? this.plainText : this.messages();
    return this.messageText;
  }

  private messages(): string {
    const texts = MESSAGES.flatMap((path) => this.at(path)).filter((value) => typeof value === 'string');
    return texts.join('\n').slice(0, LONGEST_JSON);
  }
}

export const NO_BODY = new BodyView(undefined);

function isDocument(text: string): boolean {
  const first = text.slice(0, LONGEST_JSON).trimStart()[0];
  return first === '{' || first === '[';
}

function parseDocument(text: string): unknown {
  const value = isDocument(text) ? parseJson(text) : undefined;
  return isObject(value) ? value : undefined;
}

/** Plain objects and lists, but no streams, Blobs, Buffers and the like. */
function isPlain(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function withNested(outer: unknown): unknown[] {
  const roots: unknown[] = Array.isArray(outer) ? outer.slice(0, MOST_ELEMENTS) : [outer];
  // The list grows while it is walked: JSON in the message of JSON in a message is found, too.
  for (let at = 0; at < roots.length && roots.length < MOST_ROOTS; at++) {
    for (const path of ['error.message', 'message', 'error', 'body', 'error.body'] as const) {
      for (const value of valuesAt(roots[at], path)) {
        if (typeof value !== 'string' || roots.length >= MOST_ROOTS) continue;
        const inner = parseDocument(value);
        if (inner !== undefined) roots.push(...(Array.isArray(inner) ? inner.slice(0, 3) : [inner]));
      }
    }
  }
  return roots;
}
