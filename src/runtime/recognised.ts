// Who answers at an address that is not known, such as a proxy or an emulator, told by the answers themselves.

import type { AccountState } from '../core/engine/key-state.js';
import type { Dialect } from '../core/headers/dialects/dialect.js';
import { createAttachment } from './attachment.js';
import type { FetchOrder } from './attempt-request.js';
import { urlOf } from './fetch-request.js';
import { bucketFor, dialectNamed } from './provider.js';

interface Recognised {
  readonly dialect: Dialect;
  /** What the calls of the first answer share; they stay in the bucket where all that is known has been learned. */
  readonly first: string;
}

const recognised = createAttachment<Recognised>();

/** Notes that `sender`, which is certain, has answered a request of an account. The first one counts. */
export function recognise(account: AccountState, sender: string, { input, firstInit }: FetchOrder): void {
  if (recognised.get(account) !== undefined) return;
  const dialect = dialectNamed(sender);
  recognised.set(account, { dialect, first: bucketFor(dialect, urlOf(input), firstInit?.body) });
}

/**
 * The bucket of a request as whoever answers there counts; empty while nobody is recognised, and for what shares a
 * quota with the first that was answered.
 */
export function recognisedBucket(account: AccountState, url: string, body: unknown): string {
  const known = recognised.get(account);
  if (known === undefined) return '';
  const bucket = bucketFor(known.dialect, url, body);
  return bucket === known.first ? '' : bucket;
}
