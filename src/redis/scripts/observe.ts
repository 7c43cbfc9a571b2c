import { QUOTAS } from './quotas.js';
import { script } from './script.js';

/**
 * Lowers what is left to what the server of the quota has told. A reading is older than its answer: what was taken since
 * the request left is not in it yet, and what has come back since then is not either.
 *
 * Keys: the quotas. Arguments: not after, their number, then for each what was told to be left, and when and after how many
 * units taken (as a reply of this bucket gave them before the request was sent; now, if they are empty); then the quotas.
 */
export const observe = script(
  'observe',
  `${QUOTAS}
local count = tonumber(ARGV[2])
local quotas = readQuotas(3 + 3 * count)
for index, quota in ipairs(quotas) do
  local told = 3 * index
  local left = tonumber(ARGV[told])
  local at, taken = tonumber(ARGV[told + 1]) or now, tonumber(ARGV[told + 2]) or quota.taken
  -- Counted from another beginning, it says nothing of this one.
  if left and at >= quota.born and taken <= quota.taken then
    local back = quota.paced and quota.perMs * (now - at) or 0
    local most = left + back - (quota.taken - taken)
    if most < quota.level then
      quota.level = most
      if not quota.paced and quota.at == 0 then quota.at = now + quota.window end
    end
  end
end
writeQuotas(quotas)
return report('granted', 0, 0, quotas)
`,
);
