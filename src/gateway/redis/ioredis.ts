import type { RedisClientLike } from '../../redis/index.js';
import { type Emitting, faultsOf } from './client-faults.js';
import { CLOSE_MS, CONNECT_MS, credentialsOf, isSecure, type OpenClient, retryMs, SILENCE_MS } from './connecting.js';
import type { RedisPlace } from './redis-address.js';

export function openIoredis(module: unknown, { urls, isCluster }: RedisPlace): OpenClient {
  const { Redis, Cluster } = module as Record<'Redis' | 'Cluster', new (...given: unknown[]) => IoredisClient>;
  const [url = ''] = urls;
  const connection = { connectTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, disconnectTimeout: CLOSE_MS };
  const client = isCluster
    ? new Cluster(urls, {
        clusterRetryStrategy: retryMs,
        enableOfflineQueue: false,
        slotsRefreshTimeout: CONNECT_MS,
        // Certificates are for names; by itself it would go on with addresses.
        dnsLookup: (name: string, found: (error: null, name: string) => void) => found(null, name),
        redisOptions: { ...connection, ...credentialsOf(url), ...(isSecure(url) ? { tls: {} } : {}) },
      })
    : new Redis(url, {
        ...connection,
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

type IoredisClient = RedisClientLike & Emitting & Closing;

interface Closing {
  disconnect(isToReconnect?: boolean): void;
}
