// Data of strangers, with the names that lead to prototypes: whoever reads it, no object but the one that is read changes.

import { afterEach, expect, it } from 'vitest';
import { holdoff } from '../../src/cli/fixtures/fake-io.js';
import { parseData } from '../../src/cli/input/parse-data.js';
import { FORMATS } from '../../src/codegen/formats/index.js';
import { parseLoad } from '../../src/core/capacity/parse-load.js';
import { decode } from '../../src/core/headers/decode.js';
import { hintFrom } from '../../src/core/headers/error-hint/hint-from.js';
import { reportedLimits } from '../../src/core/headers/reported-limits.js';
import { policyOfLink } from '../../src/core/policy/link.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { readScript } from '../../src/emulator/index.js';
import { createClient } from '../../src/runtime/client.js';
import { parseScenario, settingsOf, withSettings, withValue } from '../../src/simulator/index.js';

/** Each text is JSON, whose parser makes `__proto__` a key like any other. */
const HOSTILE = [
  '{"__proto__": {"polluted": 1}}',
  '{"constructor": {"prototype": {"polluted": 1}}}',
  '{"backoff": {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}}',
  '{"prototype": {"polluted": 1}, "__proto__": null}',
];
const NOW = { nowMs: 0 };
const scenario = { id: 'any', load: { kind: 'herd', clients: 1 }, policy: {} };
const PATHS = ['__proto__.polluted', 'constructor.prototype.polluted', 'policy.__proto__.polluted'];

const before = Object.getOwnPropertyNames(Object.prototype);
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  for (const value of [{}, [], () => {}, '', 0]) expect((value as { polluted?: unknown }).polluted).toBeUndefined();
});

/** Refusals are an answer; what is read must have been given by itself. */
function survives(read: () => unknown): void {
  try {
    const value = read();
    if (typeof value === 'object' && value !== null) expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  } catch (error) {
    expect((error as Error).name).toMatch(/^(InputError|PolicyError|UsageError|TypeError)$/);
  }
}

it.each<[reader: string, read: (value: never, text: string) => unknown]>([
  ['a policy', (value) => parsePolicy(value)],
  ['a load', (value) => parseLoad(value)],
  ['a scenario', (value) => parseScenario(value)],
  ['a part of a scenario', (value) => parseScenario({ ...scenario, policy: value } as never)],
  ['a script of the emulator', (value) => readScript(value)],
  ['headers', (value) => decode({ status: 429, headers: value }, NOW)],
  ['a response in parts', (value) => decode(value, NOW)],
  ['a HAR file', (_, text) => decode(`{"log": {"entries": [{"response": ${text}}]}}`, NOW)],
  ['a body', (value) => decode({ status: 429, headers: {}, body: value }, NOW)],
  ['the limits of a body', (value) => reportedLimits({}, { body: value })],
  ['an error', (value) => hintFrom(value, NOW)],
  ['what a client saved', (value) => createClient().restore(value)],
  ['YAML', (_, text) => parseData(`a: 1\nmap: ${text}\n<<: ${text}\n`, 'a.yaml', 'a.yaml')],
])('%s', (_, read) => {
  for (const text of HOSTILE) survives(() => read(JSON.parse(text) as never, text));
});

it.each(FORMATS.map((format) => [format.id, format] as const))('a config of %s', (_, format) => {
  for (const text of HOSTILE)
    survives(() => format.importPolicy(format.syntax === 'text' ? text : JSON.parse(text), {}));
});

it('names in a link', () => {
  for (const path of PATHS) survives(() => policyOfLink([[path, '1']]));
});

it('names of settings', () => {
  for (const path of PATHS) {
    survives(() => withSettings(scenario as never, settingsOf([`${path}=1`])));
    survives(() => withValue(scenario as never, path, 1));
  }
});

it('flags and files of the command', async () => {
  for (const text of HOSTILE) {
    const { code, out } = await holdoff('schedule --policy - --json', { files: { '-': text } });
    expect(code, out).toBe(2);
  }
  for (const line of [
    'schedule --__proto__ 1',
    'simulate thundering-herd --set __proto__.polluted=1',
    'simulate __proto__',
    'plan --preset constructor',
  ]) {
    expect((await holdoff(line)).code, line).toBe(2);
  }
});
