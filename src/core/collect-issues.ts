import { InputError, type InputIssue, PolicyError } from './errors.js';

/** What a reading gives, or undefined after its issues were noted, so that several can be told at once. */
export function valueOrIssues<T>(issues: InputIssue[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) issues.push(error.issue);
    else if (error instanceof PolicyError) issues.push(...error.issues);
    else throw error;
    return undefined;
  }
}
