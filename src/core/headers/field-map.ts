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

/**
 * The value of one field, its values when it came several times, or null. `name` is in lower case. Looks the field up
 * without building a map, for the path that runs once per response.
 */
export function fieldValue(input: HeadersInput, name: string): string | readonly string[] | null {
  if (isSecret(name)) return null;
  if (Array.isArray(input)) return valueInPairs(input, name);
  checkShape(input);
  const source = input as Shapes;
  if (typeof source.get === 'function' && !isMap(source)) return oneOrMany(source.get(name));
  if (typeof source.forEach === 'function' || typeof source.entries === 'function') {
    const found: string[] = [];
    visitFields(input, (other, value) => {
      if (isNamed(other, name)) addValues(found, value);
    });
    return oneOrMany(found);
  }
  return valueInObject(source as { readonly [name: string]: FieldInput }, name);
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
  get?: (name: string) => FieldInput;
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

function valueInPairs(
  pairs: readonly (readonly [string, FieldInput])[],
  name: string,
): string | readonly string[] | null {
  let first: FieldInput = null;
  let all: string[] | null = null;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i] as readonly [string, FieldInput];
    if (!isNamed(nameOf(pair), name)) continue;
    if (first === null) first = pair[1];
    else all = addValues(all ?? addValues([], first), pair[1]);
  }
  return oneOrMany(all ?? first);
}

function valueInObject(
  fields: { readonly [name: string]: FieldInput },
  name: string,
): string | readonly string[] | null {
  let first: FieldInput = null;
  let all: string[] | null = null;
  // for…in is several times faster than Object.keys here; hasOwn keeps a polluted Object.prototype out.
  for (const key in fields) {
    if (!isNamed(key, name) || !Object.hasOwn(fields, key)) continue;
    if (first === null) first = fields[key];
    else all = addValues(all ?? addValues([], first), fields[key]);
  }
  return oneOrMany(all ?? first);
}

/** `name` is in lower case. The length is compared first: most fields differ in it, and it costs nothing. */
function isNamed(candidate: string, name: string): boolean {
  return candidate.length === name.length && (candidate === name || candidate.toLowerCase() === name);
}

function oneOrMany(value: FieldInput): string | readonly string[] | null {
  if (typeof value === 'string') return value;
  const values = addValues([], value);
  return values.length > 1 ? values : (values[0] ?? null);
}

/** Values of other types than text and numbers are no field values, and count as absent. */
function addValues(values: string[], value: FieldInput): string[] {
  if (typeof value === 'string') values.push(value);
  else if (typeof value === 'number') values.push(String(value));
  else if (Array.isArray(value)) for (const item of value) addValues(values, item);
  return values;
}

function isMap(source: object): boolean {
  return source instanceof Map || Object.prototype.toString.call(source) === '[object Map]';
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
