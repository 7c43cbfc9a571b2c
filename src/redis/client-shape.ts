// The two Redis clients of Node and their cluster clients, by the methods that are used of them.

import { InputError } from '../core/errors.js';

/** ioredis: `new Redis()` and `new Redis.Cluster()`. */
export interface IoredisLike {
  readonly status: string;
  evalsha(sha: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  eval(lua: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** node-redis: `createClient()` and `createCluster()`. */
export interface NodeRedisLike {
  readonly isReady?: boolean;
  readonly isOpen?: boolean;
  evalSha(sha: string, options: ScriptOptions): Promise<unknown>;
  eval(lua: string, options: ScriptOptions): Promise<unknown>;
}

interface ScriptOptions {
  keys: string[];
  arguments: string[];
}

/** A client of Redis that people have: that of ioredis, or that of node-redis. */
export type RedisClientLike = IoredisLike | NodeRedisLike;

/** A client as scripts are run with. */
export interface Connection {
  /** Whether a command would be sent now. Otherwise clients keep it, and send it when nobody waits for it any more. */
  isReady(): boolean;
  evalSha(sha: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  evalText(lua: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
}

/** Throws {@link InputError} for what is neither of them. */
export function connectionOf(client: RedisClientLike): Connection {
  const { evalsha, evalSha } = Object(client) as Partial<IoredisLike & NodeRedisLike>;
  if (typeof evalSha === 'function') return ofNodeRedis(client as NodeRedisLike);
  if (typeof evalsha === 'function') return ofIoredis(client as IoredisLike);
  throw new InputError({
    field: 'client',
    value: client,
    allowed: 'a client or cluster of ioredis (new Redis()) or of node-redis (await createClient().connect())',
  });
}

function ofIoredis(client: IoredisLike): Connection {
  return {
    // `wait`: made with lazyConnect, so that the first command connects it.
    isReady: () => client.status === 'ready' || client.status === 'wait',
    evalSha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
    evalText: (lua, keys, args) => client.eval(lua, keys.length, ...keys, ...args),
  };
}

function ofNodeRedis(client: NodeRedisLike): Connection {
  const options = (keys: readonly string[], args: readonly string[]) => ({ keys: [...keys], arguments: [...args] });
  return {
    // A cluster knows only whether it was opened; its nodes are looked after by what commands carry.
    isReady: () => client.isReady ?? client.isOpen ?? false,
    evalSha: (sha, keys, args) => client.evalSha(sha, options(keys, args)),
    evalText: (lua, keys, args) => client.eval(lua, options(keys, args)),
  };
}
