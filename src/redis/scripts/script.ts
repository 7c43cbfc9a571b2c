// A script is one atomic operation. What it is given beside its keys begins with the instant after which it must do nothing.

/** A longer cooldown is cut to this: no key is without an end. */
export const LONGEST_COOLDOWN_MS = 31 * 86_400_000;

/** An operation as Redis runs it. */
export interface Script {
  readonly name: string;
  readonly lua: string;
}

/**
 * What all scripts begin with. The time is the server's, so that the clocks of the processes do not matter; a command that
 * waited in some queue for too long says `late` and does nothing. Instants are ms with fractions, as text with all digits.
 */
const BEGIN = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local function text(number) return string.format('%.17g', number) end
local notAfter = tonumber(ARGV[1])
if notAfter and now > notAfter then return {'late', text(now)} end
-- A key lives as long as its state says anything, and no key without an end is ever left behind.
local function keepFor(key, ms)
  local kept = redis.call('PTTL', key)
  redis.call('PEXPIRE', key, string.format('%.0f', math.max(kept, math.min(math.ceil(ms), 1e13), 1)))
end
-- Members of a sorted set whose score is the instant at which they end. A few are dropped with each use, however many
-- have piled up, and the others no longer count.
local function dropEnded(key)
  local ended = redis.call('ZRANGEBYSCORE', key, '-inf', text(now), 'LIMIT', 0, 100)
  if #ended > 0 then redis.call('ZREM', key, unpack(ended)) end
end
-- No script, by whatever clock, has written an instant that is later: what says so is taken for nothing.
local latest = now + 2 * ${LONGEST_COOLDOWN_MS}
local function countLive(key) return redis.call('ZCOUNT', key, '(' .. text(now), text(latest)) end
-- When a cooldown ends; 0 where there is none.
local function shutUntil(key)
  local at = tonumber(redis.call('GET', key))
  return at and at < latest and at or 0
end
`;

export function script(name: string, lua: string): Script {
  return { name, lua: `${BEGIN}${lua}` };
}
