import { lines } from '../../text/lines.js';
import { quoteGo } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { requestFunctions } from './request.js';
import { retryAfter } from './retry-after.js';

export const go: Target = {
  id: 'go',
  title: 'Go (net/http)',
  language: 'go',
  functionName: 'DoWithRetry',
  reservedWords: (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
    'range return select struct switch type var any bool byte error float64 int nil string true false len min max init main'
  ).split(' '),
  comment: '//',
  width: 100,
  since: 'Go 1.22',
  needs: null,
  exhausted: 'fails with the status',
  retryAfterForms: 'seconds and dates',
  quote: quoteGo,
  fileName: () => 'retry.go',
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const imports = ['context', 'errors', 'fmt', 'io', 'net/http', 'time'];
  if (program.draw.kind !== 'none') imports.push('math/rand/v2');
  if (program.delaysMs === null && program.draw.kind !== 'decorrelated') imports.push('math');
  if (hasHint) imports.push('strconv', 'strings');
  return lines(
    '// Package retry sends HTTP requests again while that may help.',
    'package retry',
    '',
    'import (',
    imports.sort().map((name) => `\t"${name}"`),
    ')',
    '',
    constants(program),
    '',
    requestFunctions(program),
    '',
    backoff(program),
    hasHint && ['', retryAfter()],
  );
}

function usage({ functionName, example }: Program): string[] {
  return lines(
    `const url = ${quoteGo(example.url)}`,
    'req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)',
    'if err != nil {',
    '\treturn err',
    '}',
    example.headers.map(([name, value]) => `req.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`),
    'client := &http.Client{Timeout: 30 * time.Second} // for each attempt',
    `resp, err := ${functionName}(client, req)`,
    'if err != nil {',
    '\treturn err',
    '}',
    'defer resp.Body.Close()',
    'if resp.StatusCode >= 400 {',
    '\treturn fmt.Errorf("server answered %s", resp.Status)',
    '}',
  );
}
