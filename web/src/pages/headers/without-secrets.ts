import { isSecret } from '../../../../src/core/headers/field-map.js';
import { bareLine, parseFieldLine } from '../../../../src/core/headers/raw-lines.js';

/** A pasted text without the lines that carry credentials, and how many there were. */
export function withoutSecrets(text: string): { readonly text: string; readonly dropped: number } {
  let dropped = 0;
  let isFolded = false;
  const kept = text.split('\n').filter((line) => {
    // A line that begins with space goes on with the field before it.
    if (isFolded && /^[ \t]/.test(line)) return false;
    const name = parseFieldLine(bareLine(line).replace(/^> /, ''))?.[0].toLowerCase();
    isFolded = name !== undefined && isSecret(name);
    if (isFolded) dropped += 1;
    return !isFolded;
  });
  return dropped === 0 ? { text, dropped } : { text: kept.join('\n'), dropped };
}
