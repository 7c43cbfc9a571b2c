import { quoteJavaScript } from '../../text/quote.js';
import type { Target } from '../target.js';
import { ECMASCRIPT_WORDS, ecmascript, ecmascriptUsage } from './ecmascript.js';

export const javascript: Target = {
  id: 'javascript',
  title: 'JavaScript (fetch)',
  language: 'javascript',
  functionName: 'fetchWithRetry',
  reservedWords: ECMASCRIPT_WORDS,
  comment: '//',
  width: 80,
  since: 'Node 18, browsers',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteJavaScript,
  fileName: () => 'fetch-with-retry.mjs',
  code: (program) => ecmascript(program, false),
  usage: ecmascriptUsage,
};
