/** holdoff/redis: one quota for many processes. Most people want {@link createRedisStore}. */
export { StoreError } from '../runtime/errors.js';
export type { Grant, LeaseStore, QuotaAsk, QuotaReading, SharedBucket, Store, StoreLoss } from '../runtime/store.js';
export type { IoredisLike, NodeRedisLike, RedisClientLike } from './client-shape.js';
export type { SlotClaim } from './local-slots.js';
export {
  createRedisStore,
  type RedisGrant,
  type RedisStore,
} from './redis-store.js';
export { LONGEST_COOLDOWN_MS } from './scripts/script.js';
export type { RedisStoreOptions } from './store-options.js';
