import { QUOTAS } from './quotas.js';
import { script } from './script.js';

/**
 * Puts right what was reserved: takes what was used beyond it, gives back what was not used.
 *
 * Keys: the quotas. Arguments: not after, what is owed by quota (their number first), then the quotas.
 */
export const settle = script(
  'settle',
  `${QUOTAS}
local count = tonumber(ARGV[2])
local quotas = readQuotas(3 + count)
for index, quota in ipairs(quotas) do use(quota, tonumber(ARGV[2 + index])) end
writeQuotas(quotas)
return report('granted', 0, 0, quotas)
`,
);
