// Nothing that somebody typed can break out of generated code: each language's own compiler is asked.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TARGETS } from '../../src/codegen/targets/registry.js';
import { runnerOf } from './prepared.js';

const folder = mkdtempSync(join(tmpdir(), 'holdoff-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runners = await Promise.all(TARGETS.map(async (target) => ({ target, runner: await runnerOf(target) })));

/** Texts that end a literal, a comment or a line in one language or another, or are read otherwise than they look. */
const TRICKS = [
  '',
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  "\\'",
  "'; touch pwned; '",
  '"; process.exit(1); "',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the trick
  '${process.exit(1)}',
  '$(touch pwned)',
  '`touch pwned`',
  '!!',
  '%s%n{0}{}',
  '*/ /* // # -- <!-- --> </script>',
  '\\u000a System.exit(1); //',
  '\\u0022 + System.exit(1) + \\u0022',
  '\\\\u000aSystem.exit(1);',
  '\\N{DIGIT ONE} \\x0a \\012 \\U0000000a',
  'line\nbreak\r\nand \u2028 and \u2029 and \u0085',
  'tab\tbell\u0007escape\u001b[31m delete\u007f',
  'right to left \u202e gnol \u2066 isolate \u2069',
  'é ü ß 漢字 🙂 e\u0301',
  'half \ud83d a pair, half \ude42 another',
  '"""',
  "'''",
  '#{system("x")} #!sh # coding: utf-7',
  '#{exit 1} #$0 #@x',
  '?> text <?php exit(1);',
  "\\' . exit(1) . '",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the trick
  '$HOME $this ${exit(1)} {$x}',
  '?>\u00e9',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the trick
  'é $HOME {$x} ${exit(1)} #{exit 1} #$0 #@x " \\',
];
const random = fc.sample(fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 })), {
  numRuns: 300,
  seed: 20_261_130,
});
/** No argument and no line of output can hold a NUL. */
const texts = [...TRICKS, ...random].map((text) => text.replaceAll('\0', ''));

describe.each(runners)('$target.id', ({ target, runner }) => {
  it('quotes into visible ASCII on one line', () => {
    for (const text of texts) expect(target.quote(text)).toMatch(/^[ -~]+$/);
  });

  it.skipIf(runner.missing() !== null && !process.env.CI)(
    'reads every literal back as it was, in code and in comments',
    () => {
      const own = mkdtempSync(join(folder, `${target.id}-`));
      const [file = '', ...args] = runner.prepareEcho(texts.map(target.quote), own);
      const { stdout, stderr } = spawnSync(file, args, { cwd: own, encoding: 'utf8' });
      expect(stderr).toBe('');
      const read = stdout
        .split('\n')
        .slice(0, -1)
        .map((hex) => Buffer.from(hex, 'hex').toString());
      // Half a surrogate pair is no character; what stands in its place differs.
      const shown = (text: string) => text.replace(/[\p{Cs}\ufffd?]/gu, '?');
      expect(read.map(shown)).toEqual(texts.map(shown));
    },
  );
});
