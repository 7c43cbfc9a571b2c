/**
 * A number for people: whole numbers in full, others with three significant digits, thousands grouped.
 * 6.666… → `6.67`, 51.61… → `51.6`, 100 → `100`, 1285.7 → `1,286`, 20000000 → `20,000,000`. What is not a number is `–`.
 */
export function formatNumber(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  if (value < 0) return `−${formatNumber(-value)}`;
  const whole = Math.round(value);
  if (value >= 999.5 || Math.abs(value - whole) <= 1e-12 * value) return groupThousands(wholeDigits(value));
  return formatSignificant(value);
}

/** Three significant digits, trailing zeros kept, thousands grouped: 7.5 → `7.50`, 15 → `15.0`, 1000 → `1,000`. */
export function formatSignificant(value: number): string {
  if (value === 0) return '0';
  if (value >= 999.5) return groupThousands(wholeDigits(value));
  const text = value.toPrecision(3);
  return text.includes('e') ? plainDecimals(value) : text;
}

/** With exactly so many decimals, thousands grouped: 166.666… → `166.7`. */
export function formatFixed(value: number, decimals: number): string {
  if (value >= 1e21) return groupThousands(wholeDigits(value));
  const [whole, fraction] = value.toFixed(decimals).split('.');
  return fraction === undefined ? groupThousands(whole as string) : `${groupThousands(whole as string)}.${fraction}`;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** String() turns to exponents at 1e21; a BigInt never does. A product that overflowed is shown at the edge. */
function wholeDigits(value: number): string {
  return BigInt(Math.min(Math.round(value), Number.MAX_VALUE)).toString();
}

/** toPrecision turns to exponents below 1e-6, which few people read with ease. */
function plainDecimals(value: number): string {
  const decimals = Math.min(100, 2 - Math.floor(Math.log10(value)));
  return value.toFixed(decimals);
}
