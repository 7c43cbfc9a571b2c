import { lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The function that people call, and its helpers. */
export function requestFunctions(program: Program): string[] {
  const { functionName } = program;
  return lines(
    `// ${functionName} sends req and sends it again after a status that may change or a network error.`,
    '// Any other status is handed back at once. When the retries are used up it returns an error that',
    '// names the last status, or the last network error.',
    '//',
    '// A body is sent whole each time: http.NewRequest sees to it for buffers and strings, and for',
    '// others req.GetBody must be set to a function that opens the body anew.',
    `func ${functionName}(client *http.Client, req *http.Request) (*http.Response, error) {`,
    '\tif req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {',
    '\t\treturn nil, errors.New("retry: the body can be read only once: set req.GetBody")',
    '\t}',
    '\tif u := req.URL; u == nil || (u.Scheme != "http" && u.Scheme != "https") {',
    '\t\treturn nil, errors.New("retry: the URL must begin with http:// or https://")',
    '\t}',
    program.draw.kind === 'decorrelated' && '\tprevious := base',
    '\tfor retry := 1; ; retry++ {',
    '\t\tresp, err := client.Do(req)',
    '\t\tif err == nil && !retryable(resp.StatusCode) {',
    '\t\t\treturn resp, nil',
    '\t\t}',
    '\t\tif err != nil && (retry > maxRetries || req.Context().Err() != nil) {',
    '\t\t\treturn nil, fmt.Errorf("retry: attempt %d: %w", retry, err)',
    '\t\t}',
    '\t\tif err == nil {',
    '\t\t\tdiscard(resp.Body)',
    '\t\t}',
    '\t\tif retry > maxRetries {',
    '\t\t\treturn nil, fmt.Errorf("retry: %s after %d attempts", resp.Status, retry)',
    '\t\t}',
    wait(program),
    '\t\tif err := sleep(req.Context(), delay); err != nil {',
    '\t\t\treturn nil, err',
    '\t\t}',
    '\t\tif req.GetBody != nil {',
    '\t\t\tif req.Body, err = req.GetBody(); err != nil {',
    '\t\t\t\treturn nil, err',
    '\t\t\t}',
    '\t\t}',
    '\t}',
    '}',
    '',
    retryable(program),
    '',
    '// discard lets the connection be used again; only a short body is worth reading to its end.',
    'func discard(body io.ReadCloser) {',
    '\t_, _ = io.CopyN(io.Discard, body, 64<<10)',
    '\t_ = body.Close()',
    '}',
    '',
    '// sleep is a variable so that tests need not wait.',
    'var sleep = func(ctx context.Context, d time.Duration) error {',
    '\ttimer := time.NewTimer(d)',
    '\tdefer timer.Stop()',
    '\tselect {',
    '\tcase <-timer.C:',
    '\t\treturn nil',
    '\tcase <-ctx.Done():',
    '\t\treturn ctx.Err()',
    '\t}',
    '}',
  );
}

function wait(program: Program): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  const hasBases = program.throttledBaseMs !== null;
  const own = isWalk ? 'backoff(previous)' : hasBases ? 'backoff(retry, from)' : 'backoff(retry)';
  const bases = hasBases && [
    '\t\tfrom := base',
    '\t\tif err == nil && resp.StatusCode == http.StatusTooManyRequests {',
    '\t\t\tfrom = throttledBase',
    '\t\t}',
  ];
  if (program.retryAfterMaxMs === null) {
    return lines(bases, `\t\tdelay := ${own}`, isWalk && '\t\tprevious = delay');
  }
  return lines(
    bases,
    '\t\tdelay, told := time.Duration(0), false',
    '\t\tif err == nil {',
    '\t\t\tdelay, told = retryAfter(resp.Header.Get("Retry-After"), time.Now())',
    '\t\t}',
    '\t\tif !told {',
    `\t\t\tdelay = ${own}`,
    isWalk && '\t\t\tprevious = delay',
    '\t\t}',
  );
}

function retryable({ statuses }: Program): string[] {
  const tests = [
    ...statuses.listed.map((status) => `status == ${status}`),
    ...(statuses.serverErrors ? ['status >= 500'] : []),
  ];
  return ['func retryable(status int) bool {', `\treturn ${tests.join(' || ') || 'false'}`, '}'];
}
