// Fields as a browser's network panel copies them: each name on one line, its value on the next.

const NAME =
  /^(:?[!#$%&'*+\-.^_`|~0-9a-z]{1,256}|status code|request url|request method|remote address|referrer policy):?$/i;
/** What such a panel tells of the request, above the fields. */
const OF_THE_REQUEST = /^(?:request|remote|referrer) /i;
/** One of these has to be there with a value: any text with short lines would else be taken for fields. */
const SIGN = /^(?::status|status code|content-[a-z]{1,20}|date|retry-after|.{0,99}rate-?limit.{0,99}):?$/i;

/** What a list of names would have in place of a value. */
const LIKE_A_NAME = /^:?[a-z][a-z0-9-]*:?$/i;

/** The lines with each such pair joined to `name: value`; the same lines when they are not of this form. */
export function joinTwoLineFields(lines: string[]): string[] {
  const joined: string[] = [];
  let name: string | null = null;
  let isKnown = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === '') continue;
    if (name !== null) {
      if (!OF_THE_REQUEST.test(name)) joined.push(`${name}: ${text}`);
      isKnown ||= SIGN.test(name) && !LIKE_A_NAME.test(text);
      name = null;
    } else {
      name = NAME.exec(text)?.[1] ?? null;
      if (name === null) return lines;
    }
  }
  return isKnown && name === null ? joined : lines;
}
