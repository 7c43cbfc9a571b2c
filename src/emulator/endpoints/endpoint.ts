// What an endpoint of a language model is: how it reads a request and writes an answer, whole or as a stream.

export const SSE = 'text/event-stream';

/** A request, as far as it decides what is answered and what it costs. */
export interface Call {
  readonly model: string;
  /** Characters of the prompt. */
  readonly characters: number;
  /** Every bound on the output that the request states. */
  readonly outputBounds: readonly number[];
  /** The content type of the stream that is asked for; null for an answer as a whole. */
  readonly streamType: typeof SSE | 'application/json' | null;
  /** A stream ends with the usage. */
  readonly tellsUsage: boolean;
}

/** What the model is taken to have made of it. */
export interface Made {
  /** Different for each request; letters, digits and underscores. */
  readonly id: string;
  readonly atMs: number;
  /** Without what was read from a cache. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** The output ends because the request allows no more. */
  readonly isCut: boolean;
}

/** What is sent at once of a stream, and the output tokens that were produced for it. */
export interface StreamEvent {
  readonly text: string;
  readonly tokens: number;
}

export interface Endpoint {
  readonly id: string;
  /** As its provider documents it, for people. */
  readonly path: string;
  matches(path: string): boolean;
  /** `body` is whatever JSON was sent. */
  read(path: string, query: string, body: Readonly<Record<string, unknown>>): Call;
  answer(call: Call, made: Made): unknown;
  events(call: Call, made: Made): readonly StreamEvent[];
  /** What a stream says that fails after so many events, as one more; null where the provider has nothing of the kind. */
  failure(call: Call, events: number): string | null;
}

/** `event` is left out where the provider names none. */
export function sse(data: unknown, event: string | null = null): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === null ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}
