// Names of limits that follow from what is counted and for how long.

const NAMES: ReadonlyMap<number, string> = new Map([
  [1000, 'PerSecond'],
  [60_000, ''],
  [3_600_000, 'PerHour'],
  [86_400_000, 'PerDay'],
]);

/** `requests` for a minute, as in a plan, `requestsPerDay` for a day, `requestsPer120s` for 120 seconds. */
export function windowName(counted: string, windowMs: number | null): string {
  if (windowMs === null) return counted;
  return counted + (NAMES.get(windowMs) ?? `Per${windowMs / 1000}s`);
}

/** The name itself, or with `-2`, `-3` … when it is taken. */
export function uniqueName(name: string, taken: readonly { readonly limit: { readonly name: string } }[]): string {
  const isTaken = (candidate: string): boolean => taken.some(({ limit }) => limit.name === candidate);
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}
