// Reading a group of fields from plain data: each by its reader, unknown keys refused, every issue at once.

import { valueOrIssues } from '../../core/collect-issues.js';
import { InputError, type InputIssue, PolicyError } from '../../core/errors.js';
import type { FieldKind } from '../../core/policy/field.js';
import { isPlain, type Plain } from '../../core/policy/paths.js';
import { readField } from '../../core/policy/read-field.js';
import { unknownKey } from '../../core/policy/read-quotas.js';

/** Reads one value, or throws {@link InputError} or {@link PolicyError} that names it. */
export type Reader = (value: unknown, name: string) => unknown;

export interface Entry {
  readonly read: Reader;
  /** Undefined: it must be given. */
  readonly otherwise?: unknown;
}

export type Shape = Readonly<Record<string, Entry>>;

/** A field of a kind that policies have, too. */
export function field(
  kind: FieldKind,
  otherwise?: unknown,
  range: { min?: number; max?: number; choices?: readonly string[]; nullable?: boolean } = {},
): Entry {
  const row = { path: '', kind, default: undefined, about: '', ...range };
  return { read: (value, name) => readField(row, value, name), otherwise };
}

/** A group within a group; what is left out of it has its own defaults. */
export function group(shape: Shape, otherwise?: unknown): Entry {
  return { read: (value, name) => readShape(shape, value, name), otherwise };
}

/** A group whose other fields depend on its `kind`. */
export function variants(shapes: Readonly<Record<string, Shape>>, otherwise?: unknown): Entry {
  const kinds = Object.keys(shapes);
  const choice = field('choice', undefined, { choices: kinds });
  return {
    otherwise,
    read: (value, name) => {
      if (!isPlain(value))
        throw new InputError({ field: name, value, allowed: `an object with a kind: ${kinds.join(', ')}` });
      const kind = choice.read(value.kind, `${name}.kind`) as string;
      return readShape({ kind: choice, ...shapes[kind] }, value, name);
    },
  };
}

/** A list of up to `most` values. */
export function list(read: Reader, most: number, otherwise?: unknown): Entry {
  return {
    otherwise,
    read: (value, name) => {
      if (!Array.isArray(value) || value.length > most) {
        throw new InputError({ field: name, value, allowed: `a list of at most ${most}` });
      }
      return collect((issues) =>
        value.map((item, index) => valueOrIssues(issues, () => read(item, `${name}[${index}]`))),
      );
    },
  };
}

export function readShape(shape: Shape, value: unknown, name: string): Plain {
  const keys = Object.keys(shape);
  if (!isPlain(value)) throw new InputError({ field: name, value, allowed: `an object with ${keys.join(', ')}` });
  const pathOf = (key: string): string => (name === '' ? key : `${name}.${key}`);
  return collect((issues) => {
    for (const key of Object.keys(value)) {
      if (!keys.includes(key)) issues.push(unknownKey(pathOf(key), key, keys));
    }
    const found: Plain = {};
    for (const [key, { read, otherwise }] of Object.entries(shape)) {
      const given = value[key];
      found[key] =
        given === undefined && otherwise !== undefined
          ? otherwise
          : valueOrIssues(issues, () => read(given, pathOf(key)));
    }
    return found;
  });
}

/** Runs a reading that notes its issues, and throws them together. */
export function collect<T>(read: (issues: InputIssue[]) => T): T {
  const issues: InputIssue[] = [];
  const found = read(issues);
  if (issues.length > 0) throw new PolicyError(issues);
  return found;
}
