// What the marks of dialects look for in bodies, by the first key of its place: a body is asked only for what it may
// hold, and once for each place, however many dialects look there.

import { type BodyPath, firstKeyOf } from '../body/body-path.js';
import type { BodyView } from '../body/body-view.js';
import type { BodyTest, Dialect, MarkWeight } from '../dialects/dialect.js';
import { property } from '../encodings/json-values.js';
import { bodyHolds } from '../verdict/condition.js';

/** A mark of a dialect in bodies. */
export interface BodyMark {
  readonly dialect: Dialect;
  readonly weight: MarkWeight;
  readonly test: BodyTest;
}

export class BodyIndex {
  /** Marks by path, and paths by first key; null for paths that begin with any key. */
  private readonly places = new Map<string | null, Map<BodyPath, BodyMark[]>>();

  constructor(dialects: readonly Dialect[]) {
    for (const dialect of dialects) {
      for (const mark of dialect.marks) {
        if ('body' in mark) this.add({ dialect, weight: mark.weight, test: mark.body });
      }
    }
  }

  /** The marks that this body bears. */
  marksIn(body: BodyView): readonly BodyMark[] {
    if (body.roots.length === 0) return NO_MARKS;
    const found: BodyMark[] = [];
    for (const [key, places] of this.places) {
      if (key !== null && !body.roots.some((root) => property(root, key) !== undefined)) continue;
      for (const [path, marks] of places) {
        const values = body.at(path);
        if (values.length === 0) continue;
        for (const mark of marks) if (values.some((value) => bodyHolds(mark.test, value))) found.push(mark);
      }
    }
    return found;
  }

  private add(mark: BodyMark): void {
    const path = mark.test.at;
    const key = firstKeyOf(path);
    const places = this.places.get(key) ?? new Map<BodyPath, BodyMark[]>();
    this.places.set(key, places);
    places.set(path, [...(places.get(path) ?? []), mark]);
  }
}

const NO_MARKS: readonly BodyMark[] = Object.freeze([]);
