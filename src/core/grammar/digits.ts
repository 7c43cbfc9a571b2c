/** The exact decimal digits of a number ≥ 0. Our grammar has no exponents, so 1e-7 is written out. */
export function digitsOf(value: number): string {
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const digits = `${match[1]}${match[2] ?? ''}`;
  const exponent = Number(match[3]);
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  return digits.padEnd(exponent + 1, '0');
}
