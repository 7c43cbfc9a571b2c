// Looking into a thrown value. Anything can be thrown: proxies, getters that throw, lists without an end.

import { type FieldInput, type HeadersInput, visitFields } from '../field-map.js';

/** A property, inherited ones included, since SDKs define theirs on classes; undefined where there is none to be had. */
export function peek(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** More fields than any server sends. */
const MOST_FIELDS = 1000;
const ENOUGH = Symbol('enough');

/** The fields of headers in any shape, at most 1000 of them; null when they are no headers. */
export function peekHeaders(headers: unknown): [string, FieldInput][] | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const pairs: [string, FieldInput][] = [];
  try {
    visitFields(headers as HeadersInput, (name, value) => {
      if (pairs.length >= MOST_FIELDS) throw ENOUGH;
      pairs.push([name, value]);
    });
  } catch (error) {
    // What was seen so far are headers; what fails at once is something else.
    if (error !== ENOUGH && pairs.length === 0) return null;
  }
  return pairs;
}

/** Text, or an object or list as JSON.parse makes them. Streams, Blobs and the like hold nothing that can be read. */
export function isReadableBody(value: unknown): value is object | string {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (Array.isArray(value)) return true;
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}
