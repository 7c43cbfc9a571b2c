// Reads the keys of one object of a config, and knows which of them were not asked for.

import { InputError } from '../../core/errors.js';
import { isPlain, type Plain } from '../../core/policy/paths.js';
import { nearest } from '../../core/text/nearest.js';
import { printable } from '../../core/text/printable.js';
import { isCode } from './code.js';
import { type Loss, passedOver } from './loss.js';

/** Bounds of a number, both allowed. */
export interface Bounds {
  readonly min: number;
  readonly max?: number;
}

const NO_COUNTERPART = 'it has no counterpart in a policy';

/** The keys of one object. A key may have several spellings; giving two of them is refused. */
export class Fields {
  readonly where: string;
  readonly #values: Plain;
  readonly #known = new Set<string>();

  /** `where` is what messages call the object. Throws {@link InputError} when it is none. */
  constructor(value: unknown, where: string) {
    if (!isPlain(value)) throw new InputError({ field: where, value, allowed: 'an object' });
    this.where = where;
    this.#values = value;
  }

  /** The value under one of these names, or undefined. A null counts as left out, as it does in YAML. */
  value(...names: readonly string[]): unknown {
    for (const name of names) this.#known.add(name);
    const given = names.filter((name) => Object.hasOwn(this.#values, name) && this.#values[name] !== null);
    if (given.length > 1) {
      const allowed = `one of ${given.join(' and ')}, which are two spellings of the same`;
      throw new InputError({ field: this.path(given[1] as string), value: this.#values[given[1] as string], allowed });
    }
    return given[0] === undefined ? undefined : this.#values[given[0]];
  }

  whole(names: readonly string[], { min, max }: Bounds): number | undefined {
    const number = this.number(names, { min, ...(max === undefined ? {} : { max }) });
    if (number === undefined || Number.isInteger(number)) return number;
    return this.refuse(names, `a whole number ${range(min, max)}`);
  }

  number(names: readonly string[], { min, max }: Bounds): number | undefined {
    const value = this.value(...names);
    if (value === undefined) return undefined;
    // Protocol buffers write 64-bit numbers as text, people quote numbers in YAML, and JavaScript has 30_000.
    const isNumeral = typeof value === 'string' && /^-?\d+(?:_\d+)*(?:\.\d+)?$/.test(value);
    const number = isNumeral ? Number(value.replaceAll('_', '')) : value;
    if (typeof number === 'number' && Number.isFinite(number) && number >= min && number <= (max ?? Infinity))
      return number;
    return this.refuse(names, `a number ${range(min, max)}`);
  }

  boolean(names: readonly string[]): boolean | undefined {
    const value = this.value(...names);
    if (value === undefined || typeof value === 'boolean') return value;
    return value === 'true' || value === 'false' ? value === 'true' : this.refuse(names, 'true or false');
  }

  text(names: readonly string[]): string | undefined {
    const value = this.value(...names);
    return value === undefined || typeof value === 'string' ? value : this.refuse(names, 'a text');
  }

  /** The text or the texts under a key. */
  texts(names: readonly string[]): readonly string[] | undefined {
    const value = this.value(...names);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
    return this.refuse(names, 'a list of texts');
  }

  fields(...names: readonly string[]): Fields | undefined {
    const value = this.value(...names);
    return value === undefined ? undefined : new Fields(value, this.path(this.#given(names)));
  }

  /** A value read by a function of ours. */
  read<T>(names: readonly string[], parse: (value: unknown, field: string) => T): T | undefined {
    const value = this.value(...names);
    return value === undefined ? undefined : parse(value, this.path(this.#given(names)));
  }

  /** Those of these keys that are there: the system knows them, and a policy cannot say them. Asked for before `rest`. */
  withoutCounterpart(...names: readonly string[]): Loss[] {
    return names.flatMap((name) => (this.value(name) === undefined ? [] : this.#passedOver(name, NO_COUNTERPART)));
  }

  /** What was never asked for; `about` are keys that may stand there for other reasons, and are not even told. */
  rest(about: readonly string[] = []): Loss[] {
    const unknown = Object.keys(this.#values).filter((key) => !this.#known.has(key) && !about.includes(key));
    return unknown.map((key) => {
      const close = nearest(key, [...this.#known]);
      return this.#passedOver(key, close === null ? NO_COUNTERPART : `no such key is known; did you mean ${close}`);
    });
  }

  #passedOver(key: string, why: string): Loss {
    return passedOver(printable(this.path(key), 160), shortly(this.#values[key]), why);
  }

  path(key: string): string {
    return this.where === '' ? key : `${this.where}.${key}`;
  }

  refuse(names: readonly string[], allowed: string): never {
    const name = this.#given(names);
    const value = this.#values[name];
    throw new InputError({ field: this.path(name), value: isCode(value) ? value.code : value, allowed });
  }

  #given(names: readonly string[]): string {
    return names.find((name) => Object.hasOwn(this.#values, name)) ?? (names[0] as string);
  }
}

/** A value as it stands in a list of losses. */
function shortly(value: unknown): string {
  if (Array.isArray(value)) return 'has a list';
  return typeof value === 'object' && value !== null ? 'has an object' : `has ${printable(String(value))}`;
}

function range(min: number, max: number | undefined): string {
  return max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
}
