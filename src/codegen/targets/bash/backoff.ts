// bash has whole numbers only, so the raw delays are written out and shares are parts of a million.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { wrapLines } from '../../../core/text/wrap.js';
import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

export function constants(program: Program): string[] {
  const { draw, minMs, retryAfterMaxMs, throttledRawMs, delaysMs } = program;
  return lines(
    `max_retries=${program.retries} # after the first attempt`,
    draw.kind === 'decorrelated'
      ? `base_ms=${whole(program.baseMs)}`
      : [
          delaysMs === null
            ? '# Raw delays: the base, then each the multiplier times the one before, up to the cap.'
            : '# Raw delays.',
          '# The last one repeats.',
          list('raw_delays_ms', program.rawMs),
          throttledRawMs !== null && ['# The same after a 429.', list('throttled_delays_ms', throttledRawMs)],
        ],
    usesCap(program) && `cap_ms=${whole(program.capMs)}`,
    minMs > 0 && `min_ms=${whole(minMs)}`,
    retryAfterMaxMs !== null && [
      "# Longest Retry-After that is obeyed: lower it to your caller's deadline.",
      `retry_after_max_ms=${whole(retryAfterMaxMs)}`,
    ],
  );
}

function usesCap({ draw, minMs }: Program): boolean {
  return draw.kind === 'decorrelated' || (draw.kind === 'between' && (draw.high > 1 || minMs > 0));
}

function list(name: string, values: readonly number[]): string[] {
  const filled = wrapLines(values.map(whole).join(' '), 90);
  return filled.length === 1 ? [`${name}=(${filled[0]})`] : [`${name}=(`, ...indent(filled, '  '), ')'];
}

/** The function that computes the own wait into `delay_ms`: a subshell would be slow, and draw no better. */
export function backoff(program: Program): string[] {
  const { draw, minMs, throttledRawMs } = program;
  if (draw.kind === 'decorrelated') {
    return lines(
      '# Sets delay_ms to the wait after one of $1: decorrelated jitter.',
      'backoff_ms() {',
      '  local high=$((3 * $1 > base_ms ? 3 * $1 : base_ms))',
      '  between "$base_ms" "$high"',
      '  delay_ms=$((delay_ms < cap_ms ? delay_ms : cap_ms))',
      minMs > 0 && '  delay_ms=$((delay_ms > min_ms ? delay_ms : min_ms))',
      '}',
      '',
      BETWEEN,
    );
  }
  return lines(
    throttledRawMs === null
      ? '# Sets delay_ms to the wait before retry $1: the raw delay, then jitter.'
      : '# Sets delay_ms to the wait before retry $1 after status $2: the raw delay, then jitter.',
    'backoff_ms() {',
    throttledRawMs === null
      ? '  local raw=${raw_delays_ms[$1 - 1]:-${raw_delays_ms[${#raw_delays_ms[@]} - 1]}}'
      : [
          '  local delays=("${raw_delays_ms[@]}")',
          '  if (($2 == 429)); then delays=("${throttled_delays_ms[@]}"); fi',
          '  local raw=${delays[$1 - 1]:-${delays[${#delays[@]} - 1]}}',
        ],
    draw.kind === 'none' && minMs === 0 ? '  delay_ms=$raw' : indent(drawn(program), '  '),
    '}',
    draw.kind !== 'none' && ['', BETWEEN],
  );
}

function drawn({ draw, minMs }: Program): string[] {
  if (draw.kind === 'none') return ['delay_ms=$((raw > min_ms ? raw : min_ms))'];
  if (draw.kind !== 'between') return ['between 0 "$raw"'];
  const share = (of: number) => `raw * ${Math.round(of * 1e6)} / 1000000`;
  const low = draw.low === 0 ? '0' : draw.low === 1 ? 'raw' : share(draw.low);
  const high = draw.high === 1 ? 'raw' : share(draw.high);
  return lines(
    `local low=$((${low})) high=$((${high}))`,
    minMs > 0 && ['low=$((low > min_ms ? low : min_ms))', 'high=$((high > low ? high : low))'],
    'between "$low" "$high"',
    (minMs > 0 || draw.high > 1) && 'delay_ms=$((delay_ms < cap_ms ? delay_ms : cap_ms))',
  );
}

const BETWEEN = `# Sets delay_ms to a whole number drawn evenly from $1 to $2. RANDOM has 15 bits.
between() {
  delay_ms=$(($1 + ((($2 - $1 + 1) * (RANDOM << 15 | RANDOM)) >> 30)))
}`;

function whole(ms: number): string {
  return String(Math.round(ms));
}
