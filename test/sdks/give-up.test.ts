import Anthropic from '@anthropic-ai/sdk';
import { RequestError } from 'octokit';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { PolicyInput } from '../../src/core/policy/policy.js';
import { createEmulator, listen } from '../../src/emulator/index.js';
import { policyFor } from '../../src/runtime/policy-for.js';
import { sdkOptions } from '../../src/runtime/sdk-options.js';
import { anthropic, type Call, messages, octokit, openai } from './providers.js';

/** The server asks for half an hour, and the caller has a minute, of which nothing is waited. */
const WAIT_SECONDS = 1800;
const deadline: PolicyInput = { deadlineMs: '1m' };
const AT_ONCE_MS = 50_000;

/** Lets one call be refused, and returns what it rejects with, when, and how many requests the server saw. */
async function refused(rules: string, prepare: (address: string) => Call) {
  const answers = Array.from({ length: 5 }, () => ({ status: 429, headers: { 'retry-after': String(WAIT_SECONDS) } }));
  const emulator = createEmulator({ rules, answers });
  const server = await listen(emulator);
  try {
    const call = prepare(server.address);
    const startedMs = performance.now();
    const errors: unknown[] = [];
    // The second one is given up without a request: it is known by then that it cannot start in time.
    for (const index of [1, 2])
      errors.push(
        await call(index).then(
          () => null,
          (error: unknown) => error,
        ),
      );
    return { errors, tookMs: performance.now() - startedMs, requests: emulator.seen().totals.requests };
  } finally {
    await server.close();
  }
}

describe('a call that is given up reaches the caller of an SDK as its own error, at once', () => {
  it('openai: RateLimitError with Retry-After, after one request', async () => {
    const { errors, tookMs, requests } = await refused('openai', (address) => {
      const client = openai(address, sdkOptions('openai', policyFor('openai', deadline)));
      return () => client.chat.completions.create({ model: 'm', messages });
    });
    for (const error of errors) {
      expect(error).toBeInstanceOf(OpenAI.RateLimitError);
      const seconds = Number((error as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(WAIT_SECONDS - 30);
      expect(seconds).toBeLessThanOrEqual(WAIT_SECONDS);
    }
    expect(requests).toBe(1);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  it('openai: retries of its own that were left on do not begin', async () => {
    const { errors, requests } = await refused('openai', (address) => {
      const options = sdkOptions('openai', policyFor('openai', deadline));
      const client = openai(address, { ...options, maxRetries: 5 });
      return () => client.chat.completions.create({ model: 'm', messages });
    });
    expect(errors.every((error) => error instanceof OpenAI.RateLimitError)).toBe(true);
    expect(requests).toBe(1);
  });

  it('@anthropic-ai/sdk: RateLimitError with Retry-After, after one request', async () => {
    const { errors, tookMs, requests } = await refused('anthropic', (address) => {
      const client = anthropic(address, sdkOptions('anthropic', policyFor('anthropic', deadline)));
      return () => client.messages.create({ model: 'claude-sonnet-4-5', max_tokens: 64, messages });
    });
    for (const error of errors) {
      expect(error).toBeInstanceOf(Anthropic.RateLimitError);
      const seconds = Number((error as InstanceType<typeof Anthropic.RateLimitError>).headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(WAIT_SECONDS - 30);
      expect(seconds).toBeLessThanOrEqual(WAIT_SECONDS);
    }
    expect(requests).toBe(1);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  it('octokit: RequestError with status 429 and Retry-After, after one request', async () => {
    const { errors, tookMs, requests } = await refused('github', (address) => {
      const kit = octokit(address, sdkOptions('octokit', policyFor('github', deadline)));
      return () => kit.request('GET /repos/{owner}/{repo}', { owner: 'o', repo: 'r' });
    });
    for (const error of errors) {
      expect(error).toBeInstanceOf(RequestError);
      const { status, response } = error as RequestError;
      expect(status).toBe(429);
      const seconds = Number(response?.headers['retry-after']);
      expect(seconds).toBeGreaterThan(WAIT_SECONDS - 30);
      expect(seconds).toBeLessThanOrEqual(WAIT_SECONDS);
    }
    expect(requests).toBe(1);
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });
});
