// Servers of several habits. All let 20 requests a second through, and 20 at once; they differ in what they tell of it.

import { fixedWindow, tokenBucket } from './limits.mjs';

const PER_SECOND = 20;
const BURST = 20;
const PER_MINUTE = PER_SECOND * 60;

const bucket = () => tokenBucket(PER_SECOND, BURST);
/** Rounded up, but not for the last bit of a double. */
const wholeSeconds = (ms) => String(Math.max(1, Math.ceil(ms / 1000 - 1e-6)));

/**
 * `limit` makes the limit of one run. `tell` writes the header fields of an answer, from what the limit said; `hintMs` is
 * the wait that it told, null for none. `tellsLimits` where it is enough to do without a refusal. `processes` share one
 * quota and nothing else.
 */
export const scenarios = {
  'bucket-ms': {
    about: 'token bucket, refusals tell milliseconds (retry-after-ms)',
    limit: bucket,
    tell: ({ isServed, nextMs }) =>
      isServed ? SILENT : { hintMs: Math.ceil(nextMs), fields: { 'retry-after-ms': String(Math.ceil(nextMs)) } },
  },
  'bucket-seconds': {
    about: 'token bucket, refusals tell whole seconds (Retry-After)',
    limit: bucket,
    tell: withRetryAfter(() => ({})),
  },
  window: {
    tellsLimits: true,
    about: 'fixed window of 1 s, X-RateLimit-Limit, -Remaining and -Reset-After to the ms, and Retry-After',
    limit: () => fixedWindow(PER_SECOND, 1000),
    tell: withRetryAfter(({ remaining, fullMs }) => ({
      'X-RateLimit-Limit': String(PER_SECOND),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset-After': (Math.ceil(fullMs) / 1000).toFixed(3),
    })),
  },
  'window-seconds': {
    about: 'fixed window of 4 s for 80, RateLimit-Limit, -Remaining and -Reset in whole seconds, and Retry-After',
    limit: () => fixedWindow(4 * PER_SECOND, 4000),
    tell: withRetryAfter(({ remaining, fullMs }) => ({
      'RateLimit-Limit': String(4 * PER_SECOND),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': wholeSeconds(fullMs),
    })),
  },
  silent: {
    about: 'token bucket that tells nothing: a bare 429',
    limit: bucket,
    tell: () => SILENT,
  },
  ietf: {
    tellsLimits: true,
    about: 'token bucket, RateLimit-Policy and RateLimit (draft 11), and Retry-After',
    limit: bucket,
    tell: withRetryAfter(({ remaining, nextMs, fullMs }) => ({
      'RateLimit-Policy': `"default";q=${BURST};w=${BURST / PER_SECOND}`,
      RateLimit: `"default";r=${remaining};t=${Math.ceil((nextMs || fullMs) / 1000)}`,
    })),
  },
  anthropic: {
    tellsLimits: true,
    about: "token bucket, Anthropic's header set with a reset in whole seconds, and Retry-After",
    limit: bucket,
    tell: withRetryAfter(({ remaining, fullMs }) => ({
      'anthropic-ratelimit-requests-limit': String(BURST),
      'anthropic-ratelimit-requests-remaining': String(remaining),
      'anthropic-ratelimit-requests-reset': `${new Date(Date.now() + fullMs).toISOString().slice(0, 19)}Z`,
    })),
  },
  openai: {
    tellsLimits: true,
    about: "token bucket, OpenAI's header set with a reset in ms, Retry-After and retry-after-ms",
    limit: bucket,
    tell: openaiSet(BURST, (state) => state),
  },
  hidden: {
    about: "OpenAI's header set for 1,200 a minute, of which no more than 20 pass at once, which is not told",
    limit: perMinuteWithBurst,
    tell: openaiSet(PER_MINUTE, ({ minute }) => minute),
  },
  eight: {
    about: 'eight processes at one token bucket that share nothing, Retry-After in whole seconds',
    processes: 8,
    limit: bucket,
    tell: withRetryAfter(() => ({})),
  },
};

/** Told the quota, so to speak: what a client would have to be given that has to be told. */
export const quota = { perSecond: PER_SECOND, burst: BURST };

const SILENT = Object.freeze({ hintMs: null, fields: Object.freeze({}) });

/** These fields on every answer, and the wait in whole seconds on a refusal, as most servers have it. */
function withRetryAfter(fields) {
  return (state) => {
    if (state.isServed) return { hintMs: null, fields: fields(state) };
    const seconds = wholeSeconds(state.nextMs);
    return { hintMs: Number(seconds) * 1000, fields: { ...fields(state), 'Retry-After': seconds } };
  };
}

function openaiSet(limit, told) {
  return (state) => {
    const { isServed, nextMs } = state;
    const { remaining, fullMs } = told(state);
    const fields = {
      'x-ratelimit-limit-requests': String(limit),
      'x-ratelimit-remaining-requests': String(remaining),
      'x-ratelimit-reset-requests': goDuration(fullMs),
    };
    if (isServed) return { hintMs: null, fields };
    const hintMs = Math.ceil(nextMs);
    return { hintMs, fields: { ...fields, 'retry-after': wholeSeconds(nextMs), 'retry-after-ms': String(hintMs) } };
  };
}

/** What is announced is the minute; what is enforced is the second, as several providers do it. */
function perMinuteWithBurst() {
  const enforced = bucket();
  const announced = tokenBucket(PER_SECOND, PER_MINUTE);
  return {
    boundMs: enforced.boundMs,
    take(now) {
      const state = enforced.take(now);
      // A refused request uses nothing of the minute, which is then only looked at.
      const minute = state.isServed ? announced.take(now) : announced.look(now);
      return { ...state, minute };
    },
  };
}

function goDuration(ms) {
  return ms < 1000 ? `${Math.ceil(ms)}ms` : `${Math.ceil(ms) / 1000}s`;
}
