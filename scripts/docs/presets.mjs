// The tables of docs/presets.md.

import { formatJitter } from '../../dist/core/grammar/jitter.js';
import { parsePolicy } from '../../dist/core/policy/parse-policy.js';
import { writeDuration } from '../../dist/core/policy/written.js';
import { PRESET_GROUPS } from '../../dist/core/presets/index.js';
import { code, table } from './markdown.mjs';

export function presets() {
  const count = PRESET_GROUPS.reduce((sum, group) => sum + group.presets.length, 0);
  const groups = PRESET_GROUPS.map(
    ({ title, presets }) => `## ${title}\n\n${groupTable(presets)}\n\n${notes(presets)}`,
  );
  return `${count} presets.\n\n${groups.join('\n\n')}`;
}

function groupTable(list) {
  const rows = list.map((preset) => ({ ...preset, policy: parsePolicy(preset.policy) }));
  return table(
    [
      ['`--preset`', ({ id }) => code(id)],
      ['client', ({ title, url }) => (url === undefined ? title : `[${title}](${url})`)],
      ['attempts', ({ policy }) => attempts(policy)],
      ['delays', ({ policy }) => delays(policy.backoff)],
      ['jitter', ({ policy }) => formatJitter(policy.jitter)],
      ['the wait a server names', ({ policy }) => hint(policy.retryAfter)],
      ['source', ({ source, date }) => `${source}, ${date}`],
    ],
    rows,
  );
}

function notes(list) {
  const told = list.filter(({ differs }) => differs.length > 0);
  if (told.length === 0) return 'The policies say everything of these.';
  return `What the policies cannot say:\n\n${told.map(({ id, differs }) => `- ${code(id)}: ${differs.join(' ')}`).join('\n')}`;
}

function attempts({ maxAttempts, deadlineMs }) {
  return deadlineMs === null ? String(maxAttempts) : `${maxAttempts}, within ${writeDuration(deadlineMs)}`;
}

function delays(backoff) {
  const { capMs, minMs } = backoff;
  const cap = capMs === null ? 'no cap' : `up to ${writeDuration(capMs)}`;
  const least = minMs === 0 ? '' : `, at least ${writeDuration(minMs)}`;
  if ('delaysMs' in backoff) {
    const { delaysMs } = backoff;
    const listed = delaysMs.slice(0, 6).map(writeDuration).join(', ');
    return `${listed}${delaysMs.length > 6 ? ` … ${delaysMs.length} in all` : ''}${least}`;
  }
  const { baseMs, multiplier, throttledBaseMs } = backoff;
  const throttled = throttledBaseMs == null ? '' : `, after a 429 from ${writeDuration(throttledBaseMs)}`;
  const growth = multiplier === 1 ? '' : ` ×${multiplier}, ${cap}`;
  return `${writeDuration(baseMs)}${growth}${throttled}${least}`;
}

const BEYOND = { fail: 'then it gives up', clamp: 'then that long', backoff: 'then its own backoff' };
/** Longer than any limit that somebody set on purpose. */
const AS_GOOD_AS_NONE_MS = 86_400_000 * 20;

function hint({ honor, maxMs, beyondMax }) {
  if (!honor) return 'ignored';
  return maxMs >= AS_GOOD_AS_NONE_MS ? 'obeyed' : `obeyed up to ${writeDuration(maxMs)}, ${BEYOND[beyondMax]}`;
}
