// The decoder of a set of dialects, for responses in parts. Programs that talk to few servers load only what these need;
// `decode` has all dialects and takes text and HAR files as well.

import { InputError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { BodyView } from './body/body-view.js';
import type { Confidence, Decoded, DecodedLimit, DecodeOptions } from './decoded.js';
import { type Detected, detect } from './dialects/detect.js';
import type { Dialect } from './dialects/dialect.js';
import { unknown } from './dialects/unknown.js';
import { readNestedHeaders } from './encodings/json-values.js';
import type { HeadersInput } from './field-map.js';
import { type HeaderWarning, NO_WARNINGS } from './header-warning.js';
import { readGenericLimits } from './limits/generic-limits.js';
import type { LimitReading } from './limits/limit-reading.js';
import { readLimit } from './limits/read-limit.js';
import { BodyIndex } from './response/body-index.js';
import { FieldIndex } from './response/field-index.js';
import { FieldPaths } from './response/field-path.js';
import { ResponseView } from './response/response-view.js';
import { answerFor } from './verdict/answer.js';

/** A response in parts, with what was odd about how they came. */
export interface Parts {
  /** 100–999; null when not stated. */
  readonly status: number | null;
  readonly headers: HeadersInput;
  /** Text or parsed JSON. */
  readonly body?: unknown;
  readonly warnings?: readonly HeaderWarning[];
}

/** What {@link Decoder.decode} needs beside the response. */
export type DecoderOptions = Pick<DecodeOptions, 'nowMs' | 'dialect' | 'strict'>;

/** What was read of a response before anything was concluded from it. */
export interface Read {
  readonly view: ResponseView;
  readonly detected: Detected;
  readonly readings: readonly LimitReading[];
}

/** Reads responses in the ways of the dialects that it is given. {@link standardDecoder} has all of ours. */
export class Decoder {
  private readonly dialects: readonly Dialect[];
  private readonly paths: FieldPaths;
  private readonly bodyIndex: BodyIndex;

  constructor(dialects: readonly Dialect[]) {
    this.dialects = dialects;
    this.paths = new FieldPaths(new FieldIndex(dialects));
    this.bodyIndex = new BodyIndex(dialects);
  }

  /** Throws {@link InputError} for a clock that is none and for an unknown dialect, and never for what a server sent. */
  decode(parts: Parts, options: DecoderOptions): Decoded {
    const view = this.look(parts, options);
    if (isUnremarkable(view, parts, options)) return view.status < 300 ? SERVED : REDIRECTED;
    const { detected, readings } = this.read(view, parts, options);
    return answerFor(view, detected, readings);
  }

  /** Sender and limits alone, without a verdict. Throws as `decode` does. */
  readLimits(parts: Parts, options: DecoderOptions): Read {
    return this.read(this.look(parts, options), parts, options);
  }

  private look(parts: Parts, { nowMs, strict }: DecoderOptions): ResponseView {
    if (!(Math.abs(nowMs) <= LATEST_INSTANT)) {
      throw new InputError({ field: 'nowMs', value: nowMs, allowed: 'an instant in epoch milliseconds' });
    }
    const view = new ResponseView(parts.status, nowMs, strict === true);
    view.addFields(parts.headers, this.paths);
    return view;
  }

  private read(view: ResponseView, parts: Parts, { dialect }: DecoderOptions): Read {
    for (const { code, message } of parts.warnings ?? NO_WARNINGS) view.warn(code, message);
    if (!view.isStatusKnown) view.warn('status-assumed', 'no status was given; read as a refusal (429)');
    if (parts.body !== undefined && parts.body !== null) this.addBody(view, parts.body);
    const detected = dialect === undefined ? detect(view, this.dialects, this.bodyIndex) : this.chosen(dialect);
    return { view, detected, readings: readLimits(view, detected.dialect, detected.confidence) };
  }

  /** The dialect of an id or of a name that maps onto one. Throws {@link InputError} when there is none. */
  dialectOf(name: string): Dialect {
    const wanted = name.toLowerCase();
    const found = [...this.dialects, unknown].find((dialect) => isNamed(dialect, wanted));
    if (found !== undefined) return found;
    const ids = this.dialects.map(({ id }) => id);
    const near = nearest(name, [...ids, ...this.dialects.flatMap(({ aliases = [] }) => aliases)]);
    const hint = near === null ? {} : { hint: `did you mean ${near}?` };
    throw new InputError({ field: 'dialect', value: name, allowed: `one of ${ids.join(', ')}`, ...hint });
  }

  private chosen(name: string): Detected {
    return { dialect: this.dialectOf(name), confidence: 'certain', reason: 'asked for' };
  }

  private addBody(view: ResponseView, body: unknown): void {
    view.body = new BodyView(body);
    if (view.body.isTooLong) view.warn('unread-body', TOO_LONG_BODY);
    for (const root of view.body.roots) {
      // What stands in the head of the response counts more than its copy in the body.
      const copies = readNestedHeaders(root)?.filter(([name]) => view.value(name.toLowerCase()) === undefined) ?? [];
      if (copies.length > 0) view.addFields(copies, this.paths);
    }
  }
}

const TOO_LONG_BODY =
  'the body is longer than 65,536 characters and was not read; what it says of limits and waits is not known';

/** As far as `Date` reaches. */
const LATEST_INSTANT = 8.64e15;

function isUnremarkable(view: ResponseView, parts: Parts, { dialect }: DecoderOptions): boolean {
  if (view.status >= 400 || view.layout.names.length > 0 || dialect !== undefined) return false;
  if (parts.warnings !== undefined && parts.warnings.length > 0) return false;
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
  const { layout } = view;
  if (layout.names.length === 0 && dialect.readLimits === undefined) return [];
  const warningsBefore = view.warnings.length;
  const readings: LimitReading[] = dialect.readLimits === undefined ? [] : [...dialect.readLimits(view)];
  for (const row of dialect.limits === undefined ? [] : layout.rowsAmong(dialect.limits)) {
    const reading = readLimit(row, dialect, view, trust);
    if (reading !== null) readings.push(reading);
  }
  const isUntouched = readings.length === 0 && view.warnings.length === warningsBefore;
  return isUntouched ? readGenericLimits(view) : readings;
}
