import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { floatDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const noCap = program.capMs === LONGEST_TIMER_MS ? ' # no cap: all that a timer holds elsewhere' : '';
  return lines(
    `MAX_RETRIES = ${program.retries} # after the first attempt`,
    delaysMs === null
      ? [
          `BASE_SECONDS = ${seconds(program.baseMs)}`,
          throttledBaseMs !== null && `THROTTLED_BASE_SECONDS = ${seconds(throttledBaseMs)} # after a 429`,
          draw.kind !== 'decorrelated' && `MULTIPLIER = ${floatDigits(program.multiplier)}`,
        ]
      : list(delaysMs),
    program.usesCap && `CAP_SECONDS = ${seconds(program.capMs)}${noCap}`,
    minMs > 0 && `MIN_SECONDS = ${seconds(minMs)}`,
    retryAfterMaxMs !== null && [
      "# Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `RETRY_AFTER_MAX_SECONDS = ${seconds(retryAfterMaxMs)}`,
    ],
  );
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(seconds).join(', ');
  const head = 'DELAYS_SECONDS =';
  if (head.length + values.length < 80) return [`${head} [${values}].freeze`];
  return [`${head} [`, ...indent(wrapLines(values, 90), '  '), '].freeze'];
}

/** The method that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = '[CAP_SECONDS, between(BASE_SECONDS, high)].min';
    return lines(
      '# The wait after one of `previous` seconds: decorrelated jitter.',
      'def backoff_seconds(previous)',
      '  high = [BASE_SECONDS, 3 * previous].max',
      `  ${minMs > 0 ? `[MIN_SECONDS, ${drawn}].max` : drawn}`,
      'end',
      '',
      BETWEEN,
    );
  }
  return lines(
    '# The wait before retry 1, 2 and so on: the raw delay, then jitter.',
    `def backoff_seconds(number${program.throttledBaseMs === null ? '' : ', base'})`,
    indent(rawDelay(program), '  '),
    indent(drawn(program), '  '),
    'end',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  const { draw, throttledBaseMs, largestExponent, minMs } = program;
  const isAll = draw.kind === 'none' && minMs === 0;
  const raw = (value: string) => (isAll ? value : `raw = ${value}`);
  if (program.delaysMs !== null) return [raw('DELAYS_SECONDS[[number, DELAYS_SECONDS.length].min - 1]')];
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_SECONDS / ${digitsOf(draw.high)}` : 'CAP_SECONDS';
  const base = throttledBaseMs === null ? 'BASE_SECONDS' : 'base';
  if (largestExponent === null) return [raw(`[${limit}, ${base} * (MULTIPLIER**(number - 1))].min`)];
  return [
    `exponent = [number - 1, ${largestExponent}].min # numbers end somewhere`,
    raw(`[${limit}, ${base} * (MULTIPLIER**exponent)].min`),
  ];
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return minMs > 0 ? ['[MIN_SECONDS, raw].max'] : [];
  if (draw.kind !== 'between') return ['between(0.0, raw)'];
  const share = (of: number) => (of === 1 ? 'raw' : of === 0 ? '0.0' : `${digitsOf(of)} * raw`);
  if (minMs === 0 && draw.high <= 1) return [`between(${share(draw.low)}, ${share(draw.high)})`];
  return [
    `low = ${minMs > 0 ? `[MIN_SECONDS, ${share(draw.low)}].max` : share(draw.low)}`,
    `high = ${minMs > 0 ? `[low, ${share(draw.high)}].max` : share(draw.high)}`,
    '[CAP_SECONDS, between(low, high)].min',
  ];
}

const BETWEEN = `# Draws evenly.
def between(low, high)
  low + (rand * (high - low))
end`;

function seconds(ms: number): string {
  return floatDigits(ms / 1000);
}
