// Binance: weights per IP and minute, of which only the used part is told. Whoever goes on after a 429 is banned (418).
// After some failures nobody knows whether an order went through, and a repeat might place it twice.

import type { Dialect } from './dialect.js';

const SHORTEST_BAN_MS = 120_000;

export const binance: Dialect = {
  id: 'binance',
  title: 'Binance',
  evidence: 'captured',
  source: 'developers.binance.com, "Limits" and "Error codes"; rafa-guillermo/GAS-Binance-API-Test, captured body',
  marks: [
    { weight: 'own', field: { name: 'x-mbx-used-weight' } },
    { weight: 'own', field: { name: 'x-mbx-used-weight-1m' } },
    { weight: 'own', field: { name: 'x-mbx-order-count-10s' } },
    { weight: 'own', field: { name: 'x-mbx-order-count-1m' } },
    { weight: 'own', field: { name: 'x-mbx-order-count-1d' } },
    { weight: 'own', body: { at: 'code', is: [-1003, -1006, -1007, -1015] } },
  ],
  signals: [
    {
      when: { status: [418] },
      verdict: 'retry',
      meaning: 'the IP address is banned for having gone on after the limit was reached',
      scope: 'account',
      refusedBy: 'ban',
      defaultWaitMs: SHORTEST_BAN_MS,
    },
    {
      when: [
        { status: [400, 408, 500, 503, 504], body: { at: 'code', is: [-1006, -1007] } },
        { status: [503], text: ['unknown error, please check your request'] },
      ],
      verdict: 'rejected',
      meaning: 'whether the request was executed is not known: look before you send it again',
      overload: false,
      maybeDone: true,
    },
    {
      when: { status: [429], body: { at: 'code', is: [-1015] } },
      verdict: 'retry',
      meaning: 'too many orders were placed',
      refusedBy: 'orders',
    },
    {
      when: { status: [429] },
      verdict: 'retry',
      meaning: 'the request weight of this IP address is used up; going on leads to a ban',
      scope: 'account',
      refusedBy: 'request weight',
    },
  ],
  bucket: { account: 'ip', by: 'account' },
};
