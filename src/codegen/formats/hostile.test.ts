// Files that are no mistake of a colleague.

import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { FORMATS, formatOf } from './index.js';

/** However the file is read, it ends soon in a policy or in a refusal that names it, and changes nothing elsewhere. */
function survives(source: unknown): void {
  for (const format of FORMATS) {
    try {
      format.importPolicy(source);
    } catch (error) {
      expect((error as { code?: string }).code, `${format.id}: ${error}`).toMatch(/^invalid-/);
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}

describe('a hostile file', () => {
  it('with __proto__ and constructor as keys changes no prototype', () => {
    survives(
      JSON.parse(
        '{"__proto__":{"polluted":1,"attempts":3},"constructor":{"prototype":{"polluted":1}},"retries":{"__proto__":{"polluted":1},"attempts":2}}',
      ),
    );
    survives('Retry(__proto__={"polluted": 1}, total=1)');
    survives('wait.Backoff{__proto__: 1, Steps: 2}');
    survives('got.extend({ __proto__: { polluted: 1 }, retry: { "__proto__": { polluted: 1 }, limit: 1 } })');
    survives('@retry(wait=wait_exponential(__proto__=1), __proto__={"polluted": 1})\ndef f(): ...');
    survives('@Retryable(__proto__ = 1, backoff = @Backoff(__proto__ = 2)) void a() {}');
    survives(parseAllDocuments('__proto__: {polluted: 1}\nretries: {attempts: 2}')[0]?.toJS());
  });

  it('nested a hundred thousand deep is passed over', () => {
    let deep: unknown = { attempts: 3 };
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep };
    survives(deep);
  });

  it('of which every node is named a thousand times is walked once', () => {
    let node: unknown = { x: 1 };
    for (let depth = 0; depth < 40; depth++) node = Array(1000).fill(node);
    survives({ node });
  });

  it('that names itself is walked once', () => {
    const loop: Record<string, unknown> = { retries: {} };
    loop.self = loop;
    survives(loop);
  });

  it.each([
    ['brackets', '('.repeat(250_000)],
    ['calls that never end', 'Retry('.repeat(25_000)],
    ['decorators', '@app.task(x)\n'.repeat(15_000)],
    ['names', 'a.'.repeat(150_000)],
    ['spaces', `Retry${' '.repeat(250_000)}(`],
    ['quotes', '"'.repeat(250_001)],
    ['backslashes', '\\'.repeat(250_001)],
    ['backoffs', 'Backoff {'.repeat(30_000)],
    ['assignments', 'a = '.repeat(50_000)],
    ['words', 'curl -'.repeat(50_000)],
    ['options', 'got({a:'.repeat(35_000)],
    ['closed calls', 'pRetry(f,{});'.repeat(20_000)],
    ['methods', '@Retryable void a('.repeat(14_000)],
    ['sums', `@retry(wait=${'a+'.repeat(4_500)})\n`.repeat(25)],
    ['keys', ' a:\n'.repeat(60_000)],
    ['slashes', '= / /'.repeat(50_000)],
  ])('of a quarter of a megabyte of %s is read in a second or two', (_, text) => {
    const start = process.cpuUsage();
    survives(text);
    const { user } = process.cpuUsage(start);
    // A quadratic reader would take minutes.
    expect(user / 1e6).toBeLessThan(10);
  });

  it('with numbers beyond all bounds is refused or bounded', () => {
    for (const big of ['1e999', '9'.repeat(400), '-1', '0x10', 'NaN', '1e-400']) {
      survives(`Retry(total=${big}, backoff_factor=${big})`);
      survives(`curl --retry ${big} --retry-delay ${big}`);
      survives({ attempts: big, backoff: { type: 'exponential', delay: big } });
      survives({ maximumAttempts: Number(big), initialInterval: Number(big) });
    }
  });

  it('cannot have its text move the cursor of who reads the message', () => {
    expect(() => formatOf('bullmq').importPolicy({ attempts: '\u001b[2J' })).toThrow(/\\u\{1b\}\[2J/);
  });
});
