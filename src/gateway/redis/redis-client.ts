// The client of Redis that is installed where the gateway is started: the package brings none.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InputError } from '../../core/errors.js';
import type { RedisClientLike } from '../../redis/index.js';
import type { RedisAddress } from './redis-address.js';

export interface OpenClient {
  readonly client: RedisClientLike;
  /** Why it is not connected, as it was last told; null where nothing was. */
  fault(): string | null;
  close(): void;
}

/** Loads a module by its name as a program in some folder would. Throws as `require` does. */
export type Load = (name: string) => unknown;

const CONNECT_MS = 2000;
/**
 * A connection that owes an answer for so long is given up for another: one that a router has forgotten would else be
 * waited for until the system gives it up, a quarter of an hour later.
 */
const SILENCE_MS = 2000;
/** How long an end waits for the server to close too. */
const CLOSE_MS = 200;
/** A server that was started anew is found within half a second. */
const LONGEST_RETRY_MS = 500;

/**
 * Connects by ioredis, or by node-redis where only that is there, and goes on trying. Throws {@link InputError} where
 * neither is installed: in the folder in which the command runs, or beside holdoff itself.
 */
export function openClient({ url, shown }: RedisAddress, loads: readonly Load[] = loadsHere()): OpenClient {
  for (const [name, open] of CLIENTS) {
    for (const load of loads) {
      const module = loaded(load, name);
      if (module !== null) return open(module, url);
    }
  }
  throw new InputError({
    field: 'redis',
    value: shown,
    allowed: 'it a client: neither ioredis nor redis is installed',
    hint: 'npm install ioredis, in the folder in which the gateway is started',
  });
}

function loadsHere(): Load[] {
  return [createRequire(join(process.cwd(), 'any.js')), createRequire(import.meta.url)];
}

/** Null where there is no such package; one that is broken says so itself. */
function loaded(load: Load, name: string): unknown {
  try {
    return load(name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' && message.includes(`'${name}'`)) return null;
    throw error;
  }
}

function retryMs(attempt: number): number {
  return Math.min(50 * (attempt + 1), LONGEST_RETRY_MS);
}

interface Emitting {
  on(event: 'error', listener: (error: Error & { readonly command?: { readonly name: string } }) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
}

/** What ioredis says of its own commands on a connection that has just been given up: not why it was. */
const AFTERMATH = "Stream isn't writeable";

function faultsOf(client: Emitting): () => string | null {
  let fault: string | null = null;
  client.on('ready', () => {
    fault = null;
  });
  client.on('error', (error) => {
    if (error.message.startsWith(AFTERMATH)) return;
    // Of an address with several numbers, the reason stands in the parts.
    const [first] = (error as AggregateError).errors ?? [];
    fault = error.message || String(first?.message ?? (error as NodeJS.ErrnoException).code ?? error.name);
  });
  return () => fault;
}

function openIoredis(module: unknown, url: string): OpenClient {
  const { Redis } = module as { Redis: new (url: string, options: object) => RedisClientLike & Emitting & Closing };
  const client = new Redis(url, {
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disconnectTimeout: CLOSE_MS,
    retryStrategy: retryMs,
    enableOfflineQueue: false,
    // A server that was made a replica: whoever has its place now may be found at the same address.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  });
  const fault = faultsOf(client);
  client.on('error', ({ command }) => {
    // Without the database that was asked for ioredis goes on in the first, where other programs may be.
    if (command?.name === 'select') client.disconnect(true);
  });
  return { client, fault, close: () => client.disconnect() };
}

function openNodeRedis(module: unknown, url: string): OpenClient {
  const { createClient } = module as { createClient: (options: object) => RedisClientLike & Emitting & Opening };
  const socket = { connectTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, reconnectStrategy: retryMs };
  // To this client any silence counts, so that it has to ask now and then.
  const client = createClient({ url, socket, pingInterval: SILENCE_MS / 4, disableOfflineQueue: true });
  const fault = faultsOf(client);
  // What goes wrong is told as an event as well.
  client.connect().catch(() => {});
  return { client, fault, close: () => void (client.destroy === undefined ? client.disconnect() : client.destroy()) };
}

interface Closing {
  disconnect(isToReconnect?: boolean): void;
}

interface Opening {
  connect(): Promise<unknown>;
  /** From version 5 on. */
  destroy?(): void;
  disconnect(): Promise<void>;
}

const CLIENTS: readonly (readonly [name: string, open: (module: unknown, url: string) => OpenClient])[] = [
  ['ioredis', openIoredis],
  ['redis', openNodeRedis],
];
