import type { Jitter } from '../grammar/jitter.js';
import type { Field } from './fields.js';
import { readField } from './read-field.js';

/**
 * A value of a field as text, in the form that a flag or link has and {@link readWritten} reads back to the same value.
 * Quotas have no such form, since a link gives each of them a parameter of its own.
 */
export function writeField(field: Field, value: unknown): string {
  if (value === null) return 'none';
  switch (field.kind) {
    case 'duration':
    case 'duration-or-auto':
      return typeof value === 'number' ? writeDuration(value) : String(value);
    case 'integer':
    case 'number':
    case 'amount':
    case 'share':
      return writeNumber(value as number);
    case 'jitter':
      return writeJitter(value as Jitter);
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
  return unit === undefined ? `${writeNumber(ms)}ms` : `${ms / unit[0]}${unit[1]}`;
}

/** The exact decimal digits of a number ≥ 0. Our grammar has no exponents, so 1e-7 is written out. */
export function writeNumber(value: number): string {
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const digits = `${match[1]}${match[2] ?? ''}`;
  const exponent = Number(match[3]);
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  return digits.padEnd(exponent + 1, '0');
}

function writeJitter(jitter: Jitter): string {
  return typeof jitter === 'string' ? jitter : `${writeNumber(jitter.low)}..${writeNumber(jitter.high)}`;
}
