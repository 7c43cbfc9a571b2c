import type { Decoded } from '../../core/headers/decoded.js';
import { headersAnswer } from '../../core/headers/headers-answer.js';
import { rankOf } from '../../core/headers/verdict/precedence.js';
import { formatInstant } from '../../core/text/format-instant.js';
import { formatTableMs } from '../../core/text/format-time.js';
import { wrap } from '../../core/text/wrap.js';
import { type Figure, renderFigures } from './figures.js';
import { LIMIT_COLUMNS, LIMIT_CSV_COLUMNS, renderLimits } from './limits-table.js';
import { renderSentences } from './sentences.js';
import { csvTable, markdownTable } from './table.js';
import type { View } from './view.js';

/** An answer, and what it was read from. */
export interface ShownResponse {
  readonly decoded: Decoded;
  /** Null when none was given. */
  readonly status: number | null;
}

/** What a response says, for people: figures, limits, what it means, what was odd, and last the line that matters. */
export function renderHeaders({ decoded, status }: ShownResponse, view: View): string {
  const sentences = [
    { id: 'reason', text: decoded.reason },
    ...decoded.warnings.map(({ code, message }) => ({ id: `warning-${code}`, text: message })),
  ];
  const parts = [
    renderFigures(figuresOf(decoded, status), view),
    renderLimits(decoded.limits, view),
    renderSentences(sentences, view),
    view.style.strong(wrap(headersAnswer(decoded), view.width)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The limits: everything else of the answer is one value each, for which there is JSON. */
export function headersCsv({ limits }: Decoded): string {
  return csvTable(LIMIT_CSV_COLUMNS, limits);
}

export function headersMarkdown({ decoded, status }: ShownResponse): string {
  const figures = markdownTable(FIGURE_COLUMNS, figuresOf(decoded, status));
  const { limits } = decoded;
  return limits.length === 0 ? figures : `${figures}\n${markdownTable(LIMIT_COLUMNS, limits)}`;
}

const FIGURE_COLUMNS = [
  { key: 'figure', title: 'figure', align: 'left', text: ({ label }: Figure) => label, value: () => null },
  { key: 'value', title: 'value', align: 'left', text: ({ text }: Figure) => text, value: () => null },
] as const;

const MEANINGS: Readonly<Record<Decoded['verdict'], string>> = {
  ok: 'ok (nothing to repeat)',
  retry: 'retry (again at the time that was named)',
  backoff: 'backoff (again, but no usable time was named)',
  never: 'never (terminal: waiting does not help)',
  rejected: 'rejected (do not repeat it as it is)',
};

const VERDICT_FROM: Readonly<Record<Decoded['verdictFrom'], string>> = {
  status: 'by the status',
  server: 'as the server says outright',
  dialect: 'as this sender means it',
};

function figuresOf(decoded: Decoded, status: number | null): Figure[] {
  const { verdict, verdictFrom, hintMs, retryAt, source, scope, refusedBy, dialect, overload } = decoded;
  const isUseful = hintMs !== null && hintMs > 0 && retryAt !== null;
  const isFailure = verdict === 'retry' || verdict === 'backoff' || verdict === 'never';
  const because = rankOf(decoded)?.because.replaceAll('`', '');
  const rows: [string, string | null][] = [
    ['status', status === null ? 'not given; read as 429' : String(status)],
    ['sender', `${dialect.id} (${dialect.confidence}: ${dialect.reason})`],
    ['verdict', `${MEANINGS[verdict]}, ${VERDICT_FROM[verdictFrom]}`],
    ['wait', isUseful ? `${formatTableMs(hintMs)}, until ${formatInstant(retryAt)}` : nothing(hintMs)],
    ['said by', source === null ? null : `${source}: ${because}`],
    ['who waits', isUseful || isFailure ? WAITING[scope] : null],
    ['refused by', refusedBy],
    ['overload', overload && isFailure ? 'yes: nothing was processed, and it is not the quota' : null],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

const WAITING: Readonly<Record<Decoded['scope'], string>> = {
  bucket: 'whoever shares the bucket',
  account: 'all calls of the account',
};

function nothing(hintMs: number | null): string {
  return hintMs === 0 ? '0: the server says "now"' : 'none that can be used';
}
