/**
 * A number for people: whole numbers in full, others with three significant digits, thousands grouped.
 * 6.666… → `6.67`, 51.61… → `51.6`, 100 → `100`, 1285.7 → `1,286`, 20000000 → `20,000,000`. What is not a number is `–`.
 */
export function formatNumber(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  if (value < 0) return `−${formatNumber(-value)}`;
  if (value >= 1e21) return powerOfTen(value);
  if (value > 0 && value < 1e-9) return 'under 0.000000001';
  const whole = Math.round(value);
  if (value >= 999.5 || Math.abs(value - whole) <= 1e-12 * value) return groupThousands(String(whole));
  return formatSignificant(value);
}

/** A number with what it counts: `1 attempt`, `1.94 attempts`. */
export function formatCount(value: number | null, noun: string): string {
  const text = formatNumber(value);
  return text === '1' ? `1 ${noun}` : `${text} ${noun}s`;
}

/** Three significant digits, trailing zeros kept, thousands grouped: 7.5 → `7.50`, 15 → `15.0`, 1000 → `1,000`. */
export function formatSignificant(value: number): string {
  if (value === 0) return '0';
  if (value >= 1e21) return powerOfTen(value);
  if (value >= 999.5) return groupThousands(String(Math.round(value)));
  const text = value.toPrecision(3);
  return text.includes('e') ? plainDecimals(value) : text;
}

/** With exactly so many decimals, thousands grouped: 166.666… → `166.7`. */
export function formatFixed(value: number, decimals: number): string {
  if (value >= 1e21) return powerOfTen(value);
  const [whole, fraction] = value.toFixed(decimals).split('.');
  return fraction === undefined ? groupThousands(whole as string) : `${groupThousands(whole as string)}.${fraction}`;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Beyond 1e21 digits are noise, and String() would turn to e-notation. */
function powerOfTen(value: number): string {
  const exponent = exponentOf(value);
  return `${formatSignificant(value / 10 ** exponent)} × 10^${exponent}`;
}

/** toPrecision turns to exponents below 1e-6, which few people read with ease. */
function plainDecimals(value: number): string {
  return value.toFixed(Math.min(100, 2 - exponentOf(value)));
}

function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}
