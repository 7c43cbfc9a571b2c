import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

/** The method that people call, and its helpers. */
export function request(program: Program): string[] {
  const isWalk = program.draw.kind === 'decorrelated';
  return lines(
    `/**
 * Sends a request, and sends it again after a status that may change or a network error. When
 * the retries are used up, returns the last response, since like curl it throws for no status,
 * or throws the last network error: a RuntimeException with the number of curl as its code.
 *
 * @param array<int, mixed>|\\Closure(): array<int, mixed> $options what curl_setopt_array()
 *     takes, or a function that makes it anew for each attempt, for bodies that can be read
 *     only once; how the answer is read is not for it to say
 *
 * @return array{status: int, headers: array<string, list<string>>, body: string} the names of
 *     headers are in lower case
 */
public function request(string $url, array|\\Closure $options = []): array
{
    if (is_array($options) && (isset($options[CURLOPT_INFILE]) || isset($options[CURLOPT_READFUNCTION]))) {
        throw new \\InvalidArgumentException('a stream can be sent only once: pass a function that makes the options');
    }`,
    isWalk && '    $previousMs = self::BASE_MS;',
    `    for ($retry = 1; ; $retry++) {
        $fresh = is_array($options) ? $options : $options();
        $response = null; // that of an earlier attempt says nothing about this one
        try {
            $response = $this->send($url, $fresh);
        } catch (\\RuntimeException $error) {
            if ($retry > self::MAX_RETRIES || !in_array($error->getCode(), self::NETWORK_ERRORS, true)) {
                throw $error;
            }
        }
        if ($response !== null && ($retry > self::MAX_RETRIES || !self::isRetryable($response['status']))) {
            return $response;
        }`,
    indent(wait(program), '        '),
    `    }
}

/** Waits; a subclass for tests need not. */
protected function sleep(float $ms): void
{
    $until = hrtime(true) + (int) ceil($ms * 1e6);
    // A signal ends a sleep early, and earlier than told is too early.
    while (($left = $until - hrtime(true)) > 0) {
        time_nanosleep(intdiv($left, 1_000_000_000), $left % 1_000_000_000);
    }
}
`,
    SEND,
    '',
    retryable(program),
  );
}

function wait({ draw, throttledBaseMs, retryAfterMaxMs }: Program): string[] {
  const isWalk = draw.kind === 'decorrelated';
  const own = isWalk
    ? '$previousMs = self::backoffMs($previousMs)'
    : throttledBaseMs === null
      ? 'self::backoffMs($retry)'
      : 'self::backoffMs($retry, $baseMs)';
  return lines(
    throttledBaseMs !== null && [
      "$isThrottled = $response !== null && $response['status'] === 429;",
      '$baseMs = $isThrottled ? self::THROTTLED_BASE_MS : self::BASE_MS;',
    ],
    retryAfterMaxMs === null
      ? `$this->sleep(${own});`
      : [
          "$told = self::retryAfterMs($response['headers']['retry-after'][0] ?? '');",
          `$this->sleep($told ?? ${isWalk ? `(${own})` : own});`,
        ],
  );
}

/** What curl says of a network that failed; the rest, such as an address that is none, no retry mends. */
export const NETWORK_ERRORS = `private const NETWORK_ERRORS = [
    CURLE_COULDNT_RESOLVE_PROXY,
    CURLE_COULDNT_RESOLVE_HOST,
    CURLE_COULDNT_CONNECT,
    16, // of HTTP/2
    CURLE_PARTIAL_FILE,
    CURLE_OPERATION_TIMEDOUT,
    CURLE_SSL_CONNECT_ERROR,
    CURLE_GOT_NOTHING,
    CURLE_SEND_ERROR,
    CURLE_RECV_ERROR,
    92, // of a stream of HTTP/2
    95, // of HTTP/3
];`;

const SEND = `/** One attempt. Its connection is let go of with its handle, before any wait. */
private function send(string $url, array $options): array
{
    $headers = [];
    $curl = curl_init($url);
    curl_setopt_array($curl, $options);
    curl_setopt_array($curl, [
        CURLOPT_FAILONERROR => false,
        CURLOPT_HEADER => false,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADERFUNCTION => static function (\\CurlHandle $curl, string $line) use (&$headers): int {
            if (str_starts_with($line, 'HTTP/')) {
                $headers = []; // what came before was a redirect or an interim answer
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)][] = trim($value);
            }

            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    if ($body === false) {
        throw new \\RuntimeException(curl_error($curl), curl_errno($curl));
    }

    return ['status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'headers' => $headers, 'body' => $body];
}`;

function retryable({ statuses: { listed, serverErrors } }: Program): string[] {
  const list = listed.length === 1 ? `$status === ${listed[0]}` : `in_array($status, [${listed.join(', ')}], true)`;
  const tests = [...(listed.length > 0 ? [list] : []), ...(serverErrors ? ['$status >= 500'] : [])];
  return [
    'private static function isRetryable(int $status): bool',
    '{',
    `    return ${tests.join(' || ') || 'false'};`,
    '}',
  ];
}
