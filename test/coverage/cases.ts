// Every report from the field in test/fixtures/bug-reports.json, with the test that holds it. The id stands in the name of
// that test, or in the list of reports that it plays.

export interface Row {
  readonly id: string;
  /** The file of the test. */
  readonly test: string;
}

export const rows: readonly Row[] = [
  // retryAfter
  { id: 'RA-01', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-03', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-04', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-06', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-08', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-13', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-14', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-16', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-23', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-24', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-25', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-26', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-30', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-31', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RC-08', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-32', test: 'src/core/headers/retry-after-cases.test.ts' },
  { id: 'RA-33', test: 'src/core/headers/retry-after-cases.test.ts' },
  // retryRun
  { id: 'RA-18', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'RA-22', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'TO-03', test: 'src/runtime/clock.test.ts' },
  { id: 'AT-02', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'RC-01', test: 'src/runtime/decoded-responses.test.ts' },
  { id: 'RC-02', test: 'src/runtime/decoded-responses.test.ts' },
  { id: 'RC-03', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'RC-06', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'ID-02', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'ID-03', test: 'src/runtime/fetch-job.test.ts' },
  { id: 'QB-01', test: 'src/runtime/fetch-request.test.ts' },
  { id: 'QB-02', test: 'test/end-to-end/sockets.test.ts' },
  { id: 'QB-05', test: 'test/end-to-end/sockets.test.ts' },
  { id: 'SB-05', test: 'src/runtime/decoded-responses.test.ts' },
  { id: 'AB-04', test: 'src/runtime/execute-abort.test.ts' },
  { id: 'AB-06', test: 'src/runtime/fetch-deadline.test.ts' },
  { id: 'AB-07', test: 'src/runtime/fetch-abort.test.ts' },
  { id: 'DL-02', test: 'src/runtime/fetch-deadline.test.ts' },
  { id: 'DL-06', test: 'src/runtime/fetch-deadline.test.ts' },
  { id: 'DL-07', test: 'src/runtime/fetch-deadline.test.ts' },
  // emulator
  { id: 'RA-27', test: 'src/core/rulebooks/formats/formats.test.ts' },
  { id: 'CF-02', test: 'src/emulator/emulator.test.ts' },
  // curlModel
  { id: 'RA-28', test: 'test/conformance/bash.test.ts' },
  { id: 'DL-03', test: 'src/codegen/formats/cases.test.ts' },
  { id: 'CU-01', test: 'test/conformance/bash.test.ts' },
  // duration
  { id: 'PR-01', test: 'src/core/headers/duration-text.test.ts' },
  // resetHeaders
  { id: 'PR-04', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-05', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-08', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-09', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-12', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-14', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-16', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-19', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-22', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-26', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-27', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'SF-02', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'SF-04', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-28', test: 'src/core/headers/decode-cases.test.ts' },
  { id: 'PR-29', test: 'src/core/headers/decode-cases.test.ts' },
  // limiterFeed
  { id: 'PR-13', test: 'src/core/engine/report-windows.test.ts' },
  // bodyText
  { id: 'PR-18', test: 'src/core/headers/body/message-wait.test.ts' },
  // bodyDuration
  { id: 'PR-24', test: 'src/core/headers/decode-cases.test.ts' },
  // backoff
  { id: 'TO-01', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'BM-03', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'BM-06', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'BM-09', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'BM-10', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'JC-02', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'JC-03', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'JC-06', test: 'src/core/schedule/sentences/schedule-sentences.test.ts' },
  { id: 'JC-07', test: 'src/core/engine/decide.test.ts' },
  { id: 'CF-05', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'BM-11', test: 'src/core/backoff/backoff-cases.test.ts' },
  { id: 'JC-08', test: 'src/core/backoff/backoff-cases.test.ts' },
  // timer
  { id: 'TO-05', test: 'src/runtime/clock.test.ts' },
  // modelImport
  { id: 'BM-07', test: 'src/codegen/formats/cases.test.ts' },
  { id: 'BM-08', test: 'src/codegen/formats/cases.test.ts' },
  { id: 'AT-01', test: 'src/codegen/formats/cases.test.ts' },
  // resource
  { id: 'SB-01', test: 'src/runtime/fetch-job-responses.test.ts' },
  { id: 'SB-06', test: 'src/runtime/fetch-job-responses.test.ts' },
  { id: 'AB-02', test: 'src/runtime/fetch-abort.test.ts' },
  { id: 'AB-08', test: 'src/runtime/fetch-abort.test.ts' },
  // process
  { id: 'PT-01', test: 'test/end-to-end/process.test.ts' },
  { id: 'PT-03', test: 'test/end-to-end/process.test.ts' },
  // layers
  { id: 'LR-01', test: 'src/simulator/fleet.test.ts' },
  { id: 'LR-02', test: 'src/simulator/fleet.test.ts' },
  // herd
  { id: 'TH-01', test: 'src/simulator/fleet.test.ts' },
  { id: 'TH-02', test: 'src/simulator/fleet.test.ts' },
  // limiter
  { id: 'LL-01', test: 'src/core/limiters/limiter-cases.test.ts' },
  { id: 'LL-03', test: 'src/core/engine/quota.test.ts' },
  { id: 'LL-05', test: 'src/core/engine/quota.test.ts' },
  { id: 'LL-06', test: 'src/core/engine/quota.test.ts' },
  { id: 'LL-08', test: 'src/core/limiters/limiter-cases.test.ts' },
  { id: 'LL-09', test: 'src/core/engine/report-windows.test.ts' },
  { id: 'LL-10', test: 'src/core/engine/report-windows.test.ts' },
  { id: 'CK-01', test: 'src/core/engine/quota.test.ts' },
  { id: 'CK-02', test: 'src/core/engine/quota.test.ts' },
  { id: 'CK-03', test: 'src/core/engine/quota.test.ts' },
  { id: 'CK-04', test: 'src/core/engine/quota.test.ts' },
  // configCheck
  { id: 'LL-11', test: 'src/core/policy/read-quotas.test.ts' },
  { id: 'CF-01', test: 'src/core/policy/parse-policy.test.ts' },
  { id: 'CF-03', test: 'src/core/grammar/duration.test.ts' },
  // slots
  { id: 'CS-01', test: 'src/runtime/slots.test.ts' },
  { id: 'CS-02', test: 'src/runtime/slots.test.ts' },
  { id: 'CS-05', test: 'src/runtime/slots.test.ts' },
  // queue
  { id: 'QP-01', test: 'src/core/engine/engine-order.test.ts' },
  { id: 'QP-02', test: 'src/core/engine/engine.test.ts' },
  // redis
  { id: 'RD-01', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-02', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-04', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-05', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-06', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-07', test: 'test/redis/failures.test.ts' },
  { id: 'RD-08', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-09', test: 'test/redis/failures.test.ts' },
  { id: 'RD-14', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-15', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-17', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-18', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-19', test: 'test/redis/scripts.test.ts' },
  { id: 'RD-22', test: 'test/redis/failures.test.ts' },
  // breaker
  { id: 'CB-01', test: 'src/core/engine/engine-protections.test.ts' },
  { id: 'CB-03', test: 'src/core/engine/engine-protections.test.ts' },
  // budget
  { id: 'RB-01', test: 'src/core/engine/retry-budget.test.ts' },
  { id: 'RB-02', test: 'src/core/engine/retry-budget.test.ts' },
  { id: 'RB-03', test: 'src/core/engine/retry-budget.test.ts' },
  { id: 'RB-06', test: 'src/core/engine/retry-budget.test.ts' },
  // tokens
  { id: 'TK-01', test: 'src/core/limiters/token-cases.test.ts' },
  { id: 'TK-02', test: 'src/core/limiters/token-cases.test.ts' },
  { id: 'TK-05', test: 'src/core/limiters/token-cases.test.ts' },
  { id: 'TK-06', test: 'src/core/limiters/token-cases.test.ts' },
  // adaptive
  { id: 'RB-09', test: 'src/core/engine/engine-order.test.ts' },
  { id: 'RB-10', test: 'src/core/engine/learning.test.ts' },
  // stream
  { id: 'SB-07', test: 'src/runtime/fetch-body.test.ts' },
  { id: 'SB-08', test: 'src/runtime/fetch-body.test.ts' },
];
