import { lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The function that people call, and its helpers. */
export function requestFunctions(program: Program): string[] {
  const { functionName } = program;
  const isWalk = program.draw.kind === 'decorrelated';
  return lines(
    '/// Calls `send`, which sends one request, and calls it again after a status that may change or a',
    '/// network error. Any other status is handed back at once. When the retries are used up, returns',
    '/// the last status as `Error::StatusCode`, or the last network error. Since `send` makes the',
    '/// request anew each time, a body is always sent whole; a reader must be opened within it.',
    `pub fn ${functionName}(`,
    '    send: impl FnMut() -> Result<Response<Body>, Error>,',
    ') -> Result<Response<Body>, Error> {',
    '    retry_sleeping_by(thread::sleep, send)',
    '}',
    '',
    `/// As [\`${functionName}\`], with the function that waits, for tests that must not.`,
    'pub fn retry_sleeping_by(',
    '    mut sleep: impl FnMut(Duration),',
    '    mut send: impl FnMut() -> Result<Response<Body>, Error>,',
    ') -> Result<Response<Body>, Error> {',
    isWalk && '    let mut previous = BASE_SECONDS;',
    '    let mut retry = 0;',
    '    loop {',
    '        retry += 1;',
    '        let result = send();',
    '        // The status that may change, or none after a network error.',
    '        let status = match &result {',
    '            Ok(response) => Some(response.status().as_u16()),',
    '            Err(Error::StatusCode(status)) => Some(*status),',
    '            Err(error) if is_network(error) => None,',
    '            Err(_) => return result,',
    '        };',
    '        if status.is_some_and(|status| !is_retryable(status)) {',
    '            return result;',
    '        }',
    '        if retry > MAX_RETRIES {',
    '            return match status {',
    '                Some(status) => Err(Error::StatusCode(status)),',
    '                None => result,',
    '            };',
    '        }',
    wait(program),
    '        // Lets go of the connection before the wait.',
    '        drop(result);',
    '        sleep(delay);',
    '    }',
    '}',
    '',
    'fn is_network(error: &Error) -> bool {',
    '    matches!(',
    '        error,',
    '        Error::Io(_)',
    '            | Error::Timeout(_)',
    '            | Error::HostNotFound',
    '            | Error::ConnectionFailed',
    '            | Error::Protocol(_)',
    '    )',
    '}',
    '',
    retryable(program),
  );
}

function wait(program: Program): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  const bases = program.throttledBaseMs !== null && [
    '        let base = match status {',
    '            Some(429) => THROTTLED_BASE_SECONDS,',
    '            _ => BASE_SECONDS,',
    '        };',
  ];
  const own = isWalk ? 'backoff(previous)' : bases ? 'backoff(retry, base)' : 'backoff(retry)';
  if (program.retryAfterMaxMs === null) {
    return lines(bases, `        let delay = ${own};`, isWalk && '        previous = delay.as_secs_f64();');
  }
  return lines(
    bases,
    '        let told = match &result {',
    '            Ok(response) => response.headers().get("retry-after"),',
    '            Err(_) => None,',
    '        };',
    '        let told = told.and_then(|value| retry_after(value.to_str().ok()?));',
    isWalk
      ? [
          '        let delay = told.unwrap_or_else(|| {',
          `            let own = ${own};`,
          '            previous = own.as_secs_f64();',
          '            own',
          '        });',
        ]
      : `        let delay = told.unwrap_or_else(|| ${own});`,
  );
}

function retryable({ statuses }: Program): string[] {
  const { listed, serverErrors } = statuses;
  const patterns = [...listed.map(String), ...(serverErrors ? ['500..'] : [])];
  return [
    'fn is_retryable(status: u16) -> bool {',
    patterns.length === 0 ? '    status == 0' : `    matches!(status, ${patterns.join(' | ')})`,
    '}',
  ];
}
