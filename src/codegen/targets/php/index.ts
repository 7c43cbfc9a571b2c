import { indent, lines } from '../../text/lines.js';
import { quotePhp } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { NETWORK_ERRORS, request } from './request.js';
import { RETRY_AFTER, RETRY_AFTER_FORMS } from './retry-after.js';

export const php: Target = {
  id: 'php',
  title: 'PHP (ext-curl)',
  language: 'php',
  functionName: 'RetryingClient',
  reservedWords: (
    'abstract and array as bool break callable case catch class clone const continue declare default die do echo else ' +
    'elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends false final finally float ' +
    'fn for foreach function global goto if implements include include_once instanceof insteadof int interface isset ' +
    'iterable list match mixed namespace never new null object or parent print private protected public readonly require ' +
    'require_once return self static string switch throw trait true try unset use var void while xor yield ' +
    // Classes that PHP brings along, of names that somebody might think of.
    'Attribute Closure CurlFile Directory Error Exception Generator Iterator Stringable Throwable'
  ).split(' '),
  ignoresCase: true,
  comment: '//',
  width: 120,
  since: 'PHP 8.0',
  needs: 'ext-curl',
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quotePhp,
  fileName: (functionName) => `${functionName}.php`,
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const members = lines(
    constants(program),
    '',
    NETWORK_ERRORS,
    hasHint && ['', RETRY_AFTER_FORMS],
    '',
    request(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
  );
  return [
    '<?php',
    'declare(strict_types=1);',
    '',
    '/** HTTP requests by curl that are sent again while that may help. */',
    `class ${program.functionName}`,
    '{',
    ...indent(members, '    '),
    '}',
  ];
}

function usage({ functionName, example }: Program): string[] {
  return lines(
    `$client = new ${functionName}();`,
    `$response = $client->request(${quotePhp(example.url)}, [`,
    example.headers.length > 0 && [
      '    CURLOPT_HTTPHEADER => [',
      example.headers.map(([name, value]) => `        ${quotePhp(`${name}: ${value}`)},`),
      '    ],',
    ],
    '    CURLOPT_TIMEOUT => 30, // for each attempt',
    ']);',
    "if ($response['status'] >= 400) {",
    "    throw new RuntimeException('HTTP ' . $response['status']);",
    '}',
  );
}
