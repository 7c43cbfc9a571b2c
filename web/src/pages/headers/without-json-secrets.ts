// Credentials in JSON that was pasted: HAR files hold those of the request beside the response, and consoles show
// headers as objects.

import { isSecret } from '../../../../src/core/headers/field-map.js';

/** A JSON text without what carries credentials, and how many there were; null when the text is no JSON. */
export function withoutJsonSecrets(text: string): { readonly text: string; readonly dropped: number } | null {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return null;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return null;
  }
  const found: Found = { dropped: 0, isCut: false };
  const kept = cleaned(value, found, 0);
  return found.dropped === 0 && !found.isCut
    ? { text, dropped: 0 }
    : { text: JSON.stringify(kept, null, 2), dropped: found.dropped };
}

interface Found {
  dropped: number;
  isCut: boolean;
}

/** What lies deeper is cut off, since it is not looked at. No response that means anything comes near. */
const MAX_DEPTH = 200;

/** The value without its secrets; undefined when it is one. */
function cleaned(value: unknown, found: Found, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) {
    found.isCut = true;
    return null;
  }
  if (isSecretField(value)) {
    found.dropped += 1;
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item) => cleaned(item, found, depth + 1)).filter((item) => item !== undefined);
  }
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (isSecretKey(key, item)) found.dropped += 1;
    else kept.push([key, cleaned(item, found, depth + 1)]);
  }
  // Not by assignment: `__proto__` is a key like any other here.
  return Object.fromEntries(kept);
}

/** `cookies` is where a HAR file repeats those of the fields. */
function isSecretKey(key: string, value: unknown): boolean {
  const name = key.toLowerCase();
  if (name === 'cookies') return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return isSecret(name);
}

/** `{"name": "Cookie", "value": "…"}`, as in a HAR file, or `["Cookie", "…"]`. */
function isSecretField(value: object): boolean {
  if (Array.isArray(value)) return value.length === 2 && isSecretName(value[0]);
  return 'name' in value && 'value' in value && isSecretName(value.name);
}

function isSecretName(name: unknown): boolean {
  return typeof name === 'string' && isSecret(name.trim().toLowerCase());
}
