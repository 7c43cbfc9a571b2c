import type { Program } from './program.js';

/** One language or system that code is made for. README.md beside this file says what a target has to do. */
export interface Target {
  /** What it is called on the command line and in links: lower case, words joined by hyphens. */
  readonly id: string;
  /** For people, with the HTTP library: `Python (requests)`. */
  readonly title: string;
  /** Id of the language in highlighters. */
  readonly language: string;
  /** The name of what the code offers, where nobody chooses another, in the style of the language. */
  readonly functionName: string;
  /** Words that cannot be a name in the language, beyond those that the code itself uses. */
  readonly reservedWords: readonly string[];
  /** Whether names that differ in case only are one name. */
  readonly ignoresCase?: true;
  /** What starts a comment that ends with its line. */
  readonly comment: string;
  /** Widest line that the community's formatter leaves alone. */
  readonly width: number;
  /** The oldest version of the language that the code is written for, as people name it. */
  readonly since: string;
  /** What must be installed beside the language, as people name it; null when nothing must. */
  readonly needs: string | null;
  /** What a call does when the retries are used up and a response is at hand. */
  readonly exhausted: 'returns the last response' | 'fails with the status';
  /** Which forms of Retry-After are read. */
  readonly retryAfterForms: 'seconds and dates' | 'seconds';
  /** A text of others as a literal: of visible ASCII characters, on one line, and safe within a comment, too. */
  quote(text: string): string;
  /** The name of the file that holds the code. */
  fileName(functionName: string): string;
  /** The code between the head comment and the usage. */
  code(program: Program): readonly string[];
  /** How it is called, as code. The caller comments it out. */
  usage(program: Program): readonly string[];
}
