/**
 * The known name closest to a mistyped one, else the first that begins with it (`base` for `baseMs`), else the first that
 * begins with the same word (`anthropic-python` for `anthropic-node`), or null when nothing is close enough to be meant.
 * Distance: Damerau–Levenshtein, optimal string alignment (a swap of neighbours counts once).
 */
export function nearest(given: string, known: readonly string[]): string | null {
  const wanted = given.toLowerCase().slice(0, 64);
  if (wanted === '') return null;
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    // Lengths that differ by more cannot be closer: long keys by the thousand must not cost seconds.
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  if (best !== null || wanted.length < 3) return best;
  const longer = known.find((name) => name.toLowerCase().startsWith(wanted));
  if (longer !== undefined) return longer;
  const word = firstWord(wanted);
  return word.length < 3 ? null : (known.find((name) => firstWord(name.toLowerCase()) === word) ?? null);
}

/** Up to the first hyphen or what else stands between the words of a name. */
function firstWord(name: string): string {
  return /^[a-z0-9]*/.exec(name)?.[0] ?? '';
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
