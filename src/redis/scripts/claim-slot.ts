import { script } from './script.js';

/**
 * Claims one of so many slots for a time, or renews the claim. A holder that dies loses it when the time is over.
 *
 * Keys: the slots. Arguments: not after, how many there are, for how many ms, the holder.
 * Returns `granted`, or `full` with the ms until the next claim ends.
 */
export const claimSlot = script(
  'claim-slot',
  `
local most, leaseMs, holder = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
dropEnded(KEYS[1])
local held = tonumber(redis.call('ZSCORE', KEYS[1], holder)) or 0
if held <= now and countLive(KEYS[1]) >= most then
  local first = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return {'full', text(now), text((tonumber(first[2]) or now) - now)}
end
redis.call('ZADD', KEYS[1], text(now + leaseMs), holder)
keepFor(KEYS[1], leaseMs)
return {'granted', text(now), '0'}
`,
);
