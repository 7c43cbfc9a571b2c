// Who answers at an address that is not known, such as a proxy or an emulator, told by the answers themselves.

import type { AccountState } from '../core/engine/key-state.js';
import type { Dialect } from '../core/headers/dialects/dialect.js';
import { createAttachment } from './attachment.js';
import type { FetchOrder } from './attempt-request.js';
import { urlOf } from './fetch-request.js';
import { bucketFor, dialectNamed } from './provider.js';

/** Who was recognised at an account, as plain data: without it, a restored client would mix up the buckets. */
export interface SavedRecognition {
  readonly account: string;
  readonly sender: string;
  readonly first: string;
}

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

/** Of the accounts where somebody was recognised. */
export function saveRecognised(accounts: Iterable<AccountState>): SavedRecognition[] {
  const saved: SavedRecognition[] = [];
  for (const account of new Set(accounts)) {
    const known = recognised.get(account);
    if (known !== undefined) saved.push({ account: account.name, sender: known.dialect.id, first: known.first });
  }
  return saved;
}

/** Whom an account has recognised itself, it keeps. Throws {@link InputError} for a sender that is not known. */
export function restoreRecognised(account: AccountState, { sender, first }: SavedRecognition): void {
  if (recognised.get(account) === undefined) recognised.set(account, { dialect: dialectNamed(sender), first });
}
