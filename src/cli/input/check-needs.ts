import { PolicyError } from '../../core/errors.js';
import type { CheckResult } from '../../core/text/check-result.js';

/** Runs a check; what it still needs is told by the name of the flag. Throws {@link PolicyError}. */
export function checkedByFlags(check: () => CheckResult): CheckResult {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new PolicyError(
      error.issues.map((issue) => ({ ...issue, field: `--${issue.field}`, hint: '--check needs it' })),
    );
  }
}
