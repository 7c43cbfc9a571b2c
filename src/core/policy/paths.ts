/** Plain data: what JSON calls an object. */
export type Plain = Record<string, unknown>;

/** The value at a dotted path, or undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const key of path.split('.')) {
    if (!isPlain(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** Sets a value at a dotted path, making the groups on the way. */
export function setAt(target: Plain, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop() as string;
  let at = target;
  for (const key of parts) {
    at[key] ??= {};
    at = at[key] as Plain;
  }
  at[last] = value;
}

/**
 * True for what JSON calls an object. A Map, a class instance or any other thing with a prototype of its own is none,
 * since its content would be passed over. The plain objects of another realm are plain too.
 */
export function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
