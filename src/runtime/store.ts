// What a client asks of a store that many processes share. `holdoff/redis` is one.

export type {
  Grant,
  LeaseStore,
  QuotaAsk,
  QuotaReading,
  SharedBucket,
  Store,
  StoreLoss,
  Supply,
  SupplyOptions,
} from '../core/leases/store.js';
