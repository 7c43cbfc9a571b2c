import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { floatDigits, groupedDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const constant = (name: string, value: number) => `private static final double ${name} = ${grouped(value)};`;
  return lines(
    `private static final int MAX_RETRIES = ${program.retries}; // after the first attempt`,
    delaysMs === null
      ? [
          constant('BASE_MS', program.baseMs),
          throttledBaseMs !== null && `${constant('THROTTLED_BASE_MS', throttledBaseMs)} // after a 429`,
          draw.kind !== 'decorrelated' && constant('MULTIPLIER', program.multiplier),
        ]
      : list(delaysMs),
    program.usesCap && [
      program.capMs === LONGEST_TIMER_MS && '/** No cap: all that a timer holds elsewhere. */',
      constant('CAP_MS', program.capMs),
    ],
    minMs > 0 && constant('MIN_MS', minMs),
    retryAfterMaxMs !== null && [
      "/** Longest Retry-After that is obeyed: lower it to your caller's deadline. */",
      constant('RETRY_AFTER_MAX_MS', retryAfterMaxMs),
    ],
  );
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(grouped).join(', ');
  const head = 'private static final double[] DELAYS_MS =';
  if (head.length + values.length < 90) return [`${head} {${values}};`];
  return [`${head} {`, ...indent(wrapLines(`${values},`, 92), '  '), '};'];
}

/** The method that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = 'Math.min(CAP_MS, between(BASE_MS, highMs))';
    return lines(
      '/** The wait after one of previousMs: decorrelated jitter. */',
      'static double backoffMs(double previousMs) {',
      '  double highMs = Math.max(BASE_MS, 3 * previousMs);',
      `  return ${minMs > 0 ? `Math.max(MIN_MS, ${drawn})` : drawn};`,
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    '/** The wait before retry 1, 2 and so on: the raw delay, then jitter. */',
    `static double backoffMs(int retry${program.throttledBaseMs === null ? '' : ', double baseMs'}) {`,
    indent(rawDelay(program), '  '),
    indent(drawn(program), '  '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['double rawMs = DELAYS_MS[Math.min(retry, DELAYS_MS.length) - 1];'];
  const { draw, throttledBaseMs, largestExponent } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_MS / ${digitsOf(draw.high)}` : 'CAP_MS';
  const base = throttledBaseMs === null ? 'BASE_MS' : 'baseMs';
  return lines(
    largestExponent !== null && `int exponent = Math.min(retry - 1, ${largestExponent}); // numbers end somewhere`,
    `double grownMs = ${base} * Math.pow(MULTIPLIER, ${largestExponent === null ? 'retry - 1' : 'exponent'});`,
    `double rawMs = Math.min(${limit}, grownMs);`,
  );
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [minMs > 0 ? 'return Math.max(MIN_MS, rawMs);' : 'return rawMs;'];
  if (draw.kind !== 'between') return ['return between(0, rawMs);'];
  const share = (of: number) => (of === 1 ? 'rawMs' : of === 0 ? '0' : `${digitsOf(of)} * rawMs`);
  const least = minMs > 0;
  return [
    `double lowMs = ${least ? `Math.max(MIN_MS, ${share(draw.low)})` : share(draw.low)};`,
    `double highMs = ${least ? `Math.max(lowMs, ${share(draw.high)})` : share(draw.high)};`,
    least || draw.high > 1 ? 'return Math.min(CAP_MS, between(lowMs, highMs));' : 'return between(lowMs, highMs);',
  ];
}

const BETWEEN = `/** Draws evenly. */
private static double between(double low, double high) {
  return low + ThreadLocalRandom.current().nextDouble() * (high - low);
}`;

/** More digits than an int holds need the point. */
function grouped(value: number): string {
  return value < 2 ** 31 ? groupedDigits(value) : floatDigits(value);
}
