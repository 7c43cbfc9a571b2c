// Senders of one limit in the usual three fields who differ in how they write its reset. Few of them bear a mark of
// their own, so most have to be asked for; the generic reading gets them right by the size of the number, except where
// it cannot be told (a delay in milliseconds).

import { milliseconds, seconds } from '../encodings/delays.js';
import { epochSeconds, jsDateString } from '../encodings/instants.js';
import type { Dialect } from './dialect.js';
import { threeFields } from './three-fields.js';

const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 600_000;

export const RESET_SPELLINGS: readonly Dialect[] = [
  {
    id: 'reddit',
    title: 'Reddit',
    evidence: 'documented',
    source: 'Reddit API wiki; praw-dev/prawcore, rate_limit.py and its tests',
    // Nobody else is known to send a remaining amount with a decimal point and no decimals.
    marks: [
      { weight: 'shared', field: { name: 'x-ratelimit-remaining', has: '.0' } },
      { weight: 'hint', field: { name: 'x-ratelimit-used' } },
    ],
    limits: [
      // 100 a minute, averaged over ten: the allowance itself is not sent.
      threeFields('x-ratelimit', seconds, TEN_MINUTES_MS, { used: ['x-ratelimit-used'], algorithm: 'window' }),
    ],
    bucket: { account: 'app', by: 'account' },
  },
  {
    id: 'sendgrid',
    title: 'SendGrid',
    evidence: 'documented',
    source: 'docs.sendgrid.com, "Rate limits"',
    marks: [],
    limits: [threeFields('x-ratelimit', epochSeconds, null)],
    bucket: { account: 'key', by: 'endpoint' },
  },
  {
    id: 'smartsheet',
    title: 'Smartsheet',
    evidence: 'documented',
    source: 'developers.smartsheet.com, throttling and error codes',
    marks: [{ weight: 'shared', body: { at: 'errorCode', is: [4003] } }],
    limits: [threeFields('x-ratelimit', epochSeconds, MINUTE_MS, { algorithm: 'window' })],
    bucket: { account: 'user', by: 'account' },
  },
  {
    id: 'perforce-alm',
    title: 'Perforce ALM',
    evidence: 'documented',
    source: 'help.perforce.com, Helix ALM REST API, "Rate limits"',
    aliases: ['helix-alm'],
    marks: [],
    limits: [threeFields('x-ratelimit', seconds, MINUTE_MS, { algorithm: 'window' })],
    bucket: { account: 'ip', by: 'resource' },
  },
  {
    id: 'brevo',
    title: 'Brevo',
    evidence: 'documented',
    source: 'developers.brevo.com, "Limit headers"',
    aliases: ['sendinblue'],
    marks: [{ weight: 'own', field: { name: 'x-sib-ratelimit-*' } }],
    limits: [threeFields('x-sib-ratelimit', seconds, null)],
    bucket: { account: 'user', by: 'endpoint' },
  },
  {
    id: 'lemlist',
    title: 'lemlist',
    evidence: 'documented',
    source: 'developer.lemlist.com, "Rate limits"',
    marks: [],
    limits: [threeFields('x-ratelimit', jsDateString, 2000, { name: 'requestsPer2s', algorithm: 'window' })],
    bucket: { account: 'key', by: 'account' },
  },
  {
    id: 'prisjakt',
    title: 'Prisjakt',
    evidence: 'claimed',
    source: 'Prisjakt developer documentation, second hand',
    marks: [],
    limits: [threeFields('x-rate-limit', milliseconds, null)],
  },
];
