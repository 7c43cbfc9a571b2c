import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The method that people call, and its helpers. */
export function send(program: Program): string[] {
  const { throttledBaseMs, retryAfterMaxMs, draw } = program;
  return lines(
    `/// <summary>
/// Sends the request that makeRequest makes, and sends it again after a status that may change or a
/// network error. It makes a request for each attempt, since none can be sent twice. When the
/// retries are used up, returns the last response, since like HttpClient it throws for no status,
/// or throws the last network error. The Timeout of the HttpClient is that of each attempt.
/// </summary>
public async Task<HttpResponseMessage> SendAsync(
    Func<HttpRequestMessage> makeRequest,
    CancellationToken cancellationToken = default(CancellationToken))
{`,
    draw.kind === 'decorrelated' && '    double previousMs = BaseMs;',
    '    for (int retry = 1; ; retry++)',
    '    {',
    retryAfterMaxMs !== null && '        double? toldMs = null;',
    throttledBaseMs !== null && '        double baseMs = BaseMs;',
    `        // Made outside of try: no retry mends what cannot be a request.
        using (HttpRequestMessage request = makeRequest())
        {
            try
            {
                var response = await _client.SendAsync(request, cancellationToken).ConfigureAwait(false);
                if (retry > MaxRetries || !IsRetryable((int)response.StatusCode))
                {
                    return response;
                }`,
    throttledBaseMs !== null && '                baseMs = (int)response.StatusCode == 429 ? ThrottledBaseMs : BaseMs;',
    retryAfterMaxMs !== null && '                toldMs = RetryAfterMs(response);',
    `                response.Dispose();
            }
            catch (Exception error) when (retry <= MaxRetries && IsNetworkError(error, cancellationToken))
            {
                // The wait before the next attempt is its own.
            }
        }`,
    indent(wait(program), '        '),
    `    }
}

/// <summary>Waits; a subclass for tests need not.</summary>
protected virtual Task DelayAsync(double ms, CancellationToken cancellationToken)
{
    // Rounded up, since earlier than told is too early.
    return Task.Delay((int)Math.Ceiling(ms), cancellationToken);
}

private static bool IsNetworkError(Exception error, CancellationToken cancellationToken)
{
    // HttpClient cancels an attempt that takes longer than its Timeout.
    bool isTimeout = error is OperationCanceledException && !cancellationToken.IsCancellationRequested;
    return isTimeout || error is HttpRequestException;
}
`,
    retryable(program),
  );
}

function wait({ draw, throttledBaseMs, retryAfterMaxMs }: Program): string[] {
  const isWalk = draw.kind === 'decorrelated';
  const own = isWalk
    ? 'previousMs = BackoffMs(previousMs)'
    : throttledBaseMs === null
      ? 'BackoffMs(retry)'
      : 'BackoffMs(retry, baseMs)';
  const delay = retryAfterMaxMs === null ? own : `toldMs ?? ${isWalk ? `(${own})` : own}`;
  return [`double delayMs = ${delay};`, 'await DelayAsync(delayMs, cancellationToken).ConfigureAwait(false);'];
}

function retryable({ statuses: { listed, serverErrors } }: Program): string[] {
  const tests = [...listed.map((status) => `status == ${status}`), ...(serverErrors ? ['status >= 500'] : [])];
  return ['private static bool IsRetryable(int status)', '{', `    return ${tests.join(' || ') || 'false'};`, '}'];
}
