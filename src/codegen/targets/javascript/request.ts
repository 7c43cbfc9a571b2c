import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The function that people call. */
export function mainFunction(program: Program, typed: boolean): string[] {
  const type = (text: string) => (typed ? text : '');
  const { functionName } = program;
  const isWalk = program.draw.kind === 'decorrelated';
  return lines(
    typed && [
      '/**',
      ' * What fetch takes, or a function that makes it anew for each attempt, for',
      ' * bodies that can be read only once.',
      ' */',
      'export type RetryInit =',
      '  | RequestInit',
      '  | (() => RequestInit | Promise<RequestInit>);',
      '',
    ],
    '/**',
    ' * fetch() with retries. When they are used up it resolves to the last response,',
    ' * since like fetch() it throws for no status. What is thrown: a network error',
    ' * on the last attempt, an abort, and a request that cannot be made.',
    !typed && [
      ' *',
      ' * @param {string | URL | Request} input',
      ' * @param {RequestInit | (() => RequestInit | Promise<RequestInit>)} [init] What',
      ' *   fetch takes, or a function that makes it anew for each attempt, for bodies',
      ' *   that can be read only once.',
      ' * @returns {Promise<Response>}',
    ],
    ' */',
    typed
      ? [
          `export async function ${functionName}(`,
          '  input: string | URL | Request,',
          '  init?: RetryInit,',
          '): Promise<Response> {',
        ]
      : `export async function ${functionName}(input, init) {`,
    '  if (typeof init !== "function" && init?.body instanceof ReadableStream) {',
    '    throw new TypeError(',
    '      "a stream can be sent only once: pass a function that makes init",',
    '    );',
    '  }',
    isWalk && '  let previousMs = BASE_MS;',
    '  for (let retry = 1; ; retry++) {',
    '    // Made outside of try: no retry mends what cannot be a request.',
    '    const options = typeof init === "function" ? await init() : init;',
    '    const request = new Request(',
    '      input instanceof Request ? input.clone() : input,',
    '      options,',
    '    );',
    '    const signal = options?.signal ?? request.signal;',
    `    let response${type(': Response | undefined')};`,
    '    try {',
    '      response = await fetch(request);',
    '    } catch (error) {',
    '      if (retry > MAX_RETRIES || isStopped(signal, init)) throw error;',
    '    }',
    '    if (response && (retry > MAX_RETRIES || !isRetryable(response.status))) {',
    '      return response;',
    '    }',
    wait(program),
    '    // Lets go of the connection; what is left of the body is of no use.',
    '    await response?.body?.cancel().catch(() => {});',
    '    await sleep(waitMs, signal, init);',
    '  }',
    '}',
    '',
    '/** A time limit made anew for each attempt ends only that attempt. */',
    typed
      ? 'function isStopped(signal: AbortSignal, init?: RetryInit): boolean {'
      : 'function isStopped(signal, init) {',
    '  const isTimeLimit = signal.aborted && signal.reason?.name === "TimeoutError";',
    '  return signal.aborted && !(typeof init === "function" && isTimeLimit);',
    '}',
  );
}

function wait(program: Program): string[] {
  const hint = program.retryAfterMaxMs === null ? '' : 'retryAfterMs(response) ?? ';
  if (program.draw.kind === 'decorrelated') {
    const own = 'previousMs = backoffMs(previousMs)';
    if (hint === '') return [`    ${own};`, '    const waitMs = previousMs;'];
    return ['    const waitMs =', `      ${hint}(${own});`];
  }
  if (program.throttledBaseMs === null) return [`    const waitMs = ${hint}backoffMs(retry);`];
  return [
    '    const baseMs = response?.status === 429 ? THROTTLED_BASE_MS : BASE_MS;',
    `    const waitMs = ${hint}backoffMs(retry, baseMs);`,
  ];
}

/** Which statuses are retried. */
export function isRetryable({ statuses }: Program, typed: boolean): string[] {
  const tests = [
    ...statuses.listed.map((status) => `status === ${status}`),
    ...(statuses.serverErrors ? ['status >= 500'] : []),
  ];
  return lines(
    typed ? 'function isRetryable(status: number): boolean {' : 'function isRetryable(status) {',
    tests.length <= 5
      ? `  return ${tests.join(' || ') || 'status < 0'};`
      : [
          '  return (',
          indent(
            tests.map((test, at) => (at < tests.length - 1 ? `${test} ||` : test)),
            '    ',
          ),
          '  );',
        ],
    '}',
  );
}

/** The wait itself, which an abort ends. */
export function sleep(typed: boolean): string[] {
  return lines(
    typed
      ? ['function sleep(', '  ms: number,', '  signal: AbortSignal,', '  init?: RetryInit,', '): Promise<void> {']
      : 'function sleep(ms, signal, init) {',
    '  return new Promise((resolve, reject) => {',
    '    const timer = setTimeout(() => {',
    '      signal.removeEventListener("abort", stop);',
    '      resolve();',
    '    }, ms);',
    '    const stop = () => {',
    '      if (!isStopped(signal, init)) return;',
    '      clearTimeout(timer);',
    '      reject(signal.reason);',
    '    };',
    '    signal.addEventListener("abort", stop, { once: true });',
    '    if (signal.aborted) stop();',
    '  });',
    '}',
  );
}
