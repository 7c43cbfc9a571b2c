// The retry strategies of a JSON file or of C# source.

import { InputError } from '../../../core/errors.js';
import { Fields } from '../fields.js';
import type { Found, Reading } from '../format.js';
import { walk } from '../walk.js';
import { csharpOptions } from './csharp-options.js';
import { LONGEST_MS, type PollySettings } from './settings.js';
import { readTimeSpan } from './time-span.js';

const TYPES = ['Constant', 'Linear', 'Exponential'] as const;
const KEYS = ['MaxRetryAttempts', 'BackoffType', 'UseJitter', 'Delay', 'MaxDelay'];
const ALLOWED = 'retry options with MaxRetryAttempts, Delay, BackoffType and UseJitter, as JSON or in C#';

/** .NET binds keys whatever their case; the two usual spellings are read. */
function spellings(name: string): string[] {
  return [name, `${name[0]?.toLowerCase()}${name.slice(1)}`];
}

export function findStrategies(source: unknown): Found<PollySettings>[] {
  const found: Found<PollySettings>[] = [];
  const document = typeof source === 'string' ? parseJson(source) : source;
  for (const [index, options] of (document === undefined ? csharpOptions(String(source)) : []).entries()) {
    found.push({ name: `RetryStrategyOptions[${index}]`, read: () => read(options(), '') });
  }
  walk(document, (node, path) => {
    // A Delay alone may be that of another strategy, such as chaos or hedging.
    const isRetry = KEYS.slice(0, 3)
      .flatMap(spellings)
      .some((name) => name in node);
    if (!isRetry && !(path === '' && KEYS.flatMap(spellings).some((name) => name in node))) return;
    found.push({ name: path.replace(/^Resilience\w*\./, ''), read: () => read(node, path) });
  });
  if (found.length === 0) throw new InputError({ field: 'MaxRetryAttempts', value: undefined, allowed: ALLOWED });
  return found;
}

/** Undefined for what is no JSON, and so may be C#. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function read(node: unknown, path: string): Reading<PollySettings> {
  const fields = new Fields(node, path);
  const time = (name: string): number | undefined => {
    const ms = fields.read(spellings(name), readTimeSpan);
    return ms !== undefined && ms > LONGEST_MS ? fields.refuse(spellings(name), 'at most a day, 1.00:00:00') : ms;
  };
  const given = fields.value(...spellings('BackoffType')) ?? 'Constant';
  const type =
    typeof given === 'number' ? TYPES[given] : TYPES.find((one) => one.toLowerCase() === String(given).toLowerCase());
  if (type === undefined) return fields.refuse(spellings('BackoffType'), TYPES.join(', '));
  const settings: PollySettings = {
    retries: fields.whole(spellings('MaxRetryAttempts'), { min: 1, max: 2_147_483_647 }) ?? 3,
    delayMs: time('Delay') ?? 2000,
    maxDelayMs: time('MaxDelay') ?? null,
    type,
    useJitter: fields.boolean(spellings('UseJitter')) ?? false,
  };
  return { settings, passedOver: fields.rest(spellings('Name')) };
}
