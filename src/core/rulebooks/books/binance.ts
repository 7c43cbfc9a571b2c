// Binance: the weight that an address has used in this minute of the wall clock, and the seconds to wait.

import { wholeUsed } from '../formats/amounts.js';
import { wholeSeconds } from '../formats/delays.js';
import type { RuleBook } from '../rule-book.js';

export const binance: RuleBook = {
  id: 'binance',
  title: 'Binance',
  evidence: 'documented',
  source: 'developers.binance.com, "Limits" and "Error codes"; rafa-guillermo/GAS-Binance-API-Test',
  about:
    'Request weight per minute of an address, in windows that begin with the minute of the wall clock; here each request weighs 1. What is used is told, the limit is not; a refusal names whole seconds, and going on after it leads to a ban.',
  dialect: 'binance',
  limits: [
    {
      name: 'request weight',
      planned: 'requests',
      limiter: { kind: 'fixed-window', amount: 6000, windowMs: 60_000, opens: 'wall-clock' },
      cost: { of: 'request' },
      per: 'account',
    },
  ],
  requestIdField: 'x-mbx-uuid',
  fields: [
    { field: 'X-MBX-USED-WEIGHT', says: { of: 'request weight', figure: 'used', as: wholeUsed } },
    { field: 'X-MBX-USED-WEIGHT-1M', says: { of: 'request weight', figure: 'used', as: wholeUsed } },
    { field: 'Retry-After', on: 'refused', says: { waitAs: wholeSeconds } },
  ],
  refusals: [
    {
      status: 429,
      body: () => ({
        code: -1003,
        msg: 'Too many requests; current limit of IP is used up. Use the websocket instead.',
      }),
    },
  ],
  conditions: [
    {
      id: 'banned',
      kind: 'acceleration',
      about: 'the address went on after a refusal and is banned, two minutes at first',
      status: 418,
      waitMs: 120_000,
      fields: [{ field: 'Retry-After', says: { waitAs: wholeSeconds } }],
      body: ({ nowMs, waitMs }) => ({
        code: -1003,
        msg: `Way too much request weight used; IP banned until ${nowMs + (waitMs ?? 0)}. Please use the websocket for live updates to avoid bans.`,
      }),
    },
    {
      id: 'unknown',
      kind: 'failure',
      about: 'the answer did not come in time, and nobody knows whether the request was executed',
      status: 503,
      withoutLimits: true,
      body: () => ({
        code: -1007,
        msg: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
      }),
    },
    {
      id: 'overloaded',
      kind: 'overload',
      about: 'the service is unavailable',
      status: 503,
      withoutLimits: true,
      body: () => ({ code: -1000, msg: 'The service is unavailable.' }),
    },
  ],
};
