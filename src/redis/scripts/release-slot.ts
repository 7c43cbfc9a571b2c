import { script } from './script.js';

/** Gives a slot back before its time is over. Keys: the slots. Arguments: not after, the holder. */
export const releaseSlot = script(
  'release-slot',
  `
redis.call('ZREM', KEYS[1], ARGV[2])
dropEnded(KEYS[1])
return {'granted', text(now), '0'}
`,
);
