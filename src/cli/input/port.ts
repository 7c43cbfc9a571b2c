import { InputError } from '../../core/errors.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { UsageError } from '../failure.js';

/** Where our servers listen unless told otherwise. */
export const DEFAULT_PORT = 8429;

/** The port that `--port` gives; 0 is any that is free. */
export function readPort(text: FlagValues[string]): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InputError({ field: '--port', value: text, allowed: 'a whole number from 0 to 65535' });
}

/** What to say when a port cannot be had. Errors that are about something else are given back. */
export function portFailure(error: unknown, port: number): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) return error;
  return new UsageError('port', `--port: ${port} ${reason}`, 'give another, or --port 0 for any that is free');
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: another program listens there, perhaps another holdoff',
  EACCES: 'may not be used by this user: ports below 1024 are often reserved',
};
