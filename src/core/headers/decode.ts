// decode: any response, one answer. Most people want the function; a Decoder of their own dialects is for tests and
// for programs that talk to one server only.

import { InputError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { BodyView } from './body/body-view.js';
import type { Confidence, Decoded, DecodedLimit, DecodeInput, DecodeOptions } from './decoded.js';
import { DIALECTS } from './dialects/all.js';
import { type Detected, detect } from './dialects/detect.js';
import type { Dialect } from './dialects/dialect.js';
import { unknown } from './dialects/unknown.js';
import { readNestedHeaders } from './encodings/json-values.js';
import { NO_WARNINGS } from './header-warning.js';
import { readGenericLimits } from './limits/generic-limits.js';
import type { LimitReading } from './limits/limit-reading.js';
import { readLimit } from './limits/read-limit.js';
import { FieldIndex } from './response/field-index.js';
import { type ReadParts, readParts } from './response/response-input.js';
import { ResponseView } from './response/response-view.js';
import { answerFor } from './verdict/answer.js';

/**
 * What a response says: whether and when to try again, who refused, and what it tells of its limits. Never throws on
 * any header or body; throws {@link InputError} for input of no known shape or too long, a status that is none, and an
 * unknown dialect.
 */
export function decode(input: DecodeInput, options: DecodeOptions): Decoded {
  return standardDecoder().decode(input, options);
}

/** The decoder of all dialects, made at the first use, so that an import costs nothing. */
export function standardDecoder(): Decoder {
  standard ??= new Decoder(DIALECTS);
  return standard;
}

let standard: Decoder | null = null;

/** What was read of a response before anything was concluded from it. */
export interface Read {
  readonly view: ResponseView;
  readonly detected: Detected;
  readonly readings: readonly LimitReading[];
}

export class Decoder {
  private readonly dialects: readonly Dialect[];
  private readonly index: FieldIndex;

  constructor(dialects: readonly Dialect[]) {
    this.dialects = dialects;
    this.index = new FieldIndex(dialects);
  }

  decode(input: DecodeInput, options: DecodeOptions): Decoded {
    const parts = readParts(input, options);
    const view = this.look(parts, options);
    if (isUnremarkable(view, parts, options)) return view.status < 300 ? SERVED : REDIRECTED;
    const { detected, readings } = this.read(view, parts, options);
    return answerFor(view, detected, readings);
  }

  /** Sender and limits alone, without a verdict. Throws as `decode` does. */
  readLimits(input: DecodeInput, options: DecodeOptions): Read {
    const parts = readParts(input, options);
    return this.read(this.look(parts, options), parts, options);
  }

  private look(parts: ReadParts, { nowMs, strict }: DecodeOptions): ResponseView {
    if (!(Math.abs(nowMs) <= LATEST_INSTANT)) {
      throw new InputError({ field: 'nowMs', value: nowMs, allowed: 'an instant in epoch milliseconds' });
    }
    const view = new ResponseView(parts.status, nowMs, strict === true);
    view.addFields(parts.headers, this.index);
    return view;
  }

  private read(view: ResponseView, parts: ReadParts, { dialect }: DecodeOptions): Read {
    for (const { code, message } of parts.warnings) view.warn(code, message);
    if (!view.isStatusKnown) view.warn('status-assumed', 'no status was given; read as a refusal (429)');
    if (parts.body !== undefined && parts.body !== null) this.addBody(view, parts.body);
    const detected = dialect === undefined ? detect(view, this.dialects) : this.chosen(dialect);
    return { view, detected, readings: readLimits(view, detected.dialect, detected.confidence) };
  }

  /** The dialect of an id or of a name that maps onto one. Throws {@link InputError} when there is none. */
  dialectOf(name: string): Dialect {
    const wanted = name.toLowerCase();
    const found = [...this.dialects, unknown].find((dialect) => isNamed(dialect, wanted));
    if (found !== undefined) return found;
    const near = nearest(
      name,
      this.dialects.map(({ id }) => id),
    );
    const hint = near === null ? {} : { hint: `did you mean ${near}?` };
    throw new InputError({ field: 'dialect', value: name, allowed: 'the id of a known one', ...hint });
  }

  private chosen(name: string): Detected {
    return { dialect: this.dialectOf(name), confidence: 'certain', reason: 'asked for' };
  }

  private addBody(view: ResponseView, body: unknown): void {
    view.body = new BodyView(body);
    for (const root of view.body.roots) {
      const headers = readNestedHeaders(root);
      if (headers !== null)
        view.addFields(
          headers.filter(([name]) => !view.fields.has(name.toLowerCase())),
          this.index,
        );
    }
  }
}

/** As far as `Date` reaches. */
const LATEST_INSTANT = 8.64e15;

function isUnremarkable(view: ResponseView, parts: ReadParts, { dialect }: DecodeOptions): boolean {
  if (view.status >= 400 || view.fields.size > 0 || dialect !== undefined || parts.warnings.length > 0) return false;
  return typeof parts.body !== 'string' && (typeof parts.body !== 'object' || parts.body === null);
}

/** The answer to nearly every response of nearly every server, shared by all of them. */
const SERVED: Decoded = Object.freeze({
  verdict: 'ok',
  hintMs: null,
  retryAt: null,
  source: null,
  scope: 'bucket',
  refusedBy: null,
  reason: 'Served; the response says nothing of limits.',
  warnings: NO_WARNINGS,
  limits: Object.freeze([]) as readonly DecodedLimit[],
  dialect: Object.freeze({ id: unknown.id, confidence: 'guess', reason: 'no field or body tells who sent it' }),
  verdictFrom: 'status',
  overload: false,
});
const REDIRECTED: Decoded = Object.freeze({ ...SERVED, reason: 'Redirected; the response says nothing of limits.' });

function isNamed({ id, aliases = [] }: Dialect, wanted: string): boolean {
  return (
    id === wanted ||
    aliases.some((alias) => (alias.endsWith('*') ? wanted.startsWith(alias.slice(0, -1)) : wanted === alias))
  );
}

/** The limits by the dialect's rows; by the names alone where it has none that fit. */
function readLimits(view: ResponseView, dialect: Dialect, trust: Confidence): readonly LimitReading[] {
  if (view.fields.size === 0 && dialect.readLimits === undefined) return [];
  const warningsBefore = view.warnings.length;
  const readings: LimitReading[] = dialect.readLimits === undefined ? [] : [...dialect.readLimits(view)];
  for (const row of dialect.limits ?? []) {
    const reading = readLimit(row, dialect, view, trust);
    if (reading !== null) readings.push(reading);
  }
  const isUntouched = readings.length === 0 && view.warnings.length === warningsBefore;
  return isUntouched ? readGenericLimits(view) : readings;
}
