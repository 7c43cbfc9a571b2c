import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const constant = (name: string, value: number) => `private const double ${name} = ${number(value)};`;
  return lines(
    `private const int MaxRetries = ${program.retries}; // after the first attempt`,
    delaysMs === null
      ? [
          constant('BaseMs', program.baseMs),
          throttledBaseMs !== null && `${constant('ThrottledBaseMs', throttledBaseMs)} // after a 429`,
          draw.kind !== 'decorrelated' && constant('Multiplier', program.multiplier),
        ]
      : list(delaysMs),
    program.usesCap && [
      program.capMs === LONGEST_TIMER_MS && '// No cap: all that a timer holds.',
      constant('CapMs', program.capMs),
    ],
    minMs > 0 && constant('MinMs', minMs),
    retryAfterMaxMs !== null && [
      "// Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      constant('RetryAfterMaxMs', retryAfterMaxMs),
    ],
  );
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(number).join(', ');
  const head = 'private static readonly double[] DelaysMs =';
  if (head.length + values.length < 90) return [`${head} { ${values} };`];
  return [head, '{', ...indent(wrapLines(`${values},`, 90), '    '), '};'];
}

/** The method that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    const drawn = 'Math.Min(CapMs, Between(BaseMs, highMs))';
    return lines(
      '/// <summary>The wait after one of previousMs: decorrelated jitter.</summary>',
      'internal static double BackoffMs(double previousMs)',
      '{',
      '    double highMs = Math.Max(BaseMs, 3 * previousMs);',
      `    return ${minMs > 0 ? `Math.Max(MinMs, ${drawn})` : drawn};`,
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    '/// <summary>The wait before retry 1, 2 and so on: the raw delay, then jitter.</summary>',
    `internal static double BackoffMs(int retry${program.throttledBaseMs === null ? '' : ', double baseMs'})`,
    '{',
    indent(rawDelay(program), '    '),
    indent(drawn(program), '    '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['double rawMs = DelaysMs[Math.Min(retry, DelaysMs.Length) - 1];'];
  const { draw, throttledBaseMs, largestExponent } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `CapMs / ${digitsOf(draw.high)}` : 'CapMs';
  const base = throttledBaseMs === null ? 'BaseMs' : 'baseMs';
  return lines(
    largestExponent !== null && `int exponent = Math.Min(retry - 1, ${largestExponent}); // numbers end somewhere`,
    `double grownMs = ${base} * Math.Pow(Multiplier, ${largestExponent === null ? 'retry - 1' : 'exponent'});`,
    `double rawMs = Math.Min(${limit}, grownMs);`,
  );
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [minMs > 0 ? 'return Math.Max(MinMs, rawMs);' : 'return rawMs;'];
  if (draw.kind !== 'between') return ['return Between(0, rawMs);'];
  const share = (of: number) => (of === 1 ? 'rawMs' : of === 0 ? '0' : `${digitsOf(of)} * rawMs`);
  const least = minMs > 0;
  return [
    `double lowMs = ${least ? `Math.Max(MinMs, ${share(draw.low)})` : share(draw.low)};`,
    `double highMs = ${least ? `Math.Max(lowMs, ${share(draw.high)})` : share(draw.high)};`,
    least || draw.high > 1 ? 'return Math.Min(CapMs, Between(lowMs, highMs));' : 'return Between(lowMs, highMs);',
  ];
}

/** .NET has had a generator that threads may share, and that is not seeded by the time, only since version 6. */
export const DRAWS = `// Seeded by the time, as by itself before .NET Core, clients that start together would draw alike.
private static readonly Random Draws = new Random(Guid.NewGuid().GetHashCode());`;

const BETWEEN = `/// <summary>Draws evenly.</summary>
private static double Between(double low, double high)
{
    lock (Draws) // threads must not share it
    {
        return low + Draws.NextDouble() * (high - low);
    }
}`;

/** Without `_` between the thousands, which Mono's compiler misreads: its 600_000 is ten times as large. */
function number(value: number): string {
  const digits = digitsOf(value);
  // No whole number may be longer than a long.
  return digits.includes('.') || value < 2 ** 63 ? digits : `${digits}.0`;
}
