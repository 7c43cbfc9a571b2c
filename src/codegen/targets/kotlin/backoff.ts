import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { floatDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const constant = (name: string, value: number) => `private const val ${name} = ${floatDigits(value)}`;
  const noCap = program.capMs === LONGEST_TIMER_MS ? ' // no cap: all that a timer holds elsewhere' : '';
  return lines(
    `private const val MAX_RETRIES = ${program.retries} // after the first attempt`,
    delaysMs === null
      ? [
          constant('BASE_MS', program.baseMs),
          throttledBaseMs !== null && `${constant('THROTTLED_BASE_MS', throttledBaseMs)} // after a 429`,
          draw.kind !== 'decorrelated' && constant('MULTIPLIER', program.multiplier),
        ]
      : list(delaysMs),
    program.usesCap && constant('CAP_MS', program.capMs) + noCap,
    minMs > 0 && constant('MIN_MS', minMs),
    retryAfterMaxMs !== null && [
      '',
      "/** Longest Retry-After that is obeyed: lower it to your caller's deadline. */",
      constant('RETRY_AFTER_MAX_MS', retryAfterMaxMs),
    ],
  );
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(floatDigits).join(', ');
  const head = 'private val DELAYS_MS = doubleArrayOf(';
  if (head.length + values.length < 90) return [`${head}${values})`];
  return [head, ...indent(wrapLines(`${values},`, 88), '    '), ')'];
}

/** The method that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = 'minOf(CAP_MS, between(BASE_MS, highMs))';
    return lines(
      '/** The wait after one of [previousMs]: decorrelated jitter. */',
      'internal fun backoffMs(previousMs: Double): Double {',
      '    val highMs = maxOf(BASE_MS, 3 * previousMs)',
      `    return ${minMs > 0 ? `maxOf(MIN_MS, ${drawn})` : drawn}`,
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    '/** The wait before retry 1, 2 and so on: the raw delay, then jitter. */',
    `internal fun backoffMs(retry: Int${program.throttledBaseMs === null ? '' : ', baseMs: Double'}): Double {`,
    indent(rawDelay(program), '    '),
    indent(drawn(program), '    '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['val rawMs = DELAYS_MS[minOf(retry, DELAYS_MS.size) - 1]'];
  const { draw, throttledBaseMs, largestExponent } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_MS / ${digitsOf(draw.high)}` : 'CAP_MS';
  const base = throttledBaseMs === null ? 'BASE_MS' : 'baseMs';
  return lines(
    largestExponent !== null && `val exponent = minOf(retry - 1, ${largestExponent}) // numbers end somewhere`,
    `val grownMs = ${base} * MULTIPLIER.pow(${largestExponent === null ? 'retry - 1' : 'exponent'})`,
    `val rawMs = minOf(${limit}, grownMs)`,
  );
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [minMs > 0 ? 'return maxOf(MIN_MS, rawMs)' : 'return rawMs'];
  if (draw.kind !== 'between') return ['return between(0.0, rawMs)'];
  const share = (of: number) => (of === 1 ? 'rawMs' : of === 0 ? '0.0' : `${digitsOf(of)} * rawMs`);
  const least = minMs > 0;
  return [
    `val lowMs = ${least ? `maxOf(MIN_MS, ${share(draw.low)})` : share(draw.low)}`,
    `val highMs = ${least ? `maxOf(lowMs, ${share(draw.high)})` : share(draw.high)}`,
    least || draw.high > 1 ? 'return minOf(CAP_MS, between(lowMs, highMs))' : 'return between(lowMs, highMs)',
  ];
}

const BETWEEN = `/** Draws evenly. */
private fun between(low: Double, high: Double): Double = low + Random.nextDouble() * (high - low)`;
