// The contract of README.md, as far as it can be checked without running the code. test/conformance runs it.

import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/errors.js';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import type { PolicyInput } from '../../core/policy/policy.js';
import { generate } from './generate.js';
import { TARGETS } from './registry.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const options = { version: '1.2.3' };
const code = (id: string, input: PolicyInput, more = {}) =>
  generate(id, parsePolicy(input), { ...options, ...more }).code;

const POLICIES: Readonly<Record<string, PolicyInput>> = {
  default: {},
  'with every constant': {
    backoff: { baseMs: 70, multiplier: 1.5, capMs: '2m', minMs: 5, throttledBaseMs: 900 },
    jitter: '0.8..1.2',
    maxAttempts: 4,
  },
  'of a thousand attempts without a cap': { backoff: { multiplier: 10, capMs: null }, maxAttempts: 1000 },
  'of a thousand listed delays': { backoff: { delaysMs: Array.from({ length: 1000 }, (_, at) => at * 37.5) } },
  'that walks and ignores Retry-After': { jitter: 'decorrelated', retryAfter: { honor: false } },
  'of many statuses': { retryOn: { statuses: [409, 423, 425, 500, 502, 503, 504] } },
  'of no status at all': { retryOn: { statuses: [] } },
};

describe('the folders', () => {
  it('are the targets, each with a line in registry.ts', () => {
    expect(TARGETS.map(({ id }) => id).sort()).toEqual(folders.sort());
  });

  it.each(folders)('%s has all that README.md asks for', (folder) => {
    const missing = ['index.ts', 'fixtures/runner.ts'].filter((file) => !existsSync(join(here, folder, file)));
    expect(missing.map((file) => `src/codegen/targets/${folder}/${file} is missing`)).toEqual([]);
  });
});

