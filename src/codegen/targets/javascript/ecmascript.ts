// JavaScript and TypeScript are one program, with and without types.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { indent, lines } from '../../text/lines.js';
import { quoteJavaScript } from '../../text/quote.js';
import type { Program } from '../program.js';
import { backoff, constants } from './backoff.js';
import { isRetryable, mainFunction, sleep } from './request.js';
import { retryAfter } from './retry-after.js';

/** The module. With `typed` it is TypeScript, else JavaScript. */
export function ecmascript(program: Program, typed: boolean): string[] {
  return lines(
    constants(program),
    '',
    mainFunction(program, typed),
    '',
    isRetryable(program, typed),
    '',
    backoff(program, typed),
    program.retryAfterMaxMs !== null && ['', retryAfter(typed)],
    '',
    sleep(typed),
  );
}

/** How it is called, with the case of a status that is no success. */
export function ecmascriptUsage({ functionName, example }: Program): string[] {
  const headers = example.headers.map(([name, value]) => `  ${quoteJavaScript(name)}: ${quoteJavaScript(value)},`);
  return lines(
    `const url = ${quoteJavaScript(example.url)};`,
    `const response = await ${functionName}(url, () => ({`,
    headers.length > 0 && ['  headers: {', indent(headers, '  '), '  },'],
    '  signal: AbortSignal.timeout(30_000), // for each attempt',
    '}));',
    'if (!response.ok) throw new Error(`HTTP ${response.status}`);',
  );
}

export const ECMASCRIPT_WORDS: readonly string[] = (
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
  'false finally for function if implements import in instanceof interface let new null package private protected ' +
  'public return static super switch this throw true try typeof undefined var void while with yield'
).split(' ');
