// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { indent, lines } from '../../text/lines.js';
import { quoteRuby } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { NETWORK_ERRORS, request, retryable } from './request.js';
import { RETRY_AFTER, RETRY_AFTER_FORMS } from './retry-after.js';

export const ruby: Target = {
  id: 'ruby',
  title: 'Ruby (net/http)',
  language: 'ruby',
  functionName: 'request_with_retry',
  reservedWords: (
    'BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module next nil not ' +
    'or redo rescue retry return self super then true undef unless until when while yield ' +
    // Methods of every module that the code or Ruby itself needs as they are.
    'raise extend freeze hash initialize inspect instance_eval method method_missing name object_id respond_to_missing send'
  ).split(' '),
  comment: '#',
  width: 120,
  since: 'Ruby 3.0',
  needs: null,
  exhausted: 'returns the last response',
  retryAfterForms: 'seconds and dates',
  quote: quoteRuby,
  fileName: () => 'http_retry.rb',
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const methods = lines(
    request(program),
    '',
    'private',
    '',
    retryable(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
  );
  const members = lines(
    constants(program),
    '',
    NETWORK_ERRORS,
    hasHint && ['', RETRY_AFTER_FORMS],
    '',
    'class << self',
    indent(methods, '  '),
    'end',
  );
  return [
    '# frozen_string_literal: true',
    '',
    "require 'net/http'",
    "require 'openssl'",
    '',
    '# HTTP requests by Net::HTTP that are sent again while that may help.',
    'module HttpRetry',
    ...indent(members, '  '),
    'end',
  ];
}

function usage({ functionName, example }: Program): string[] {
  const headers = example.headers.map(([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`);
  const call = `response = HttpRetry.${functionName}(url, read_timeout: 30)`;
  return lines(
    `url = ${quoteRuby(example.url)}`,
    headers.length === 0
      ? `${call} { |uri| Net::HTTP::Get.new(uri) }`
      : [`${call} do |uri|`, '  request = Net::HTTP::Get.new(uri)', indent(headers, '  '), '  request', 'end'],
    'response.value # raises for a status that is no success',
  );
}
