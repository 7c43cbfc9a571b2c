// A place in the text being read, and what went wrong there. Readers move it forward only, which is what makes the time
// proportional to the text, and answer null after a fault: exceptions would cost more than the reading.

import { quoteValue } from '../header-warning.js';
import { COMMA, SPACE, TAB } from './characters.js';
import type { Overwritten } from './values.js';

/** The code of no character: the text has ended. */
export const END = -1;

export class Cursor {
  readonly text: string;
  at = 0;
  /** What was wrong, once something was. */
  fault = '';
  faultAt = -1;
  overwritten: Overwritten[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** The code of the next character, or {@link END}. */
  peek(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : END;
  }

  /** Moves past the next character if it is this one. */
  take(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  skipSpaces(): void {
    while (this.peek() === SPACE) this.at++;
  }

  /**
   * Moves past the comma to the next member of a List or Dictionary. False at the end of the text, and on a fault: what
   * follows a member must be one of the two, and a comma must be followed by a member.
   */
  nextMember(): boolean {
    this.skipOptionalWhitespace();
    if (this.peek() === END) return false;
    if (!this.take(COMMA)) {
      this.expected('"," or the end');
      return false;
    }
    this.skipOptionalWhitespace();
    if (this.peek() !== END) return true;
    this.expected('a member after the last ","');
    return false;
  }

  /** Notes a fault at this place: what should have been here. */
  expected(what: string): null {
    const code = this.text.codePointAt(this.at);
    return this.fail(
      `expected ${what}, found ${code === undefined ? 'the end' : quoteValue(String.fromCodePoint(code))}`,
    );
  }

  fail(fault: string, at: number = this.at): null {
    this.fault = fault;
    this.faultAt = at;
    return null;
  }

  noteOverwritten(entry: Overwritten): void {
    this.overwritten ??= [];
    this.overwritten.push(entry);
  }

  private skipOptionalWhitespace(): void {
    for (let code = this.peek(); code === SPACE || code === TAB; code = this.peek()) this.at++;
  }
}
