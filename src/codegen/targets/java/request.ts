import { lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The method that people call, and its helpers. */
export function send(program: Program): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  return lines(
    `  /**
   * Sends a request, and sends it again after a status that may change or a network error. When the
   * retries are used up, returns the last response, since like HttpClient it throws for no status, or
   * throws the last network error. A body that can be read only once needs BodyPublishers.ofInputStream
   * with a supplier that opens it anew. HttpClient itself sends a GET once more, without a wait, where
   * the connection breaks before the answer begins.
   */
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {`,
    isWalk && '    double previousMs = BASE_MS;',
    `    for (int retry = 1; ; retry++) {
      HttpResponse<T> response = null;
      try {
        response = client.send(request, handler);
      } catch (IOException error) {
        if (retry > MAX_RETRIES) {
          throw error;
        }
      }
      if (response != null && (retry > MAX_RETRIES || !isRetryable(response.statusCode()))) {
        return response;
      }`,
    wait(program),
    `      if (response != null) {
        discard(response.body());
      }
      sleep(Duration.ofNanos(Math.round(delayMs * 1e6)));
    }
  }

  /** Waits; a subclass for tests need not. */
  protected void sleep(Duration delay) throws InterruptedException {
    // Rounded up, since earlier than told is too early.
    Thread.sleep((delay.toNanos() + 999_999) / 1_000_000);
  }

  /** Lets go of a body that is still open, and so of its connection. */
  private static void discard(Object body) {
    if (body instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (Exception unimportant) {
        // The response is of no use any more.
      }
    }
  }
`,
    retryable(program),
  );
}

function wait(program: Program): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  const hasBases = program.throttledBaseMs !== null;
  const own = isWalk
    ? 'previousMs = backoffMs(previousMs)'
    : hasBases
      ? 'backoffMs(retry, baseMs)'
      : 'backoffMs(retry)';
  const bases = hasBases && [
    '      boolean isThrottled = response != null && response.statusCode() == 429;',
    '      double baseMs = isThrottled ? THROTTLED_BASE_MS : BASE_MS;',
  ];
  if (program.retryAfterMaxMs === null) {
    return lines(bases, isWalk && `      ${own};`, `      double delayMs = ${isWalk ? 'previousMs' : own};`);
  }
  return lines(
    bases,
    '      OptionalDouble told = response == null ? OptionalDouble.empty() : retryAfterMs(response);',
    isWalk
      ? ['      if (told.isEmpty()) {', `        ${own};`, '      }', '      double delayMs = told.orElse(previousMs);']
      : hasBases
        ? '      double delayMs = told.isPresent() ? told.getAsDouble() : backoffMs(retry, baseMs);'
        : '      double delayMs = told.isPresent() ? told.getAsDouble() : backoffMs(retry);',
  );
}

function retryable({ statuses }: Program): string[] {
  const tests = [
    ...statuses.listed.map((status) => `status == ${status}`),
    ...(statuses.serverErrors ? ['status >= 500'] : []),
  ];
  return ['  private static boolean isRetryable(int status) {', `    return ${tests.join(' || ') || 'false'};`, '  }'];
}
