// What can be heard of a client while it works. Nothing is made for events that nobody listens to.

import type { DecodedLimit } from '../core/headers/decoded.js';
import type { CallReport, OutcomeName } from './call-report.js';

/** What every event tells. */
export interface CallEvent {
  /** Number of the call within its client, from 0. */
  readonly call: number;
  /** Whom the call belongs to: the origin and a digest of the credential; empty for `execute`. */
  readonly account: string;
  /** What shares a quota within the account. */
  readonly bucket: string;
  /** Attempts sent so far. */
  readonly attempt: number;
  /** When, in epoch ms. */
  readonly atMs: number;
}

/** An attempt has ended: with a response and its body, or without. */
export interface AnsweredEvent extends CallEvent {
  readonly outcome: OutcomeName;
  /** Null where there was no response. */
  readonly status: number | null;
  /** The wait that the server asked for, in ms. */
  readonly hintMs: number | null;
  /** From the sending of the attempt, in ms. For a response with a body: until the body ended. */
  readonly tookMs: number;
}

/** A call will be tried again, and waits first. */
export interface RetryEvent extends CallEvent {
  /** How long the call waits before it queues again, in ms. */
  readonly waitMs: number;
}

/** A response told limits. */
export interface LimitsEvent extends CallEvent {
  /** As the server reports them. */
  readonly limits: readonly DecodedLimit[];
}

/** A call is over, however it went. */
export interface EndedEvent extends CallEvent {
  readonly report: CallReport;
}

/** The store that the quotas are shared by is gone, or back. One event for each change. */
export interface StoreEvent {
  readonly state: 'gone' | 'back';
  /** Why it is gone. */
  readonly reason: string | null;
  /** When, in epoch ms. */
  readonly atMs: number;
}

/** The kinds of events, which are also the names of the channels of `node:diagnostics_channel`: `holdoff:sent` and so on. */
export interface ClientEvents {
  /** An attempt is on its way. */
  readonly sent: CallEvent;
  /** A response told something of limits. */
  readonly limits: LimitsEvent;
  /** An attempt is over. */
  readonly answered: AnsweredEvent;
  /** The call waits and goes again. */
  readonly retry: RetryEvent;
  /** The call is over, well or not. */
  readonly ended: EndedEvent;
  /** The shared store is gone, or back. */
  readonly store: StoreEvent;
}

export type EventKind = keyof ClientEvents;

/** What can be heard of one client, a topic for each kind of events. */
export class EventHub {
  readonly topics: { readonly [K in EventKind]: Topic<ClientEvents[K]> } = {
    sent: new Topic('sent'),
    limits: new Topic('limits'),
    answered: new Topic('answered'),
    retry: new Topic('retry'),
    ended: new Topic('ended'),
    store: new Topic('store'),
  };

  on<K extends EventKind>(kind: K, listener: (event: ClientEvents[K]) => void): () => void {
    return (this.topics[kind] as Topic<ClientEvents[K]>).on(listener);
  }
}

/** The listeners of a client to one kind of events, and the channel of the process. */
class Topic<E> {
  private readonly channel: Channel | null;
  private listeners: readonly ((event: E) => void)[] = [];

  constructor(kind: EventKind) {
    this.channel = DIAGNOSTICS?.channel(`holdoff:${kind}`) ?? null;
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.listeners.length > 0 || this.channel?.hasSubscribers === true;
  }

  on(listener: (event: E) => void): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((other) => other !== listener);
    };
  }

  tell(event: E): void {
    this.channel?.publish(event);
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch (error) {
        // As the platform has it for events: the mistake shows, and the client goes on.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

/** Asked of the process rather than imported, because there is no such module in browsers. */
const DIAGNOSTICS = diagnosticsChannels();

function diagnosticsChannels(): { channel(name: string): Channel } | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.('node:diagnostics_channel') as { channel(name: string): Channel } | undefined;
}
