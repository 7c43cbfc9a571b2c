// curl: --retry and its kin. Wait of retry n: 1 s · 2^(n−1), at most ten minutes, or always --retry-delay. Once, before each
// retry, it is asked whether --retry-max-time has passed.

import type { Policy } from '../../../core/policy/policy.js';
import { COUNTED } from '../../../core/presets/habits.js';
import { secondsOf } from '../durations.js';
import type { Format, Imported } from '../format.js';
import { growthOf } from '../growth.js';
import { type Loss, lossOf } from '../loss.js';
import { findCommands } from './find-commands.js';
import { type CurlSettings, curlDelays, DEFAULT_BASE_MS, LONGEST_MS, retriesIn } from './settings.js';
import { ALWAYS_REPEATED } from './statuses.js';

export const curl: Format<CurlSettings> = {
  id: 'curl',
  title: 'curl flags',
  system: 'curl',
  syntax: 'text',
  file: 'call.sh',
  source: 'curl manual page 7.88.1 and newer, src/tool_operate.c, lib/http.c',
  url: 'https://curl.se/docs/manpage.html#--retry',
  date: '2026-11',
  because: {
    'backoff.baseMs': 'it starts at 1 s and doubles, or waits --retry-delay whole seconds each time',
    'backoff.multiplier': 'it starts at 1 s and doubles, or waits --retry-delay each time',
    backoff: 'it starts at 1 s and doubles, or waits --retry-delay each time',
    'backoff.capMs': 'it doubles up to ten minutes',
    'backoff.minMs': 'it has no shortest wait',
    jitter: 'it has no jitter',
    'retryAfter.maxMs': 'Retry-After is obeyed up to six hours',
    'retryAfter.honor': 'it always obeys it',
    'retryAfter.beyondMax': 'a longer wait is cut at six hours',
    'retryAfter.spreadMs': 'it adds nothing to it',
    'retryOn.statuses': 'it repeats 408, 429, 500, 502, 503 and 504, whatever the flags',
    'retryOn.networkErrors': 'it always repeats after a timeout',
    'retryOn.idempotent': 'it goes by no method',
    'refusals.countAsAttempts': 'a refusal is a failure like any other',
    deadlineMs: '--retry-max-time only forbids further retries',
  },
  fit,
  write,
  find: findCommands,
  toPolicy,
  meansMs: curlDelays,
};

/** Six hours: a longer Retry-After is cut there. */
const LONGEST_RETRY_AFTER_MS = 21_600_000;

/** A year: curl itself takes more, but a double has no more digits. */
const LONGEST_DELAY_MS = 31_536_000_000;

function fit(policy: Policy): CurlSettings {
  const { baseMs, multiplier, capMs } = growthOf(policy);
  const firstMs = capMs === null ? baseMs : Math.min(baseMs, capMs);
  const isFlat = multiplier < 1.5 || (capMs !== null && capMs <= baseMs);
  return {
    retries: policy.maxAttempts - 1,
    // 0 is curl's word for its own doubling.
    delayMs: isFlat ? Math.min(LONGEST_DELAY_MS, Math.max(1, Math.round(firstMs / 1000)) * 1000) : null,
    maxTimeMs: null,
    attemptTimeoutMs: policy.attemptTimeoutMs === null ? null : Math.max(1, Math.round(policy.attemptTimeoutMs)),
    allErrors: false,
    refused: policy.retryOn.networkErrors,
    failFlag: null,
    output: 'answer',
  };
}

/** To a real file, with the status printed: what old versions get right as well. */
function write({ retries, delayMs, attemptTimeoutMs, refused }: CurlSettings): string {
  const flags = [
    `--retry ${retries}`,
    ...(delayMs === null ? [] : [`--retry-delay ${secondsOf(delayMs)}`]),
    ...(refused ? ['--retry-connrefused'] : []),
    ...(attemptTimeoutMs === null ? [] : [`--max-time ${secondsOf(attemptTimeoutMs)}`]),
    '--silent',
    '--show-error',
    '--output answer',
    "--write-out '%{http_code}\\n'",
  ];
  return `curl ${flags.join(' \\\n  ')} \\\n  "$URL"\n`;
}

function toPolicy(settings: CurlSettings): Imported {
  const { delayMs, maxTimeMs, attemptTimeoutMs, allErrors, failFlag, output } = settings;
  const losses: Loss[] = [];
  const retries = Math.min(999, retriesIn(settings));
  if (retries < settings.retries) {
    const policy = retries === 999 ? 'holds 1000 attempts' : `has ${retries + 1} attempts`;
    losses.push(lossOf('maxAttempts', 'approximated', policy, maxTimeMs === null ? MORE : MAX_TIME));
  }
  if (allErrors) losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats the usual statuses', ALL_ERRORS));
  if (failFlag !== null) losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats them', oldVersions(failFlag)));
  if (output === '/dev/null') losses.push(lossOf('retryOn.statuses', 'approximated', 'repeats them', OLD_DEV_NULL));
  const policy = {
    backoff:
      delayMs === null
        ? { baseMs: DEFAULT_BASE_MS, multiplier: 2, capMs: LONGEST_MS }
        : { baseMs: delayMs, multiplier: 1, capMs: null },
    jitter: 'none',
    maxAttempts: retries + 1,
    refusals: COUNTED,
    retryAfter: { honor: true, maxMs: LONGEST_RETRY_AFTER_MS, beyondMax: 'clamp' as const, spreadMs: 0 },
    retryOn: { statuses: ALWAYS_REPEATED, networkErrors: true, idempotent: 'always' as const },
    ...(attemptTimeoutMs === null ? {} : { attemptTimeoutMs }),
  };
  if (!settings.refused && !allErrors)
    losses.push(lossOf('retryOn.networkErrors', 'approximated', 'repeats all network errors', REFUSED));
  return { policy, losses };
}

const MORE = 'curl makes more';
const MAX_TIME = '--retry-max-time is asked before each retry, counted here as if attempts took no time';
const ALL_ERRORS = 'with --retry-all-errors curl repeats every 4xx and 5xx that --fail makes an error';
const REFUSED =
  'without --retry-connrefused curl takes a refused connection as final, and without --retry-all-errors a reset';
const OLD_DEV_NULL = 'old versions of curl end with error 23 when they retry with --output /dev/null (curl/curl#17371)';

function oldVersions(flag: string): string {
  return `old versions of curl do not retry everything with ${flag}, nor do they obey Retry-After (curl/curl#8845, #6408)`;
}
