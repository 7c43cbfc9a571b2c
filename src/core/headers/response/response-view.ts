// A response as the decoder looks at it: the fields that matter, the body, the instant that waits are counted from, and
// the warnings noted so far.

import { type BodyView, NO_BODY } from '../body/body-view.js';
import type { ValueContext } from '../encodings/encoding.js';
import { type FieldInput, type HeadersInput, visitFields } from '../field-map.js';
import { type HeaderWarning, type HeaderWarningCode, NO_WARNINGS } from '../header-warning.js';
import { parseHttpDate } from '../http-date.js';
import { trimOws } from '../trim-ows.js';
import { DATE } from './common-fields.js';
import { type FieldLayout, NO_FIELDS } from './field-layout.js';
import type { FieldPath, FieldPaths } from './field-path.js';

export type FieldValue = string | readonly string[];

export class ResponseView implements ValueContext {
  /** The status; 429 where none was given. */
  readonly status: number;
  readonly isStatusKnown: boolean;
  readonly nowMs: number;
  readonly strict: boolean;
  body: BodyView = NO_BODY;
  warnings: readonly HeaderWarning[] = NO_WARNINGS;
  /** The field that was looked at last. */
  place = '';
  /** The names of the fields, and the values of those that somebody reads. */
  private path: FieldPath | null = null;
  private readonly values: FieldValue[] = [];
  private date: FieldValue | null = null;
  private reference = Number.NaN;

  constructor(status: number | null, nowMs: number, strict: boolean) {
    this.status = status ?? 429;
    this.isStatusKnown = status !== null;
    this.nowMs = nowMs;
    this.strict = strict;
  }

  /** Takes up the fields of the response. A field that is there already gets the values added. */
  addFields(headers: HeadersInput, paths: FieldPaths): void {
    this.path ??= paths.start;
    visitFields(headers, (name, input) => this.addField(name, input));
  }

  /** Which fields there are, without those that nobody reads and without `Date`. */
  get layout(): FieldLayout {
    return this.path === null ? NO_FIELDS : this.path.layout;
  }

  /** The value of a field as it came, by its name in lower case; its values when it came several times. */
  value(name: string): FieldValue | undefined {
    const place = this.layout.placeOf(name);
    if (place === undefined) return undefined;
    return typeof place === 'number' ? this.values[place] : place.flatMap((each) => this.values[each] ?? []);
  }

  /** The value of a field, its lines joined as HTTP allows, without surrounding whitespace; null when it is absent. */
  text(name: string): string | null {
    const value = this.value(name);
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

  private addField(name: string, input: FieldInput): void {
    const value = typeof input === 'string' ? input : textOf(input);
    if (value === null) return;
    const path = (this.path as FieldPath).after(name);
    if (path === null) return;
    this.path = path;
    if (path.facts === undefined) return;
    if (path.facts.name === DATE) this.date ??= value;
    else this.values.push(value);
  }
}

/** The text of a value that came as something else; null when there is none. */
function textOf(input: FieldInput): FieldValue | null {
  if (typeof input === 'number') return String(input);
  if (!Array.isArray(input)) return null;
  const values = input.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
  return values.length > 1 ? values : (values[0] ?? null);
}
