// The names of a response's fields, one after the other. Responses of one server name the same fields in the same order,
// so that a name is nearly always the one that came at the same point before: the two are compared instead of looking it
// up, and what follows from all of the names together is worked out once. Reading a response takes about half as long.

import { DATE } from './common-fields.js';
import type { FieldFacts, FieldIndex } from './field-index.js';
import { FieldLayout } from './field-layout.js';

/** Far more than the servers that a program talks to, in paths and layouts; beyond it somebody makes names up. */
const MOST_NAMES = 10_000;

/** Longer names are nobody's. */
const LONGEST_NAME = 200;

/** All paths that were seen lately. */
export class FieldPaths {
  private readonly index: FieldIndex;
  private first: FieldPath = new FieldPath(this, '', undefined, null);
  private size = 0;

  constructor(index: FieldIndex) {
    this.index = index;
  }

  /** Where every response begins. */
  get start(): FieldPath {
    if (this.size > MOST_NAMES) {
      this.first = new FieldPath(this, '', undefined, null);
      this.size = 0;
    }
    return this.first;
  }

  /** The path that goes on with a name where none has done so before. */
  extend(path: FieldPath, name: string): FieldPath {
    this.size++;
    return new FieldPath(this, uniqueText(name), this.index.look(name), path);
  }

  /** Each layout takes room for all of its names, so that a thousand that differ in the last would be a million. */
  layoutOf(fields: readonly FieldFacts[]): FieldLayout {
    this.size += fields.length;
    return new FieldLayout(fields);
  }
}

/** The names up to a point. Those that begin alike share their beginning. */
export class FieldPath {
  /** The last name, as it was written. */
  readonly name: string;
  /** What is known of it; undefined where nobody reads that field. */
  readonly facts: FieldFacts | undefined;
  private readonly paths: FieldPaths;
  private readonly before: FieldPath | null;
  /** How it went on the last time. */
  private usual: FieldPath | null = null;
  /** Every way in which it went on, once there are several. */
  private others: Map<string, FieldPath> | null = null;
  private known: FieldLayout | null = null;

  constructor(paths: FieldPaths, name: string, facts: FieldFacts | undefined, before: FieldPath | null) {
    this.paths = paths;
    this.name = name;
    this.facts = facts;
    this.before = before;
  }

  /** The path that goes on with this name, in whatever case it is written; null for one that is too long to be read. */
  after(name: string): FieldPath | null {
    const { usual } = this;
    return usual !== null && usual.name === name ? usual : this.turn(name);
  }

  /** What follows from the names so far. */
  get layout(): FieldLayout {
    this.known ??= this.paths.layoutOf(this.keptFields());
    return this.known;
  }

  private turn(name: string): FieldPath | null {
    if (name.length > LONGEST_NAME) return null;
    let next = this.others?.get(name);
    if (next === undefined) {
      next = this.paths.extend(this, name);
      if (this.usual !== null) {
        this.others ??= new Map([[this.usual.name, this.usual]]);
        this.others.set(next.name, next);
      }
    }
    this.usual = next;
    return next;
  }

  private keptFields(): FieldFacts[] {
    const fields: FieldFacts[] = [];
    for (let path: FieldPath | null = this; path !== null; path = path.before) {
      if (path.facts !== undefined && path.facts.name !== DATE) fields.push(path.facts);
    }
    return fields.reverse();
  }
}

/**
 * The same text, as the engine keeps one of all equal ones for the keys of objects. The name in a plain object is that
 * very one, which makes comparing them free; and it holds on to no longer text that it was cut out of.
 */
function uniqueText(text: string): string {
  return Object.keys({ [text]: true })[0] as string;
}
