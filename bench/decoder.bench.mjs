// What reading a response costs. Budget: a million `Retry-After` and 250 000 full header sets of a provider per second,
// from pairs or a plain object. Beside ratelimit-header-parser, which reads three fields and guesses the rest; so last
// comes what both make of the real responses in the tests' fixtures.

import { readdirSync, readFileSync } from 'node:fs';
import { parseRateLimit } from 'ratelimit-header-parser';
import { standardDecoder } from '../dist/core/headers/decode.js';
import { parseRetryAfter } from '../dist/core/headers/retry-after.js';
import { figure, race, spread, table } from './measure.mjs';

const NOW = Date.UTC(2026, 2, 3, 18, 44, 15);
const samples = read('../test/fixtures/header-samples.json');

/** What comes with every response, and is of no interest. */
const COMMON = {
  date: 'Tue, 03 Mar 2026 18:44:15 GMT',
  'content-type': 'application/json',
  'transfer-encoding': 'chunked',
  connection: 'keep-alive',
  server: 'cloudflare',
  'cf-ray': '9d6a1b2c3d4e5f60-FRA',
  'x-request-id': 'req_011CYg8aTh3xMZkGhXmVx9fZ',
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'cache-control': 'no-store',
};

const sets = {
  anthropic: { ...COMMON, ...samples[0].headers },
  openai: { ...COMMON, ...samples[5].headers },
  github: {
    ...COMMON,
    'x-github-request-id': 'E1C2:3F4A:5B6C7D:8E9F01:65E4A2B3',
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '4987',
    'x-ratelimit-reset': String(NOW / 1000 + 1800),
    'x-ratelimit-used': '13',
    'x-ratelimit-resource': 'core',
  },
  'IETF draft 11': { ...COMMON, ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
  'IETF draft 07': {
    ...COMMON,
    ratelimit: 'limit=100, remaining=50, reset=30',
    'ratelimit-policy': '100;w=60',
  },
  'IETF draft 06': {
    ...COMMON,
    'ratelimit-limit': '100',
    'ratelimit-remaining': '50',
    'ratelimit-reset': '30',
    'ratelimit-policy': '100;w=60',
  },
  'nobody known': { ...COMMON, 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': '30' },
};

const repeat = (once) => (times) => {
  for (let k = 0; k < times; k++) once();
};
const perSecond = ['per second', ({ us }) => figure(1e6 / us.median)];
const columns = [
  ['', ({ name }) => name],
  perSecond,
  ['µs each', ({ us }) => figure(us.median)],
  ['spread', ({ us }) => spread(us)],
];

export async function bench() {
  const decoder = standardDecoder();
  const options = { nowMs: NOW };
  const refused = { ...COMMON, 'retry-after': '7' };
  const pairs = Object.entries(refused);
  table(
    'Retry-After: 7; the budget is 1 000 000 per second',
    await race({
      'parseRetryAfter, the value': repeat(() => parseRetryAfter('7', options)),
      'decode, in an object of 10 fields': repeat(() => decoder.decode({ status: 429, headers: refused }, options)),
      'decode, in 10 pairs': repeat(() => decoder.decode({ status: 429, headers: pairs }, options)),
      'decode, a 200 without limits': repeat(() => decoder.decode({ status: 200, headers: COMMON }, options)),
    }),
    columns,
  );

  const rows = [];
  for (const [name, headers] of Object.entries(sets)) {
    const list = Object.entries(headers);
    const [object, asPairs, peer] = await race({
      object: repeat(() => decoder.decode({ status: 200, headers }, options)),
      pairs: repeat(() => decoder.decode({ status: 200, headers: list }, options)),
      peer: repeat(() => parseRateLimit(headers)),
    });
    rows.push({ name: `${name}, ${list.length} fields`, object, asPairs, peer, isRead: parseRateLimit(headers) });
  }
  const each = ({ us }) => `${figure(us.median)} (${spread(us)})`;
  table('full header sets, the sender detected, in µs; the budget is 4.00', rows, [
    ['', ({ name }) => name],
    ['object', ({ object }) => each(object)],
    ['pairs', ({ asPairs }) => each(asPairs)],
    ['per second', ({ object }) => figure(1e6 / object.us.median)],
    ['ratelimit-header-parser', ({ peer, isRead }) => (isRead === undefined ? 'finds nothing' : each(peer))],
  ]);

  const bodies = samples.filter(({ status, body }) => status >= 400 && body !== undefined);
  let next = 0;
  table(
    `the ${bodies.length} refusals of the samples that have a body`,
    await race({ decode: repeat(() => decoder.decode(bodies[next++ % bodies.length], options)) }),
    columns,
  );
  rightAnswers(decoder);
}

/** What both say of every sample whose right answer the dialects' fixtures state, with the reason why it is right. */
function rightAnswers(decoder) {
  const cases = casesOf();
  const kinds = [
    ['captured', cases.filter(({ sample }) => sample.kind === 'captured')],
    ['captured, documented and test vectors', cases],
  ];
  const rows = kinds.flatMap(([kind, chosen]) => {
    const waits = chosen.filter(({ expected }) => expected.hintMs > 0);
    const limits = chosen.filter(({ expected }) => expected.limits?.some(({ limit }) => limit > 0));
    const ours = ({ sample, nowMs }) => decoder.decode(sample, { nowMs });
    return [
      [`the wait, ${kind}`, waits, (each) => ours(each).hintMs === each.expected.hintMs, isWaitOfPeer],
      [`limit and remaining, ${kind}`, limits, (each) => isLimit(each, ours(each).limits), isLimitOfPeer],
    ].map(([name, of, isOurs, isPeers]) => ({
      name,
      of: of.length,
      ours: of.filter(isOurs).length,
      peer: of.filter(isPeers).length,
    }));
  });
  table('right answers, the sender not told', rows, [
    ['', ({ name }) => name],
    ['of', ({ of }) => String(of)],
    ['holdoff', ({ ours }) => String(ours)],
    ['ratelimit-header-parser', ({ peer }) => String(peer)],
  ]);
}

function casesOf() {
  const folder = '../src/core/headers/dialects/fixtures/';
  const found = new Map();
  for (const file of readdirSync(new URL(folder, import.meta.url))) {
    for (const { sample, now, expect } of read(folder + file)) {
      if (sample !== undefined && !found.has(sample)) {
        found.set(sample, { sample: samples[sample], nowMs: Date.parse(now), expected: expect });
      }
    }
  }
  return [...found.values()];
}

/** The peer measures against the clock of this machine; what it says of an instant is taken against the sample's. */
function isWaitOfPeer({ sample, nowMs, expected }) {
  const reset = peerOf(sample)?.reset?.getTime();
  if (reset === undefined) return false;
  return [Date.now(), nowMs].some((from) => Math.abs(reset - from - expected.hintMs) <= 1500);
}

function isLimitOfPeer(each) {
  const told = peerOf(each.sample);
  return told !== undefined && isLimit(each, [told]);
}

function peerOf({ headers }) {
  return parseRateLimit(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  );
}

/** Of several limits any that is right will do. */
function isLimit({ expected }, told) {
  return expected.limits.some(({ limit, remaining }) => {
    if (!(limit > 0)) return false;
    return told.some((each) => each.limit === limit && (remaining == null || each.remaining === remaining));
  });
}

function read(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
