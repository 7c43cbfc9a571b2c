// decode: any response, one answer.

import type { Decoded, DecodeInput, DecodeOptions } from './decoded.js';
import { Decoder } from './decoder.js';
import { DIALECTS } from './dialects/all.js';
import { readParts } from './response/response-input.js';

/**
 * What a response says: whether and when to try again, who refused, and what it tells of its limits. Never throws on
 * any header or body; throws {@link InputError} for input of no known shape or too long, a status that is none, and an
 * unknown dialect.
 */
export function decode(input: DecodeInput, options: DecodeOptions): Decoded {
  return standardDecoder().decode(readParts(input, options), options);
}

/** The decoder of all dialects, made at the first use, so that an import costs nothing. */
export function standardDecoder(): Decoder {
  standard ??= new Decoder(DIALECTS);
  return standard;
}

let standard: Decoder | null = null;
