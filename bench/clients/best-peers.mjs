// Whom a longer batch is worth: the peers that lost nothing and took the least time, each judged by all it played.

/** The names of so many of them; the library itself is not among them. */
export function bestPeers(results, count) {
  const logs = new Map();
  for (const { scores } of results) {
    for (const { name, rounds } of scores) {
      if (name === 'holdoff') continue;
      // A lost request is cheap to be fast with.
      const worst = rounds.some(({ lost }) => lost > 0) ? Infinity : Math.max(...rounds.map(({ ratio }) => ratio));
      logs.set(name, (logs.get(name) ?? 0) + Math.log(worst));
    }
  }
  return [...logs]
    .sort(([, a], [, b]) => a - b)
    .slice(0, count)
    .map(([name]) => name);
}
