const LEVELS = ' ▁▂▃▄▅▆▇█';

/**
 * Values over time as one line of block characters, on a scale from 0 to `top`. Neighbours share a column by their largest
 * value, since a spike is what one looks for; anything above 0 is seen.
 */
export function sparkline(values: readonly number[], top: number, width: number): string {
  const columns = Math.min(width, values.length);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / columns));
    const most = Math.max(...values.slice(from, to));
    if (most <= 0 || top <= 0) return LEVELS[0];
    return LEVELS[Math.max(1, Math.min(8, Math.round((most / top) * 8)))];
  })
    .join('')
    .trimEnd();
}
