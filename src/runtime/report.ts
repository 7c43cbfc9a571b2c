import type { CallReport } from './errors.js';

const reports = new WeakMap<Response, CallReport>();

/** Remembers how the call went that brought a response. */
export function attachReport(response: Response, report: CallReport): void {
  reports.set(response, report);
}

/**
 * How the call went that brought this response: attempts, why it ended, and when it could go again.
 * Undefined for a response that did not come from a holdoff fetch.
 */
export function reportOf(response: Response): CallReport | undefined {
  return reports.get(response);
}
