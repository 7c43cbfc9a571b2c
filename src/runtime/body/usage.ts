// What a call really used, from the response: the total of a document, or the last word of a stream.

import { valuesAt } from '../../core/headers/body/body-path.js';
import type { Cost, Dialect } from '../../core/headers/dialects/dialect.js';
import { EventReader, type ServerSentEvent } from './server-sent-events.js';

export type Usage = Readonly<Record<string, number>>;

/** Longer documents are not parsed for their usage: it would cost more than it tells. */
const LONGEST_DOCUMENT = 1_048_576;

/** Whether a dialect says where responses tell what was used. */
export function tellsUsage(dialect: Dialect | null): dialect is Dialect & { readonly costs: readonly Cost[] } {
  return dialect?.costs !== undefined && dialect.costs.length > 0;
}

/** What a document tells of usage, by the name of the limit; null when nothing. */
export function usageOf(dialect: Dialect, document: unknown): Usage | null {
  // A stream that was read as one document is a list, of which the last element has the last word.
  const root = Array.isArray(document) ? document.at(-1) : document;
  const used: Record<string, number> = {};
  for (const { limit, usageAt } of dialect.costs ?? []) {
    for (const path of usageAt) {
      for (const value of valuesAt(root, path)) {
        if (isAmount(value)) used[limit] = (used[limit] ?? 0) + value;
      }
    }
  }
  return Object.keys(used).length > 0 ? used : null;
}

/** Reads the usage of a body while it is read by somebody else. */
export class UsageReader {
  /** An error that the server sent inside the stream, in place of the rest. */
  interruption: unknown;
  private readonly dialect: Dialect;
  private readonly events: EventReader | null;
  /** The last reading at each place; places of one limit are added up. */
  private readonly last = new Map<string, { readonly limit: string; readonly amount: number }>();
  private document: Usage | null = null;
  private chunks: Uint8Array[] | null = [];
  private bytes = 0;

  constructor(dialect: Dialect, isEventStream: boolean) {
    this.dialect = dialect;
    this.events = isEventStream ? new EventReader() : null;
  }

  /** The body as a value: parsed JSON, or its text. */
  whole(value: unknown): void {
    const text = typeof value === 'string' ? value : null;
    if (text === null) this.document = usageOf(this.dialect, value);
    else if (this.events !== null) this.chunk(new TextEncoder().encode(text));
    else if (text.length <= LONGEST_DOCUMENT) this.document = usageOf(this.dialect, parse(text));
  }

  chunk(bytes: Uint8Array): void {
    if (this.events !== null) {
      for (const event of this.events.push(bytes)) this.event(event);
    } else if (this.chunks !== null) {
      this.bytes += bytes.byteLength;
      // A copy, since the reader of a byte stream takes the buffer away.
      if (this.bytes <= LONGEST_DOCUMENT) this.chunks.push(bytes.slice());
      else this.chunks = null;
    }
  }

  /** The end of the body, or of what is wanted of it. Null when it told nothing. */
  used(): Usage | null {
    if (this.events === null && this.document === null && this.chunks !== null && this.bytes > 0) {
      this.document = usageOf(this.dialect, parse(textOf(this.chunks)));
    }
    this.chunks = null;
    if (this.last.size === 0) return this.document;
    const used: Record<string, number> = {};
    for (const { limit, amount } of this.last.values()) used[limit] = (used[limit] ?? 0) + amount;
    return used;
  }

  private event({ name, data }: ServerSentEvent): void {
    // A look at the text first: nearly all events of a stream are parts of the answer.
    const hasError = name === 'error' || data.includes('"error"');
    if (!hasError && !data.includes('"usage')) return;
    const value = parse(data);
    if (hasError && isErrorEvent(name, value)) this.interruption ??= value;
    const type = (value as { type?: unknown } | undefined)?.type ?? '';
    for (const { limit, streamUsageAt = [] } of this.dialect.costs ?? []) {
      for (const { event, at } of streamUsageAt) {
        if (event !== type) continue;
        for (const amount of valuesAt(value, at)) {
          if (isAmount(amount)) this.last.set(`${limit} ${event} ${at}`, { limit, amount });
        }
      }
    }
  }
}

/** Whether an event stands for a failure: by its name, by its type, or by an error that is all it brings. */
export function isErrorEvent(name: string, value: unknown): boolean {
  if (name === 'error') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { type, error } = value as { type?: unknown; error?: unknown };
  return type === 'error' || (typeof error === 'object' && error !== null && !('choices' in value));
}

export function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
