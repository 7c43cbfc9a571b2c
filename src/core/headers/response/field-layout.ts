// What follows from the names of a response's fields, whatever their values are.

import type { Detected } from '../dialects/detect.js';
import type { LimitRow } from '../dialects/dialect.js';
import { CALLING_FIELDS } from './common-fields.js';
import { type FieldFacts, fieldsOfRow, type SeenMark } from './field-index.js';

export class FieldLayout {
  /** In lower case, each once, in the order in which they came first. */
  readonly names: readonly string[];
  /** What the names say about the sender. */
  readonly marks: readonly SeenMark[];
  /** Those of the marks that hold only for certain values. */
  readonly marksByValue: readonly SeenMark[];
  /** Whether there is a field that says, whoever sent it, when or whether to call again. */
  readonly hasCallingField: boolean;
  /** Who sends it, as long as none of {@link marksByValue} holds; null until that was asked for. */
  sender: Detected | null = null;
  private readonly places = new Map<string, number | number[]>();
  private askedRows: readonly LimitRow[] | null = null;
  private presentRows: readonly LimitRow[] = [];

  /** `fields`: those that are kept, in the order of their values. */
  constructor(fields: readonly FieldFacts[]) {
    const marks: SeenMark[] = [];
    fields.forEach((field, place) => {
      const earlier = this.places.get(field.name);
      if (earlier === undefined) {
        this.places.set(field.name, place);
        marks.push(...field.marks);
      } else if (typeof earlier === 'number') this.places.set(field.name, [earlier, place]);
      else earlier.push(place);
    });
    this.names = [...this.places.keys()];
    this.marks = marks;
    this.marksByValue = marks.filter(({ test }) => test.is !== undefined || test.has !== undefined);
    this.hasCallingField = CALLING_FIELDS.some((name) => this.places.has(name));
  }

  /** Where the value of a field stands; several places for one that came several times, undefined for one that did not. */
  placeOf(name: string): number | readonly number[] | undefined {
    return this.places.get(name);
  }

  /** Those of a dialect's rows of which any field is there. */
  rowsAmong(rows: readonly LimitRow[]): readonly LimitRow[] {
    if (rows !== this.askedRows) {
      this.askedRows = rows;
      this.presentRows = rows.filter((row) => fieldsOfRow(row).some((name) => this.places.has(name)));
    }
    return this.presentRows;
  }
}

export const NO_FIELDS = new FieldLayout([]);
