// The SDKs, how each makes a call, and a provider that is small enough to have a batch of sixty refused, and over in seconds.

import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Octokit } from 'octokit';
import OpenAI from 'openai';
import type { EmulatorClock, EmulatorOptions } from '../../src/emulator/index.js';
import { createClient } from '../../src/runtime/client.js';
import { policyFor } from '../../src/runtime/policy-for.js';
import { sdkOptions } from '../../src/runtime/sdk-options.js';

export type Call = (index: number) => Promise<unknown>;

export interface SdkUnderTest {
  readonly name: string;
  readonly provider: EmulatorOptions;
  /** No client can finish sixty requests in less, in ms. */
  readonly boundMs: number;
  /** Calls through holdoff. */
  ours(address: string): Call;
  /** The same with what the SDK brings for refusals, as it comes. */
  own(address: string): Call;
}

/** 20 at once and 20 a second. Clients that know a provider take the 20 for those of a minute until they see otherwise. */
const BUCKET = { amount: 20, windowMs: 1000 };
const BUCKET_BOUND_MS = 2000;
const PLENTY = { amount: 1e9, windowMs: 60_000 };

/** What is left of the minute of the server's clock when the batch begins. */
const REST_OF_MINUTE_MS = 8000;

export const messages = [{ role: 'user' as const, content: 'Say hello.' }];
export const GENERATE = { model: 'gemini-2.5-flash', contents: 'Say hello.' };

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export const openai = (address: string, options: object = {}): OpenAI =>
  new OpenAI({ apiKey: 'sk-test', baseURL: `${address}/v1`, ...options });
export const anthropic = (address: string, options: object = {}): Anthropic =>
  new Anthropic({ apiKey: 'sk-test', baseURL: address, ...options });
export const gemini = (address: string): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: address } });
export const octokit = (address: string, options: object = {}): Octokit =>
  new Octokit({ auth: 'test', baseUrl: address, log: QUIET, ...options });

export const SDKS: readonly SdkUnderTest[] = [
  {
    name: 'openai',
    provider: { rules: 'openai', limits: { requests: BUCKET, tokens: PLENTY } },
    boundMs: BUCKET_BOUND_MS,
    ours: (address) => openaiCall(openai(address, sdkOptions('openai'))),
    own: (address) => openaiCall(openai(address)),
  },
  {
    name: '@anthropic-ai/sdk',
    provider: { rules: 'anthropic', limits: { requests: BUCKET, inputTokens: PLENTY, outputTokens: PLENTY } },
    boundMs: BUCKET_BOUND_MS,
    ours: (address) => anthropicCall(anthropic(address, sdkOptions('anthropic'))),
    own: (address) => anthropicCall(anthropic(address)),
  },
  {
    // It takes no fetch, so that its calls are run instead, and what they throw is read.
    name: '@google/genai',
    provider: {
      rules: 'gemini',
      clock: clockFrom(Date.UTC(2026, 0, 1, 12) + 60_000 - REST_OF_MINUTE_MS),
      limits: { requests: { amount: 50, windowMs: 60_000 }, inputTokens: PLENTY, requestsPerDay: PLENTY },
    },
    boundMs: REST_OF_MINUTE_MS,
    ours(address) {
      const { models } = gemini(address);
      const client = createClient(policyFor('gemini'));
      return () => client.execute(() => models.generateContent(GENERATE), { idempotent: true });
    },
    own(address) {
      const { models } = gemini(address);
      const config = { httpOptions: { retryOptions: {} } };
      return () => models.generateContent({ ...GENERATE, config });
    },
  },
  {
    name: 'octokit',
    provider: { rules: 'github', limits: { core: { amount: 40, windowMs: 2000 } } },
    boundMs: 2000,
    ours: (address) => octokitCall(octokit(address, sdkOptions('octokit'))),
    own: (address) => octokitCall(octokit(address)),
  },
  {
    name: 'fetch',
    provider: { rules: 'ietf', limits: { burst: { amount: 20, windowMs: 1000 } } },
    boundMs: BUCKET_BOUND_MS,
    ours(address) {
      const client = createClient();
      return () => ok(client.fetch(address));
    },
    own: (address) => () => ok(fetch(address)),
  },
];

function openaiCall(client: OpenAI): Call {
  return () => client.chat.completions.create({ model: 'gpt-4o-mini', messages });
}

function anthropicCall(client: Anthropic): Call {
  return () => client.messages.create({ model: 'claude-sonnet-4-5', max_tokens: 64, messages });
}

function octokitCall(kit: Octokit): Call {
  const path = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
  return (index) => kit.request(path, { owner: 'o', repo: 'r', issue_number: index + 1 });
}

async function ok(pending: Promise<Response>): Promise<void> {
  const response = await pending;
  await response.text();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/**
 * Gemini counts the minutes of the clock: no test should wait for one, and none should have one end in its middle. This clock
 * shows `wallAtStart` when it is first asked.
 */
export function clockFrom(wallAtStart: number): EmulatorClock {
  let startedAt: number | null = null;
  return {
    now: () => performance.now(),
    wallNow() {
      startedAt ??= performance.now();
      return wallAtStart + performance.now() - startedAt;
    },
    setTimer: (at, wake) => setTimeout(wake, Math.max(0, Math.ceil(at - performance.now()))),
    clearTimer: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  };
}
