// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { indent, lines } from '../../text/lines.js';
import type { Program } from '../program.js';

export const NETWORK_ERRORS = `NETWORK_ERRORS = [
  SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::HTTPBadResponse
].freeze`;

/** The method that people call. */
export function request(program: Program): string[] {
  return lines(
    `# Sends the request that the block makes, and sends it again after a status that may change or a
# network error. The block makes a request for each attempt, so that what it sends may be a stream.
# When the retries are used up, returns the last response, since like Net::HTTP it raises for no
# status, or raises the last network error. Takes the options of Net::HTTP.start.
def ${program.functionName}(uri, **options)
  uri = URI(uri)
  raise ArgumentError, "#{uri} is no address of http or https" unless uri.is_a?(URI::HTTP) && uri.host

  # By itself Net::HTTP repeats some requests once more, without a wait.
  options = { use_ssl: uri.scheme == 'https', max_retries: 0 }.merge(options)`,
    program.draw.kind === 'decorrelated' && '  previous = BASE_SECONDS',
    `  (1..).each do |number|
    request = yield(uri) # outside of the rescue: no retry mends what cannot be made
    response = nil # that of an earlier attempt says nothing about this one
    begin
      response = Net::HTTP.start(uri.hostname, uri.port, **options) { |http| http.request(request) }
    rescue *NETWORK_ERRORS
      raise if number > MAX_RETRIES
    end
    return response if response && (number > MAX_RETRIES || !retryable?(response.code.to_i))
`,
    indent(wait(program), '    '),
    '  end',
    'end',
  );
}

function wait({ draw, throttledBaseMs, retryAfterMaxMs }: Program): string[] {
  const isWalk = draw.kind === 'decorrelated';
  const own = isWalk
    ? 'previous = backoff_seconds(previous)'
    : throttledBaseMs === null
      ? 'backoff_seconds(number)'
      : 'backoff_seconds(number, base)';
  return lines(
    throttledBaseMs !== null && "base = response&.code == '429' ? THROTTLED_BASE_SECONDS : BASE_SECONDS",
    retryAfterMaxMs === null
      ? isWalk
        ? [own, 'sleep(previous)']
        : `sleep(${own})`
      : `sleep(retry_after_seconds(response) || ${isWalk ? `(${own})` : own})`,
  );
}

/** Which statuses are retried. */
export function retryable({ statuses: { listed, serverErrors } }: Program): string[] {
  const list = listed.length === 1 ? `status == ${listed[0]}` : `[${listed.join(', ')}].include?(status)`;
  const tests = [...(listed.length > 0 ? [list] : []), ...(serverErrors ? ['status >= 500'] : [])];
  return tests.length === 0
    ? ['def retryable?(_status)', '  false', 'end']
    : ['def retryable?(status)', `  ${tests.join(' || ')}`, 'end'];
}
