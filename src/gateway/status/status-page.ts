// The status page: one table for what callers get, one for the buckets. No script; it loads itself anew.

import type { BucketSnapshot } from '../../core/engine/snapshot.js';
import { formatNumber } from '../../core/text/format-number.js';
import { formatWait } from '../../core/text/format-time.js';
import type { GatewayStatus } from './status.js';

export const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 0 0 2rem; width: 100% }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
td.number { text-align: right; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
`;

export function statusPage(status: GatewayStatus): string {
  const { upstream, provider, startedAt, callers, client, connections, store } = status;
  const { counters } = client;
  const answered = Object.entries(callers.answered).map(([code, count]) => `${formatNumber(count)} × ${code}`);
  const refused = Object.entries(callers.refused).map(([reason, count]) => `${formatNumber(count)} × ${reason}`);
  const rows: [string, string][] = [
    ['Upstream', provider === null ? upstream : `${upstream} (${provider})`],
    ['Since', startedAt],
    ...(store === null ? [] : [storeRow(store)]),
    ['Requests under way', formatNumber(callers.open)],
    ['Waiting for their turn', formatNumber(client.queued)],
    ['In flight', `${formatNumber(client.inFlight)} on ${formatNumber(connections)} connections`],
    ['Answered', answered.join(', ') || 'none'],
    ['Not passed on', refused.join(', ') || 'none'],
    ['Callers that left', formatNumber(callers.dropped)],
    ['Attempts', `${formatNumber(counters.attempts)}, of which ${formatNumber(counters.retries)} repeats`],
    [
      'Refused by a quota, overloaded, unknown',
      [counters.refused, counters.overloaded, counters.unknown].map(formatNumber).join(', '),
    ],
    ['Given up', formatNumber(counters.gaveUp)],
  ];
  const facts = rows.map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>holdoff gateway</title>
<link rel="stylesheet" href="/__holdoff/style.css">
</head>
<body>
<h1>holdoff gateway</h1>
<table><caption>Callers</caption><tbody>
${facts.join('\n')}
</tbody></table>
<div class="wide"><table><caption>Buckets: who shares a quota</caption>
<thead><tr>${COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${client.buckets.map(bucketRow).join('\n')}
</tbody></table></div>
<p>The same as <a href="/__holdoff/status">JSON</a> and as <a href="/__holdoff/metrics">metrics</a>. Accounts are named by a digest of their credential, which is kept nowhere.</p>
</body>
</html>
`;
}

/** What is sent while the store is gone. */
const MEANWHILE = {
  share: 'each gateway keeps to its share',
  closed: 'nothing is sent',
  open: 'each gateway uses the whole quota',
} as const;

function storeRow({ address, state, reason, whenGone }: NonNullable<GatewayStatus['store']>): [string, string] {
  if (state === 'connected') return ['Quotas shared by', address];
  return ['Quotas shared by', `${address}, which is gone; meanwhile ${MEANWHILE[whenGone]}. ${reason}`];
}

const COLUMNS = ['Account', 'Bucket', 'Waiting', 'In flight', 'Shut for', 'Share', 'Limits: what is left'];

function bucketRow({ account, bucket, queued, inFlight, cooldownMs, share, limits }: BucketSnapshot): string {
  const left = limits.map(
    ({ name, level, limit }) => `${name} ${formatNumber(Math.floor(level))} of ${formatNumber(limit)}`,
  );
  const cells = [
    text(account),
    text(bucket),
    number(formatNumber(queued)),
    number(formatNumber(inFlight)),
    number(cooldownMs > 0 ? formatWait(cooldownMs) : '–'),
    number(`${Math.round(share * 100)} %`),
    text(left.join(', ')),
  ];
  return `<tr>${cells.join('')}</tr>`;
}

function text(value: string): string {
  return `<td>${escaped(value)}</td>`;
}

function number(value: string): string {
  return `<td class="number">${escaped(value)}</td>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
