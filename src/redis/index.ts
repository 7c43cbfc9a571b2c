/** holdoff/redis: one quota for many processes. Most people want {@link createRedisStore}. */
export { StoreError } from '../runtime/errors.js';
export type { Grant, LeaseStore, QuotaAsk, SharedBucket, Store, StoreLoss } from '../runtime/store.js';
export type { IoredisLike, NodeRedisLike, RedisClientLike } from './client-shape.js';
export {
  createRedisStore,
  LONGEST_COOLDOWN_MS,
  type QuotaReading,
  type RedisGrant,
  type RedisStore,
  type SlotClaim,
} from './redis-store.js';
export type { RedisStoreOptions } from './store-options.js';
