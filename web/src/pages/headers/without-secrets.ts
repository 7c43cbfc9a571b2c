import { isSecret } from '../../../../src/core/headers/field-map.js';
import { bareLine, parseFieldLine } from '../../../../src/core/headers/raw-lines.js';
import { withoutJsonSecrets } from './without-json-secrets.js';

/**
 * A pasted text without what carries credentials, and how many of those there were. What was sent is dropped with the
 * command that sent it: no answer rests on it, and its address or its body may hold a key.
 */
export function withoutSecrets(text: string): { readonly text: string; readonly dropped: number } {
  return withoutJsonSecrets(text) ?? withoutSecretLines(text);
}

function withoutSecretLines(text: string): { readonly text: string; readonly dropped: number } {
  let dropped = 0;
  let isFolded = false;
  let isCommand = false;
  const lines = text.split('\n');
  const kept = lines.filter((line) => {
    if (isCommand || COMMAND.test(line)) {
      if (namesSecret(line)) dropped += 1;
      isCommand = /\\\r?$/.test(line);
      return false;
    }
    // A line that begins with space goes on with the field before it.
    if (isFolded && /^[ \t]/.test(line)) return false;
    const name = parseFieldLine(bareLine(line).replace(/^> /, ''))?.[0].toLowerCase();
    isFolded = name !== undefined && isSecret(name);
    if (isFolded) dropped += 1;
    return !isFolded && !SENT.test(line);
  });
  return kept.length === lines.length ? { text, dropped } : { text: kept.join('\n'), dropped };
}

/** A call of curl behind a prompt or without one. Those that are long go on after a backslash. */
const COMMAND = /^\s*(?:[$%#] )?curl\s/;
/** What `curl -v` marks as sent. */
const SENT = /^>(?: |\r?$)/;
const SECRET_OPTION = /\s(?:-u|--user|-b|--cookie|--oauth2-bearer|--proxy-user)[\s=]/;

function namesSecret(line: string): boolean {
  if (SECRET_OPTION.test(line)) return true;
  return [...line.matchAll(/([\w-]{1,100}):/g)].some(([, name = '']) => isSecret(name.toLowerCase()));
}
