import { script } from './script.js';

/**
 * Keeps the limits that a process has learned, and tells those that are known. The first to tell a limit decides, so that all
 * go by the same; a limit that was changed takes its place.
 *
 * Keys: the limits. Arguments: not after, for how many ms they are kept, whether they have changed (1), then names and texts.
 * Returns `granted`, then names and texts.
 */
export const learn = script(
  'learn',
  `
for at = 4, #ARGV, 2 do
  redis.call(ARGV[3] == '1' and 'HSET' or 'HSETNX', KEYS[1], ARGV[at], ARGV[at + 1])
end
local known = redis.call('HGETALL', KEYS[1])
if #known > 0 then keepFor(KEYS[1], tonumber(ARGV[2])) end
local reply = {'granted', text(now), '0'}
for _, each in ipairs(known) do reply[#reply + 1] = each end
return reply
`,
);
