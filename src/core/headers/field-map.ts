// Header fields from whatever holds them: fetch's Headers, a Map, a plain object, a list of pairs. Names are compared
// without regard to case (RFC 9110 §5.1). Fields that carry credentials are dropped on sight: no decoder needs them.

/** What may stand for a field's value: Node and axios give lists for repeated fields and numbers for some others. */
export type FieldInput = string | number | readonly string[] | null | undefined;

/** Any shape that header fields come in. */
export type HeadersInput =
  | HeadersLike
  | { entries(): Iterable<readonly [string, FieldInput]> }
  | ReadonlyMap<string, FieldInput>
  | readonly (readonly [name: string, value: FieldInput])[]
  | { readonly [name: string]: FieldInput };

/** The part of fetch's `Headers` that is used here. */
export interface HeadersLike {
  forEach(visit: (value: string, name: string) => void): void;
  get?(name: string): string | null | undefined;
}

/** Fields that are never kept, in lower case: credentials, whether of a request or of a response. */
export function isSecret(lowerCaseName: string): boolean {
  return SECRETS.has(lowerCaseName);
}

const SECRETS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'cookie2',
  'set-cookie',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'ocp-apim-subscription-key',
  'x-auth-token',
  'x-csrf-token',
  'x-amz-security-token',
  'x-shopify-access-token',
  'private-token',
]);

interface Shapes {
  forEach?: (visit: (value: FieldInput, name: string) => void) => void;
  entries?: () => Iterable<readonly [string, FieldInput]>;
}

/** Calls back for every field, in order. Throws a TypeError when the input has none of the known shapes. */
export function visitFields(input: HeadersInput, visit: (name: string, value: FieldInput) => void): void {
  if (Array.isArray(input)) {
    for (const pair of input) visit(nameOf(pair), pair[1]);
    return;
  }
  checkShape(input);
  const source = input as Shapes;
  if (typeof source.forEach === 'function') {
    source.forEach((value, name) => {
      visit(String(name), value);
    });
  } else if (typeof source.entries === 'function') for (const pair of source.entries()) visit(nameOf(pair), pair[1]);
  else {
    const fields = source as { [name: string]: FieldInput };
    // As in valueInObject: no list of the keys is made.
    for (const name in fields) if (Object.hasOwn(fields, name)) visit(name, fields[name]);
  }
}

function nameOf(pair: unknown): string {
  if (Array.isArray(pair) && typeof pair[0] === 'string') return pair[0];
  throw new TypeError('headers: a list of headers must hold [name, value] pairs, such as [["retry-after", "7"]]');
}

function checkShape(input: unknown): void {
  if (typeof input === 'object' && input !== null) return;
  const got = input === null ? 'null' : typeof input === 'string' ? 'a text' : `a value of type ${typeof input}`;
  const advice = typeof input === 'string' ? '; for the text that `curl -i` prints, use parseRawResponses' : '';
  throw new TypeError(
    `headers: give a Headers object, a Map, a plain object or a list of [name, value] pairs, not ${got}${advice}`,
  );
}
