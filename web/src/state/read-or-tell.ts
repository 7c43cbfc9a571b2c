import { InputError, type InputIssue, PolicyError } from '../../../src/core/errors.js';

/** Reads something that was typed. What is wrong with it is told, one by one, and null is returned. */
export function readOrTell<T>(read: () => T, tell: (issue: InputIssue) => void): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) tell(error.issue);
    else if (error instanceof PolicyError) error.issues.forEach(tell);
    else throw error;
    return null;
  }
}
