import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The method that people call, and its helpers. */
export function send(program: Program): string[] {
  return lines(
    `/**
 * Sends a request, and sends it again after a status that may change or a network error. When the
 * retries are used up, returns the last response, since like HttpClient it throws for no status,
 * or throws the last network error. It blocks its thread: a coroutine calls it within
 * Dispatchers.IO. A body that can be read only once needs BodyPublishers.ofInputStream with a
 * function that opens it anew. HttpClient itself sends a GET once more, without a wait, where the
 * connection breaks before the answer begins.
 */
@Throws(IOException::class, InterruptedException::class)
fun <T> send(request: HttpRequest, handler: HttpResponse.BodyHandler<T>): HttpResponse<T> {`,
    program.draw.kind === 'decorrelated' && '    var previousMs = BASE_MS',
    `    var retry = 0
    while (true) {
        retry++
        val response =
            try {
                client.send(request, handler)
            } catch (error: IOException) {
                if (retry > MAX_RETRIES) throw error
                null
            }
        if (response != null && (retry > MAX_RETRIES || !isRetryable(response.statusCode()))) {
            return response
        }`,
    indent(wait(program), '        '),
    `        response?.let { discard(it.body()) }
        sleep(delayMs)
    }
}

/** Waits; a subclass for tests need not. */
protected open fun sleep(ms: Double) {
    // Rounded up, since earlier than told is too early.
    Thread.sleep(ceil(ms).toLong())
}

/** Lets go of a body that is still open, and so of its connection. */
private fun discard(body: Any?) {
    try {
        (body as? AutoCloseable)?.close()
    } catch (unimportant: Exception) {
        // The response is of no use any more.
    }
}`,
  );
}

function wait({ draw, throttledBaseMs, retryAfterMaxMs }: Program): string[] {
  const isWalk = draw.kind === 'decorrelated';
  const own = isWalk
    ? 'backoffMs(previousMs).also { previousMs = it }'
    : throttledBaseMs === null
      ? 'backoffMs(retry)'
      : 'backoffMs(retry, baseMs)';
  return lines(
    throttledBaseMs !== null && 'val baseMs = if (response?.statusCode() == 429) THROTTLED_BASE_MS else BASE_MS',
    retryAfterMaxMs === null
      ? `val delayMs = ${own}`
      : [
          'val told = response?.headers()?.firstValue("Retry-After")?.orElse(null)?.trim()',
          `val delayMs = told?.let { retryAfterMs(it) } ?: ${own}`,
        ],
  );
}

/** Which statuses are retried. */
export function retryable({ statuses: { listed, serverErrors } }: Program): string[] {
  const tests = [...listed.map((status) => `status == ${status}`), ...(serverErrors ? ['status >= 500'] : [])];
  return tests.length === 0
    ? ['@Suppress("UNUSED_PARAMETER")', 'private fun isRetryable(status: Int): Boolean = false']
    : [`private fun isRetryable(status: Int): Boolean = ${tests.join(' || ')}`];
}
