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
  on(event: 'error', listener: (error: Error) => void): unknown;
}

function faultsOf(client: Emitting): () => string | null {
  let fault: string | null = null;
  client.on('error', (error) => {
    // Of an address with several numbers, the reason stands in the parts.
    const [first] = (error as AggregateError).errors ?? [];
    fault = error.message || String(first?.message ?? (error as NodeJS.ErrnoException).code ?? error.name);
  });
  return () => fault;
}

function openIoredis(module: unknown, url: string): OpenClient {
  const { Redis } = module as { Redis: new (url: string, options: object) => RedisClientLike & Emitting & Closing };
  const options = { connectTimeout: CONNECT_MS, retryStrategy: retryMs, enableOfflineQueue: false };
  const client = new Redis(url, options);
  return { client, fault: faultsOf(client), close: () => client.disconnect() };
}

function openNodeRedis(module: unknown, url: string): OpenClient {
  const { createClient } = module as { createClient: (options: object) => RedisClientLike & Emitting & Opening };
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy: retryMs };
  const client = createClient({ url, socket, disableOfflineQueue: true });
  const fault = faultsOf(client);
  // What goes wrong is told as an event as well.
  client.connect().catch(() => {});
  return { client, fault, close: () => void (client.destroy === undefined ? client.disconnect() : client.destroy()) };
}

interface Closing {
  disconnect(): void;
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
