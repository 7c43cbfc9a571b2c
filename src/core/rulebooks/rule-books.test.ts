// Finds every rule book in this folder and says what is missing of it: a place in the list, a fixture, a way to refuse.
// A new rule book needs no change here.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../errors.js';
import { createLimiter } from '../limiters/create-limiter.js';
import { type Answer, conditionAnswer, refusalAnswer, servedHeaders } from './answer.js';
import { RULE_BOOKS } from './books/all.js';
import { demandOf } from './demand.js';
import { ruleBookOf } from './index.js';
import type { RuleBook } from './rule-book.js';
import type { LimitStanding, Standing } from './standing.js';

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response that was seen or documented, and the standing of the server from which the book must write the same. */
interface Fixture {
  readonly because: string;
  /** A response of test/fixtures/header-samples.json by its place; or one of its own with its source. */
  readonly sample?: number;
  readonly response?: Response;
  readonly source?: string;
  /** Beats the status of the sample. */
  readonly status?: number;
  readonly now?: string;
  readonly condition?: string;
  /** By the book's names; `name` where the response calls a limit otherwise. */
  readonly limits?: Readonly<Record<string, Partial<LimitStanding>>>;
  readonly refused?: {
    readonly by: string;
    readonly all?: readonly string[];
    readonly requested?: number;
    readonly isForever?: boolean;
  };
  readonly waitMs?: number;
  /** Fields that are sent with another value, and why. */
  readonly otherwise?: Readonly<Record<string, string>>;
  /** Fields that the book does not send, and why. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Places in the body that are not compared. */
  readonly differs?: readonly string[];
  /** Texts that the body must contain. */
  readonly contains?: readonly string[];
  /** Fields that must not be sent. */
  readonly without?: readonly string[];
}

