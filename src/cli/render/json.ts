/** Version of the documents that `--json` prints. Fields are only ever added within a version. */
export const JSON_VERSION = 1;

/** One document with its keys sorted at every level, so that two outputs can be compared line by line. */
export function renderJson(document: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(sorted(document), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, sorted(child)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
