// Runs scripts within a time, and so that nothing of them happens after it.

import { StoreError } from '../runtime/errors.js';
import type { Connection } from './client-shape.js';
import type { Script } from './scripts/script.js';

/** What a script answers: how it went, the server's time, and what else it has to tell. */
export type Reply = readonly [kind: string, at: string, ...rest: unknown[]];

export interface RunnerOptions {
  readonly timeoutMs: number;
  /** Commands that may be under way; more of them would only pile up in front of a server that does not answer. */
  readonly maxPending: number;
}

/**
 * Runs scripts by their digest, and by their text where the server does not know them (any more). Whatever goes wrong is a
 * {@link StoreError}.
 *
 * A client may keep a command while it reconnects, and send it when nobody waits for the answer. So nothing is handed to a
 * client that is not connected, and every command tells the server's time after which it must do nothing.
 */
export class ScriptRunner {
  private readonly connection: Connection;
  private readonly options: RunnerOptions;
  private pending = 0;
  /** The server's time less our own, as of the last reply; null before the first. */
  private serverAheadMs: number | null = null;

  constructor(connection: Connection, options: RunnerOptions) {
    this.connection = connection;
    this.options = options;
  }

  async run(script: Script, keys: readonly string[], args: readonly string[]): Promise<Reply> {
    const { timeoutMs, maxPending } = this.options;
    if (this.pending >= maxPending) {
      throw new StoreError('busy', `${maxPending} commands wait for Redis already (maxPending); nothing was sent.`);
    }
    const until = performance.now() + timeoutMs;
    this.pending++;
    const settled = (): void => {
      this.pending--;
    };
    let reply: Promise<Reply> | undefined;
    try {
      // Before the clock of the answer runs: of a client that never connects, nothing else may be told than that.
      await this.connected(until);
      reply = this.inTime(script, keys, args, until);
      // Counted until the client has settled it, not until nobody waits: a client may hold on to commands.
      reply.then(settled, settled);
      const later = this.serverAheadMs === null ? 'it may come to it yet' : 'what was asked will not be done';
      const message = `Redis did not answer within ${timeoutMs} ms (commandTimeoutMs); ${later}.`;
      return await orTimeout(reply, until, message);
    } catch (error) {
      if (reply === undefined) settled();
      if (error instanceof StoreError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      const hint = HINTS[message.split(' ', 1)[0] as string]?.(keys) ?? '';
      throw new StoreError('failed', `Redis could not run ${script.name}: ${message}${hint}`, error);
    }
  }

  private async inTime(
    script: Script,
    keys: readonly string[],
    args: readonly string[],
    until: number,
  ): Promise<Reply> {
    // Twice: when another server has taken over, or its clock was set, the first reply tells what time it has now.
    for (let attempt = 1; ; attempt++) {
      const { serverAheadMs } = this;
      const notAfter = serverAheadMs === null ? '' : String(until + serverAheadMs);
      const reply = await this.send(script, keys, [notAfter, ...args]);
      if (!isReply(reply)) throw strange(script);
      this.serverAheadMs = Number(reply[1]) - performance.now();
      if (reply[0] !== 'late') return reply;
      if (attempt === 2 || performance.now() >= until) {
        throw new StoreError('timeout', `Redis came to ${script.name} after its time, and did nothing.`);
      }
    }
  }

  /** Waits for a client that is still connecting, or is connecting again. */
  private async connected(until: number): Promise<void> {
    while (!this.connection.isReady()) {
      if (performance.now() + LOOK_AGAIN_MS >= until) {
        throw new StoreError('not-connected', 'The client of Redis is not connected; nothing was sent.');
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  private async send(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const { connection } = this;
    try {
      return await connection.evalSha(await digestOf(script), keys, args);
    } catch (error) {
      // A server that was restarted, flushed its scripts or took over knows none. Nothing was done.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return connection.evalText(script.lua, keys, args);
    }
  }
}

/**
 * What `reply` settles with, or after `until` a `timeout` with this message. In parts: a process that stood still finds its timer due before
 * it has read the answer, and one part more of waiting costs less than an outage that was none.
 */
async function orTimeout<T>(reply: Promise<T>, until: number, message: string): Promise<T> {
  const partMs = Math.max(0, until - performance.now()) / TICKS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    let ticks = TICKS;
    const tick = (): void => {
      // Timers may come a little early, and what is said not to be done must be too late for the server as well.
      if (ticks-- > 0 || performance.now() < until) timer = setTimeout(tick, partMs);
      else reject(new StoreError('timeout', message));
    };
    tick();
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** By the first word of the server's error: what to do about it. */
const HINTS: Readonly<Record<string, (keys: readonly string[]) => string>> = {
  WRONGTYPE: (keys) =>
    ` Another program keeps something under one of the names ${keys.join(', ')}: use another prefix.`,
  MOVED: () =>
    ' This is a node of a cluster, and the client is one for a single server: use new Redis.Cluster() or createCluster().',
};

function isReply(reply: unknown): reply is Reply {
  return Array.isArray(reply) && typeof reply[0] === 'string' && Number.isFinite(Number(reply[1]));
}

/** Of what is behind an address that is no Redis, or of a client that gives replies in another form. */
export function strange({ name }: Script): StoreError {
  return new StoreError(
    'failed',
    `Redis answered ${name} with something else than its script does; is it one, and does its client give texts as texts?`,
  );
}

const LOOK_AGAIN_MS = 10;
const TICKS = 4;

const digests = new WeakMap<Script, Promise<string>>();

/** The name by which Redis keeps a script: the SHA-1 of its text. */
function digestOf(script: Script): Promise<string> {
  let digest = digests.get(script);
  if (digest === undefined) {
    digest = crypto.subtle
      .digest('SHA-1', new TextEncoder().encode(script.lua))
      .then((bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join(''));
    digests.set(script, digest);
  }
  return digest;
}