const here = new URL('./', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
const samples: readonly Response[] = read('../../../test/fixtures/header-samples.json');

const fixturesOf = (id: string): Fixture[] => {
  const exists = readdirSync(new URL('fixtures/', here)).includes(`${id}.json`);
  expect(
    exists,
    `src/core/rulebooks/fixtures/${id}.json is missing: a response of ${id} and the standing behind it`,
  ).toBe(true);
  return read(`fixtures/${id}.json`);
};

describe('every file of books/', () => {
  const files = readdirSync(new URL('books/', here)).filter((name) => name !== 'all.ts' && !name.endsWith('.test.ts'));

  it.each(files)('%s holds one rule book, named after it and listed in all.ts', async (name) => {
    const exported = Object.values(await import(`./books/${name.slice(0, -'.ts'.length)}.ts`));
    expect(exported).toHaveLength(1);
    const [book] = exported as [RuleBook];
    expect(book.id).toBe(name.slice(0, -'.ts'.length));
    expect(RULE_BOOKS).toContain(book);
  });

  it('is listed once', () => {
    expect(RULE_BOOKS.map(({ id }) => id).toSorted()).toEqual(
      files.map((name) => name.slice(0, -'.ts'.length)).toSorted(),
    );
  });
});

const standing: Standing = {
  nowMs: Date.UTC(2026, 0, 1),
  requestId: 'req_1',
  demand: demandOf(),
  limits: [],
  refused: null,
  waitMs: 1000,
};

describe.each(RULE_BOOKS.map((book) => [book.id, book] as const))('%s', (_, book) => {
  it('says who it is, where it was read and how it counts', () => {
    expect(book.about).toMatch(/^[A-Z].*\.$/);
    expect(book.source).not.toBe('');
    expect(book.conditions.map(({ about }) => about).filter((about) => !/^[a-zS].*[^.]$/.test(about))).toEqual([]);
  });

  it('has limits that can be made, each under a name of its own', () => {
    const names = book.limits.flatMap(({ name, planned }) => (planned === undefined ? [name] : [name, planned]));
    expect(new Set(names).size).toBe(names.length);
    for (const { name, limiter } of book.limits) expect(() => createLimiter(limiter, 0, name)).not.toThrow();
  });

  it('has an answer to every refusal, by whichever limit, and names no limit that there is not', () => {
    const last = book.refusals.at(-1);
    expect(last?.by, 'the last refusal must fit all limits').toBeUndefined();
    expect(last?.isForever, 'the last refusal must fit all limits').toBeUndefined();
    const names = book.limits.map(({ name }) => name);
    for (const { by = [] } of book.refusals) expect(names).toEqual(expect.arrayContaining([...by]));
    for (const { says } of book.fields)
      if ('of' in says && says.of !== 'first') expect(names).toEqual(expect.arrayContaining([says.of].flat()));
  });

  it('tells of no wait that it is not asked to tell, and forbids to store what it refuses', () => {
    for (const { name, limiter } of book.limits) {
      const by = { name, limit: limiter.amount, perWindow: 1, remaining: 0, resetMs: 1, nextMs: 1, windowMs: 1 };
      const refused = { by, all: [by], requested: 1, isForever: false };
      const answer = refusalAnswer(book, { ...standing, limits: [by], refused, waitMs: null });
      const headers = new Map(answer.headers.map(([field, value]) => [field.toLowerCase(), value]));
      expect([...headers.keys()].filter((field) => field.includes('retry-after'))).toEqual([]);
      expect(headers.get('cache-control')).toBe('no-store');
      if (book.requestIdField !== undefined) expect(headers.get(book.requestIdField.toLowerCase())).toBe('req_1');
      expect(answer.headers.map(([field]) => field.toLowerCase()).toSorted()).toEqual([...headers.keys()].toSorted());
    }
  });

  it('has conditions with ids of their own, an overload among them, and bodies that are JSON or text', () => {
    const ids = book.conditions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(book.conditions.map(({ kind }) => kind)).toContain('overload');
    for (const condition of book.conditions) {
      const { status, headers, body } = conditionAnswer(book, condition, standing);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(() => new Headers(headers.map(([name, value]): [string, string] => [name, value]))).not.toThrow();
      if (typeof body !== 'string') expect(JSON.parse(JSON.stringify(body))).toEqual(body);
    }
  });

  for (const fixture of fixturesOf(book.id)) {
    it(`writes what was recorded: ${fixture.because}`, () => compare(book, fixture));
  }
});

describe('a rule book by its id', () => {
  it('is found, or the nearest one is named', () => {
    expect(ruleBookOf('openai').title).toBe('OpenAI');
    expect(() => ruleBookOf('antropic')).toThrow(InputError);
    expect(() => ruleBookOf('antropic')).toThrow('provider: "antropic" is not allowed; give one of anthropic, ');
    expect(() => ruleBookOf('antropic')).toThrow('did you mean anthropic?');
  });
});

function compare(book: RuleBook, fixture: Fixture): void {
  const { sample, response, otherwise = {}, absent = {}, differs = [], contains = [], without = [] } = fixture;
  expect((sample === undefined) !== (fixture.source === undefined), 'a sample, or a response with its source').toBe(
    true,
  );
  const recorded = response ?? (samples[sample as number] as Response);
  const written = write(book, fixture);
  const headers = new Map(written.headers.map(([name, value]) => [name.toLowerCase(), value]));
  expect(written.status).toBe(fixture.status ?? recorded.status);
  const known = Object.keys(recorded.headers).map((name) => name.toLowerCase());
  expect(known).toEqual(
    expect.arrayContaining([...Object.keys(otherwise), ...Object.keys(absent)].map((name) => name.toLowerCase())),
  );
  for (const [name, value] of Object.entries(recorded.headers)) {
    if (/^date$/i.test(name)) continue;
    const told = headers.get(name.toLowerCase());
    if (Object.hasOwn(absent, name)) expect(told, name).toBeUndefined();
    else if (Object.hasOwn(otherwise, name)) expect(told, name).toBeDefined();
    else expect(plain(told ?? 'absent'), name).toBe(plain(value));
  }
  expect([...headers.keys()].filter((name) => without.includes(name))).toEqual([]);
  if (recorded.body !== undefined) expect(missing(written.body, recorded.body, '', differs)).toEqual([]);
  for (const text of contains) expect(JSON.stringify(written.body)).toContain(text);
}

/** Without spaces that mean nothing, and without the parameters of a media type. */
function plain(value: string): string {
  return value.replace(/([,;]) +/g, '$1').replace(/^(application\/json);.*/, '$1');
}

function write(book: RuleBook, { now, limits = {}, refused, waitMs, condition }: Fixture): Answer {
  const rename = new Map(Object.entries(limits).map(([name, figures]) => [name, figures.name ?? name]));
  const figuresOf = (name: string): LimitStanding => {
    const rule = book.limits.find((each) => each.name === name);
    expect(rule, `${book.id} has no limit ${name}`).toBeDefined();
    const spec = rule?.limiter;
    const windowMs = spec === undefined || spec.kind === 'concurrency' ? null : spec.windowMs;
    const plainly = { limit: spec?.amount ?? 0, perWindow: spec?.amount ?? 0, remaining: 0, resetMs: 0, windowMs };
    const given = { ...plainly, ...limits[name] };
    return { nextMs: given.resetMs, ...given, name: rename.get(name) ?? name };
  };
  const state: Standing = {
    ...standing,
    nowMs: now === undefined ? standing.nowMs : Date.parse(now),
    limits: Object.keys(limits).map(figuresOf),
    refused:
      refused === undefined
        ? null
        : {
            by: figuresOf(refused.by),
            all: (refused.all ?? [refused.by]).map(figuresOf),
            requested: refused.requested ?? 1,
            isForever: refused.isForever ?? false,
          },
    waitMs: waitMs ?? null,
  };
  if (condition !== undefined) {
    const found = book.conditions.find(({ id }) => id === condition);
    if (found === undefined) throw new Error(`${book.id} has no condition ${condition}`);
    return conditionAnswer(book, found, state);
  }
  if (state.refused !== null) return refusalAnswer(book, state);
  // The endpoint's own part of an answer is none of the rule book's.
  const headers = [['content-type', 'application/json'] as const, ...servedHeaders(book, state)];
  return { status: 200, headers, body: { data: {}, ...book.extension?.(state) } };
}

/** The places of what was recorded that are not the same in what was written; members of lists in any order. */
function missing(written: unknown, recorded: unknown, at: string, differs: readonly string[]): string[] {
  if (differs.includes(at)) return [];
  if (Array.isArray(recorded)) {
    const lacks = recorded.filter(
      (member) => !(written as unknown[])?.some?.((ours) => missing(ours, member, `${at}[]`, differs).length === 0),
    );
    return lacks.map((member) => `${at}[]: ${JSON.stringify(member)}`);
  }
  if (typeof recorded === 'object' && recorded !== null) {
    return Object.entries(recorded).flatMap(([key, value]) =>
      missing((written as Record<string, unknown> | null)?.[key], value, at === '' ? key : `${at}.${key}`, differs),
    );
  }
  return written === recorded ? [] : [`${at}: ${JSON.stringify(written)} instead of ${JSON.stringify(recorded)}`];
}
