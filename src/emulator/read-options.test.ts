// What people copy from the page about the emulator works.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator, readScript } from './index.js';

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
