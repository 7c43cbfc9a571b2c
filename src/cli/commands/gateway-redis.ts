// The flags of `holdoff gateway` by which several machines keep one quota.

import type { FlagValues } from '../../core/policy/flag.js';
import type { RedisOptions } from '../../gateway/index.js';
import type { StoreLoss } from '../../runtime/store.js';
import type { FlagGroup } from '../command.js';
import { UsageError } from '../failure.js';

const PREFIX = 'holdoff';
const WHEN_GONE = 'share';

export const REDIS_GROUP: FlagGroup = {
  title: 'One quota for several machines',
  flags: [
    {
      name: 'redis',
      value: 'URL',
      about: 'A Redis that all gateways share; needs ioredis or redis installed, such as by npm install ioredis.',
      repeatable: true,
    },
    {
      name: 'redis-cluster',
      value: null,
      about: 'It is a cluster: the nodes are found through the one of --redis, or one of several.',
    },
    {
      name: 'redis-prefix',
      value: 'TEXT',
      about: 'What the names of its keys begin with; gateways share what has the same.',
      default: PREFIX,
    },
    {
      name: 'redis-down',
      value: 'share|closed|open',
      about: 'While it is gone: keep to a share of each quota, send nothing, or use the whole.',
      default: WHEN_GONE,
    },
  ],
};

/** What the flags say of Redis; undefined where there is none. */
export function redisOf(flags: FlagValues): RedisOptions | undefined {
  const { redis, 'redis-cluster': cluster, 'redis-prefix': prefix, 'redis-down': whenGone } = flags;
  if (redis === undefined) {
    const name = ['redis-prefix', 'redis-cluster', 'redis-down'].find((each) => flags[each] !== undefined);
    if (name === undefined) return undefined;
    throw new UsageError('alone', `--${name}: is about a Redis`, 'give --redis URL with it');
  }
  return {
    url: redis as string | readonly string[],
    isCluster: cluster === true,
    prefix: prefix as string | undefined,
    whenGone: whenGone as StoreLoss | undefined,
  };
}

/** What an operator is told when the store goes, and when it is back. */
export function storeLine(state: 'gone' | 'back', reason: string | null, redis: RedisOptions | undefined): string {
  if (state === 'back') return 'holdoff gateway: Redis is back, and the quotas are shared again';
  return `holdoff gateway: Redis is gone; until it is back: ${redis?.whenGone ?? WHEN_GONE}. ${reason}`;
}
