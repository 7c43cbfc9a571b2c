import { lines } from '../../text/lines.js';
import { quoteJava } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { send } from './request.js';
import { RETRY_AFTER, RETRY_AFTER_FORMS } from './retry-after.js';

export const java: Target = {
  id: 'java',
  title: 'Java (java.net.http)',
  language: 'java',
  functionName: 'RetryingClient',
  reservedWords: (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
    'finally float for goto if implements import instanceof int interface long native new package private protected ' +
    'public record return short static strictfp super switch synchronized this throw throws transient try var void ' +
    'volatile while yield true false null sealed permits Object String Integer Long Double Exception Thread System'
  ).split(' '),
  comment: '//',
  width: 100,
  since: 'Java 17',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteJava,
  fileName: (functionName) => `${functionName}.java`,
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const { functionName } = program;
  const imports = [
    'java.io.IOException',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    'java.time.Duration',
  ];
  if (hasHint) {
    imports.push(
      'java.time.DateTimeException',
      'java.time.Instant',
      'java.time.LocalDate',
      'java.time.LocalTime',
      'java.time.Year',
      'java.time.ZoneOffset',
      'java.util.List',
      'java.util.OptionalDouble',
      'java.util.regex.Matcher',
      'java.util.regex.Pattern',
    );
  }
  if (program.draw.kind !== 'none') imports.push('java.util.concurrent.ThreadLocalRandom');
  return lines(
    imports.sort().map((name) => `import ${name};`),
    '',
    '/** An HTTP client that sends a request again while that may help. */',
    `public class ${functionName} {`,
    constants(program).map((line) => (line === '' ? '' : `  ${line}`)),
    hasHint && ['', RETRY_AFTER_FORMS],
    '',
    '  private final HttpClient client;',
    '',
    `  public ${functionName}(HttpClient client) {`,
    '    this.client = client;',
    '  }',
    '',
    send(program),
    '',
    backoff(program).map((line) => (line === '' ? '' : `  ${line}`)),
    hasHint && ['', RETRY_AFTER],
    '}',
  );
}

function usage({ functionName, example }: Program): string[] {
  return lines(
    `var client = new ${functionName}(HttpClient.newHttpClient());`,
    'var request =',
    '    HttpRequest.newBuilder()',
    `        .uri(URI.create(${quoteJava(example.url)}))`,
    example.headers.map(([name, value]) => `        .header(${quoteJava(name)}, ${quoteJava(value)})`),
    '        .timeout(Duration.ofSeconds(30)) // for each attempt',
    '        .build();',
    'var response = client.send(request, HttpResponse.BodyHandlers.ofString());',
    'if (response.statusCode() >= 400) {',
    '  throw new IOException("HTTP " + response.statusCode());',
    '}',
  );
}
