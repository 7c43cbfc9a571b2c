import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { groupedDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs } = program;
  const isWalk = draw.kind === 'decorrelated';
  return lines(
    `const MAX_RETRIES = ${program.retries}; // after the first attempt`,
    delaysMs !== null
      ? list('DELAYS_MS', delaysMs)
      : [
          `const BASE_MS = ${groupedDigits(program.baseMs)};`,
          throttledBaseMs !== null && `const THROTTLED_BASE_MS = ${groupedDigits(throttledBaseMs)}; // after a 429`,
          !isWalk && `const MULTIPLIER = ${digitsOf(program.multiplier)};`,
        ],
    program.usesCap && `const CAP_MS = ${groupedDigits(program.capMs)};${noCap(program)}`,
    program.minMs > 0 && `const MIN_MS = ${groupedDigits(program.minMs)};`,
    program.retryAfterMaxMs !== null && [
      "// Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `const RETRY_AFTER_MAX_MS = ${groupedDigits(program.retryAfterMaxMs)};`,
    ],
  );
}

function noCap({ capMs }: Program): string {
  return capMs === LONGEST_TIMER_MS ? ' // no cap: all that a timer holds' : '';
}

function list(name: string, values: readonly number[]): string[] {
  const text = values.map(groupedDigits).join(', ');
  if (text.length < 58) return [`const ${name} = [${text}];`];
  return [`const ${name} = [`, ...indent(wrapLines(`${text},`, 78), '  '), '];'];
}

/** The function that computes the own wait. */
export function backoff(program: Program, typed: boolean): string[] {
  const { draw, minMs } = program;
  const number = typed ? ': number' : '';
  if (draw.kind === 'decorrelated') {
    return lines(
      '/** The wait after one of `previousMs`: decorrelated jitter. */',
      `export function backoffMs(previousMs${number})${number} {`,
      '  const high = Math.max(BASE_MS, 3 * previousMs);',
      '  const drawn = BASE_MS + Math.random() * (high - BASE_MS);',
      minMs > 0 ? '  return Math.max(MIN_MS, Math.min(CAP_MS, drawn));' : '  return Math.min(CAP_MS, drawn);',
      '}',
    );
  }
  const base = program.throttledBaseMs === null ? '' : `, baseMs${number}`;
  const raw = rawDelay(program, typed);
  return lines(
    '/** The wait before retry 1, 2 and so on: the raw delay, then jitter. */',
    `export function backoffMs(retry${number}${base})${number} {`,
    draw.kind === 'none' && minMs === 0
      ? [indent(raw.slice(0, -1), '  '), `  return ${raw.at(-1)};`]
      : [indent(raw.slice(0, -1), '  '), `  const raw = ${raw.at(-1)};`, indent(drawn(program), '  ')],
    '}',
  );
}

/** Lines that go before, and the expression of the raw delay. */
function rawDelay(program: Program, typed: boolean): string[] {
  const { largestExponent, draw, throttledBaseMs } = program;
  if (program.delaysMs !== null) {
    return [`DELAYS_MS[Math.min(retry, DELAYS_MS.length) - 1]${typed ? ' as number' : ''}`];
  }
  // So that the jitter's upper end, too, stays below the cap.
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_MS / ${digitsOf(draw.high)}` : 'CAP_MS';
  const base = throttledBaseMs === null ? 'BASE_MS' : 'baseMs';
  if (largestExponent === null) return [`Math.min(${limit}, ${base} * MULTIPLIER ** (retry - 1))`];
  return [
    `const exponent = Math.min(retry - 1, ${largestExponent}); // numbers end somewhere`,
    `Math.min(${limit}, ${base} * MULTIPLIER ** exponent)`,
  ];
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return ['return Math.max(MIN_MS, raw);'];
  if (draw.kind !== 'between') return ['return Math.random() * raw;'];
  const share = (of: number) => (of === 1 ? 'raw' : of === 0 ? '0' : `${digitsOf(of)} * raw`);
  return [
    `const low = ${minMs > 0 ? `Math.max(MIN_MS, ${share(draw.low)})` : share(draw.low)};`,
    `const high = ${minMs > 0 ? `Math.max(low, ${share(draw.high)})` : share(draw.high)};`,
    minMs > 0 || draw.high > 1
      ? 'return Math.min(CAP_MS, low + Math.random() * (high - low));'
      : 'return low + Math.random() * (high - low);',
  ];
}
