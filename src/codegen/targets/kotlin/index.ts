// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { indent, lines } from '../../text/lines.js';
import { quoteKotlin } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { retryable, send } from './request.js';
import { RETRY_AFTER, RETRY_AFTER_FORMS } from './retry-after.js';

export const kotlin: Target = {
  id: 'kotlin',
  title: 'Kotlin (java.net.http)',
  language: 'kotlin',
  functionName: 'RetryingClient',
  reservedWords: (
    'as break class continue do else false for fun if in interface is null object package return super this throw true ' +
    'try typealias typeof val var when while Any Array Boolean Double Exception Int List Long Nothing String Suppress ' +
    'Thread Throwable Throws Unit'
  ).split(' '),
  comment: '//',
  width: 100,
  since: 'Kotlin 2, Java 11',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteKotlin,
  fileName: (functionName) => `${functionName}.kt`,
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const { functionName, draw, delaysMs } = program;
  const helpers = lines(
    constants(program),
    hasHint && ['', RETRY_AFTER_FORMS],
    '',
    retryable(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
  );
  return lines(
    imports(hasHint, draw.kind !== 'none', delaysMs === null && draw.kind !== 'decorrelated'),
    '',
    '/** An HTTP client that sends a request again while that may help. */',
    `open class ${functionName}(private val client: HttpClient) {`,
    indent(send(program), '    '),
    '',
    '    companion object {',
    indent(helpers, '        '),
    '    }',
    '}',
  );
}

function imports(hasHint: boolean, draws: boolean, grows: boolean): string[] {
  const names = ['java.io.IOException', 'kotlin.math.ceil'];
  for (const name of ['HttpClient', 'HttpRequest', 'HttpResponse']) names.push(`java.net.http.${name}`);
  if (hasHint) {
    for (const name of ['DateTimeException', 'Duration', 'Instant', 'LocalDate', 'LocalTime', 'Year', 'ZoneOffset']) {
      names.push(`java.time.${name}`);
    }
  }
  if (grows) names.push('kotlin.math.pow');
  if (draws) names.push('kotlin.random.Random');
  return names.sort().map((name) => `import ${name}`);
}

function usage({ functionName, example }: Program): string[] {
  return lines(
    `val client = ${functionName}(HttpClient.newHttpClient())`,
    'val request =',
    '    HttpRequest.newBuilder()',
    `        .uri(URI.create(${quoteKotlin(example.url)}))`,
    example.headers.map(([name, value]) => `        .header(${quoteKotlin(name)}, ${quoteKotlin(value)})`),
    '        .timeout(Duration.ofSeconds(30)) // for each attempt',
    '        .build()',
    'val response = client.send(request, HttpResponse.BodyHandlers.ofString())',
    'if (response.statusCode() >= 400) throw IOException("HTTP ${response.statusCode()}")',
  );
}
