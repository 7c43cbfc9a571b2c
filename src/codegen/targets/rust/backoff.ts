import { digitsOf } from '../../../core/grammar/digits.js';
import { wrapLines } from '../../../core/text/wrap.js';
import { groupedDigits } from '../../text/digits.js';
import { indent, lines } from '../../text/lines.js';
import { LONGEST_TIMER_MS, type Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, delaysMs, throttledBaseMs, minMs, retryAfterMaxMs } = program;
  return lines(
    `const MAX_RETRIES: u32 = ${program.retries}; // after the first attempt`,
    delaysMs === null
      ? [
          `const BASE_SECONDS: f64 = ${seconds(program.baseMs)};`,
          throttledBaseMs !== null && `const THROTTLED_BASE_SECONDS: f64 = ${seconds(throttledBaseMs)}; // after a 429`,
          draw.kind !== 'decorrelated' && `const MULTIPLIER: f64 = ${float(program.multiplier)};`,
        ]
      : list(delaysMs),
    program.usesCap && [
      program.capMs === LONGEST_TIMER_MS && '/// No cap: all that a timer holds elsewhere.',
      `const CAP_SECONDS: f64 = ${seconds(program.capMs)};`,
    ],
    minMs > 0 && `const MIN_SECONDS: f64 = ${seconds(minMs)};`,
    retryAfterMaxMs !== null && [
      "/// Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `const RETRY_AFTER_MAX: Duration = Duration::from_millis(${groupedDigits(Math.round(retryAfterMaxMs))});`,
    ],
  );
}

function list(valuesMs: readonly number[]): string[] {
  const values = valuesMs.map(seconds).join(', ');
  const head = `const DELAYS_SECONDS: [f64; ${valuesMs.length}] =`;
  // rustfmt fills the lines of short numbers.
  if (`${head} [${values}];`.length <= 100) return [`${head} [${values}];`];
  return [`${head} [`, ...indent(wrapLines(`${values},`, 96), '    '), '];'];
}

/** The function that computes the own wait. */
export function backoff(program: Program): string[] {
  const { draw, minMs } = program;
  if (draw.kind === 'decorrelated') {
    return lines(
      '/// The wait after one of `previous` seconds: decorrelated jitter.',
      'fn backoff(previous: f64) -> Duration {',
      '    let high = BASE_SECONDS.max(3.0 * previous);',
      '    let drawn = between(BASE_SECONDS, high).min(CAP_SECONDS);',
      `    Duration::from_secs_f64(drawn${minMs > 0 ? '.max(MIN_SECONDS)' : ''})`,
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    '/// The wait before retry 1, 2 and so on: the raw delay, then jitter.',
    `fn backoff(retry: u32${program.throttledBaseMs === null ? '' : ', base: f64'}) -> Duration {`,
    indent(rawDelay(program), '    '),
    indent(drawn(program), '    '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function rawDelay(program: Program): string[] {
  if (program.delaysMs !== null) {
    return ['let last = DELAYS_SECONDS.len() - 1;', 'let raw = DELAYS_SECONDS[last.min(retry as usize - 1)];'];
  }
  const { draw, throttledBaseMs, largestExponent } = program;
  const limit = draw.kind === 'between' && draw.high > 1 ? `CAP_SECONDS / ${float(draw.high)}` : 'CAP_SECONDS';
  const base = throttledBaseMs === null ? 'BASE_SECONDS' : 'base';
  return [
    largestExponent === null
      ? 'let exponent = retry as i32 - 1;'
      : `let exponent = (retry as i32 - 1).min(${largestExponent}); // numbers end somewhere`,
    `let raw = (${base} * MULTIPLIER.powi(exponent)).min(${limit});`,
  ];
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return [`Duration::from_secs_f64(raw${minMs > 0 ? '.max(MIN_SECONDS)' : ''})`];
  if (draw.kind !== 'between') return ['Duration::from_secs_f64(between(0.0, raw))'];
  const share = (of: number) => (of === 1 ? 'raw' : of === 0 ? '0.0' : `${float(of)} * raw`);
  const group = (text: string) => (text.includes(' ') ? `(${text})` : text.replace(/^0\.0$/, '0.0_f64'));
  const least = minMs > 0;
  return [
    `let low = ${least ? `${group(share(draw.low))}.max(MIN_SECONDS)` : share(draw.low)};`,
    `let high = ${least ? `${group(share(draw.high))}.max(low)` : share(draw.high)};`,
    `Duration::from_secs_f64(between(low, high)${least || draw.high > 1 ? '.min(CAP_SECONDS)' : ''})`,
  ];
}

const BETWEEN = `/// Draws evenly. The standard library has no random numbers, but its hashers start from some.
fn between(low: f64, high: f64) -> f64 {
    let bits = RandomState::new().build_hasher().finish() >> 11;
    low + (high - low) * (bits as f64 / (1_u64 << 53) as f64)
}`;

function seconds(ms: number): string {
  return float(ms / 1000);
}

function float(value: number): string {
  const digits = digitsOf(value);
  return digits.includes('.') ? digits : `${digits}.0`;
}
