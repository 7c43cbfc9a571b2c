// The job classes of a Ruby file, as far as their options are literals. Runs nothing.

import { InputError } from '../../../core/errors.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { passedOver } from '../loss.js';
import { withoutTexts } from '../split-arguments.js';
import { readOptions } from './read-options.js';
import type { SidekiqDelays, SidekiqSettings } from './settings.js';

const DEFAULT_RETRIES = 25;
const ALLOWED = 'a job class with sidekiq_options retry: 5, or with sidekiq_retry_in';
const OPENING = /^[ \t]{0,40}class[ \t]{1,20}([A-Z][\w:]{0,100})/gm;
const LONGEST_BLOCK = 2000;

export function findJobs(source: unknown): Found<SidekiqSettings>[] {
  const text = String(source);
  const code = withoutTexts(text);
  const starts = Array.from(code.matchAll(OPENING), (match) => ({ name: match[1] as string, at: match.index }));
  const parts = starts.length === 0 ? [{ name: '', at: 0 }] : starts;
  const found = parts.flatMap(({ name, at }, index) => {
    const next = parts[index + 1]?.at;
    const body = code.slice(at, next);
    return /\bsidekiq_(?:options|retry_in)\b|\bSidekiq::(?:Job|Worker)\b/.test(body)
      ? [{ name, read: () => read(text.slice(at, next), body) }]
      : [];
  });
  if (found.length === 0) throw new InputError({ field: 'sidekiq_options', value: undefined, allowed: ALLOWED });
  return found;
}

function read(source: string, body: string): Reading<SidekiqSettings> {
  const fields = new Fields(readOptions(source, body), 'sidekiq_options');
  const given = fields.value('retry');
  const retryFor = fields.value('retry_for');
  const ended = passedOver('sidekiq_options.retry_for', `has ${retryFor}`, 'it ends the retries after a time instead');
  const others = fields.rest(['queue', 'retry_queue', 'backtrace', 'dead', 'pool', 'tags', 'unique_for', 'lock']);
  const retries = given === 'true' || given === undefined ? DEFAULT_RETRIES : given === 'false' ? 0 : Number(given);
  if (!Number.isInteger(retries) || retries < 0) {
    throw new InputError({ field: 'retry', value: given, allowed: 'true, false or a whole number of at least 0' });
  }
  const start = body.search(/\bsidekiq_retry_in\b/);
  const delays = start === -1 ? null : readBlock(body.slice(start, start + LONGEST_BLOCK));
  return { settings: { retries, delays }, passedOver: retryFor === undefined ? others : [ended, ...others] };
}

const NUMBER = '(\\d[\\d_]*(?:\\.\\d+)?)';
const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const FORMS = '10, 10 * 2**count, [10 * 2**count, 600].min, 10 * (count + 1) or [10, 60, 300].fetch(count, 300)';

/** What the block returns, where it is one expression of a few usual forms. */
function readBlock(text: string): SidekiqDelays {
  const block =
    /^sidekiq_retry_in\s{0,10}(?:\{|do\b)\s{0,20}(?:\|\s{0,10}(\w{1,60})[^|]{0,100}\|)?([^{}]{0,1000}?)(?:\}|\bend\b)/.exec(
      text,
    );
  const count = block?.[1] ?? 'count';
  const code = inSeconds(block?.[2] ?? '')
    .replace(/\s+/g, '')
    .replaceAll(`(${count})`, count);
  const delays = block === null ? null : (bounded(code, count) ?? listed(code, count));
  if (delays !== null) return delays;
  throw new InputError({
    field: 'sidekiq_retry_in',
    value: (block?.[2] ?? text).trim(),
    allowed: `an expression such as ${FORMS}`,
  });
}

/** `5.minutes` as a number. */
function inSeconds(code: string): string {
  return code.replace(/(\d{1,9})\.(second|minute|hour|day)s?\b/g, (_, count, unit) =>
    String(Number(count) * (UNITS[unit] as number)),
  );
}

/** A growth, alone or as `[…, 600].min`. */
function bounded(code: string, count: string): SidekiqDelays | null {
  const cut = new RegExp(`^\\[(.{1,200}),${NUMBER}\\]\\.min$`).exec(code);
  const inner = (cut?.[1] ?? code).replace(/\.to_i$/, '').replace(/^\((.*)\)$/, '$1');
  const power = new RegExp(`^${NUMBER}\\*\\(?${NUMBER}\\*\\*${count}\\)?$`).exec(inner);
  if (power !== null) {
    return {
      kind: 'exponential',
      baseS: toNumber(power[1]),
      factor: toNumber(power[2]),
      maxS: cut === null ? null : toNumber(cut[2]),
    };
  }
  if (cut !== null) return null;
  const linear = new RegExp(`^(?:${NUMBER}\\*\\(${count}\\+1\\)|\\(${count}\\+1\\)\\*${NUMBER})$`).exec(inner);
  if (linear !== null) return { kind: 'linear', stepS: toNumber(linear[1] ?? linear[2]) };
  return new RegExp(`^${NUMBER}$`).test(inner) ? { kind: 'list', delaysS: [toNumber(inner)] } : null;
}

/** `[10, 60].fetch(count, 60)`, `[10, 60][count] || 60`. */
function listed(code: string, count: string): SidekiqDelays | null {
  const list = new RegExp(
    `^\\[([\\d_.,]{1,5000})\\](?:\\.fetch\\(${count},${NUMBER}\\)|\\[${count}\\]\\|\\|${NUMBER})$`,
  ).exec(code);
  if (list === null) return null;
  const delaysS = (list[1] as string).split(',').map(toNumber);
  return { kind: 'list', delaysS: [...delaysS, toNumber(list[2] ?? list[3])] };
}

function toNumber(digits: string | undefined): number {
  return Number((digits ?? '').replaceAll('_', ''));
}
