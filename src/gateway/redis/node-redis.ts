import type { RedisClientLike } from '../../redis/index.js';
import { type Emitting, faultsOf } from './client-faults.js';
import {
  CONNECT_MS,
  credentialsOf,
  isSecure,
  LONGEST_RETRY_MS,
  type OpenClient,
  retryMs,
  SILENCE_MS,
} from './connecting.js';
import type { RedisPlace } from './redis-address.js';

export function openNodeRedis(module: unknown, { urls, isCluster }: RedisPlace): OpenClient {
  type Create = (options: object) => RedisClientLike & Emitting & Opening;
  const { createClient, createCluster } = module as Record<'createClient' | 'createCluster', Create>;
  const [url = ''] = urls;
  const socket = { connectTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, reconnectStrategy: retryMs };
  // To this client any silence counts, so that it has to ask now and then.
  const common = { pingInterval: SILENCE_MS / 4, disableOfflineQueue: true };
  if (!isCluster) {
    const client = createClient({ url, socket, ...common });
    const fault = faultsOf(client);
    // What goes wrong is told as an event as well.
    client.connect().catch(() => {});
    return { client, fault, close: () => end(client) };
  }
  const client = createCluster({
    rootNodes: urls.map((each) => ({ url: each })),
    defaults: { ...common, ...credentialsOf(url), socket: isSecure(url) ? { ...socket, tls: true } : socket },
  });
  const fault = faultsOf(client);
  const stop = keepOpening(client);
  return {
    client,
    fault,
    close: () => {
      stop();
      end(client);
    },
  };
}

/** A cluster of node-redis gives up when none of the nodes is there that it was told of. */
function keepOpening(client: Opening): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    client.connect().catch(() => {
      timer = setTimeout(open, LONGEST_RETRY_MS);
      timer.unref();
    });
  };
  open();
  return () => clearTimeout(timer);
}

function end(client: Opening): void {
  // One that has not been opened has nothing to close, and says so.
  if (client.destroy === undefined) client.disconnect().catch(() => {});
  else if (client.isOpen !== false) client.destroy();
}

interface Opening {
  readonly isOpen?: boolean;
  connect(): Promise<unknown>;
  /** From version 5 on. */
  destroy?(): void;
  disconnect(): Promise<void>;
}
