import { InputError } from '../core/errors.js';

/** What a client has learned, as plain data. Credentials are in it as digests only. */
export interface SavedClient {
  readonly version: 1;
  /** When it was saved, in epoch ms. */
  readonly savedAtMs: number;
  /** The engine's own part; null when nothing was learned. */
  readonly learned: unknown;
}

/** Throws {@link InputError} for what no client has saved. */
export function checkSaved(saved: SavedClient): SavedClient {
  const { version, savedAtMs } = (typeof saved === 'object' && saved !== null ? saved : {}) as Partial<SavedClient>;
  if (version === 1 && typeof savedAtMs === 'number' && Number.isFinite(savedAtMs)) return saved;
  const allowed = 'what save() of a client has returned, in version 1';
  throw new InputError({ field: 'saved', value: saved, allowed });
}
