// A response as the decoder looks at it: the fields that matter, the body, the instant that waits are counted from, and
// the warnings noted so far.

import { type BodyView, NO_BODY } from '../body/body-view.js';
import type { ValueContext } from '../encodings/encoding.js';
import { type FieldInput, type HeadersInput, visitFields } from '../field-map.js';
import { type HeaderWarning, type HeaderWarningCode, NO_WARNINGS } from '../header-warning.js';
import { parseHttpDate } from '../http-date.js';
import { trimOws } from '../trim-ows.js';
import { DATE } from './common-fields.js';
import type { FieldIndex, SeenMark } from './field-index.js';

export type FieldValue = string | readonly string[];

const NO_FIELDS: ReadonlyMap<string, FieldValue> = new Map();
const NO_MARKS: readonly SeenMark[] = Object.freeze([]);

export class ResponseView implements ValueContext {
  /** The status; 429 where none was given. */
  readonly status: number;
  readonly isStatusKnown: boolean;
  readonly nowMs: number;
  readonly strict: boolean;
  /** By lower-case name, without the fields that nobody reads. */
  fields: ReadonlyMap<string, FieldValue> = NO_FIELDS;
  marks: readonly SeenMark[] = NO_MARKS;
  body: BodyView = NO_BODY;
  warnings: readonly HeaderWarning[] = NO_WARNINGS;
  /** The field that was looked at last. */
  place = '';
  private date: FieldValue | null = null;
  private reference = Number.NaN;

  constructor(status: number | null, nowMs: number, strict: boolean) {
    this.status = status ?? 429;
    this.isStatusKnown = status !== null;
    this.nowMs = nowMs;
    this.strict = strict;
  }

  /** Takes up the fields of the response. A field that is there already gets the values added. */
  addFields(headers: HeadersInput, index: FieldIndex): void {
    visitFields(headers, (name, input) => this.addField(name, input, index));
  }

  /** The value of a field, its lines joined as HTTP allows, without surrounding whitespace; null when it is absent. */
  text(name: string): string | null {
    const value = this.fields.get(name);
    if (value === undefined) return null;
    this.place = name;
    return trimOws(typeof value === 'string' ? value : value.join(', '));
  }

  /** {@link text} of the first of several fields that is there. */
  firstText(names: readonly string[] | undefined): string | null {
    if (names !== undefined) {
      for (let i = 0; i < names.length; i++) {
        const text = this.text(names[i] as string);
        if (text !== null) return text;
      }
    }
    return null;
  }

  /** The response's `Date`, so that a local clock that is wrong changes nothing; the local clock without one. */
  get referenceMs(): number {
    if (Number.isNaN(this.reference)) this.reference = this.dateMs() ?? this.nowMs;
    return this.reference;
  }

  warn(code: HeaderWarningCode, message: string): void {
    if (this.warnings === NO_WARNINGS) this.warnings = [{ code, message }];
    else (this.warnings as HeaderWarning[]).push({ code, message });
  }

  private dateMs(): number | null {
    if (this.date === null) return null;
    const date = typeof this.date === 'string' ? this.date : (this.date[0] ?? '');
    const at = parseHttpDate(trimOws(date), this.nowMs);
    if (at === null) {
      const message = "the response's Date cannot be read, so instants are measured against the local clock";
      this.warn('unreadable-date', message);
    }
    return at;
  }

  private addField(name: string, input: FieldInput, index: FieldIndex): void {
    const facts = index.look(name);
    if (facts === undefined) return;
    const value = typeof input === 'string' ? input : textOf(input);
    if (value === null) return;
    if (facts.name === DATE) {
      this.date ??= value;
      return;
    }
    if (this.fields === NO_FIELDS) this.fields = new Map();
    const fields = this.fields as Map<string, FieldValue>;
    const earlier = fields.size === 0 ? undefined : fields.get(facts.name);
    if (earlier === undefined) fields.set(facts.name, value);
    else fields.set(facts.name, withMore(earlier, value));
    if (facts.marks.length === 0 || earlier !== undefined) return;
    if (this.marks === NO_MARKS) this.marks = [];
    for (let i = 0; i < facts.marks.length; i++) (this.marks as SeenMark[]).push(facts.marks[i] as SeenMark);
  }
}

/** Adds to the list itself, which is ours: a field that came ten thousand times must not be copied as often. */
function withMore(earlier: FieldValue, value: FieldValue): FieldValue {
  const all = typeof earlier === 'string' ? [earlier] : (earlier as string[]);
  if (typeof value === 'string') all.push(value);
  else for (const each of value) all.push(each);
  return all;
}

/** The text of a value that came as something else; null when there is none. */
function textOf(input: FieldInput): FieldValue | null {
  if (typeof input === 'number') return String(input);
  if (!Array.isArray(input)) return null;
  const values = input.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
  return values.length > 1 ? values : (values[0] ?? null);
}
