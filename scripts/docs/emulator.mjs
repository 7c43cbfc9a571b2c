// The table of providers in docs/emulator.md, and the page of each provider in docs/emulator/.

import { RULE_BOOKS } from '../../dist/core/rulebooks/index.js';
import { code, table } from './markdown.mjs';

/** The documents that describe one provider each, by their paths, in the form that write-docs.mjs wants. */
export const providerPages = Object.fromEntries(
  RULE_BOOKS.map((book) => [`docs/emulator/${book.id}.md`, { provider: () => page(book) }]),
);

export function providers() {
  return table(
    [
      ['', ({ id, title }) => `[${title}](emulator/${id}.md)`],
      ['`holdoff emulate`', ({ id }) => code(id)],
      ['limits', ({ limits }) => limits.map(nameOf).map(code).join(', ')],
      ['refuses with', ({ refusals }) => [...new Set(refusals.map(({ status }) => status))].join(', ')],
      ['conditions', ({ conditions }) => conditions.map(({ id }) => code(id)).join(', ')],
    ],
    RULE_BOOKS,
  );
}

function page(book) {
  const parts = [
    `# ${book.title}`,
    `${code(`holdoff emulate ${book.id}`)}. ${book.about}`,
    `Evidence: ${book.evidence}. Read in: ${book.source}. The figures are those of one plan; a flag or ${code('limits')} changes each.`,
    '## Limits',
    limits(book),
    '## Headers',
    book.fields.length === 0 ? 'None: what there is to say stands in the body of a refusal.' : headers(book),
    '## Refusals',
    refusals(book),
    '## Conditions',
    `Switched on by ${code('--condition ID=SHARE')} or ${code('conditions')}.`,
    conditions(book),
  ];
  return parts.join('\n\n');
}

const nameOf = ({ name, planned }) => planned ?? name;

function limits(book) {
  return table(
    [
      ['limit', (rule) => code(nameOf(rule)) + (rule.planned === undefined ? '' : `, on the wire ${code(rule.name)}`)],
      ['allowed', ({ limiter }) => limiter.amount.toLocaleString('en-US')],
      ['window', ({ limiter }) => (limiter.kind === 'concurrency' ? 'at once' : duration(limiter.windowMs))],
      ['counts as', ({ limiter }) => kindOf(limiter)],
      ['takes', ({ cost }) => costOf(cost)],
      ['for each', ({ per }) => per],
      ['', notesOf],
    ],
    book.limits,
  );
}

function kindOf(limiter) {
  const opens = typeof limiter.opens === 'object' ? `${limiter.opens.hour}:00 ${limiter.opens.zone}` : limiter.opens;
  const more = [
    ...(opens === undefined ? [] : [`from ${opens}`]),
    ...(limiter.parts === undefined ? [] : [`${limiter.parts} parts`]),
    ...(limiter.size === undefined ? [] : [`holds ${limiter.size.toLocaleString('en-US')}`]),
    ...(limiter.burst === undefined ? [] : [`burst ${limiter.burst.toLocaleString('en-US')}`]),
  ];
  return [limiter.kind, ...more].join(', ');
}

const TAKEN = {
  nothing: 'nothing',
  estimate: 'the estimated input',
  maximum: 'the input and the largest output',
  larger: 'the larger of input and largest output',
};

function costOf(cost) {
  if (cost.of !== 'tokens') {
    return {
      request: '1',
      slot: '1 until it is answered',
      points: 'points by the kind of operation',
      query: 'the cost of the query',
      cpu: 'processor time, afterwards',
    }[cost.of];
  }
  const { counts, taken, isSettled } = cost;
  const what = counts === 'both' ? 'tokens' : `${counts} tokens`;
  return `${what}: at the start ${TAKEN[taken]}${isSettled ? ', corrected by the use' : ''}`;
}

function notesOf({ isOptional, isHidden, resources }) {
  return [
    ...(isOptional ? ['only if an amount is given'] : []),
    ...(isHidden ? ['never told'] : []),
    ...(resources === undefined ? [] : [`for ${resources.join(', ')}`]),
  ].join('; ');
}

function headers(book) {
  return table(
    [
      ['header', ({ field }) => code(field)],
      ['on', ({ on }) => on ?? 'both'],
      ['says', ({ says }) => saying(says)],
    ],
    book.fields,
  );
}

const FIGURES = {
  limit: (of) => `what is allowed of ${of}`,
  remaining: (of) => `what is left of ${of}`,
  used: (of) => `what is used of ${of}`,
  usedShare: (of) => `the used share of ${of}`,
  resetMs: (of) => `when all of ${of} is back`,
  windowMs: (of) => `the window of ${of}`,
};

function saying(says) {
  if ('text' in says) return `always ${code(says.text)}`;
  if ('tell' in says) return says.about;
  if ('waitAs' in says) return `the wait: ${says.waitAs.about}`;
  const of = says.of === 'first' ? 'the limit that counts' : [says.of].flat().map(code).join(' and ');
  return `${FIGURES[says.figure](of)}: ${says.as.about}`;
}

function refusals(book) {
  return table(
    [
      ['by', ({ by, isForever }) => whose(by) + (isForever ? ', if the request can never fit' : '')],
      ['status', ({ status }) => status],
      [
        'also sends',
        ({ fields = [] }) => fields.map(({ field, says }) => `${code(field)}: ${saying(says)}`).join('; '),
      ],
    ],
    book.refusals,
  );
}

const whose = (names) => (names === undefined ? 'any limit' : names.map(code).join(', '));

function conditions(book) {
  return table(
    [
      ['id', ({ id }) => code(id)],
      ['kind', ({ kind }) => kind],
      ['status', ({ status }) => status],
      ['when', ({ about }) => about],
      ['also sends', ({ fields = [] }) => fields.map(({ field }) => code(field)).join(', ')],
    ],
    book.conditions,
  );
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

function duration(ms) {
  const [unit, size] = UNITS.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}
