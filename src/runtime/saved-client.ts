import { InputError } from '../core/errors.js';
import type { SavedRecognition } from './recognised.js';

/** What a client has learned, as plain data. Credentials are in it as digests only. */
export interface SavedClient {
  readonly version: 1;
  /** When it was saved, in epoch ms. */
  readonly savedAtMs: number;
  /** The engine's own part; null when nothing was learned. */
  readonly learned: unknown;
  /** Who answers at addresses that are not known. */
  readonly recognised?: readonly SavedRecognition[];
}

/** Throws {@link InputError} for what no client has saved. */
export function checkSaved(saved: SavedClient): SavedClient {
  const { version, savedAtMs, recognised = [] } = Object(saved ?? {}) as Partial<SavedClient>;
  const isRight = version === 1 && typeof savedAtMs === 'number' && Number.isFinite(savedAtMs);
  if (isRight && Array.isArray(recognised) && recognised.every(isRecognition)) return saved;
  const allowed = 'what save() of a client has returned, in version 1';
  throw new InputError({ field: 'saved', value: saved, allowed });
}

function isRecognition(value: unknown): value is SavedRecognition {
  const { account, sender, first } = Object(value ?? {}) as Partial<SavedRecognition>;
  return [account, sender, first].every((text) => typeof text === 'string');
}
