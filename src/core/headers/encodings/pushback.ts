// grpc-retry-pushback-ms (gRFC A6): the server's own decision on a retry.

import type { Encoding } from './encoding.js';

const INT32_MAX = 2_147_483_647;
const PUSHBACK = /^(?:0|[1-9]\d{0,9})$/;

/** A signed 32-bit integer without leading zeros. Whatever else stands there, a negative one included, is NaN: no retry. */
export const pushback: Encoding = {
  read: (text) => {
    const ms = PUSHBACK.test(text) ? Number(text) : Number.NaN;
    return ms <= INT32_MAX ? ms : Number.NaN;
  },
  stepMs: 1,
};
