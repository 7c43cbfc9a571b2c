// Finds every dialect in this folder and says what is missing of it: a place in the list, a fixture, a captured response.
// A new dialect needs no change here.

import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { decode } from '../decode.js';
import type { Decoded, ResponseParts } from '../decoded.js';
import { bySize, durationOrSeconds } from '../encodings/by-size.js';
import type { Encoding } from '../encodings/encoding.js';
import { ENCODINGS } from '../encodings/encodings.js';
import { DIALECTS } from './all.js';
import type { Condition, Dialect, LimitRow } from './dialect.js';
import { unknown } from './unknown.js';

interface Sample extends ResponseParts {
  readonly provider: string;
  readonly kind: 'captured' | 'documented' | 'test-vector' | 'composed';
}
interface Fixture {
  /** Why the expected values are right. */
  readonly because: string;
  /** A response of test/fixtures/header-samples.json by its place, with its provider; or one of its own with its source. */
  readonly sample?: number;
  readonly provider?: string;
  readonly response?: ResponseParts;
  readonly source?: string;
  readonly now: string;
  /** What the answer must have at least; lists are complete. */
  readonly expect: Partial<Decoded>;
  /** How sure the detection must be. */
  readonly confidence: 'certain' | 'likely' | 'guess';
  /** False when another dialect is right to claim this response, or when nothing in it tells the sender. */
  readonly detect?: boolean;
}

const here = new URL('./', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
const samples: Sample[] = read('../../../../test/fixtures/header-samples.json');

const all: readonly Dialect[] = [...DIALECTS, unknown];
const fixturesOf = (id: string): Fixture[] => {
  const name = `fixtures/${id}.json`;
  const exists = readdirSync(new URL('fixtures/', here)).includes(`${id}.json`);
  expect(exists, `src/core/headers/dialects/${name} is missing: a response of ${id} and what it must decode to`).toBe(
    true,
  );
  return read(name);
};
const responseOf = ({ sample, response }: Fixture): ResponseParts =>
  response ?? (samples[sample as number] as ResponseParts);

const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'UTC'];
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it('every file with a dialect in this folder is in the list, and the list has no doubles', async () => {
  const files = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const found: Dialect[] = [];
  for (const file of files) {
    if (file === 'all.ts') continue;
    const exported = Object.values((await import(new URL(file, here).href)) as Record<string, unknown>);
    found.push(...exported.flat().filter((value): value is Dialect => isDialect(value)));
  }
  const missing = found.filter((dialect) => !all.includes(dialect)).map(({ id }) => id);
  expect(missing, 'these dialects are not in dialects/all.ts').toEqual([]);
  const names = all.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  expect(new Set(names).size, `an id or alias stands for two: ${names.join(' ')}`).toBe(names.length);
});

function isDialect(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'marks' in value && 'evidence' in value;
}

it('every sample has its expected values', () => {
  const covered = new Set(all.flatMap(({ id }) => fixturesOf(id).map(({ sample }) => sample)));
  const open = samples.filter((_, place) => !covered.has(place)).map(({ provider }) => provider);
  expect(open, 'these providers have samples that no fixture cites').toEqual([]);
});

