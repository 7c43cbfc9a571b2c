/** The client as a server on this computer. Most people want `holdoff gateway`, which is {@link startGateway}. */

export { type Gateway, startGateway } from './gateway.js';
export { ListenError } from './listen.js';
export { type GatewayOptions, isLoopback, providerPolicy } from './options.js';
export type { GatewayStatus } from './status/status.js';
