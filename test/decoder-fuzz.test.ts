// Responses without end, real ones with something changed and random ones: the decoder answers all of them, with figures
// that are figures, and with no wait that is shorter than what the server asked for. And it takes its time from how long
// a value is, not from what is in it.

import { describe, expect, it } from 'vitest';
import { standardDecoder } from '../src/core/headers/decode.js';
import { DIALECTS } from '../src/core/headers/dialects/all.js';
import { decode, InputError } from '../src/core/index.js';
import { createRandom } from '../src/core/random/random.js';
import { type Asked, disorderOf } from './decoder-fuzz/disorder.js';
import { ResponseMaker } from './decoder-fuzz/random-response.js';
import { cpuMs } from './support/cpu-ms.js';

/** `FUZZ_COUNT=1000000 FUZZ_SEED=7 npx vitest run test/decoder-fuzz.test.ts` tries a million others; a quarter is for every day. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130);
const COUNT = Number(process.env.FUZZ_COUNT ?? 250_000);

it(`${COUNT} responses of seed ${seed} are answered without disorder`, { timeout: 300_000 }, () => {
  const decoder = standardDecoder();
  const maker = new ResponseMaker(createRandom(seed));
  const verdicts = new Map<string, number>();
  const dialects = new Set<string>();
  for (let number = 0; number < COUNT; number++) {
    const asked: Asked = {
      ...maker.next(),
      // From the first second of 1970 to the year 2100, and the years that the samples are from.
      nowMs: maker.below(4) === 0 ? maker.below(4.1e12) : Date.UTC(2016, 0) + maker.below(3.5e11),
      strict: maker.below(10) === 0,
    };
    const dialect = maker.below(3) === 0 ? maker.pick(DIALECTS).id : undefined;
    const fault = faultOf(() => {
      const answer = decoder.decode(asked, { nowMs: asked.nowMs, strict: asked.strict, dialect });
      verdicts.set(answer.verdict, (verdicts.get(answer.verdict) ?? 0) + 1);
      dialects.add(answer.dialect.id);
      return disorderOf(answer, asked);
    });
    if (fault !== null)
      expect.fail(`seed ${seed}, response ${number}: ${fault}\n${JSON.stringify({ ...asked, dialect })}`);
  }
  // The responses are of all kinds, or the rest would prove little.
  for (const verdict of ['ok', 'retry', 'backoff', 'never', 'rejected']) {
    expect(verdicts.get(verdict) ?? 0, verdict).toBeGreaterThan(COUNT / 200);
  }
  expect([...dialects].sort()).toEqual([...DIALECTS.map(({ id }) => id), 'unknown'].sort());
});

function faultOf(run: () => string | null): string | null {
  try {
    return run();
  } catch (error) {
    return `it throws ${error instanceof Error ? error.stack : error}`;
  }
}

describe('a hostile value', () => {
  const fields = [...new Set(DIALECTS.flatMap(fieldsOf))];
  const patterns = [
    '1',
    ' ',
    '-',
    '1s',
    '1,',
    '1;',
    '=',
    '"a";',
    '1;w=1,',
    '{"a":',
    '[',
    '\\"',
    '(',
    'Mon, ',
    'a=1;',
    '\u0000',
  ];
  const [small, large] = [250_000, 1_000_000];

  it.each(patterns)('of a megabyte of %j takes four times as long as one of a quarter, in every field', (pattern) => {
    // Sixteen times would be quadratic; what is between is the noise of a busy machine.
    const ratio = growth((size) => {
      const value = pattern.repeat(size / pattern.length);
      for (const field of fields) decode({ status: 429, headers: [[field, value]] }, { nowMs: 0 });
    });
    expect(ratio).toBeLessThan(10);
  });

  it.each(patterns)(
    'of a megabyte of %j takes no longer than that in a body, a message or the text of a response',
    (pattern) => {
      const ratio = growth((size) => {
        const text = pattern.repeat(size / pattern.length);
        for (const body of [
          text,
          `{"a":"${text}"}`,
          { message: `try again in ${text}` },
          { error: { message: text } },
        ]) {
          decode({ status: 429, headers: {}, body }, { nowMs: 0 });
        }
        decode(`HTTP/1.1 429 x\r\nretry-after: 7\r\n\r\n${text}`, { nowMs: 0 });
      });
      expect(ratio).toBeLessThan(10);
    },
  );

  it('many lines of one field, and many fields, take time in proportion', () => {
    for (const name of ['retry-after', 'x-ratelimit-reset', 'ratelimit', 'x-ratelimit-limit-a']) {
      const ratio = growth((size) => {
        const headers = Array.from({ length: size / 250 }, (_, k): [string, string] => [
          `${name}${k % 2 ? `-${k}` : ''}`,
          '5',
        ]);
        decode({ status: 429, headers }, { nowMs: 0 });
      });
      expect(ratio, name).toBeLessThan(10);
    }
  });

  it('ten megabytes are refused at once: sooner than a tenth of them is read', () => {
    const block = (size: number) => `HTTP/1.1 429 x\n${'x-a: 1\n'.repeat(size / 7)}\n`;
    const tooLong = block(10_000_000);
    const refusal = cpuMs(() => expect(() => decode(tooLong, { nowMs: 0 })).toThrow(InputError));
    const reading = cpuMs(() => decode(block(900_000), { nowMs: 0 }));
    expect(refusal).toBeLessThan(reading);
  });

  /**
   * How many times longer the large size takes than the small one; of two tries the better one, since noise only adds. Less
   * than 20 ms counts as that: what is quadratic takes a minute for a megabyte.
   */
  function growth(run: (size: number) => void): number {
    const best = (size: number) => Math.min(...[0, 0].map(() => cpuMs(() => run(size))));
    const [smallMs, largeMs] = [best(small), best(large)];
    return largeMs / Math.max(20, smallMs);
  }
});

function fieldsOf({ limits = [], fields = [], marks }: (typeof DIALECTS)[number]): string[] {
  const rows = limits.flatMap(({ limit = [], remaining = [], used = [], resets = [] }) => [
    ...limit,
    ...remaining,
    ...used,
    ...resets.map(({ field }) => field),
  ]);
  const marked = marks.flatMap((mark) => ('field' in mark && !mark.field.name.endsWith('*') ? [mark.field.name] : []));
  const common = ['date', 'retry-after', 'retry-after-ms', 'x-retry-after', 'grpc-retry-pushback-ms', 'x-should-retry'];
  return [...common, 'ratelimit', 'ratelimit-policy', 'x-ratelimit-reset', ...fields, ...rows, ...marked];
}
