/** The leading digits that count as round. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Steps of fields whose values are not spread over magnitudes. */
const STEPS: Readonly<Record<string, { readonly by: number; readonly least: number; readonly most: number }>> = {
  attempts: { by: 1, least: 1, most: 1000 },
  'in-flight': { by: 1, least: 1, most: Number.MAX_SAFE_INTEGER },
  seed: { by: 1, least: 0, most: 2 ** 32 - 1 },
  multiplier: { by: 0.5, least: 1, most: 10 },
  success: { by: 0.05, least: 0, most: 1 },
};

/**
 * The text with its number one round step up or down, its unit kept: `1s` → `1.5s`, `200k` → `300k`, `0.5` → `0.55`.
 * Null where the text is no single number, which is then left alone.
 */
export function nudge(key: string, text: string, up: boolean): string | null {
  const match = /^(\d+(?:\.\d+)?)\s*([a-zA-Z%]*(?:\/[a-zA-Z]\w*)?)$/.exec(text.trim());
  if (match === null) return null;
  const [value, unit] = [Number(match[1]), match[2] ?? ''];
  const step = STEPS[key];
  const next = step === undefined ? nextRound(value, up) : stepped(value, unit === '%' ? scaled(step, 100) : step, up);
  return `${Number(next.toPrecision(12))}${unit}`;
}

function nextRound(value: number, up: boolean): number {
  if (value === 0) return up ? 1 : 0;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const lead = value / power;
  if (up) return (ROUND.find((round) => round > lead * (1 + 1e-9)) ?? 10) * power;
  const lower = ROUND.filter((round) => round < lead * (1 - 1e-9)).at(-1);
  return lower === undefined ? 0.8 * power : lower * power;
}

function stepped(value: number, { by, least, most }: { by: number; least: number; most: number }, up: boolean): number {
  const steps = value / by;
  const next = up ? Math.floor(steps + 1 + 1e-9) : Math.ceil(steps - 1 - 1e-9);
  return Math.min(most, Math.max(least, next * by));
}

function scaled(step: { by: number; least: number; most: number }, factor: number): typeof step {
  return { by: step.by * factor, least: step.least * factor, most: step.most * factor };
}

const MOST_SEED = 2 ** 32 - 1;

/** Re-roll is the next seed, so that it can be rolled back by typing the one before. */
export function nextSeed(text: string): string {
  const seed = /^\d+$/.test(text) ? Number(text) : 0;
  return String(seed >= MOST_SEED ? 0 : seed + 1);
}