describe.each(TARGETS)('$id', (target) => {
  it('writes what its fixture shows for the default policy', async () => {
    const file = join(here, target.id, `fixtures/default${extname(target.fileName(target.functionName))}`);
    await expect(code(target.id, {})).toMatchFileSnapshot(file);
  });

  it('has a name that can be typed, and a title that names the library', () => {
    expect(target.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(target.title).toMatch(/^\S+ \(.+\)$/);
    expect(target.reservedWords).not.toContain(target.functionName);
  });

  it.each(Object.entries(POLICIES))('writes clean lines for a policy %s', (_name, input) => {
    const text = code(target.id, input);
    const lines = text.split('\n');
    expect(lines.filter((line) => /[^\t -~]|\s$/.test(line))).toEqual([]);
    expect(text).not.toMatch(/[^=] = (undefined|NaN)\b|Infinity|\[object |\n{4}/);
    expect(text.endsWith('\n')).toBe(true);
    const comments = lines.filter((line) => line.startsWith(target.comment) && !line.startsWith('#!'));
    // Addresses and the words of a command are not broken.
    expect(comments.filter((line) => line.length > Math.max(target.width, 100))).toEqual([]);
  });

  it('tells in its head what it waits, retries and obeys, and when not to use it', () => {
    const head = code(target.id, {}).split('\n\n')[0]?.replaceAll(`\n${target.comment}`, '').replace(/ +/g, ' ');
    expect(head).toContain('made by holdoff 1.2.3');
    expect(head).toContain(`holdoff generate ${target.id}`);
    expect(head).toContain('5 retries, base 1s, multiplier 2, cap 32s. Jitter full');
    expect(head).toContain('408, 429 and every status of 500 or more, and network errors (DNS, reset, timeout)');
    expect(head).toContain('only wrap requests that are safe to repeat');
    expect(head).toContain('for 10m at most');
  });

  it("names the longest wait that it obeys, to be lowered to the caller's deadline", () => {
    expect(code(target.id, {})).toContain("lower it to your caller's deadline");
    expect(code(target.id, { retryAfter: { honor: false } })).not.toMatch(/retry.?after.?max/i);
  });

  it('ends with usage lines that are comments whatever was typed, and nothing else changes', () => {
    const plain = code(target.id, {});
    const start = plain.indexOf('\n\n', plain.lastIndexOf('\n\n') - 1);
    const typed = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((at) => String.fromCharCode(at)),
      maxLength: 60,
    });
    fc.assert(
      fc.property(typed, typed, (path, value) => {
        const example = { url: `https://a.example/${path}`, headers: [['X-Typed', value]] as const };
        const text = code(target.id, {}, { example });
        expect(text.slice(0, start)).toBe(plain.slice(0, start));
        const usage = text.slice(start).trim().split('\n');
        expect(usage.filter((line) => !line.startsWith(target.comment))).toEqual([]);
        expect(text).toContain(target.quote(example.url));
      }),
      { numRuns: 200 },
    );
  });

  it('takes a name of the user, and refuses whatever cannot be one', () => {
    expect(code(target.id, {}, { name: 'callPatiently' })).toMatch(/\bcallPatiently\b/);
    expect(code(target.id, {}, { name: 'callPatiently' })).not.toMatch(new RegExp(`\\b${target.functionName}\\b`));
    for (const word of target.reservedWords) {
      expect(() => code(target.id, {}, { name: word }), word).toThrow(InputError);
    }
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (name) => {
        fc.pre(name !== '' && !/^[A-Za-z]\w*$/.test(name));
        expect(() => code(target.id, {}, { name })).toThrow(/name: .* is not allowed/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is refused', () => {
  const policy = parsePolicy({});
  it.each([
    ['an unknown target', () => generate('perl', policy, options), /target: "perl" is not allowed; give javascript/],
    ['an address of another kind', () => code('go', {}, { example: { url: 'javascript:x', headers: [] } }), /url: /],
    ['an address with a line end', () => code('go', {}, { example: { url: 'http://x\n', headers: [] } }), /url: /],
    [
      'a header value with a line end',
      () => code('go', {}, { example: { url: 'http://x', headers: [['A', 'b\r\nC: d']] } }),
      /headers: /,
    ],
    [
      'a header name with a space',
      () => code('go', {}, { example: { url: 'http://x', headers: [['A B', '']] } }),
      /headers: /,
    ],
    [
      'a word of a language in which names may differ in case',
      () => code('php', {}, { name: 'FUNCTION' }),
      /no word of the language \(PHP/,
    ],
    [
      'a name of the code in such a language',
      () => code('php', {}, { name: 'Retryafterms' }),
      /the generated code does not use/,
    ],
  ])('%s', (_what, make, message) => {
    expect(make).toThrow(message);
  });

  it('a version that is none is not printed', () => {
    expect(generate('go', policy, { version: '1\nfunc evil()' }).code).toContain(
      'made by holdoff of an unknown version',
    );
  });
});

describe('what of a policy is not in the code', () => {
  it.each<[PolicyInput, RegExp | null]>([
    [{}, null],
    [{ deadlineMs: '30s' }, /deadline 30s/],
    [{ attemptTimeoutMs: '3s' }, /attemptTimeoutMs 3s/],
    [{ maxInFlight: 4 }, /maxInFlight 4/],
    [{ quotas: [{ name: 'requests', amount: 50, windowMs: '1m' }] }, /quotas/],
    [{ retryBudget: {} }, /retryBudget/],
    [{ breaker: {}, throttle: {} }, /throttle.*breaker/s],
    [{ retryOn: { networkErrors: false } }, /network errors are retried/],
    [{ retryAfter: { beyondMax: 'backoff' } }, /cut to the maximum/],
    [{ jitter: 'decorrelated', backoff: { throttledBaseMs: 9 } }, /there is one base/],
    [{ backoff: { capMs: '60d' } }, /the longest that timers hold/],
  ])('of %j is told: %s', (input, note) => {
    const { notes } = generate('python', parsePolicy(input), options);
    if (note === null) expect(notes).toEqual([]);
    else expect(notes.join('\n')).toMatch(note);
  });
});
