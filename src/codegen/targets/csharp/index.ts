import { indent, lines } from '../../text/lines.js';
import { quoteCSharp } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants, DRAWS } from './backoff.js';
import { send } from './request.js';
import { RETRY_AFTER, RETRY_AFTER_FORMS } from './retry-after.js';

export const csharp: Target = {
  id: 'csharp',
  title: 'C# (HttpClient)',
  language: 'csharp',
  functionName: 'RetryingClient',
  reservedWords: (
    'abstract as async await base bool break byte case catch char checked class const continue decimal default delegate ' +
    'do double dynamic else enum event explicit extern false file finally fixed float for foreach goto if implicit in int ' +
    'interface internal is lock long nameof namespace new null object operator out override params private protected ' +
    'public readonly record ref required return sbyte scoped sealed short sizeof stackalloc static string struct switch ' +
    'this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile when where while with ' +
    'yield Equals GetHashCode GetType ToString Object String System Double DateTimeOffset HttpRequestException'
  ).split(' '),
  comment: '//',
  width: 120,
  since: 'C# 7 (.NET Core 2, .NET Framework 4.6.1)',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteCSharp,
  fileName: (functionName) => `${functionName}.cs`,
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const members = lines(
    constants(program),
    hasHint && ['', RETRY_AFTER_FORMS],
    program.draw.kind !== 'none' && ['', DRAWS],
    '',
    'private readonly HttpClient _client;',
    '',
    `public ${program.functionName}(HttpClient client)`,
    '{',
    '    _client = client;',
    '}',
    '',
    send(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
  );
  return lines(
    'using System;',
    hasHint && 'using System.Globalization;',
    'using System.Net.Http;',
    hasHint && 'using System.Text.RegularExpressions;',
    'using System.Threading;',
    'using System.Threading.Tasks;',
    '',
    '/// <summary>An HTTP client that sends a request again while that may help.</summary>',
    `public class ${program.functionName}`,
    '{',
    indent(members, '    '),
    '}',
  );
}

function usage({ functionName, example }: Program): string[] {
  const request = `new HttpRequestMessage(HttpMethod.Get, ${quoteCSharp(example.url)})`;
  const headers = example.headers.map(
    ([name, value]) => `    request.Headers.Add(${quoteCSharp(name)}, ${quoteCSharp(value)});`,
  );
  return lines(
    'var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) }; // for each attempt',
    `var client = new ${functionName}(http);`,
    headers.length === 0
      ? ['var response = await client.SendAsync(', `    () => ${request});`]
      : [
          'var response = await client.SendAsync(() =>',
          '{',
          `    var request = ${request};`,
          headers,
          '    return request;',
          '});',
        ],
    'response.EnsureSuccessStatusCode();',
  );
}
