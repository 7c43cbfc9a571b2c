// All that can be asked of an emulator. `read-options.ts` checks it.

import type { RuleBook, Scaling } from '../core/rulebooks/index.js';
import type { EmulatorClock } from './clock.js';

/** Whose rules an emulator follows, and what goes wrong besides. */
export interface EmulatorOptions extends EmulatorScript {
  /** A provider by its id, or a rule book of your own. */
  readonly rules: string | RuleBook;
  /** The platform's unless given. */
  readonly clock?: EmulatorClock | undefined;
}

/** What a file can say. Every field has a value that is used without it. All times in ms. */
export interface EmulatorScript extends Scaling {
  /** Of all that is random; 1 unless given. The same seed and the same requests give the same answers. */
  readonly seed?: number | undefined;
  /** Until an answer begins; 0 unless given. A pair is drawn from evenly. */
  readonly latencyMs?: Span | undefined;
  /** For each output token; 0 unless given. */
  readonly tokenMs?: number | undefined;
  /** Output tokens of an answer, as far as the request allows them; 20 to 200 unless given. */
  readonly outputTokens?: Span | undefined;
  /** The share of the input that is read from a cache, where the provider tells; 0 unless given. */
  readonly cachedShare?: number | undefined;
  /** Answers that do not come from a limit. The first whose time has come is given. */
  readonly conditions?: readonly ConditionSwitch[] | undefined;
  readonly acceleration?: Acceleration | undefined;
  readonly hints?: Hints | undefined;
  readonly penalty?: Penalty | undefined;
  /** The share of every rate that other tenants take; 0 unless given. */
  readonly othersShare?: number | undefined;
  /** All whose time has come happen. */
  readonly faults?: readonly Fault[] | undefined;
  /** Exact answers to the first requests, in order, whatever they are; then the provider answers. */
  readonly answers?: readonly ExactAnswer[] | undefined;
  /** A request that comes within this time of a refusal was sent without knowing of it, and is not early; 0 unless given. */
  readonly flightMs?: number | undefined;
  /** The number of requests that are remembered; 10,000 unless given. */
  readonly logSize?: number | undefined;
}

/** A number, or the two ends between which it lies. */
export type Span = number | readonly [low: number, high: number];

/** When something happens: when all that is given holds. Always, if nothing is given. */
export interface When {
  /** The chance. */
  readonly share?: number | undefined;
  /** Each so-manieth of the requests for which the rest holds. */
  readonly every?: number | undefined;
  /** The numbers of requests; the first is 1. */
  readonly requests?: readonly number[] | undefined;
  /** Time since the start. */
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** How the path begins. */
  readonly path?: string | undefined;
}

/** A bad state of the provider, such as overload, and when it is on. */
export interface ConditionSwitch {
  /** The id of a condition of the rule book, or a kind, of which the first is meant. */
  readonly condition: string;
  readonly when?: When | undefined;
  /** The wait that is told, where the provider tells one; unless given, the provider's own if it has one (GitHub: a minute). */
  readonly waitMs?: number | undefined;
}

/** Refuses the traffic of a key that grows by more than a factor from one stretch of time to the next. */
export interface Acceleration {
  readonly windowMs: number;
  readonly factor: number;
  /** Requests that are always let in per stretch of time. */
  readonly floor: number;
}

/** A server that does not tell the truth about the wait. */
export interface Hints {
  /** The chance that nothing is told; 0 unless given. */
  readonly absentShare?: number | undefined;
  /** Times the true wait; 1 unless given. */
  readonly factor?: number | undefined;
  /** More than the true wait, 0 unless given; negative is less. */
  readonly addMs?: number | undefined;
  /** More for each refusal since a request of the same bucket was last let in; 0 unless given. */
  readonly addPerRefusalMs?: number | undefined;
  /** No more than this is told. */
  readonly maxMs?: number | undefined;
}

/** A request that comes before it was allowed makes the wait longer. */
export interface Penalty {
  /** Times the wait that was left; 1 unless given. */
  readonly factor?: number | undefined;
  /** And so much more; 0 unless given. */
  readonly addMs?: number | undefined;
  readonly maxMs: number;
}

/** What goes wrong with an answer on its way. */
export type FaultAction =
  /** The answer begins later. */
  | { readonly kind: 'latency'; readonly ms: Span }
  /** The connection breaks before the answer. */
  | { readonly kind: 'reset' }
  /** No answer ever comes. */
  | { readonly kind: 'hang' }
  /** The connection breaks within the body. */
  | { readonly kind: 'truncate'; readonly characters: number }
  /** The body comes in small pieces. */
  | { readonly kind: 'slow'; readonly characters: number; readonly pauseMs: number }
  /** Content-Length says so many bytes more than there are, or fewer if negative. */
  | { readonly kind: 'content-length'; readonly addBytes: number }
  /** The server's clock is ahead, or behind if negative: Date and every instant in the answer. */
  | { readonly kind: 'skew'; readonly ms: number }
  /** Headers that replace those of the same name; null takes one away, a list sends it more than once. */
  | { readonly kind: 'headers'; readonly set: Readonly<Record<string, string | readonly string[] | null>> }
  /** A stream dies after so many events: by a broken connection, by an early end, by silence, or with an event that says so. */
  | {
      readonly kind: 'cut-stream';
      readonly events: number;
      readonly by: 'reset' | 'end' | 'hang' | 'error';
    };

/** What goes wrong, when, and with which answers. */
export type Fault = FaultAction & {
  readonly when?: When | undefined;
  /** Only answers of this kind; all unless given. */
  readonly on?: 'served' | 'refused' | undefined;
};

/** One answer, given exactly: nothing is added but Date and Content-Length, and Content-Type for a JSON body. */
export interface ExactAnswer {
  /** 200 unless given. */
  readonly status?: number | undefined;
  /** A list sends a name more than once; null keeps Date or another from being added. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly latencyMs?: number | undefined;
  readonly fault?: FaultAction | undefined;
  /** True lets the provider answer this request. */
  readonly normal?: boolean | undefined;
}
