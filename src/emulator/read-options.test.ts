// What people copy from the page about the emulator works.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions, readScript } from './index.js';

const page = readFileSync(new URL('../../docs/emulator.md', import.meta.url), 'utf8');
const scripts = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => JSON.parse(json));

describe('the page about the emulator', () => {
  it.each(scripts)('shows a script that can be used: %j', (script) => {
    expect(readScript(script)).toEqual(expect.any(Object));
    expect(() => createEmulator({ rules: 'anthropic', ...script })).not.toThrow();
  });

  it('has a row for every fault', () => {
    expect(scripts.length).toBeGreaterThan(1);
    for (const kind of kindsOfFaults()) expect(page).toMatch(new RegExp(`^\\| \`${kind}\` \\|`, 'm'));
  });

  it('has a row or an example for every field of a script', () => {
    expect(fieldsOfScripts().filter((field) => !page.includes(field))).toEqual([]);
  });
});

describe('times in a script', () => {
  it('are milliseconds or texts', () => {
    expect(readScript({ latencyMs: '1.5s', tokenMs: 20, conditions: [{ condition: 'x', waitMs: '2m' }] })).toEqual({
      latencyMs: 1500,
      tokenMs: 20,
      conditions: [{ condition: 'x', waitMs: 120_000 }],
    });
  });
});

describe('options that cannot be used', () => {
  it.each<[string, object, string]>([
    ['a provider', { rules: 'anthropc' }, 'rules: "anthropc" is not allowed; give one of anthropic'],
    ['a limit', { limits: { request: { amount: 1 } } }, 'a limit of OpenAI: requests, tokens'],
    ['an amount', { limits: { requests: { amount: 0 } } }, 'limits.requests.amount: 0 is not allowed'],
    ['a condition', { conditions: [{ condition: 'overlod' }] }, 'did you mean overload'],
    ['a condition without a name', { conditions: [{}] }, 'conditions[0].condition: missing; give a text'],
    ['a fault', { faults: [{ kind: 'slo' }] }, 'faults[0].kind: "slo" is not allowed; give latency, reset'],
    ['half a fault', { faults: [{ kind: 'slow', characters: 1 }] }, 'faults[0].pauseMs: missing; give a duration'],
    ['a share', { othersShare: 2 }, 'othersShare: 2 is not allowed; give a share from 0 to 1'],
    ['an unknown key', { latency: 5 }, 'latency: "latency" is not allowed'],
    ['a pair', { latencyMs: [5, 1] }, 'latencyMs: a list is not allowed; give one value, or [low, high]'],
    ['a header', { answers: [{ headers: { 'a b': '1' } }] }, 'names that a header can have'],
    ['a header value', { answers: [{ headers: { a: '1\n' } }] }, 'a text without line breaks'],
    ['a trailer', { answers: [{ headers: { Trailer: 'x' } }] }, 'any header but Trailer: no trailers are sent'],
    [
      'a time that ends before it begins',
      { faults: [{ kind: 'reset', when: { fromMs: '10s', untilMs: '1s' } }] },
      'faults[0].when.untilMs: 1000 is not allowed; give a time after fromMs, which is 10000 ms',
    ],
    [
      'a stretch of no time',
      { acceleration: { windowMs: 0, factor: 2, floor: 1 } },
      'acceleration.windowMs: 0 is not allowed; give a duration of 1 ms or more',
    ],
    ['a limit that lets nothing in', { limits: { requests: { amount: 0.5 } } }, 'less lets nothing in'],
    ['a seed', { seed: -1 }, 'seed: -1 is not allowed; give a whole number from 0 to 4294967295'],
  ])('%s', (_, options, message) => {
    expect(() => createEmulator({ rules: 'openai', ...options } as EmulatorOptions)).toThrow(message);
  });

  it('are told all at once', () => {
    const options = { rules: 'openai', seed: 'x', tokenMs: -1, faults: [{ kind: 'hang', when: { shre: 1 } }] };
    expect(() => createEmulator(options as unknown as EmulatorOptions)).toThrow(
      /seed: .*\n.*tokenMs: .*\n.*did you mean share/s,
    );
  });
});

/** From the message that says what is allowed, so that a new kind cannot be forgotten. */
function kindsOfFaults(): string[] {
  return allowedIn({ faults: [{ kind: '' }] }, /give ([a-z, -]+)/);
}

function fieldsOfScripts(): string[] {
  return allowedIn({ nothing: 1 }, /one of ([A-Za-z, ]+)/);
}

function allowedIn(script: unknown, pattern: RegExp): string[] {
  try {
    readScript(script);
  } catch (error) {
    const names = pattern.exec((error as Error).message)?.[1]?.split(', ') ?? [];
    expect(names.length).toBeGreaterThan(8);
    return names;
  }
  throw new Error('nothing was refused');
}
