import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/support/cpu-ms.js';
import { digestOfCredential } from './credential.js';

describe('requests that are signed anew each time belong to one account', () => {
  // Forms as in the documentation of AWS (Signature Version 4 and 2), Azure Storage, RFC 5849 §3.5.1 and RFC 7616 §3.9.1.
  it.each<[string, (signer: string, signature: string) => string]>([
    [
      'AWS Signature 4',
      (signer, signature) =>
        `AWS4-HMAC-SHA256 Credential=${signer}/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
    ],
    ['AWS Signature 2', (signer, signature) => `AWS ${signer}:${signature}`],
    ['Azure SharedKey', (signer, signature) => `SharedKey ${signer}:${signature}`],
    [
      'OAuth 1 with a token',
      (signer, signature) =>
        `OAuth realm="x", oauth_consumer_key="app", oauth_token="${signer}", oauth_nonce="${signature}", oauth_signature="${signature}"`,
    ],
    [
      'OAuth 1 without one',
      (signer, signature) => `OAuth oauth_nonce="${signature}", oauth_consumer_key="${signer}", oauth_version="1.0"`,
    ],
    [
      'Digest',
      (signer, signature) =>
        `Digest username="${signer}", realm="x", nonce="${signature}", uri="/a", response="${signature}"`,
    ],
  ])('%s', (_, sign) => {
    const first = digestOfCredential(sign('AKIDEXAMPLE', 'f0e8bdb87c'));
    expect(digestOfCredential(sign('AKIDEXAMPLE', '98ad721746'))).toBe(first);
    expect(digestOfCredential(sign('AKIDOTHER', 'f0e8bdb87c'))).not.toBe(first);
  });
});

it.each([
  'Bearer a',
  'bearer a',
  'Basic YTpi',
  'token ghp_a',
  'sk-ant-a',
  'GoogleLogin auth=a',
  'AWS4-HMAC-SHA256 nonsense',
])('%s is told from another, and is not in its digest', (value) => {
  expect(digestOfCredential(value)).not.toBe(digestOfCredential(`${value}b`));
  expect(digestOfCredential(value)).toMatch(/^\d+\.\d+$/);
});

it('a long field that names nobody is read in no time', () => {
  const tookMs = cpuMs(() => {
    digestOfCredential(`OAuth ${'oauth_token='.repeat(20_000)}`);
    digestOfCredential(`Digest ${'username='.repeat(20_000)}`);
  });
  expect(tookMs).toBeLessThan(1000);
});
