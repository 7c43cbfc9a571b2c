import { script } from './script.js';

/**
 * Shuts a bucket or an account until an instant, which is never moved nearer. It has a key of its own, so that nothing that
 * counts can end it.
 *
 * Keys: the cooldown. Arguments: not after, for how many ms. Returns how long it is shut.
 */
export const cool = script(
  'cool',
  `
local until_ = math.max(shutUntil(KEYS[1]), now + tonumber(ARGV[2]))
redis.call('SET', KEYS[1], text(until_), 'PX', string.format('%.0f', math.max(1, math.ceil(until_ - now))))
return {'granted', text(now), text(until_ - now)}
`,
);
