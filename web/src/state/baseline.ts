import { digitsOf } from '../../../src/core/grammar/digits.js';
import { mergeLayers } from '../../../src/core/policy/layers.js';
import { parsePolicy } from '../../../src/core/policy/parse-policy.js';
import { isPlain, type Plain, setAt, valueAt } from '../../../src/core/policy/paths.js';
import type { Policy, Quota } from '../../../src/core/policy/policy.js';
import { writeDuration, writeField } from '../../../src/core/policy/written.js';
import type { Draft } from './draft.js';
import { GROUP_KEYS, POLICY_FIELDS } from './fields.js';

/** What holds for every key of the policy that a draft says nothing of, as text. Empty where nothing does. */
export type Baseline = (key: string) => string;

/**
 * The texts beneath a draft: the preset's or else the defaults. A draft that chooses another variant (listed delays, a
 * kind of budget) gets that variant's defaults. `preset` is the preset's policy as written.
 */
export function baselineOf(draft: Draft, preset: Plain | null): Baseline {
  const opened = openedPolicy(draft, preset);
  const texts = new Map<string, string>();
  for (const { key, field, group, opens } of POLICY_FIELDS) {
    // A group is opened by its first field, so that field always has to be said; the others then have their defaults.
    const isClosed = opens && group !== null && !isPlain(preset?.[group]);
    const value = isClosed ? undefined : valueAt(opened, field.path);
    if (value === undefined) continue;
    texts.set(key, field.kind === 'quotas' ? writeQuotas(value as Quota[]) : writeField(field, value));
  }
  texts.set('seed', '1');
  // A field of the load as well, and there what is not given is left empty.
  if (texts.get('deadline') === 'none') texts.delete('deadline');
  return (key) => texts.get(key) ?? '';
}

/** Whether a group of the policy is on: by the draft, or by the preset unless the draft switches it off. */
export function isGroupOn(draft: Draft, preset: Plain | null, group: string): boolean {
  const opener = POLICY_FIELDS.find((each) => each.opens && each.group === group)?.key ?? '';
  if (draft.values[opener] !== undefined) return true;
  return draft.values[group] !== 'none' && isPlain(preset?.[group]);
}

/** Layers the preset beneath an input. */
export function beneath(input: Plain, preset: Plain | null): Plain {
  const top = { kind: 'flag', name: 'form', input } as const;
  return mergeLayers(preset === null ? [top] : [top, { kind: 'preset', name: 'preset', input: preset }]);
}

/** Listed delays over a preset with decorrelated jitter contradict each other; the texts then are the preset's. */
function openedPolicy(draft: Draft, preset: Plain | null): Policy {
  try {
    return parsePolicy(beneath(variantOf(draft, preset), preset));
  } catch {
    return parsePolicy(preset ?? {});
  }
}

/** What of a draft its baseline depends on beside the preset, so that it need not be made anew at every key. */
export function variantKey({ values }: Draft): string {
  return `${values.delays !== undefined} ${values.base !== undefined} ${values['retryBudget.kind']}`;
}

/** Only what decides which fields there are, and of the groups that each is on. */
function variantOf({ values }: Draft, preset: Plain | null): Plain {
  const input: Plain = {};
  if (values.delays !== undefined) setAt(input, 'backoff.delaysMs', [0]);
  else if (values.base !== undefined) setAt(input, 'backoff.baseMs', 1000);
  const kind = values['retryBudget.kind'];
  if (kind === 'ratio' || kind === 'tokens') setAt(input, 'retryBudget.kind', kind);
  for (const group of GROUP_KEYS) {
    if (!isPlain(input[group]) && !isPlain(preset?.[group])) input[group] = {};
  }
  return input;
}

/** Quotas as a list: one a line, as in the parameter `quota` of a link. */
function writeQuotas(quotas: readonly Quota[]): string {
  return quotas
    .map(({ name, amount, windowMs, burst }) => {
      const rate = `${name}=${digitsOf(amount)}/${writeDuration(windowMs)}`;
      return burst === amount ? rate : `${rate}+${digitsOf(burst)}`;
    })
    .join('\n');
}
