// Every folder here that is a format keeps the contract of README.md. A new one is found, and told what it lacks.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { FORMATS, formatOf } from './index.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Folders that formats share. */
const SHARED = ['fixtures', 'javascript', 'python'];

it('each folder is a format with a row in index.ts, and each row has a folder', () => {
  expect(folders.filter((name) => !SHARED.includes(name)).sort()).toEqual(FORMATS.map(({ id }) => id).sort());
});

describe.each(FORMATS.map((format) => [format.id, format] as const))('%s', (id, format) => {
  it('has its file, and a fixture: a config as its people have it, and the policy that it is', () => {
    const missing = [`${id}/${id}.ts`, `${id}/fixtures/example.txt`, `${id}/fixtures/policy.json`].filter(
      (path) => !existsSync(join(here, path)),
    );
    expect(missing).toEqual([]);
  });

  it('reads its fixture as that policy', () => {
    const text = readFileSync(join(here, id, 'fixtures/example.txt'), 'utf8');
    const { policy, ...taken } = JSON.parse(readFileSync(join(here, id, 'fixtures/policy.json'), 'utf8'));
    const options = taken.name === undefined ? {} : { name: taken.name };
    const imported = format.importPolicy(format.syntax === 'data' ? parse(text) : text, options);
    expect(imported.policy).toEqual(parsePolicy(policy));
    expect(imported.names).toEqual(taken.names);
    expect(imported.losses.map(({ field }) => field)).toEqual(taken.losses);
  });

  it('says where its semantics come from', () => {
    expect(format.id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(format.source).toMatch(/.{20}/);
    expect(format.url).toMatch(/^https:\/\//);
    expect(format.date).toMatch(/^20\d\d-\d\d$/);
    expect(format.file).toMatch(/^[\w.-]+\.\w+$/);
  });

  it('is in the documentation', () => {
    const docs = readFileSync(fileURLToPath(new URL('../../../docs/formats.md', import.meta.url)), 'utf8');
    const row = `| \`${id}\` |`;
    expect(docs.includes(row), `a table of docs/formats.md has to have a row with ${row}`).toBe(true);
  });

  it.each([
    undefined,
    null,
    0,
    '',
    'x',
    [],
    {},
    [[]],
    { a: { b: 1 } },
    'curl',
    'Retry(',
    'wait.Backoff{',
    '@app.task(',
  ])('refuses %o with a message that says what it needs', (source) => {
    let message = '';
    try {
      format.importPolicy(source);
    } catch (error) {
      message = (error as Error).message;
      expect((error as { code?: string }).code).toMatch(/^invalid-/);
    }
    // Temporal takes an empty object for its defaults, and curl a command without flags for one attempt.
    if (message === '') expect([JSON.stringify({}), '"curl"']).toContain(JSON.stringify(source));
    else expect(message).toMatch(/; give .{4}/);
  });
});

it('an unknown format is refused with the nearest', () => {
  expect(() => formatOf('grcp')).toThrow(/"grcp" is not allowed; give one of grpc, .*did you mean grpc\?/);
  expect(() => formatOf('__proto__')).toThrow('not allowed');
});

it('a policy that parsePolicy did not make is refused', () => {
  for (const { exportPolicy } of FORMATS) expect(() => exportPolicy({} as never)).toThrow('parsePolicy');
});
