// The head of a request, as it is written to the upstream.

import type { Field } from '../fields.js';

/**
 * `framing`: the field that tells how long the body is, with its line end; empty where there is none. Throws for what could
 * be read as more than one line. (What comes from a caller has been checked by Node's parser: this is the second lock.)
 */
export function requestHead(
  method: string,
  path: string,
  host: string,
  fields: Iterable<Field>,
  framing: string,
): string {
  if (!TOKEN.test(method) || !PATH.test(path)) throw new TypeError('this method or path cannot be sent');
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: identity\r\n`;
  for (const [name, value] of fields) {
    if (!TOKEN.test(name) || OUTSIDE.test(value)) throw new TypeError('this field cannot be sent');
    head += `${name}: ${value}\r\n`;
  }
  return `${head}${framing}\r\n`;
}

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PATH = /^[\x21-\xff]+$/;
const OUTSIDE = /[^\t\x20-\x7e\x80-\xff]/;
