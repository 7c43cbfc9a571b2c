import { QUOTAS } from './quotas.js';
import { script } from './script.js';

/**
 * Reserves units of all quotas of a bucket, or of none. What is not there yet is taken as a debt, and the answer says from
 * when on it may be used, so that nobody has to ask again.
 *
 * It also says since when it was there: what has only just come back is used late by whoever keeps a margin. A bucket that
 * is full has nothing to be late for.
 *
 * Keys: the quotas, the cooldown of the bucket, that of the account, the processes that use the bucket.
 * Arguments: not after, process, leaseMs, liveMs, then what is owed by quota (as many as there are), then the quotas.
 */
export const take = script(
  'take',
  `${QUOTAS}
local LONG = 1e12
local process, leaseMs, liveMs, count = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
dropEnded(KEYS[4])
redis.call('ZADD', KEYS[4], text(now + liveMs), process)
keepFor(KEYS[4], liveMs)
local live = countLive(KEYS[4])
local me = string.sub(process, 1, 8)
local quotas = readQuotas(6 + count, me)
for index, quota in ipairs(quotas) do use(quota, tonumber(ARGV[5 + index])) end
tell(quotas, now + TOLD_MS, me)

local shut = math.max(shutUntil(KEYS[2]), shutUntil(KEYS[3]))
if shut > now then
  writeQuotas(quotas)
  return report('shut', shut - now, live, quotas)
end
-- A debt of a window of hours would be a wait of hours: what is spent is said to be spent.
for _, quota in ipairs(quotas) do
  if not quota.paced and quota.need - quota.level > SLACK * quota.size then
    writeQuotas(quotas)
    return report('spent', quota.at > now and quota.at - now or quota.window, live, quotas)
  end
end

-- As many calls' worth as the tightest quota gives this process for the time of a lease.
local part, hasPace = 1, false
for _, quota in ipairs(quotas) do
  if quota.paced and quota.want > 0 then
    hasPace = true
    local most = math.min(quota.size, math.max(1, quota.need, quota.perMs * leaseMs / live))
    part = math.min(part, most / quota.want)
  end
end
local wait, since = 0, LONG
for _, quota in ipairs(quotas) do
  if not hasPace and quota.want > 0 then
    part = math.min(part, math.max(1, quota.need, quota.perMs * leaseMs / live) / quota.want)
  end
end
for _, quota in ipairs(quotas) do
  quota.give = math.max(quota.need, math.floor(quota.want * part + SLACK))
  if not quota.paced then quota.give = math.max(quota.need, math.min(quota.give, math.floor(quota.level))) end
  local missing = quota.give - quota.level
  if quota.paced and missing > SLACK * quota.size then
    wait = math.max(wait, math.max(0, quota.at - now) + missing / quota.perMs)
    since = 0
  elseif quota.paced and quota.give > 0 and quota.level < quota.size then
    since = math.min(since, -missing / quota.perMs)
  end
  use(quota, quota.give)
end
-- Whoever waits for what it has reserved is still there.
tell(quotas, now + wait + TOLD_MS, me)
writeQuotas(quotas)
redis.call('ZADD', KEYS[4], text(now + wait + liveMs), process)
keepFor(KEYS[4], wait + liveMs)
return report('granted', wait, live, quotas, math.max(0, since))
`,
);
