import { digitsOf } from '../grammar/digits.js';
import { formatJitter, type Jitter } from '../grammar/jitter.js';
import type { Field } from './field.js';
import { readField } from './read-field.js';

/**
 * A value of a field as text, in the form that a flag or link has and {@link readWritten} reads back to the same value.
 * Quotas have no such form, since a link gives each of them a parameter of its own.
 */
export function writeField(field: Field, value: unknown): string {
  if (value === null) return 'none';
  if (field.word !== undefined && value === field.word) return field.word;
  switch (field.kind) {
    case 'duration':
      return writeDuration(value as number);
    case 'integer':
    case 'number':
    case 'amount':
    case 'share':
      return digitsOf(value as number);
    case 'jitter':
      return formatJitter(value as Jitter);
    case 'durations':
      return (value as number[]).map(writeDuration).join(',');
    case 'statuses':
      return (value as unknown[]).join(',') || 'none';
    default:
      return String(value);
  }
}

/** Reads one value from text. `name` is what the field is called in the message. Throws `InputError`. */
export function readWritten(field: Field, text: string, name: string): unknown {
  switch (field.kind) {
    case 'durations':
      return readField(field, text.split(','), name);
    case 'statuses': {
      const entries = text === 'none' ? [] : text.split(',');
      return readField(
        field,
        entries.map((entry) => (/^\d+$/.test(entry) ? Number(entry) : entry)),
        name,
      );
    }
    default:
      return readField(field, text, name);
  }
}

const UNITS: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
];

/** The shortest exact duration of one unit: 32s, 10m, 250ms. */
export function writeDuration(ms: number): string {
  const unit = ms === 0 ? undefined : UNITS.find(([size]) => ms % size === 0);
  return unit === undefined ? `${digitsOf(ms)}ms` : `${ms / unit[0]}${unit[1]}`;
}
