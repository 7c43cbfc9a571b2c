import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  const rows: (readonly [name: string, value: string] | false)[] = [
    ['maxRetries', String(program.retries)],
    delaysMs === null && ['base', duration(program.baseMs)],
    throttledBaseMs !== null && ['throttledBase', duration(throttledBaseMs)],
    delaysMs === null && draw.kind !== 'decorrelated' && ['multiplier', digitsOf(program.multiplier)],
    minMs > 0 && ['minDelay', duration(minMs)],
    program.usesCap && ['maxDelay', duration(program.capMs)],
  ];
  return lines(
    'const (',
    indent(aligned(rows.filter((row) => row !== false)), '\t'),
    retryAfterMaxMs !== null && [
      "\t// Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `\tretryAfterMax = ${duration(retryAfterMaxMs)}`,
    ],
    ')',
    delaysMs !== null && [
      '',
      'var delays = []time.Duration{',
      indent(wrapLines(`${delaysMs.map(duration).join(', ')},`, 90), '\t'),
      '}',
    ],
  );
}

/** The function that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    return lines(
      '// backoff returns the wait after one of previous: decorrelated jitter.',
      'func backoff(previous time.Duration) time.Duration {',
      '\tspan := max(0, 3*previous-base)',
      `\treturn ${minMs > 0 ? 'max(minDelay, ' : ''}min(maxDelay, base+between(0, span))${minMs > 0 ? ')' : ''}`,
      '}',
      '',
      between(),
    );
  }
  return lines(
    '// backoff returns the wait before retry 1, 2 and so on: the raw delay, then jitter.',
    `func backoff(retry int${program.throttledBaseMs === null ? '' : ', from time.Duration'}) time.Duration {`,
    indent(rawDelay(program), '\t'),
    indent(drawn(program), '\t'),
    '}',
    draw.kind !== 'none' && ['', between()],
  );
}

function between(): string[] {
  return [
    '// between draws evenly.',
    'func between(low, high time.Duration) time.Duration {',
    '\treturn low + time.Duration(rand.Float64()*float64(high-low))',
    '}',
  ];
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) return ['raw := delays[min(retry, len(delays))-1]'];
  const { draw, throttledBaseMs } = program;
  const limit =
    draw.kind === 'between' && draw.high > 1 ? `float64(maxDelay)/${digitsOf(draw.high)}` : 'float64(maxDelay)';
  const base = throttledBaseMs === null ? 'base' : 'from';
  return [
    `grown := float64(${base}) * math.Pow(multiplier, float64(${exponent(program)}))`,
    `raw := time.Duration(min(${limit}, grown))`,
  ];
}

/** Multiplied by zero, infinity would be no number. */
function exponent({ largestExponent }: Program): string {
  return largestExponent === null ? 'retry-1' : `min(retry-1, ${largestExponent})`;
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [minMs > 0 ? 'return max(minDelay, raw)' : 'return raw'];
  if (draw.kind !== 'between') return ['return between(0, raw)'];
  // Within another call gofmt leaves no space around the sign.
  const share = (of: number, sign: string) => {
    if (of === 1) return 'raw';
    return of === 0 ? 'time.Duration(0)' : `time.Duration(${digitsOf(of)}${sign}float64(raw))`;
  };
  if (minMs === 0 && draw.high <= 1) {
    return [`return between(${draw.low === 0 ? '0' : share(draw.low, '*')}, ${share(draw.high, '*')})`];
  }
  return [
    `low := ${minMs > 0 ? `max(minDelay, ${share(draw.low, '*')})` : share(draw.low, ' * ')}`,
    `high := ${minMs > 0 ? `max(low, ${share(draw.high, '*')})` : share(draw.high, ' * ')}`,
    'return min(maxDelay, between(low, high))',
  ];
}

/** As gofmt sets the rows of one block. */
function aligned(rows: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)} = ${value}`);
}

function duration(ms: number): string {
  const units = [
    [60_000, 'Minute'],
    [1000, 'Second'],
    [1, 'Millisecond'],
  ] as const;
  if (ms === 0) return 'time.Duration(0)';
  const unit = units.find(([size]) => ms % size === 0);
  return unit === undefined ? `${Math.round(ms * 1e6)} * time.Nanosecond` : `${ms / unit[0]} * time.${unit[1]}`;
}
