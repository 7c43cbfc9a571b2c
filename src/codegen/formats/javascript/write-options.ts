/** An object literal of one line a key, indented by two; keys without a value are left out. */
export function writeOptions(
  entries: readonly (readonly [key: string, code: string | undefined])[],
  indent = '',
): string {
  const lines = entries.flatMap(([key, code]) => (code === undefined ? [] : [`${indent}  ${key}: ${code},\n`]));
  return `{\n${lines.join('')}${indent}}`;
}
