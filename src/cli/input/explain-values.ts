import type { Load } from '../../core/capacity/load.js';
import { LOAD_FIELDS } from '../../core/capacity/load-fields.js';
import { digitsOf } from '../../core/grammar/digits.js';
import type { Limit } from '../../core/grammar/limit.js';
import { FIELDS, NULLABLE_GROUPS } from '../../core/policy/fields.js';
import type { FlagValues } from '../../core/policy/flag.js';
import type { SourcedPolicy } from '../../core/policy/flags.js';
import { valueAt } from '../../core/policy/paths.js';
import type { Quota } from '../../core/policy/policy.js';
import { writeDuration, writeField } from '../../core/policy/written.js';
import type { ExplainedValue } from '../command.js';
import type { PolicyAndLoad } from './policy-and-load.js';

/** What the values in effect were put together from. */
export interface ValueSources extends PolicyAndLoad {
  /** Name of the captured response that limits came from, where there is one. */
  readonly headers: string | null;
}

/** Every value in effect, as it would be typed, and where it came from. The load's limits are those used in the end. */
export function explainValues(sources: ValueSources, flags: FlagValues): ExplainedValue[] {
  const seed = {
    field: 'seed',
    flag: '--seed',
    value: String(sources.seed),
    source: flags.seed === undefined ? 'default' : 'flag',
  };
  return [...policyValues(sources.sourced), seed, ...loadValues(sources, flags), ...limitValues(sources, flags)];
}

function policyValues(sourced: SourcedPolicy): ExplainedValue[] {
  const { policy } = sourced;
  const values: ExplainedValue[] = [];
  for (const field of FIELDS) {
    const group = NULLABLE_GROUPS.find((name) => field.path.startsWith(`${name}.`));
    const value = valueAt(policy, field.path);
    if (group !== undefined && valueAt(policy, group) === null) {
      const isTold = values.some((told) => told.field === group);
      if (!isTold) values.push({ field: group, flag: null, value: 'none', source: sourceOf(sourced, group) });
    } else if (value !== undefined) {
      const text = field.kind === 'quotas' ? writeQuotas(policy.quotas) : writeField(field, value);
      const flag = field.flag === undefined ? null : `--${field.flag}`;
      values.push({ field: field.path, flag, value: text, source: sourceOf(sourced, field.path) });
    }
  }
  return values;
}

type LoadKey = Exclude<keyof Load, 'limits' | 'costs'>;

function loadValues({ load, file, sourced }: ValueSources, flags: FlagValues): ExplainedValue[] {
  return LOAD_KEYS.map((key) => {
    const flag = LOAD_FIELDS.find(({ path }) => path === (key === 'arrivalsPerMinute' ? 'arrivals' : key))?.flag ?? '';
    // What a file leaves out is null or 0 in its load, as it is by default.
    const isOfFile = Boolean(load[key]) && file?.load?.[key] === load[key];
    const beneath = key === 'deadlineMs' ? sourceOf(sourced, key) : 'default';
    const source = flags[flag] !== undefined ? 'flag' : isOfFile ? (file?.name ?? '') : beneath;
    return { field: `load.${key}`, flag: `--${flag}`, value: WRITE[key](load), source };
  });
}

function limitValues({ load, file, sourced, headers }: ValueSources, flags: FlagValues): ExplainedValue[] {
  return load.limits.map((limit) => {
    const isOfFile = file?.load?.limits.some(({ name }) => name === limit.name) === true;
    const beneath = isOfFile ? (file?.name ?? '') : sourceOf(sourced, 'quotas');
    const source = givenByFlag(flags, limit.name) ? 'flag' : (headers ?? beneath);
    return { field: `load.limits.${limit.name}`, flag: '--limit', value: writeLimit(limit), source };
  });
}

const WRITE: Record<LoadKey, (load: Load) => string> = {
  success: ({ success }) => {
    if (success === null) return '1';
    return success.counts === null ? digitsOf(success.value) : `${success.counts.successes}/${success.counts.trials}`;
  },
  latencyMs: ({ latencyMs }) => (latencyMs === null ? 'none' : writeDuration(latencyMs)),
  deadlineMs: ({ deadlineMs }) => (deadlineMs === null ? 'none' : writeDuration(deadlineMs)),
  inFlight: ({ inFlight }) => (inFlight === null ? 'none' : digitsOf(inFlight)),
  backlog: ({ backlog }) => digitsOf(backlog),
  arrivalsPerMinute: ({ arrivalsPerMinute }) => `${digitsOf(arrivalsPerMinute)}/min`,
};

const LOAD_KEYS = Object.keys(WRITE) as LoadKey[];

/** Whether a shorthand such as `--tpm`, or `--limit` itself, named this limit. */
function givenByFlag(flags: FlagValues, name: string): boolean {
  const shorthand = LOAD_FIELDS.find(({ limit }) => limit?.name === name)?.flag ?? '';
  if (flags[shorthand] !== undefined) return true;
  const written = flags.limit ?? [];
  return (Array.isArray(written) ? written : [written]).some((text) => String(text).split('=')[0]?.trim() === name);
}

function sourceOf(sourced: SourcedPolicy, path: string): string {
  const layer = sourced.sourceOf(path);
  if (layer === null) return 'default';
  return layer.kind === 'flag' ? 'flag' : layer.name;
}

function writeQuotas(quotas: readonly Quota[]): string {
  return quotas.map((quota) => writeRate(quota) + writeBurst(quota)).join(' ') || 'none';
}

function writeLimit(limit: Limit): string {
  return `${writeRate(limit)}@${digitsOf(limit.cost)}${writeBurst(limit)}`;
}

function writeRate({ name, amount, windowMs }: Quota): string {
  return `${name}=${digitsOf(amount)}/${writeDuration(windowMs)}`;
}

function writeBurst({ amount, burst }: Quota): string {
  return burst === amount ? '' : `+${digitsOf(burst)}`;
}
