// The gateway at one moment, as plain data: what the page, the document and the metrics show.

import type { ClientSnapshot } from '../../runtime/snapshot.js';
import type { Passages } from '../passages.js';
import type { StoreStatus } from '../redis/shared-store.js';

export interface GatewayStatus {
  /** Scheme, host and path before every path. */
  readonly upstream: string;
  readonly provider: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly callers: {
    /** Requests under way: waiting, sent, or their answer being read. */
    readonly open: number;
    readonly dropped: number;
    readonly broken: number;
    /** By status. */
    readonly answered: Readonly<Record<string, number>>;
    /** Not passed on, by reason. */
    readonly refused: Readonly<Record<string, number>>;
    readonly seconds: number;
    /** By the classes of `DURATION_CLASSES`, and one more. */
    readonly durations: readonly number[];
  };
  /** Open connections to the upstream. */
  readonly connections: number;
  /** The store that the quotas are shared by; null where they are not. */
  readonly store: StoreStatus | null;
  /** What the client does and knows. Accounts are named by a digest of their credential. */
  readonly client: ClientSnapshot;
}

export function statusOf(
  { settings, tally, client, store }: Passages,
  startedAtMs: number,
  connections: number,
): GatewayStatus {
  const { upstream, knownProvider = null } = settings;
  const { open, dropped, broken, answered, refused, seconds, durations } = tally;
  return {
    upstream: upstream.origin + upstream.basePath,
    provider: knownProvider,
    startedAt: new Date(startedAtMs).toISOString(),
    callers: {
      open,
      dropped,
      broken,
      answered: Object.fromEntries(answered),
      refused: Object.fromEntries(refused),
      seconds,
      durations: [...durations],
    },
    connections,
    store: store?.status() ?? null,
    client: client.snapshot(),
  };
}
