// What the decoder answers, and what it takes.

import type { Verdict } from '../engine/outcome.js';
import type { HeadersInput } from './field-map.js';
import type { HeaderWarning } from './header-warning.js';

/**
 * `certain`: said by the response, or by the documentation of a sender who is known. `likely`: by names that others
 * share, or worked out. `guess`: by the size of a number.
 */
export type Confidence = 'certain' | 'likely' | 'guess';

/** One limit as a response tells it. Amounts are in the units of the limit: requests, tokens, points. */
export interface DecodedLimit {
  /** As in a plan (requests, tokens, inputTokens, requestsPerDay …), or as the server calls it. */
  readonly name: string;
  /** The allowance; null when not stated. 0 where a server says that nothing is allowed at all. */
  readonly limit: number | null;
  /** What is left of it for the next request, ≥ 0; null when not known, which is not 0. */
  readonly remaining: number | null;
  /** From the response on, whole ms rounded up, ≥ 0; null when not stated. What it means is in `resetMeans`. */
  readonly resetMs: number | null;
  /** When one more request may go, when the whole allowance is back, or when a window ends. */
  readonly resetMeans: 'next' | 'full' | 'window';
  /** The time that the allowance is for; null when neither stated nor documented. */
  readonly windowMs: number | null;
  readonly algorithm: 'bucket' | 'window' | 'unknown';
  /** The steps in which `remaining` and the reset are told: Anthropic rounds tokens to thousands, dates to seconds. */
  readonly resolution: { readonly amount: number; readonly resetMs: number };
  readonly confidence: Confidence;
}

/** What a response says: whether and when to call again, who refused, and what is left. */
export interface Decoded {
  /** ok; retry: again at `hintMs`; backoff: again, but no usable time was given; never: terminal; rejected: not as it is. */
  readonly verdict: Verdict;
  /**
   * How long the next request should wait, in whole ms rounded up; 0 when the server said now (beside a refusal that
   * says nothing); null when it said nothing usable. A response that was served may have one, too.
   */
  readonly hintMs: number | null;
  /** The same as an instant of the local clock, in epoch ms. */
  readonly retryAt: number | null;
  /** Where the hint stands: a field's name, `body` and a path, `message text`, `documented`; null without a hint. */
  readonly source: string | null;
  /** Who has to wait: whoever shares the bucket, or all calls of the account. */
  readonly scope: 'bucket' | 'account';
  /** The name of the limit that refused; null when none did or the response does not tell. */
  readonly refusedBy: string | null;
  /** One or two sentences: what was said, and what it means for this status. */
  readonly reason: string;
  readonly warnings: readonly HeaderWarning[];
  readonly limits: readonly DecodedLimit[];
  readonly dialect: { readonly id: string; readonly confidence: Confidence; readonly reason: string };
  /**
   * What the verdict rests on. `status`: the status alone, where a client's own list of statuses may say otherwise;
   * `server`: a field that says so outright; `dialect`: what this sender means by the response.
   */
  readonly verdictFrom: 'status' | 'server' | 'dialect';
  /** The server is overloaded: nothing was processed, but it is not the caller's quota. */
  readonly overload: boolean;
  /** The server says that it does not know whether the request was processed; absent where it says nothing of it. */
  readonly maybeDone?: true;
}

/** What cannot be read from the response itself, or should count in place of what it says. */
export interface DecodeOptions {
  /** The local wall clock when the response came, in epoch ms. */
  readonly nowMs: number;
  /** A dialect's id, or a name that maps onto one. Without it the dialect is detected. */
  readonly dialect?: string | undefined;
  /** Read `Retry-After` as RFC 9110 says, to the letter. */
  readonly strict?: boolean | undefined;
  /** Beats what the input says; 100–999. */
  readonly status?: number | null | undefined;
  /** Text or parsed JSON. Beats what the input says. */
  readonly body?: unknown;
}

/** A response in parts; fetch's `Response` is one (its body is not read: give that as an option). */
export interface ResponseParts {
  readonly status?: number | null | undefined;
  readonly headers: HeadersInput | readonly HarHeader[];
  readonly body?: unknown;
}

/** One header of a HAR file (HTTP Archive 1.2). */
export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** The part of a HAR response that is used (HTTP Archive 1.2). */
export interface HarResponse {
  readonly status: number;
  readonly headers: readonly HarHeader[];
  readonly content?: { readonly text?: string | undefined; readonly encoding?: string | undefined } | undefined;
}

/** The text that `curl -i` prints, a response in parts, an entry of a HAR file or the response in it, or a whole HAR file. */
export type DecodeInput =
  | string
  | ResponseParts
  | HarResponse
  | { readonly response: HarResponse | ResponseParts }
  | { readonly log: { readonly entries: readonly { readonly response: HarResponse }[] } };
