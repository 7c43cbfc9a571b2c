import type { CallReport } from './call-report.js';
import { GaveUpError } from './errors.js';

const reports = new WeakMap<object, CallReport>();

/** Remembers how the call went that brought a response. */
export function attachReport(response: Response, report: CallReport): void {
  reports.set(response, report);
}

/**
 * How a call went, from what it brought: its response, or the error it was given up with. Attempts, why it ended, and
 * when it could go again. Undefined for anything that did not come from a holdoff client.
 */
export function reportOf(result: unknown): CallReport | undefined {
  if (result instanceof GaveUpError) return result.report;
  return typeof result === 'object' && result !== null ? reports.get(result) : undefined;
}
