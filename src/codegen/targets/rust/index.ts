import { lines } from '../../text/lines.js';
import { quoteRust } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';
import { requestFunctions } from './request.js';
import { RETRY_AFTER } from './retry-after.js';

export const rust: Target = {
  id: 'rust',
  title: 'Rust (ureq)',
  language: 'rust',
  functionName: 'send_with_retry',
  reservedWords: (
    'as async await box break const continue crate dyn else enum extern false final fn for gen if impl in let loop macro ' +
    'match mod move mut override priv pub ref return self Self static struct super trait true try type typeof union ' +
    'unsafe unsized use virtual where while yield abstract become do u8 u16 u32 u64 i64 f64 bool str main'
  ).split(' '),
  comment: '//',
  width: 100,
  since: 'Rust edition 2021',
  needs: 'ureq 3',
  exhausted: 'fails with the status',
  retryAfterForms: 'seconds and dates',
  quote: quoteRust,
  fileName: () => 'retry.rs',
  code,
  usage,
};

function code(program: Program): string[] {
  const hasHint = program.retryAfterMaxMs !== null;
  const isRandom = program.draw.kind !== 'none';
  return lines(
    isRandom && ['use std::collections::hash_map::RandomState;', 'use std::hash::{BuildHasher, Hasher};'],
    'use std::thread;',
    hasHint ? 'use std::time::{Duration, SystemTime, UNIX_EPOCH};' : 'use std::time::Duration;',
    '',
    'use ureq::http::Response;',
    'use ureq::{Body, Error};',
    '',
    constants(program),
    '',
    requestFunctions(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
  );
}

function usage({ functionName, example }: Program): string[] {
  return lines(
    'let agent: ureq::Agent = ureq::Agent::config_builder()',
    '    .http_status_as_error(false) // so that Retry-After can be read',
    '    .timeout_global(Some(Duration::from_secs(30))) // for each attempt',
    '    .build()',
    '    .into();',
    `let mut response = ${functionName}(|| {`,
    '    agent',
    `        .get(${quoteRust(example.url)})`,
    example.headers.map(([name, value]) => `        .header(${quoteRust(name)}, ${quoteRust(value)})`),
    '        .call()',
    '})?;',
    'if !response.status().is_success() {',
    '    eprintln!("{}", response.body_mut().read_to_string()?);',
    '}',
  );
}
