import { describe, expect, it } from 'vitest';
import { type GatewayOptions, providerPolicy, settle } from './options.js';

describe('settle', () => {
  it.each([
    ['https://api.openai.com', 'https://api.openai.com', 443, ''],
    ['https://gateway.example/openai/v1/', 'https://gateway.example', 443, '/openai/v1'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000', 9000, ''],
    ['http://[::1]:9000/a', 'http://[::1]:9000', 9000, '/a'],
  ])('reads the upstream %s', (upstream, origin, port, basePath) => {
    expect(settle({ upstream }).upstream).toMatchObject({ origin, port, basePath });
  });

  it('knows the provider by its host, and takes its policy', () => {
    expect(settle({ upstream: 'https://api.github.com' })).toMatchObject({
      knownProvider: 'github',
      policy: { maxInFlight: 100 },
    });
    expect(settle({ upstream: 'https://api.example' })).toMatchObject({ knownProvider: undefined, policy: {} });
    expect(providerPolicy('https://api.example', 'github')?.provider).toBe('github');
  });

  it.each<[more: Partial<GatewayOptions>, complaint: string]>([
    [{ upstream: 'api.openai.com' }, 'upstream: "api.openai.com" is not allowed; give the address of a server'],
    [{ upstream: 'ftp://a.example' }, 'http or https'],
    [{ upstream: 'https://a.example/?key=1' }, 'without ? and #'],
    [{ upstream: 'http://localhost:8429', port: 8429 }, 'another server than the gateway itself'],
    [{ provider: 'antropic' }, 'did you mean anthropic?'],
    [{ port: 70_000 }, 'port: 70000'],
    [{ host: '' }, 'host: ""'],
    [{ allowHosts: ['http://a'] }, 'allowHosts: "http://a"'],
    [{ allowOrigins: ['*'] }, 'allowOrigins: "*"'],
    [{ allowOrigins: ['http://a.example/path'] }, 'allowOrigins: '],
    [{ mostReplayableBytes: -1 }, 'mostReplayableBytes: -1'],
  ])('refuses %j', (more, complaint) => {
    expect(() => settle({ upstream: 'https://a.example', ...more })).toThrow(complaint);
  });

  it('never shows the password of an upstream', () => {
    expect(() => settle({ upstream: 'https://me:s3cret@a.example' })).toThrow(/^(?!.*s3cret).*without a name/);
  });
});
