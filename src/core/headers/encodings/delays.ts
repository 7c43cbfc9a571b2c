// Delays: how long from the response on.

import { decimalPoint, millisecondsToMs, secondsToMs } from '../decimal-delay.js';
import { parseDurationText } from '../duration-text.js';
import type { Encoding } from './encoding.js';

/** `30`: whole seconds. Decimals are taken too, since servers that promise whole ones send them all the same. */
export const seconds: Encoding = { read: readSeconds, stepMs: 1000 };

/** `64.57`, `33011.382867097855`: decimal seconds. */
export const decimalSeconds: Encoding = { read: readSeconds, stepMs: 1 };

/** `1500`: milliseconds. */
export const milliseconds: Encoding = {
  read: (text) => {
    const point = decimalPoint(text);
    return point === -1 ? Number.NaN : millisecondsToMs(text, point);
  },
  stepMs: 1,
};

/** `6m0s`, `120ms`, `1h16m0.667s`: durations as Go prints them. */
export const goDuration: Encoding = { read: readDuration, stepMs: 1 };

/** `34.074824224s`: a Duration in the JSON of protocol buffers. Milliseconds are not legal there and taken all the same. */
export const protobufDuration: Encoding = { read: readDuration, stepMs: 1 };

function readSeconds(text: string): number {
  const point = decimalPoint(text);
  return point === -1 ? Number.NaN : secondsToMs(text, point);
}

function readDuration(text: string): number {
  if (text.length > LONGEST_DURATION) return Number.NaN;
  const ms = parseDurationText(text);
  return ms === null ? Number.NaN : Math.ceil(ms);
}

const LONGEST_DURATION = 200;
