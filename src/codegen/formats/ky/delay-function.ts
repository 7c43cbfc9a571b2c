// The function that a delay is in ky, as far as it is a constant or doubles: read, not run.

const NUMBER = /^\d[\d_]*(?:\.\d+)?$/;
const LONGEST = 200;

/** First delay in ms and factor of `n => 500 * 2 ** (n - 1)`, `() => 1000` and the like; null for anything else. */
export function readDelay(code: string): { baseMs: number; multiplier: number } | null {
  const arrow = /^\(?([\w$]{0,60})\)?=>(.{1,200})$/.exec(code.slice(0, LONGEST).replace(/\s+/g, ''));
  if (arrow === null) return null;
  const power = `(\\d{1,20}(?:\\.\\d{1,20})?)\\*\\*\\(${(arrow[1] as string).replaceAll('$', '\\$')}-1\\)`;
  const body = (arrow[2] as string).replace(/^\((.*)\)$/, '$1');
  const found = new RegExp(`\\(${power}\\)|${power}`).exec(body);
  const factors = (found === null ? body : body.replace(found[0], '1')).split('*');
  if (!factors.every((factor) => NUMBER.test(factor))) return null;
  const baseMs = factors.reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
  return { baseMs, multiplier: Number(found?.[1] ?? found?.[2] ?? 1) };
}
