/** Version of the documents, the same as that of the command's `--json`. Fields are only ever added within a version. */
const JSON_VERSION = 1;

/** A report as the command prints it with `--json`: keys sorted at every level, so that two can be compared line by line. */
export function jsonText(report: object): string {
  return `${JSON.stringify(sorted({ version: JSON_VERSION, ...report }), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, sorted(child)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
