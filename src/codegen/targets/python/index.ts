import { lines } from '../../text/lines.js';
import { quotePython } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { loop, RAISE_AT_THE_END } from './loop.js';
import { PYTHON_WORDS, python } from './program.js';

export const pythonRequests: Target = {
  id: 'python',
  title: 'Python (requests)',
  language: 'python',
  functionName: 'request_with_retry',
  reservedWords: PYTHON_WORDS,
  comment: '#',
  width: 88,
  since: 'Python 3.8',
  needs: 'requests',
  exhausted: 'fails with the status',
  retryAfterForms: 'seconds and dates',
  quote: quotePython,
  fileName: () => 'request_with_retry.py',
  code: (program) =>
    python(program, {
      standardImports: ['import time'],
      library: 'requests',
      responseType: 'requests.Response',
      request: request(program),
    }),
  usage,
};

function request(program: Program): string[] {
  return lines(
    'NETWORK_ERRORS = (',
    '    requests.ConnectionError,',
    '    requests.Timeout,',
    '    requests.exceptions.ChunkedEncodingError,',
    ')',
    '# What may be a function that makes it anew for each attempt.',
    'BODIES = ("data", "files")',
    '\n',
    `def ${program.functionName}(`,
    '    method: str, url: str, *, session: requests.Session | None = None, **options',
    ') -> requests.Response:',
    '    """Send a request, and repeat it while a repetition may help.',
    '',
    '    Takes what requests.request() takes. `data` and `files` may also be functions that',
    '    make a fresh body for each attempt. A status that is not retried is handed back at',
    '    once. When the retries are used up, raises requests.HTTPError with the last',
    '    response on error.response, or the last network error.',
    '    """',
    loop(program, {
      start: 'send = (session or requests).request',
      send: 'send(method, url, **fresh)',
      excepts: ['except NETWORK_ERRORS:', ...RAISE_AT_THE_END],
      raise: ['raise requests.HTTPError(message, response=response)'],
      release: 'response.close()',
      sleep: 'time.sleep',
    }),
  );
}

function usage({ functionName, example }: Program): string[] {
  const headers = example.headers.map(([name, value]) => `        ${quotePython(name)}: ${quotePython(value)},`);
  return lines(
    `url = ${quotePython(example.url)}`,
    'try:',
    headers.length === 0
      ? `    response = ${functionName}("GET", url, timeout=30)`
      : [
          '    headers = {',
          headers,
          '    }',
          `    response = ${functionName}("GET", url, headers=headers, timeout=30)`,
        ],
    '    response.raise_for_status()',
    'except requests.HTTPError as error:',
    '    print(error, error.response.text)',
  );
}
