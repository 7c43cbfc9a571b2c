import { describe, expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

const ask = (line: string) => holdoff(`headers ${line}`);
const json = async (line: string) => JSON.parse((await ask(`${line} --json`)).out);

describe('headers --retry-after', () => {
  it('answers strictly first, then leniently, then with what holdoff does', async () => {
    const { code, out, err } = await ask('--retry-after 1.5');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "value      "1.5" beside a 429, at 2026-11-30T12:00:00Z
      strictly   not valid by RFC 9110, so it counts as absent (a decimal number,
                 where RFC 9110 has whole seconds; rounded up to the millisecond)
      leniently  decimal, wait 1,500 ms (1.50 s), until 2026-11-30T12:00:01.500Z (a
                 decimal number, where RFC 9110 has whole seconds; rounded up to the
                 millisecond)
      holdoff    reads leniently. The call will be tried again in 1.50 s.

      Not valid by RFC 9110, so it counts as absent: wait a backoff of your own; read
      leniently it asks for 1.50 s, until 2026-11-30T12:00:01.500Z.
      "
    `);
  });

  // RFC 9110 §10.2.3: digits or an HTTP-date, nothing else.
  it.each<[value: string, strict: number | null, lenient: number | null, action: string, sentence: string]>([
    ['7', 7000, 7000, 'wait', 'Valid by RFC 9110: wait 7.00 s, until 2026-11-30T12:00:07Z.'],
    ['Mon, 30 Nov 2026 12:01:00 GMT', 60_000, 60_000, 'wait', 'Valid by RFC 9110: wait 60.0 s'],
    ['Monday, 30-Nov-26 12:01:00 GMT', 60_000, 60_000, 'wait', 'Valid by RFC 9110: wait 60.0 s'],
    ['Mon Nov 30 12:01:00 2026', 60_000, 60_000, 'wait', 'Valid by RFC 9110: wait 60.0 s'],
    ['1.5', null, 1500, 'wait', 'Not valid by RFC 9110, so it counts as absent: wait a backoff of your own; read len'],
    ['-1', null, null, 'wait', 'Not valid by RFC 9110, so it counts as absent: wait a backoff of your own.'],
    ['1e3', null, null, 'wait', 'Not valid by RFC 9110, so it counts as absent: wait a backoff of your own.'],
    ['', null, null, 'wait', 'Not valid by RFC 9110, so it counts as absent: wait a backoff of your own.'],
    ['2026-11-30T12:01:00Z', null, 60_000, 'wait', 'Not valid by RFC 9110'],
    [
      '2026-11-30T11:59:00Z',
      null,
      0,
      'wait',
      'Not valid by RFC 9110, so it counts as absent: wait a backoff of your o',
    ],
    ['0', 0, 0, 'wait', 'Valid by RFC 9110 and no help: it says "now", so wait a backoff of your own.'],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0, 0, 'wait', 'Valid by RFC 9110 and no help'],
    ['1796040060', 1_796_040_060_000, 60_000, 'wait', 'Valid by RFC 9110 as 56.9 years, which nobody means: read len'],
    ['3600', 3_600_000, 3_600_000, 'give-up', 'Valid by RFC 9110: wait 60.0 min'],
    [
      '99999999999999999999',
      9_007_199_254_740_991,
      9_007_199_254_740_991,
      'give-up',
      'Valid by RFC 9110: wait 285,421 years',
    ],
  ])('%j: %s ms strictly, %s ms leniently', async (value, strict, lenient, action, sentence) => {
    const answer = await json(`--retry-after "${value}"`);
    expect(answer).toMatchObject({ hintMs: lenient, strict: { hintMs: strict }, lenient: { hintMs: lenient } });
    expect(answer.engine.action).toBe(action);
    const { out } = await ask(`--retry-after "${value}" -q`);
    expect(out.startsWith(sentence), out).toBe(true);
    expect(await json(`--retry-after "${value}" --strict`)).toMatchObject({ hintMs: strict });
  });

  it('says what the engine does: obey, back off on its own, or give up at once with the instant', async () => {
    const engine = async (line: string) => (await json(`--retry-after ${line}`)).engine;
    expect(await engine('7')).toMatchObject({ reason: 'retry', minWaitMs: 7000, maxWaitMs: 7000 });
    expect(await engine('soon')).toMatchObject({ reason: 'retry', minWaitMs: 0, maxWaitMs: 1000 });
    expect(await engine('0')).toMatchObject({ reason: 'retry', minWaitMs: 0, maxWaitMs: 1000 });
    expect(await engine('601')).toMatchObject({ reason: 'wait-exceeds-max', minWaitMs: 601_000 });
    expect(await engine('7 --status 404')).toMatchObject({ action: 'return' });
    expect(await engine('7 --status 503')).toMatchObject({ reason: 'retry', minWaitMs: 7000 });
  });

  it('has the two readings as rows for programs and documents', async () => {
    expect((await ask('--retry-after 1.5 --csv')).out).toBe(
      'reading,form,hintMs,at,warnings\nstrict,,,,decimal-seconds\nlenient,decimal,1500,,decimal-seconds\n',
    );
    expect((await ask('--retry-after 7 --markdown')).out).toContain('| lenient | seconds | 7000 | – |  |');
  });

  it('does not read standard input', async () => {
    const { code } = await holdoff('headers --retry-after 7', { files: { '-': new Error('read') } });
    expect(code).toBe(0);
  });
});
