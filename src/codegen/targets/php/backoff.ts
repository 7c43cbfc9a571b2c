import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { groupedDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const constant = (name: string, value: number) => `private const ${name} = ${groupedDigits(value)};`;
  return lines(
    `${constant('MAX_RETRIES', program.retries)} // after the first attempt`,
    delaysMs === null
      ? [
          constant('BASE_MS', program.baseMs),
          throttledBaseMs !== null && `${constant('THROTTLED_BASE_MS', throttledBaseMs)} // after a 429`,
          draw.kind !== 'decorrelated' && constant('MULTIPLIER', program.multiplier),
        ]
      : list(delaysMs),
    program.usesCap && constant('CAP_MS', program.capMs) + noCap(program),
    minMs > 0 && constant('MIN_MS', minMs),
    retryAfterMaxMs !== null && [
      "// Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      constant('RETRY_AFTER_MAX_MS', retryAfterMaxMs),
    ],
  );
}

function noCap({ capMs }: Program): string {
  return capMs === LONGEST_TIMER_MS ? ' // no cap: all that a timer holds elsewhere' : '';
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(groupedDigits).join(', ');
  const head = 'private const DELAYS_MS =';
  if (head.length + values.length < 90) return [`${head} [${values}];`];
  return [`${head} [`, ...indent(wrapLines(`${values},`, 90), '    '), '];'];
}

/** The method that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = 'min(self::CAP_MS, self::between(self::BASE_MS, $highMs))';
    return lines(
      '/** The wait after one of $previousMs: decorrelated jitter. */',
      'private static function backoffMs(float $previousMs): float',
      '{',
      '    $highMs = max(self::BASE_MS, 3 * $previousMs);',
      '',
      `    return ${minMs > 0 ? `max(self::MIN_MS, ${drawn})` : drawn};`,
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    '/** The wait before retry 1, 2 and so on: the raw delay, then jitter. */',
    `private static function backoffMs(int $retry${program.throttledBaseMs === null ? '' : ', float $baseMs'}): float`,
    '{',
    indent(rawDelay(program), '    '),
    indent(drawn(program), '    '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['$rawMs = self::DELAYS_MS[min($retry, count(self::DELAYS_MS)) - 1];'];
  const { draw, throttledBaseMs, largestExponent } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `self::CAP_MS / ${digitsOf(draw.high)}` : 'self::CAP_MS';
  const base = throttledBaseMs === null ? 'self::BASE_MS' : '$baseMs';
  return lines(
    largestExponent !== null && `$exponent = min($retry - 1, ${largestExponent}); // numbers end somewhere`,
    `$grownMs = ${base} * self::MULTIPLIER ** ${largestExponent === null ? '($retry - 1)' : '$exponent'};`,
    `$rawMs = min(${limit}, $grownMs);`,
  );
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return ['', minMs > 0 ? 'return max(self::MIN_MS, $rawMs);' : 'return $rawMs;'];
  if (draw.kind !== 'between') return ['', 'return self::between(0, $rawMs);'];
  const share = (of: number) => (of === 1 ? '$rawMs' : of === 0 ? '0' : `${digitsOf(of)} * $rawMs`);
  const least = minMs > 0;
  const between = 'self::between($lowMs, $highMs)';
  return [
    `$lowMs = ${least ? `max(self::MIN_MS, ${share(draw.low)})` : share(draw.low)};`,
    `$highMs = ${least ? `max($lowMs, ${share(draw.high)})` : share(draw.high)};`,
    '',
    least || draw.high > 1 ? `return min(self::CAP_MS, ${between});` : `return ${between};`,
  ];
}

const BETWEEN = `/** Draws evenly. mt_rand() would draw alike in workers that were forked after its first use. */
private static function between(float $low, float $high): float
{
    return $low + random_int(0, PHP_INT_MAX) / PHP_INT_MAX * ($high - $low);
}`;
