// Every report from the field in test/fixtures/bug-reports.json, with the test that holds it or what it still waits for.
// To move a row: write the case's id into the name of the test that covers it, then point the row at that file.

/** The pieces of work that cases wait for; the list is closed, so that a row cannot wait for nothing in particular. */
export const topics = [
  'exact distributions',
  'decoder',
  'client',
  'emulator',
  'code generation and formats',
  'simulator and lab',
  'shared quota',
] as const;

export type Topic = (typeof topics)[number];
export type Row = { readonly id: string } & ({ readonly test: string } | { readonly waitsFor: Topic });

export const rows: readonly Row[] = [
  // retryAfter
  { id: 'RA-01', waitsFor: 'decoder' },
  { id: 'RA-03', waitsFor: 'decoder' },
  { id: 'RA-04', waitsFor: 'decoder' },
  { id: 'RA-06', waitsFor: 'decoder' },
  { id: 'RA-08', waitsFor: 'decoder' },
  { id: 'RA-13', waitsFor: 'decoder' },
  { id: 'RA-14', waitsFor: 'decoder' },
  { id: 'RA-16', waitsFor: 'decoder' },
  { id: 'RA-23', waitsFor: 'decoder' },
  { id: 'RA-24', waitsFor: 'decoder' },
  { id: 'RA-25', waitsFor: 'decoder' },
  { id: 'RA-26', waitsFor: 'decoder' },
  { id: 'RA-30', waitsFor: 'decoder' },
  { id: 'RA-31', waitsFor: 'decoder' },
  { id: 'RC-08', waitsFor: 'decoder' },
  { id: 'RA-32', waitsFor: 'decoder' },
  { id: 'RA-33', waitsFor: 'decoder' },
  // retryRun
  { id: 'RA-18', waitsFor: 'client' },
  { id: 'RA-22', waitsFor: 'client' },
  { id: 'TO-03', waitsFor: 'client' },
  { id: 'AT-02', waitsFor: 'client' },
  { id: 'RC-01', waitsFor: 'client' },
  { id: 'RC-02', waitsFor: 'client' },
  { id: 'RC-03', waitsFor: 'client' },
  { id: 'RC-06', waitsFor: 'client' },
  { id: 'ID-02', waitsFor: 'client' },
  { id: 'ID-03', waitsFor: 'client' },
  { id: 'QB-01', waitsFor: 'client' },
  { id: 'QB-02', waitsFor: 'client' },
  { id: 'QB-05', waitsFor: 'client' },
  { id: 'SB-05', waitsFor: 'client' },
  { id: 'AB-04', waitsFor: 'client' },
  { id: 'AB-06', waitsFor: 'client' },
  { id: 'AB-07', waitsFor: 'client' },
  { id: 'DL-02', waitsFor: 'client' },
  { id: 'DL-06', waitsFor: 'client' },
  { id: 'DL-07', waitsFor: 'client' },
  // emulator
  { id: 'RA-27', waitsFor: 'emulator' },
  { id: 'CF-02', waitsFor: 'emulator' },
  // curlModel
  { id: 'RA-28', waitsFor: 'code generation and formats' },
  { id: 'DL-03', waitsFor: 'code generation and formats' },
  { id: 'CU-01', waitsFor: 'code generation and formats' },
  // duration
  { id: 'PR-01', waitsFor: 'exact distributions' },
  // resetHeaders
  { id: 'PR-04', waitsFor: 'decoder' },
  { id: 'PR-05', waitsFor: 'decoder' },
  { id: 'PR-08', waitsFor: 'decoder' },
  { id: 'PR-09', waitsFor: 'decoder' },
  { id: 'PR-12', waitsFor: 'decoder' },
  { id: 'PR-14', waitsFor: 'decoder' },
  { id: 'PR-16', waitsFor: 'decoder' },
  { id: 'PR-19', waitsFor: 'decoder' },
  { id: 'PR-22', waitsFor: 'decoder' },
  { id: 'PR-26', waitsFor: 'decoder' },
  { id: 'PR-27', waitsFor: 'decoder' },
  { id: 'SF-02', waitsFor: 'decoder' },
  { id: 'SF-04', waitsFor: 'decoder' },
  { id: 'PR-28', waitsFor: 'decoder' },
  { id: 'PR-29', waitsFor: 'decoder' },
  // limiterFeed
  { id: 'PR-13', waitsFor: 'client' },
  // bodyText
  { id: 'PR-18', waitsFor: 'decoder' },
  // bodyDuration
  { id: 'PR-24', waitsFor: 'decoder' },
  // backoff
  { id: 'TO-01', waitsFor: 'exact distributions' },
  { id: 'BM-03', waitsFor: 'exact distributions' },
  { id: 'BM-06', waitsFor: 'exact distributions' },
  { id: 'BM-09', waitsFor: 'exact distributions' },
  { id: 'BM-10', waitsFor: 'exact distributions' },
  { id: 'JC-02', waitsFor: 'exact distributions' },
  { id: 'JC-03', waitsFor: 'exact distributions' },
  { id: 'JC-06', waitsFor: 'exact distributions' },
  { id: 'JC-07', waitsFor: 'exact distributions' },
  { id: 'CF-05', waitsFor: 'exact distributions' },
  { id: 'BM-11', waitsFor: 'exact distributions' },
  { id: 'JC-08', waitsFor: 'exact distributions' },
  // timer
  { id: 'TO-05', waitsFor: 'client' },
  // modelImport
  { id: 'BM-07', waitsFor: 'code generation and formats' },
  { id: 'BM-08', waitsFor: 'code generation and formats' },
  { id: 'AT-01', waitsFor: 'code generation and formats' },
  // resource
  { id: 'SB-01', waitsFor: 'client' },
  { id: 'SB-06', waitsFor: 'client' },
  { id: 'AB-02', waitsFor: 'client' },
  { id: 'AB-08', waitsFor: 'client' },
  // process
  { id: 'PT-01', waitsFor: 'client' },
  { id: 'PT-03', waitsFor: 'client' },
  // layers
  { id: 'LR-01', waitsFor: 'simulator and lab' },
  { id: 'LR-02', waitsFor: 'simulator and lab' },
  // herd
  { id: 'TH-01', waitsFor: 'simulator and lab' },
  { id: 'TH-02', waitsFor: 'simulator and lab' },
  // limiter
  { id: 'LL-01', waitsFor: 'client' },
  { id: 'LL-03', waitsFor: 'client' },
  { id: 'LL-05', waitsFor: 'client' },
  { id: 'LL-06', waitsFor: 'client' },
  { id: 'LL-08', waitsFor: 'client' },
  { id: 'LL-09', waitsFor: 'client' },
  { id: 'LL-10', waitsFor: 'client' },
  { id: 'CK-01', waitsFor: 'client' },
  { id: 'CK-02', waitsFor: 'client' },
  { id: 'CK-03', waitsFor: 'client' },
  { id: 'CK-04', waitsFor: 'client' },
  // configCheck
  { id: 'LL-11', waitsFor: 'exact distributions' },
  { id: 'CF-01', waitsFor: 'exact distributions' },
  { id: 'CF-03', waitsFor: 'exact distributions' },
  // slots
  { id: 'CS-01', waitsFor: 'client' },
  { id: 'CS-02', waitsFor: 'client' },
  { id: 'CS-05', waitsFor: 'client' },
  // queue
  { id: 'QP-01', waitsFor: 'client' },
  { id: 'QP-02', waitsFor: 'client' },
  // redis
  { id: 'RD-01', waitsFor: 'shared quota' },
  { id: 'RD-02', waitsFor: 'shared quota' },
  { id: 'RD-04', waitsFor: 'shared quota' },
  { id: 'RD-05', waitsFor: 'shared quota' },
  { id: 'RD-06', waitsFor: 'shared quota' },
  { id: 'RD-07', waitsFor: 'shared quota' },
  { id: 'RD-08', waitsFor: 'shared quota' },
  { id: 'RD-09', waitsFor: 'shared quota' },
  { id: 'RD-14', waitsFor: 'shared quota' },
  { id: 'RD-15', waitsFor: 'shared quota' },
  { id: 'RD-17', waitsFor: 'shared quota' },
  { id: 'RD-18', waitsFor: 'shared quota' },
  { id: 'RD-19', waitsFor: 'shared quota' },
  { id: 'RD-22', waitsFor: 'shared quota' },
  // breaker
  { id: 'CB-01', waitsFor: 'client' },
  { id: 'CB-03', waitsFor: 'client' },
  // budget
  { id: 'RB-01', waitsFor: 'client' },
  { id: 'RB-02', waitsFor: 'client' },
  { id: 'RB-03', waitsFor: 'client' },
  { id: 'RB-06', waitsFor: 'client' },
  // tokens
  { id: 'TK-01', waitsFor: 'client' },
  { id: 'TK-02', waitsFor: 'client' },
  { id: 'TK-05', waitsFor: 'client' },
  { id: 'TK-06', waitsFor: 'client' },
  // adaptive
  { id: 'RB-09', waitsFor: 'client' },
  { id: 'RB-10', waitsFor: 'client' },
  // stream
  { id: 'SB-07', waitsFor: 'client' },
  { id: 'SB-08', waitsFor: 'client' },
];
