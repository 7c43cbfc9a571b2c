import { InputError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import type { LimiterSpec } from './create-limiter.js';
import { ZONES } from './daily-reset.js';

/** Every kind there is. */
export const LIMITER_KINDS: readonly LimiterSpec['kind'][] = [
  'token-bucket',
  'gcra',
  'leaky-bucket',
  'fixed-window',
  'sliding-log',
  'sliding-counter',
  'sub-windows',
  'concurrency',
  'cpu-time',
];

/** Throws {@link InputError} unless the figures make a limiter. `field` is what it is called in the message. */
export function checkLimiter(spec: LimiterSpec, field: string): void {
  if (!LIMITER_KINDS.includes(spec.kind)) {
    const close = nearest(String(spec.kind), LIMITER_KINDS);
    const hint = close === null ? {} : { hint: `did you mean ${close}?` };
    throw new InputError({ field: `${field}.kind`, value: spec.kind, allowed: LIMITER_KINDS.join(', '), ...hint });
  }
  checkAmount(spec.amount, `${field}.amount`);
  if (spec.kind === 'concurrency') return;
  checkWindow(spec.windowMs, `${field}.windowMs`);
  checkRate(spec.amount, spec.windowMs, `${field}.amount`);
  if ('burst' in spec && spec.burst !== undefined) checkAmount(spec.burst, `${field}.burst`);
  if (spec.kind === 'leaky-bucket') checkAmount(spec.size, `${field}.size`);
  if (spec.kind === 'fixed-window') checkOpens(spec.opens, `${field}.opens`);
  if (spec.kind === 'sub-windows') checkParts(spec, `${field}.parts`);
}

/** As far as one more or less is told from rounding. */
const MOST = 1e11;

function checkAmount(value: unknown, field: string): void {
  if (typeof value === 'number' && value > 0 && value <= MOST) return;
  throw new InputError({ field, value, allowed: 'a number above 0, up to 1e11' });
}

function checkWindow(value: unknown, field: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST) return;
  throw new InputError({ field, value, allowed: 'whole milliseconds, from 1 to 1e11' });
}

/** One that comes in after years is told as an instant that no clock shows. */
function checkRate(amount: number, windowMs: number, field: string): void {
  if (windowMs / amount <= MOST) return;
  throw new InputError({ field, value: amount, allowed: 'enough for one in 1e11 ms, which is three years' });
}

function checkOpens(value: unknown, field: string): void {
  if (value === 'first-use' || value === 'creation' || value === 'wall-clock') return;
  if (typeof value !== 'object' || value === null) {
    throw new InputError({ field, value, allowed: 'first-use, creation, wall-clock, or { hour, zone }' });
  }
  const { hour, zone } = value as { hour?: unknown; zone?: unknown };
  if (!Number.isInteger(hour) || (hour as number) < 0 || (hour as number) > 23) {
    throw new InputError({ field: `${field}.hour`, value: hour, allowed: 'a whole hour from 0 to 23' });
  }
  if (!(ZONES as readonly unknown[]).includes(zone)) {
    throw new InputError({ field: `${field}.zone`, value: zone, allowed: ZONES.join(' or ') });
  }
}

function checkParts({ parts, windowMs }: { readonly parts: unknown; readonly windowMs: number }, field: string): void {
  if (Number.isInteger(parts) && (parts as number) >= 1 && windowMs % (parts as number) === 0) return;
  throw new InputError({ field, value: parts, allowed: `a whole number that divides ${windowMs} ms into whole ms` });
}
