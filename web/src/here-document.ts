/**
 * A text handed to a command on standard input, for a POSIX shell. The delimiter is none of its lines: otherwise the
 * shell would run what comes after that line.
 */
export function hereDocument(text: string): string {
  const taken = new Set(text.split(/\r\n|\r|\n/).map((line) => line.trim()));
  let delimiter = 'END';
  for (let count = 1; taken.has(delimiter); count++) delimiter = `END_${count}`;
  return `<<'${delimiter}'\n${text}\n${delimiter}`;
}