describe.each(all.map((dialect) => [dialect.id, dialect] as const))('%s', (id, dialect) => {
  it('has rows that can be read', () => {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    for (const text of [dialect.title, dialect.source]) expect(text.length).toBeGreaterThan(1);
    for (const name of fieldsOf(dialect))
      expect(name, `${name}: fields are written in lower case`).toBe(name.toLowerCase());
    for (const text of textsOf(dialect))
      expect(text, `"${text}": texts are compared in lower case`).toBe(text.toLowerCase());
    for (const encoding of encodingsOf(dialect))
      expect(known.has(encoding), 'an encoding without a row in the table').toBe(true);
    const names = new Set((dialect.limits ?? []).map(({ name }) => name));
    expect(names.size).toBe(dialect.limits?.length ?? 0);
    for (const { repeats = [] } of dialect.limits ?? []) for (const name of repeats) expect(names).toContain(name);
  });

  it('is proven as its evidence says', () => {
    const fixtures = fixturesOf(id);
    expect(fixtures.length, `${id}.json holds no response`).toBeGreaterThan(0);
    for (const { because, sample, provider, response, source } of fixtures) {
      expect(because.length).toBeGreaterThan(10);
      if (sample === undefined) expect([response, source]).not.toContain(undefined);
      else expect(provider).toBe(samples[sample]?.provider);
    }
    if (dialect.evidence !== 'captured') return;
    const isCaptured = ({ sample, source = '' }: Fixture) =>
      sample === undefined ? /captur|issue|#\d|topic/.test(source) : samples[sample]?.kind === 'captured';
    expect(fixtures.some(isCaptured), `${id} says captured, but no fixture is`).toBe(true);
  });

  describe.each(zones)('in the time zone %s', (tz) => {
    it.each(fixturesOf(id).map((fixture) => [fixture.because, fixture] as const))('%s', (_, fixture) => {
      process.env.TZ = tz;
      const response = responseOf(fixture);
      const nowMs = Date.parse(fixture.now);
      const name = fixture.provider ?? id;
      expect(decode(response, { nowMs, dialect: name })).toMatchObject({ ...fixture.expect, dialect: { id } });
      if (fixture.detect === false) return;
      const detected = decode(response, { nowMs });
      expect(detected.dialect).toMatchObject({ id, confidence: fixture.confidence });
      expect(withoutTrust(detected)).toMatchObject(withoutTrust(fixture.expect));
    });
  });
});

/** How sure the limits are follows from how sure the sender is. */
function withoutTrust({ limits, ...rest }: Partial<Decoded>): object {
  return limits === undefined ? rest : { ...rest, limits: limits.map(({ confidence: _, ...limit }) => limit) };
}

const known = new Set<Encoding>([
  bySize,
  durationOrSeconds,
  ...ENCODINGS.flatMap((row) => ('encoding' in row ? [row.encoding] : [])),
]);

function encodingsOf({ limits = [], bodyWaits = [], signals = [] }: Dialect): Encoding[] {
  const ofRow = ({ resets = [], window }: LimitRow) => [
    ...resets.map(({ encoding }) => encoding),
    ...(typeof window === 'object' && window !== null ? [window.encoding] : []),
  ];
  const untils = signals.flatMap(({ until }) => (until === undefined || until === 'message' ? [] : [until]));
  return [...limits.flatMap(ofRow), ...bodyWaits.map(({ encoding }) => encoding), ...untils];
}

function conditionsOf({ signals = [], refusedBy = [] }: Dialect): Condition[] {
  return [
    ...signals.flatMap(({ when }) => when),
    ...refusedBy.flatMap((naming) => ('when' in naming ? [naming.when] : [])),
  ];
}

function fieldsOf(dialect: Dialect): string[] {
  const rows = (dialect.limits ?? []).flatMap(({ limit = [], remaining = [], used = [], resets = [] }) => [
    ...limit,
    ...remaining,
    ...used,
    ...resets.map(({ field }) => field),
  ]);
  const tests = [
    ...dialect.marks.flatMap((mark) => ('field' in mark ? [mark.field] : [])),
    ...conditionsOf(dialect).flatMap(({ field }) => field ?? []),
  ];
  return [...(dialect.fields ?? []), ...rows, ...tests.map(({ name }) => name)];
}

function textsOf(dialect: Dialect): string[] {
  const bodies = [
    ...dialect.marks.flatMap((mark) => ('body' in mark ? [mark.body] : [])),
    ...conditionsOf(dialect).flatMap(({ body }) => body ?? []),
  ];
  const fields = conditionsOf(dialect).flatMap(({ field }) => field ?? []);
  const has = [...bodies, ...fields].flatMap((test) => test.has ?? []);
  return [...has, ...fields.flatMap(({ is }) => is ?? []), ...conditionsOf(dialect).flatMap(({ text }) => text ?? [])];
}
