import type { Dialect } from './dialect.js';

/** Whoever bears no known mark. Its limits are read by the shape of their names and the size of their numbers. */
export const unknown: Dialect = {
  id: 'unknown',
  title: 'an unknown sender',
  evidence: 'composed',
  source: 'the names and numbers that are common to many senders',
  marks: [],
};
