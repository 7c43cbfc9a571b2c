import { quoteJavaScript } from '../../text/quote.js';
import { ECMASCRIPT_WORDS, ecmascript, ecmascriptUsage } from '../javascript/ecmascript.js';
import type { Target } from '../target.js';

export const typescript: Target = {
  id: 'typescript',
  title: 'TypeScript (fetch)',
  language: 'typescript',
  functionName: 'fetchWithRetry',
  reservedWords: ECMASCRIPT_WORDS,
  comment: '//',
  width: 80,
  since: 'TypeScript 5',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteJavaScript,
  fileName: () => 'fetch-with-retry.ts',
  code: (program) => ecmascript(program, true),
  usage: ecmascriptUsage,
};
