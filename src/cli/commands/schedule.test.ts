import { describe, expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

it('says "any" of the largest cap where the waits fit whatever the cap', async () => {
  const { out } = await holdoff('schedule --attempts 2 --deadline 1000s');
  expect(out).toMatch(/^largest cap that fits {2}any$/m);
  expect(out).not.toContain('years');
  expect(out).toContain('It does so with any cap.');
});

describe('the schedule of five retries', () => {
  it('looks like this', async () => {
    const { code, out, err } = await holdoff('schedule --base 1s --cap 32s --retries 5 --jitter full');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatchInlineSnapshot(`
      "6 attempts (1 call + 5 retries) · base 1s ×2 · cap 32s · full jitter

      retry  raw (ms)  range (ms)               mean  sample (ms)         mean so far
          1     1,000   0 – 1,000   500 ms (0.500 s)         91.6    500 ms (0.500 s)
          2     2,000   0 – 2,000  1,000 ms (1.00 s)        1,776   1,500 ms (1.50 s)
          3     4,000   0 – 4,000  2,000 ms (2.00 s)        1,737   3,500 ms (3.50 s)
          4     8,000   0 – 8,000  4,000 ms (4.00 s)        5,974   7,500 ms (7.50 s)
          5    16,000  0 – 16,000  8,000 ms (8.00 s)        2,083  15,500 ms (15.5 s)

      waits:  ─ possible  ┃ mean  ● this sample
      1 ●─┃──
      2 ────┃───●─
      3 ────────●┃──────────
      4 ───────────────────┃─────────●──────────
      5 ──────────●────────────────────────────┃──────────────────────────────────────
        0 s                                                                     16.0 s

      expected total   15.5 s ± 5.33 s (mean ± σ)
      range            0 s … 31.0 s at worst
      p50 p90 p95 p99  15.5 s · 22.6 s · 24.2 s · 26.5 s
      this sample      11.7 s (seed 1)

      · This sample (seed 1) waits 11.7 s in total over 6 attempts. The expected total
        is 15.5 s, the worst 31.0 s.
      · Half of the runs that use up their retries wait at most 15.5 s in total, and
        95 % at most 24.2 s.
      · Full jitter draws each wait evenly between 0 and the raw delay, so its mean is
        half the raw delay. It lowers the minimum; the worst total stays that of no
        jitter.
      · The worst total, 31.0 s, is the number to compare with the caller's deadline;
        the time that the attempts take comes on top.

      Six attempts wait 15.5 s on average, 31.0 s at worst.
      "
    `);
  });

  it('with success, latency and a deadline has the curve and the chance to be in time', async () => {
    const { out } = await holdoff('schedule --success 0.5 --latency 4s --deadline 30s');
    expect(out).toMatchInlineSnapshot(`
      "6 attempts (1 call + 5 retries) · base 1s ×2 · cap 32s · full jitter
      success 50.0 % · latency 4.00 s · deadline 30.0 s

      retry  raw (ms)  range (ms)               mean  sample (ms)         mean so far
          1     1,000   0 – 1,000   500 ms (0.500 s)         91.6    500 ms (0.500 s)
          2     2,000   0 – 2,000  1,000 ms (1.00 s)        1,776   1,500 ms (1.50 s)
          3     4,000   0 – 4,000  2,000 ms (2.00 s)        1,737   3,500 ms (3.50 s)
          4     8,000   0 – 8,000  4,000 ms (4.00 s)        5,974   7,500 ms (7.50 s)
          5    16,000  0 – 16,000  8,000 ms (8.00 s)        2,083  15,500 ms (15.5 s)

      waits:  ─ possible  ┃ mean  ● this sample
      1 ●─┃──
      2 ────┃───●─
      3 ────────●┃──────────
      4 ───────────────────┃─────────●──────────
      5 ──────────●────────────────────────────┃──────────────────────────────────────
        0 s                                                                     16.0 s

      calls that have succeeded by then
      100 % ┤                   ▁▂▂▂▂▂▃▃▄▄▄▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▇▇▇▇▇▇▇▇
            │           ▁▄▄▄▄▄▆███████████████████████████████████████████████
            │           ██████████████████████████████████████████████████████
       50 % ┤     ████████████████████████████████████████████████████████████
            │     ████████████████████████████████████████████████████████████
            │     ████████████████████████████████████████████████████████████
            └─────────────────────────────────────────────────────────────────
                                                     ▲ deadline 30.0 s
             0 s                                                        47.7 s

      expected total         15.5 s ± 5.33 s (mean ± σ)
      range                  0 s … 31.0 s at worst
      p50 p90 p95 p99        15.5 s · 22.6 s · 24.2 s · 26.5 s
      this sample            11.7 s (seed 1)
      resolved in time       96.31 %
      largest cap that fits  1.25 s

      · This sample (seed 1) waits 11.7 s in total over 6 attempts. The expected total
        is 15.5 s, the worst 31.0 s.
      · Half of the runs that use up their retries wait at most 15.5 s in total, and
        95 % at most 24.2 s.
      · Full jitter draws each wait evenly between 0 and the raw delay, so its mean is
        half the raw delay. It lowers the minimum; the worst total stays that of no
        jitter.
      · The worst case is 31.0 s of waits and 6 attempts of 4.00 s, 55.0 s together:
        it does not fit into the deadline of 30.0 s. The largest cap that fits is 1.25
        s.
      · When 50.0 % of attempts succeed and each takes 4.00 s, 96.31 % of calls have
        succeeded by 30.0 s.

      Six attempts wait 15.5 s on average, 31.0 s at worst; 96.3 % of calls are
      resolved within the 30.0 s deadline.
      "
    `);
  });

  it('as CSV has every figure of the JSON in full', async () => {
    const { out } = await holdoff('schedule --retries 2 --csv');
    const rows = JSON.parse((await holdoff('schedule --retries 2 --json')).out).retries;
    const [heading, ...lines] = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    expect(lines.length).toBe(2);
    for (const [at, line] of lines.entries()) {
      const row = Object.fromEntries((heading ?? []).map((key, column) => [key, line[column]]));
      expect(row).toEqual({
        atCapShare: '',
        ...Object.fromEntries(Object.entries(rows[at]).map(([key, value]) => [key, String(value)])),
      });
    }
  });

  it('as Markdown has the table and the figures', async () => {
    const { out } = await holdoff('schedule --retries 3 --markdown');
    expect(out).toMatchInlineSnapshot(`
      "| retry | raw | range (ms) | mean | sample | mean so far |  |
      | ---: | ---: | ---: | ---: | ---: | ---: | --- |
      | 1 | 1,000 ms (1.00 s) | 0 – 1,000 | 500 ms (0.500 s) | 91.6 ms (0.0916 s) | 500 ms (0.500 s) |  |
      | 2 | 2,000 ms (2.00 s) | 0 – 2,000 | 1,000 ms (1.00 s) | 1,776 ms (1.78 s) | 1,500 ms (1.50 s) |  |
      | 3 | 4,000 ms (4.00 s) | 0 – 4,000 | 2,000 ms (2.00 s) | 1,737 ms (1.74 s) | 3,500 ms (3.50 s) |  |

      | figure | value |
      | --- | --- |
      | expected total | 3.50 s ± 1.32 s (mean ± σ) |
      | range | 0 s … 7.00 s at worst |
      | p50 p90 p95 p99 | 3.50 s · 5.27 s · 5.65 s · 6.22 s |
      | this sample | 3.61 s (seed 1) |
      "
    `);
  });
});

describe('what is shown', () => {
  const shown = async (flags: string, columns = 80) =>
    (await holdoff(`schedule ${flags}`, { env: { LANG: 'C.UTF-8', COLUMNS: String(columns) } })).out;

  it('is the mean of 15.5 s for base 1 s, cap 32 s and five retries', async () => {
    expect(await shown('--retries 5')).toContain('15.5 s ± ');
  });

  it('is about 3.4 min at the twelfth wait of base 100 ms without a cap', async () => {
    expect(await shown('--base 100ms --cap none --retries 12', 160)).toMatch(/ 12 +204,800 ms \(3\.4 min\)/);
  });

  it('has both counts, since half of the world means the other one', async () => {
    expect(await shown('--retries 5')).toMatch(/^6 attempts \(1 call \+ 5 retries\)/);
    expect(await shown('--attempts 2')).toMatch(/^2 attempts \(1 call \+ 1 retry\)/);
    expect(await shown('--attempts 1')).toMatch(/^1 attempt \(no retries\)/);
  });

  it('marks the rows that have reached the cap', async () => {
    const badges = (await shown('--base 8s --cap 16s --retries 4'))
      .split('\n')
      .filter((line) => line.endsWith('  cap'));
    expect(badges.map((line) => line.trim()[0])).toEqual(['2', '3', '4']);
  });

  it('has no raw delay for decorrelated jitter', async () => {
    expect(await shown('--jitter decorrelated --retries 2')).toMatch(/\n +1 +– +1,000 – 3,000 /);
  });

  it('has a reading in seconds beside the milliseconds where there is room', async () => {
    expect(await shown('--retries 3', 120)).toMatch(/\n +3 +4,000 ms \(4\.00 s\) +0 – 4,000 +2,000 ms \(2\.00 s\)/);
    expect(await shown('--retries 3', 80)).toMatch(/\n +3 +4,000 +0 – 4,000 +2,000 ms \(2\.00 s\)/);
    expect(await shown('--retries 3', 50)).toMatch(/\n +3 +4,000 +0 – 4,000 +2,000 /);
  });

  it('leaves out the middle of a long table, and says so', async () => {
    const out = await shown('--attempts 1000');
    expect(out).toContain('… 974 more rows; --csv has them all');
    expect(out.split('\n').length).toBeLessThan(90);
    expect((await holdoff('schedule --attempts 1000 --csv')).out.split('\n').length).toBe(1001);
  });

  it('has the curve of resolved calls as soon as success and latency are known', async () => {
    const title = 'calls that have succeeded by then';
    expect(await shown('--success 0.9 --latency 1s')).toContain(title);
    expect(await shown('--success 0.9')).not.toContain(title);
    expect(await shown('--latency 1s')).not.toContain(title);
    expect(await shown('--success 0 --latency 1s')).not.toContain(title);
  });

  it('does not squeeze the curve for a deadline that is far away', async () => {
    expect(await shown('--success 0.9 --latency 1s --deadline 5s')).toMatch(/▲ deadline 5\.00 s|deadline 5\.00 s ▲/);
    expect(await shown('--success 0.9 --latency 1s --deadline 1h')).not.toContain('▲');
  });

  it('has no line longer than the terminal is wide', async () => {
    for (const columns of [50, 60, 80, 120]) {
      const out = await shown('--success 37/50 --latency 1s --deadline 20s --retries 4', columns);
      expect(Math.max(...out.split('\n').map((line) => line.length)), `${columns} columns`).toBeLessThanOrEqual(
        columns,
      );
    }
  });

  it('is another sample with another seed, and the same one with the same', async () => {
    const sample = async (seed: number) => JSON.parse((await holdoff(`schedule --seed ${seed} --json`)).out).sample;
    expect(await sample(7)).toEqual(await sample(7));
    expect((await sample(7)).totalMs).not.toBe((await sample(8)).totalMs);
  });

  it('has a table of its own for the base after a quota refusal', async () => {
    const out = await shown('--throttled-base 2s --retries 2');
    expect(out).toMatch(/After a quota refusal the base is 2\.00 s:\nretry .*\n +1 +2,000 /);
  });

  it('names the window of a limit that outlasts the retries', async () => {
    expect(await shown('--retries 1 --limit requests=50/min')).toContain('window of the requests limit');
  });

  it.each([
    '--base 0',
    '--attempts 1',
    '--success 0 --latency 0 --deadline 0',
    '--success 1 --latency 0 --deadline 1s',
    '--cap 0',
    '--jitter 0.8..1.2',
  ])('is never NaN, infinite or undefined: %s', async (flags) => {
    const { code, out } = await holdoff(`schedule ${flags}`);
    expect(code).toBe(0);
    expect(out).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});

describe('--check', () => {
  it('compares the worst case with the deadline', async () => {
    expect(await holdoff('schedule --retries 5 --deadline 31s --check')).toMatchObject({ code: 0, err: '' });
    const { code, out, err } = await holdoff('schedule --retries 5 --deadline 30s --check');
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 3, lines: 1 });
    expect(err).toContain('31.0 s');
    expect(out).not.toBe('');
  });

  it('counts the time that the attempts take', async () => {
    expect((await holdoff('schedule --retries 5 --deadline 31s --latency 1ms --check')).code).toBe(3);
  });

  it('compares the chance to be in time with a share', async () => {
    const check = async (share: string) =>
      (await holdoff(`schedule --success 0.5 --latency 4s --deadline 30s --check ${share}`)).code;
    expect([await check('96%'), await check('0.97')]).toEqual([0, 3]);
  });

  it('takes the deadline from the policy file as well', async () => {
    const files = { 'p.json': '{ "deadlineMs": "30s" }' };
    expect((await holdoff('schedule --policy p.json --check', { files })).code).toBe(3);
  });
});
