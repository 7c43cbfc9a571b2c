// Writes the few shapes that our configs have as block YAML. Reading YAML is left to a library.

import { isPlain } from '../../core/policy/paths.js';

/** A document of objects, lists, texts, numbers and booleans, as YAML 1.2 that 1.1 reads alike. Undefined is left out. */
export function writeYaml(document: Readonly<Record<string, unknown>>): string {
  return `${block(document, '').join('\n')}\n`;
}

function block(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listItem(item, indent));
  const entries = Object.entries(value as object).filter(([, child]) => child !== undefined);
  return entries.flatMap(([key, child]) => {
    const name = `${indent}${scalar(key)}:`;
    if (isEmpty(child)) return `${name} ${Array.isArray(child) ? '[]' : '{}'}`;
    if (Array.isArray(child) && child.every((item) => typeof item !== 'object')) {
      return `${name} [${child.map(scalar).join(', ')}]`;
    }
    return typeof child === 'object' ? [name, ...block(child, `${indent}  `)] : `${name} ${scalar(child)}`;
  });
}

function listItem(item: unknown, indent: string): string[] {
  if (!isPlain(item)) return [`${indent}- ${scalar(item)}`];
  const [first = '{}', ...rest] = block(item, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...rest];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Words that are not taken for a number, a boolean, a date or the like by any version of YAML. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_./-]*(?:,[a-z0-9_-]+)*$/i;
/** A time with a unit, as in 0.025s. */
const TIME = /^\d+(?:\.\d+)?(?:ms|s)$/;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  // JSON's quotes are YAML's double quotes.
  return PLAIN.test(value) || TIME.test(value) ? value : JSON.stringify(value);
}
