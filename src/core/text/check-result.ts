/** Whether a requirement is met, and why, in one sentence. */
export interface CheckResult {
  readonly ok: boolean;
  readonly sentence: string;
}
