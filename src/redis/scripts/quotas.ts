// How scripts keep quotas: the same rules as the engine's own, in the language of the server.

/** Arguments of one quota; see {@link QuotaAsk}. */
const FIELDS_PER_QUOTA = 8;

/**
 * Reads the quotas from `ARGV[from]` on: name, amount, windowMs, burst, paced, need, want, fresh. Of each the hash in
 * KEYS[1] has one field: level, instant, taken so far, born; then the lowest rate that was told lately, until when that
 * counts and who told it, and the same of the size. The instant is when the level was last brought up to date or, of an unpaced quota, when
 * its window ends (0 before the first use); its rate is that of windows.
 *
 * Processes may have different policies for a while, such as when a limit is lowered in one after the other. All go by the
 * lowest of those that ask: else what one may have at its rate would be there for another whose policy does not allow it.
 */
export const QUOTAS = `
local SLACK, TOLD_MS = 1e-9, 1000
-- No debt is believed that is larger: one that was written in error, or reported by a broken server, would shut the bucket
-- for all and for ever. A hundred calls of the largest size may wait for a slow quota, and an hour's worth for a fast one.
local MOST_SIZES, MOST_MS = 100, 3600000
local function bounded(quota, level)
  return math.max(-MOST_SIZES * quota.size - MOST_MS * quota.perMs, math.min(quota.size, level))
end
local function isNumber(value) return value ~= nil and value == value and math.abs(value) < math.huge end
-- The lower of what is asked by and what another told lately, until when that counts, and who that was.
local function lower(own, told, till, by, me)
  told, till = tonumber(told), tonumber(till)
  if isNumber(told) and isNumber(till) and told > 0 and till > now and till - now < 1e12 and told < own and by ~= me then
    return told, till, by
  end
  if told == own and isNumber(till) then return own, till, by end
  return own, 0, '-'
end
local function readQuotas(from, me)
  local quotas, fields = {}, {}
  for at = from, #ARGV, ${FIELDS_PER_QUOTA} do
    local amount, window, burst = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local paced = ARGV[at + 4] == '1'
    quotas[#quotas + 1] = {
      field = (paced and 'p:' or 'w:') .. ARGV[at], perMs = amount / window, window = window, paced = paced,
      size = paced and burst or amount, need = tonumber(ARGV[at + 5]), want = tonumber(ARGV[at + 6]),
      fresh = tonumber(ARGV[at + 7]),
    }
    fields[#fields + 1] = quotas[#quotas].field
  end
  local kept = redis.call('HMGET', KEYS[1], unpack(fields))
  for index, quota in ipairs(quotas) do
    local level, at, taken, born, lows = string.match(kept[index] or '', '^(%S+) (%S+) (%S+) (%S+)(.*)$')
    local rate, rateTill, rateBy, size, sizeTill, sizeBy =
      string.match(lows or '', '^ (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    level, at, taken, born = tonumber(level), tonumber(at), tonumber(taken), tonumber(born)
    -- What no script has written is taken for nothing.
    if not (isNumber(level) and isNumber(at) and isNumber(taken) and isNumber(born)) then level, at, taken, born = nil end
    quota.ownRate, quota.ownSize = quota.paced and quota.perMs or 1 / quota.window, quota.size
    quota.rate, quota.rateTill, quota.rateBy = lower(quota.ownRate, rate, rateTill, rateBy, me)
    quota.size, quota.sizeTill, quota.sizeBy = lower(quota.ownSize, size, sizeTill, sizeBy, me)
    if quota.rate < quota.ownRate then
      if quota.paced then quota.perMs = quota.rate else quota.window = 1 / quota.rate end
    end
    quota.level = bounded(quota, level or quota.fresh or quota.size)
    quota.at = at or (quota.paced and now or 0)
    quota.taken = taken or 0
    quota.born = born or now
    -- Of a window that is not whole, somebody has used a part.
    if not level and not quota.paced and quota.level < quota.size then quota.at = now + quota.window end
    if quota.paced then
      if now > quota.at then
        quota.level = math.min(quota.size, quota.level + (now - quota.at) * quota.perMs)
        quota.at = now
      elseif quota.at - now > quota.size / quota.perMs then quota.at = now end
    elseif quota.at > 0 then
      if now >= quota.at then
        quota.level = quota.size
        quota.at = 0
      else quota.at = math.min(quota.at, now + quota.window) end
    end
  end
  return quotas
end
local function use(quota, units)
  quota.level = bounded(quota, quota.level - units)
  quota.taken = quota.taken + units
  if not quota.paced and quota.at == 0 and quota.level < quota.size then quota.at = now + quota.window end
end
-- Until when it counts what the one who asks has told, if it is the lowest. Whoever told it last may take it back.
local function tell(quotas, till, me)
  for _, quota in ipairs(quotas) do
    if quota.rate == quota.ownRate and till > quota.rateTill then quota.rateTill, quota.rateBy = till, me end
    if quota.size == quota.ownSize and till > quota.sizeTill then quota.sizeTill, quota.sizeBy = till, me end
  end
end
local function writeQuotas(quotas)
  local ms, values = 0, {}
  for _, quota in ipairs(quotas) do
    values[#values + 1] = quota.field
    values[#values + 1] = table.concat({
      text(quota.level), text(quota.at), text(quota.taken), text(quota.born),
      text(quota.rate), text(quota.rateTill), quota.rateBy, text(quota.size), text(quota.sizeTill), quota.sizeBy,
    }, ' ')
    if quota.paced then ms = math.max(ms, (quota.size - quota.level) / quota.perMs + math.max(0, quota.at - now))
    else ms = math.max(ms, quota.at - now) end
  end
  redis.call('HSET', KEYS[1], unpack(values))
  keepFor(KEYS[1], ms + 1000)
end
local function report(kind, wait, live, quotas, since)
  local reply = {kind, text(now), text(wait), live, text(since or 0)}
  for _, quota in ipairs(quotas) do
    reply[#reply + 1] = text(quota.give or 0)
    reply[#reply + 1] = text(quota.level)
    reply[#reply + 1] = text(quota.taken)
    reply[#reply + 1] = text(quota.born)
  end
  return reply
end
`;
