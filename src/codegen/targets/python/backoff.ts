import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs } = program;
  const noCap = program.capMs === LONGEST_TIMER_MS ? '  # no cap: all that a timer holds' : '';
  return lines(
    `MAX_RETRIES = ${program.retries}  # after the first attempt`,
    delaysMs !== null
      ? list('DELAYS_SECONDS', delaysMs)
      : [
          `BASE_SECONDS = ${seconds(program.baseMs)}`,
          throttledBaseMs !== null && `THROTTLED_BASE_SECONDS = ${seconds(throttledBaseMs)}  # after a 429`,
          draw.kind !== 'decorrelated' && `MULTIPLIER = ${float(program.multiplier)}`,
        ],
    program.usesCap && `CAP_SECONDS = ${seconds(program.capMs)}${noCap}`,
    minMs > 0 && `MIN_SECONDS = ${seconds(minMs)}`,
    program.retryAfterMaxMs !== null && [
      "# Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `RETRY_AFTER_MAX_SECONDS = ${seconds(program.retryAfterMaxMs)}`,
    ],
  );
}

function list(name: string, valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(seconds);
  const oneLine = `${name} = [${values.join(', ')}]`;
  if (oneLine.length <= 88) return [oneLine];
  // One to a line, as black has it where a list does not fit.
  return [`${name} = [  # fmt: skip`, ...indent(wrapLines(`${values.join(', ')},`, 80), '    '), ']'];
}

/** The function that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = 'min(CAP_SECONDS, random.uniform(BASE_SECONDS, high))';
    return lines(
      'def backoff_seconds(previous: float) -> float:',
      '    """Return the wait after one of `previous` seconds: decorrelated jitter."""',
      '    high = max(BASE_SECONDS, 3 * previous)',
      `    return ${minMs > 0 ? `max(MIN_SECONDS, ${drawn})` : drawn}`,
    );
  }
  const base = program.throttledBaseMs === null ? '' : ', base: float';
  return lines(
    `def backoff_seconds(retry: int${base}) -> float:`,
    '    """Return the wait before retry 1, 2 and so on: the raw delay, then jitter."""',
    indent(rawDelay(program), '    '),
    indent(drawn(program), '    '),
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['raw = DELAYS_SECONDS[min(retry, len(DELAYS_SECONDS)) - 1]'];
  const { largestExponent, draw, throttledBaseMs } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_SECONDS / ${float(draw.high)}` : 'CAP_SECONDS';
  const base = throttledBaseMs === null ? 'BASE_SECONDS' : 'base';
  if (largestExponent === null) return [`raw = min(${limit}, ${base} * MULTIPLIER ** (retry - 1))`];
  return [
    `exponent = min(retry - 1, ${largestExponent})  # numbers end somewhere`,
    `raw = min(${limit}, ${base} * MULTIPLIER**exponent)`,
  ];
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [minMs > 0 ? 'return max(MIN_SECONDS, raw)' : 'return raw'];
  if (draw.kind !== 'between') return ['return random.uniform(0, raw)'];
  const share = (of: number) => (of === 1 ? 'raw' : of === 0 ? '0.0' : `${float(of)} * raw`);
  if (minMs === 0 && draw.high <= 1) return [`return random.uniform(${share(draw.low)}, ${share(draw.high)})`];
  return [
    `low = ${minMs > 0 ? `max(MIN_SECONDS, ${share(draw.low)})` : share(draw.low)}`,
    `high = ${minMs > 0 ? `max(low, ${share(draw.high)})` : share(draw.high)}`,
    'return min(CAP_SECONDS, random.uniform(low, high))',
  ];
}

function seconds(ms: number): string {
  return float(ms / 1000);
}

function float(value: number): string {
  const digits = digitsOf(value);
  return digits.includes('.') ? digits : `${digits}.0`;
}
