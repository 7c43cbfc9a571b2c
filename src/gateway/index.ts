/** The client as a server on this computer. Most people want `holdoff gateway`, which is {@link startGateway}. */

export { ListenError } from '../core/listen-error.js';
export { type Gateway, startGateway } from './gateway.js';
export { type GatewayOptions, isLoopback, providerPolicy } from './options.js';
export type { RedisOptions, StoreStatus } from './redis/shared-store.js';
export type { GatewayStatus } from './status/status.js';
