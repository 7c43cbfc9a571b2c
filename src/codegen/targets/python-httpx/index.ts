import { lines } from '../../text/lines.js';
import { quotePython } from '../../text/quote.js';
import type { Program } from '../program.js';
import { loop, RAISE_AT_THE_END } from '../python/loop.js';
import { PYTHON_WORDS, python } from '../python/program.js';
import type { Target } from '../target.js';

export const pythonHttpx: Target = {
  id: 'python-httpx',
  title: 'Python (httpx, async)',
  language: 'python',
  functionName: 'request_with_retry',
  reservedWords: PYTHON_WORDS,
  comment: '#',
  width: 88,
  since: 'Python 3.8',
  needs: 'httpx',
  exhausted: 'fails with the status',
  retryAfterForms: 'seconds and dates',
  quote: quotePython,
  fileName: () => 'request_with_retry.py',
  code: (program) =>
    python(program, {
      standardImports: ['import asyncio'],
      library: 'httpx',
      responseType: 'httpx.Response',
      request: request(program),
    }),
  usage,
};

function request(program: Program): string[] {
  return lines(
    '# What may be a function that makes it anew for each attempt.',
    'BODIES = ("content", "data", "files")',
    '\n',
    `async def ${program.functionName}(`,
    '    client: httpx.AsyncClient, method: str, url: str, **options',
    ') -> httpx.Response:',
    '    """Send a request, and repeat it while a repetition may help.',
    '',
    '    Takes what client.request() takes. `content`, `data` and `files` may also be',
    '    functions that make a fresh body for each attempt. A status that is not retried is',
    '    handed back at once. When the retries are used up, raises httpx.HTTPStatusError',
    '    with the last response on error.response, or the last network error.',
    '    """',
    loop(program, {
      send: 'await client.request(method, url, **fresh)',
      excepts: [
        'except (httpx.UnsupportedProtocol, httpx.LocalProtocolError):',
        '    raise  # no retry mends what cannot be a request',
        'except httpx.TransportError:',
        ...RAISE_AT_THE_END,
      ],
      raise: ['raise httpx.HTTPStatusError(', '    message, request=response.request, response=response', ')'],
      sleep: 'await asyncio.sleep',
    }),
  );
}

function usage({ functionName, example }: Program): string[] {
  const headers = example.headers.map(([name, value]) => `        ${quotePython(name)}: ${quotePython(value)},`);
  return lines(
    'async def main() -> None:',
    `    url = ${quotePython(example.url)}`,
    headers.length > 0 && ['    headers = {', headers, '    }'],
    `    async with httpx.AsyncClient(timeout=30${headers.length > 0 ? ', headers=headers' : ''}) as client:`,
    `        response = await ${functionName}(client, "GET", url)`,
    '        response.raise_for_status()',
    '',
    '',
    'asyncio.run(main())',
  );
}
