import { createAttachment } from './attachment.js';
import type { CallReport } from './call-report.js';
import { GaveUpError } from './errors.js';

/** A report, or how to write it when somebody asks for it. */
export type AnyReport = CallReport | (() => CallReport);

/** Where a response whose body is tracked keeps its report: a second thing attached to it would cost the call more. */
export const REPORT = Symbol('report');

const reports = createAttachment<AnyReport>();

/** Remembers how the call went that brought a response. */
export function attachReport(response: Response, report: AnyReport): void {
  if (holdsReport(response, report)) return;
  reports.set(response, report);
}

/** A proxy may refuse to be looked at or to be written to, and its response is worth more than the report of it. */
function holdsReport(response: Response & { [REPORT]?: AnyReport }, report: AnyReport): boolean {
  try {
    if (!(REPORT in response)) return false;
    response[REPORT] = report;
    return true;
  } catch {
    return false;
  }
}

/**
 * How a call went, from what it brought: its response, or the error it was given up with. Attempts, why it ended, and
 * when it could go again. Undefined for anything that did not come from a holdoff client.
 */
export function reportOf(result: unknown): CallReport | undefined {
  if (result instanceof GaveUpError) return result.report;
  if (typeof result !== 'object' || result === null) return undefined;
  const report = heldReport(result) ?? reports.get(result);
  if (typeof report !== 'function') return report;
  const written = report();
  attachReport(result as Response, written);
  return written;
}

function heldReport(result: { [REPORT]?: AnyReport }): AnyReport | undefined {
  try {
    return result[REPORT];
  } catch {
    return undefined;
  }
}
