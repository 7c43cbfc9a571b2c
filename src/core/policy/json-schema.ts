import { MAX_DURATION_MS } from '../grammar/duration.js';
import { JITTER_NAMES, MAX_JITTER_SHARE } from '../grammar/jitter.js';
import { LEAST_UNITS, MOST_UNITS } from '../grammar/units.js';
import type { Field } from './field.js';
import { FIELDS, NULLABLE_GROUPS, QUOTA_FIELDS } from './fields.js';
import { NEVER_RETRIED } from './read-field.js';

/** A JSON Schema, 2020-12, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema of a policy file, made from the field table. It never refuses what parsePolicy accepts in the
 * documented types. A schema cannot compare fields or read a duration's size, so parsePolicy still refuses a few inputs
 * that pass: low above high, minMs above the cap, a text such as "0ms" where at least 1 ms is needed.
 */
export function policyJsonSchema(): JsonSchema {
  const root = groupOf(FIELDS, '');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'holdoff policy',
    description: 'How one client retries. Every field is optional; durations are milliseconds or text such as "1.5s".',
    ...root,
  };
}

function groupOf(fields: readonly Field[], group: string): JsonSchema {
  const prefix = group === '' ? '' : `${group}.`;
  const properties: Record<string, JsonSchema> = {};
  for (const { path } of fields) {
    const name = path.startsWith(prefix) ? (path.slice(prefix.length).split('.')[0] as string) : '';
    if (name === '' || name in properties) continue;
    const field = fields.find((known) => known.path === `${prefix}${name}`);
    properties[name] = field === undefined ? groupOf(fields, `${prefix}${name}`) : schemaOf(field);
  }
  const object = { type: 'object', properties, additionalProperties: false, ...variantsOf(group) };
  return NULLABLE_GROUPS.includes(group) ? { anyOf: [object, { type: 'null' }], default: null } : object;
}

/** What a choice within a group rules out: the fields that belong to its other variant. */
function variantsOf(group: string): JsonSchema {
  if (group === 'backoff') {
    return { dependentSchemas: { delaysMs: without(['baseMs', 'multiplier', 'throttledBaseMs']) } };
  }
  if (group !== 'retryBudget') return {};
  const only = (kind: string): JsonSchema => {
    const foreign = FIELDS.filter(({ when }) => when?.path === 'retryBudget.kind' && when.is !== kind);
    return without([...new Set(foreign.map(({ path }) => path.split('.')[1] as string))]);
  };
  const isTokens = { properties: { kind: { const: 'tokens' } }, required: ['kind'] };
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: isTokens, then: only('tokens'), else: only('ratio') };
}

function without(names: readonly string[]): JsonSchema {
  return { properties: Object.fromEntries(names.map((name) => [name, false])) };
}

function schemaOf(field: Field): JsonSchema {
  const value = kindOf(field);
  const hasDefault = field.default !== undefined && (field.default !== null || field.nullable === true);
  const described = { description: field.about, ...(hasDefault ? { default: field.default } : {}) };
  const instead = [
    ...(field.word === undefined ? [] : [{ const: field.word }]),
    ...(field.nullable ? [{ type: 'null' }, { const: 'none' }] : []),
  ];
  return instead.length === 0 ? { ...described, ...value } : { ...described, anyOf: [value, ...instead] };
}

const NUMERAL = '(?:\\d+(?:\\.\\d+)?|\\.\\d+)';
const BARE = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)';
const UNITS = ['[dD]', '[hH]', '(?:[mM]|[mM][iI][nN])', '[sS]', '[mM][sS]'];
const DURATION = `^\\s*(?:${BARE}|(?=\\S)${UNITS.map((unit) => `(?:${NUMERAL}${unit})?`).join('')})\\s*$`;
const COUNT = `^\\s*(?:${NUMERAL}[kKmMgG]?|\\d{1,3}(?:,\\d{3})+)\\s*$`;
const SHARE = `^\\s*(?:${BARE}|${NUMERAL}\\s*%|\\d+\\s*/\\s*\\d+)\\s*$`;
const RANGE = `^\\s*(?:${JITTER_NAMES.join('|')}|${NUMERAL}\\s*\\.\\.\\s*${NUMERAL})\\s*$`;

function kindOf(field: Field): JsonSchema {
  const { min = 0, max } = field;
  const text = (pattern: string): JsonSchema => ({ type: 'string', pattern });
  const bounds = max === undefined ? { minimum: min } : { minimum: min, maximum: max };
  const duration = {
    anyOf: [{ type: 'number', minimum: min, maximum: max ?? MAX_DURATION_MS }, text(DURATION)],
  };
  switch (field.kind) {
    case 'duration':
      return duration;
    case 'integer':
    case 'number':
      return { type: field.kind, ...bounds };
    case 'amount':
      return { anyOf: [{ type: 'number', minimum: LEAST_UNITS, maximum: MOST_UNITS }, text(COUNT)] };
    case 'share':
      return { anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, text(SHARE)] };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: field.choices };
    case 'jitter':
      return { anyOf: [text(RANGE), PROPORTIONAL] };
    case 'durations':
      return { type: 'array', items: duration, minItems: 1, maxItems: 1000 };
    case 'statuses':
      return { type: 'array', items: { anyOf: [STATUS, { const: '5xx' }] } };
    case 'quotas':
      return { type: 'array', items: { ...groupOf(QUOTA_FIELDS, ''), required: ['name', 'amount', 'windowMs'] } };
    case 'name':
      return text('^[A-Za-z][A-Za-z0-9_.-]{0,63}$');
  }
}

const STATUS = { type: 'integer', minimum: 400, maximum: 599, not: { enum: NEVER_RETRIED } };

const PROPORTIONAL = {
  type: 'object',
  properties: {
    low: { type: 'number', minimum: 0, maximum: MAX_JITTER_SHARE },
    high: { type: 'number', exclusiveMinimum: 0, maximum: MAX_JITTER_SHARE },
  },
  required: ['low', 'high'],
  additionalProperties: false,
};
