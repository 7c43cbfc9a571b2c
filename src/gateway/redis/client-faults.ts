// Why a client is not connected, out of what it tells.

export interface Emitting {
  on(event: 'error', listener: (error: ClientError) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
}

interface ClientError extends Error {
  readonly command?: { readonly name: string };
  /** Of a cluster of ioredis: why it could not be reached through the last of its nodes. */
  readonly lastNodeError?: Error;
}

/** What ioredis says of its own commands on a connection that has just been given up: not why it was. */
const AFTERMATH = "Stream isn't writeable";

export function faultsOf(client: Emitting): () => string | null {
  let fault: string | null = null;
  client.on('ready', () => {
    fault = null;
  });
  client.on('error', (error) => {
    if (error.message.startsWith(AFTERMATH)) return;
    // Of an address with several numbers, the reason stands in the parts.
    const [first] = (error as AggregateError).errors ?? [];
    const own = error.message || String(first?.message ?? (error as NodeJS.ErrnoException).code ?? error.name);
    fault = [own, error.lastNodeError?.message ?? ''].filter((part) => part !== '').join(' ');
  });
  return () => fault;
}
