import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyView } from '../body/body-view.js';
import { DIALECTS } from '../dialects/all.js';
import { isInBody } from '../verdict/condition.js';
import { BodyIndex } from './body-index.js';
import { ResponseView } from './response-view.js';

const index = new BodyIndex(DIALECTS);
const marks = DIALECTS.flatMap((dialect) => dialect.marks.flatMap((mark) => ('body' in mark ? [mark.body] : [])));

/** What the index must find, the long way: every mark of every dialect is looked for. */
function allMarksIn(body: unknown) {
  const view = new ResponseView(429, 0, false);
  view.body = new BodyView(body);
  return marks.filter((test) => isInBody(test, view));
}

/** A body with this value at a path. */
function bodyWith(path: string, value: unknown): unknown {
  return path.split('.').reduceRight<unknown>((inner, step) => {
    return step.endsWith('[]') ? { [step.slice(0, -2)]: [inner] } : { [step === '*' ? 'any' : step]: inner };
  }, value);
}

describe('the index of marks in bodies', () => {
  it('finds the marks that a look at every one of them finds', () => {
    const value = ({ is, has }: (typeof marks)[number]) => is?.[0] ?? has ?? 1;
    const marked = fc.constantFrom(...marks).map((test) => bodyWith(test.at, value(test)));
    const merged = fc.tuple(marked, marked).map(([one, other]) => ({ ...(one as object), ...(other as object) }));
    const body = fc.oneof(
      marked,
      merged,
      fc.tuple(marked, fc.jsonValue()),
      fc.jsonValue(),
      marked.map((each) => JSON.stringify(each)),
    );
    let found = 0;
    fc.assert(
      fc.property(body, (each) => {
        const expected = new Set(allMarksIn(each));
        found += expected.size;
        expect(new Set(index.marksIn(new BodyView(each)).map(({ test }) => test))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('finds each mark of each dialect in a body that bears it', () => {
    for (const test of marks) {
      const body = bodyWith(test.at, test.is?.[0] ?? test.has ?? 1);
      expect(index.marksIn(new BodyView(body)).map((mark) => mark.test)).toContain(test);
    }
  });

  it('finds nothing where there is no body', () => {
    expect(index.marksIn(new BodyView(undefined))).toEqual([]);
    expect(index.marksIn(new BodyView('Retry later'))).toEqual([]);
  });
});
