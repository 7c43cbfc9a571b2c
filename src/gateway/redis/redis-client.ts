// The client of Redis that is installed where the gateway is started: the package brings none.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InputError } from '../../core/errors.js';
import type { OpenClient } from './connecting.js';
import { openIoredis } from './ioredis.js';
import { openNodeRedis } from './node-redis.js';
import type { RedisPlace } from './redis-address.js';

/** Loads a module by its name as a program in some folder would. Throws as `require` does. */
export type Load = (name: string) => unknown;

/**
 * Connects by ioredis, or by node-redis where only that is there, and goes on trying. Throws {@link InputError} where
 * neither is installed: in the folder in which the command runs, or beside holdoff itself.
 */
export function openClient(place: RedisPlace, loads: readonly Load[] = loadsHere()): OpenClient {
  for (const [name, open] of CLIENTS) {
    for (const load of loads) {
      const module = loaded(load, name);
      if (module !== null) return open(module, place);
    }
  }
  throw new InputError({
    field: 'redis',
    value: place.shown,
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

const CLIENTS: readonly (readonly [name: string, open: (module: unknown, place: RedisPlace) => OpenClient])[] = [
  ['ioredis', openIoredis],
  ['redis', openNodeRedis],
];
