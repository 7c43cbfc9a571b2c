// Which fields are worth keeping, and what each says about the sender.

import type { Dialect, FieldTest, LimitRow, Mark, MarkWeight, Signal } from '../dialects/dialect.js';
import { isSecret } from '../field-map.js';
import { COMMON_FIELDS, UNREMARKABLE_FIELDS } from './common-fields.js';

/** A mark of a dialect that was seen in a response. */
export interface SeenMark {
  readonly dialect: Dialect;
  readonly weight: MarkWeight;
  readonly test: FieldTest;
}

export interface FieldFacts {
  /** In lower case. */
  readonly name: string;
  readonly isKept: boolean;
  readonly marks: readonly SeenMark[];
}

export class FieldIndex {
  private readonly facts = new Map<string, FieldFacts>();
  private readonly prefixes: { readonly prefix: string; readonly mark: SeenMark }[] = [];

  constructor(dialects: readonly Dialect[]) {
    const marks = new Map<string, SeenMark[]>();
    for (const dialect of dialects) {
      for (const mark of dialect.marks) this.addMark(dialect, mark, marks);
      for (const name of fieldsOf(dialect)) if (!marks.has(name)) marks.set(name, []);
    }
    for (const name of COMMON_FIELDS) if (!marks.has(name)) marks.set(name, []);
    for (const name of UNREMARKABLE_FIELDS) this.facts.set(name, { name, isKept: false, marks: [] });
    for (const [name, seen] of marks) {
      const byPrefix = this.marksByPrefix(name).filter(({ dialect }) => seen.every((mark) => mark.dialect !== dialect));
      this.facts.set(name, { name, isKept: !isSecret(name), marks: [...seen, ...byPrefix] });
    }
  }

  /** What is known of a field, in whatever case it is written; undefined when it is of no interest. */
  look(name: string): FieldFacts | undefined {
    const known = this.facts.get(name);
    if (known !== undefined) return known.isKept ? known : undefined;
    const lowerCase = name.toLowerCase();
    if (lowerCase !== name) {
      const same = this.facts.get(lowerCase);
      if (same !== undefined) return same.isKept ? same : undefined;
    }
    // Families of names without an end, such as x-ratelimit-remaining-<anything>, cannot be listed.
    if (!lowerCase.includes('limit') && !lowerCase.includes('retry')) return undefined;
    return isSecret(lowerCase) || !PRINTABLE.test(lowerCase)
      ? undefined
      : { name: lowerCase, isKept: true, marks: this.marksByPrefix(lowerCase) };
  }

  private marksByPrefix(name: string): readonly SeenMark[] {
    const fitting = this.prefixes.filter(({ prefix }) => name.startsWith(prefix));
    return fitting.map(({ mark }) => ({ ...mark, test: { ...mark.test, name } }));
  }

  private addMark(dialect: Dialect, mark: Mark, marks: Map<string, SeenMark[]>): void {
    if (!('field' in mark)) return;
    const { name } = mark.field;
    const seen: SeenMark = { dialect, weight: mark.weight, test: mark.field };
    if (name.endsWith('*')) this.prefixes.push({ prefix: name.slice(0, -1), mark: seen });
    else {
      const known = marks.get(name);
      if (known === undefined) marks.set(name, [seen]);
      else known.push(seen);
    }
  }
}

/** What a field's name may consist of at most; anything else may be meant to steer the terminal that shows it. */
const PRINTABLE = /^[!-~]{1,200}$/;

/** Every field that a dialect names outside its marks. */
function fieldsOf(dialect: Dialect): string[] {
  const names: string[] = [...(dialect.fields ?? [])];
  for (const row of dialect.limits ?? []) names.push(...fieldsOfRow(row));
  for (const { when } of dialect.signals ?? []) names.push(...conditionFields(when));
  for (const naming of dialect.refusedBy ?? []) {
    if ('field' in naming) names.push(naming.field);
    else if ('when' in naming) names.push(...conditionFields(naming.when));
  }
  if (dialect.bucket?.field !== undefined) names.push(dialect.bucket.field);
  return names;
}

/** Every field that a row names. */
export function fieldsOfRow({
  limit = [],
  remaining = [],
  used = [],
  resets = [],
  window,
  nameField,
}: LimitRow): string[] {
  const names = [...limit, ...remaining, ...used, ...resets.map(({ field }) => field)];
  if (typeof window === 'object' && window !== null) names.push(window.field);
  if (nameField !== undefined) names.push(nameField);
  return names;
}

function conditionFields(when: Signal['when']): string[] {
  return [when].flat().flatMap(({ field }) => (field === undefined ? [] : [field.name]));
}
