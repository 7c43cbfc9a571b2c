// The tables of docs/policy.md.

import { FIELDS, NULLABLE_GROUPS, QUOTA_FIELDS } from '../../dist/core/policy/fields.js';
import { writeField } from '../../dist/core/policy/written.js';
import { code, table } from './markdown.mjs';

export function fields() {
  return table(
    [
      ['field', ({ path }) => code(path)],
      ['flag', ({ flag }) => (flag === undefined ? '' : code(`--${flag}`))],
      ['default', defaultOf],
      ['allowed', allowedOf],
      ['what it is', ({ about, when }) => about + (when === undefined ? '' : ` Only with ${variantOf(when)}.`)],
    ],
    FIELDS,
  );
}

export function quotaFields() {
  return table(
    [
      ['field', ({ path }) => code(path)],
      ['allowed', allowedOf],
      ['what it is', ({ about }) => about],
    ],
    QUOTA_FIELDS,
  );
}

export function optionalGroups() {
  return NULLABLE_GROUPS.map(code).join(', ');
}

function variantOf({ path, is }) {
  return path === 'backoff' ? 'listed delays' : `${code(path)} ${is}`;
}

function defaultOf(field) {
  const isOff = NULLABLE_GROUPS.some((group) => field.path.startsWith(`${group}.`));
  if (field.default === undefined) return isOff ? '' : '–';
  if (field.kind === 'quotas') return 'none';
  return code(writeField(field, field.default)) + (isOff ? ' once it is on' : '');
}

const KINDS = {
  duration: 'a duration',
  integer: 'a whole number',
  number: 'a number',
  share: 'a share, `0.1` or `10%`',
  boolean: '`true`, `false`',
  jitter: '`none`, `full`, `equal`, `decorrelated` or `LOW..HIGH`',
  durations: 'a list of durations',
  statuses: 'a list of statuses, `5xx` for all of them',
  quotas: 'a list, see below',
  name: 'a name',
  amount: 'an amount such as `200k`',
};

function allowedOf({ kind, choices = [], min, max, nullable, word }) {
  if (min !== undefined && min === max) return code(String(min));
  const what = kind === 'choice' ? choices.map(code).join(', ') : KINDS[kind];
  const bounds = [min === undefined ? '' : `from ${number(min)}`, max === undefined ? '' : `to ${number(max)}`];
  const range = kind === 'duration' && min !== undefined ? `from ${min} ms` : bounds.filter(Boolean).join(' ');
  return `${what}${range === '' ? '' : `, ${range}`}${word === undefined ? '' : `, or ${code(word)}`}${nullable ? ', or `none`' : ''}`;
}

function number(value) {
  return value.toLocaleString('en-US');
}
