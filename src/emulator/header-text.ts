// What a header can carry. Anything else no server could send: behind a line break it would be another header.

/** RFC 9110 §5.1. */
export function isFieldName(name: string): boolean {
  return NAME.test(name);
}

/** RFC 9110 §5.5: a character for each byte. */
export function isFieldValue(value: string): boolean {
  return VALUE.test(value);
}

/** As a sentence about a value goes on. */
export const FIELD_VALUE_RULE = 'a text without line breaks, of characters up to U+00FF';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
