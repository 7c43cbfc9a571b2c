// What the clients of both kinds have in common.

import type { RedisClientLike } from '../../redis/index.js';

export interface OpenClient {
  readonly client: RedisClientLike;
  /** Why it is not connected, as it was last told; null where nothing was. */
  fault(): string | null;
  close(): void;
}

export const CONNECT_MS = 2000;
/**
 * A connection that owes an answer for so long is given up for another: one that a router has forgotten would else be
 * waited for until the system gives it up, a quarter of an hour later.
 */
export const SILENCE_MS = 2000;
/** How long an end waits for the server to close too. */
export const CLOSE_MS = 200;
/** A server that was started anew is found within half a second. */
export const LONGEST_RETRY_MS = 500;

export function retryMs(attempt: number): number {
  return Math.min(50 * (attempt + 1), LONGEST_RETRY_MS);
}

/** For the nodes of a cluster that are found through others. */
export function credentialsOf(url: string): { username?: string; password?: string } {
  const { username, password } = new URL(url);
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

export function isSecure(url: string): boolean {
  return url.startsWith('rediss:');
}
