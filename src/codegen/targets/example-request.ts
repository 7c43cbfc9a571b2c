import { InputError } from '../../core/errors.js';

/** The request of the usage lines. */
export interface ExampleRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** `.example` is reserved for documentation (RFC 2606). */
export const NO_EXAMPLE: ExampleRequest = { url: 'https://api.example.com/v1/items', headers: [] };

const MOST_CHARACTERS = 2000;

/** Checks the request that somebody typed. Throws `InputError`. */
export function checkExample({ url, headers }: ExampleRequest): ExampleRequest {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (typeof url !== 'string' || !/^https?:\/\/[^\s\u0000-\u001f\u007f]+$/i.test(url) || url.length > MOST_CHARACTERS) {
    throw new InputError({ field: 'url', value: url, allowed: 'an address that starts with http:// or https://' });
  }
  for (const [name, value] of headers) checkHeader(name, value);
  return { url, headers };
}

/** Reads `Name: value`. Throws `InputError`. */
export function parseHeader(text: string, field: string): readonly [name: string, value: string] {
  const at = text.indexOf(':');
  if (at < 1) throw new InputError({ field, value: text, allowed: 'a header as "Name: value"' });
  const name = text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  checkHeader(name, value, field);
  return [name, value];
}

/** Token and field value of RFC 9110 §5.1 and §5.5, without bytes beyond ASCII: libraries disagree on these. */
function checkHeader(name: string, value: string, field = 'headers'): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) {
    throw new InputError({ field, value: name, allowed: 'a header name of letters, digits and hyphens' });
  }
  if (!/^[\t -~]*$/.test(value) || value.length > MOST_CHARACTERS) {
    throw new InputError({ field, value, allowed: 'a header value of visible ASCII characters' });
  }
}
