// A format as its users see it: its settings stay inside.

import type { Policy } from '../../core/policy/policy.js';
import { type Exported, exportWith } from './export-policy.js';
import type { Format, FormatFacts } from './format.js';
import { type ImportedPolicy, type ImportOptions, importWith } from './import-policy.js';

/** One config format. */
export interface ConfigFormat extends FormatFacts {
  /** A policy from `parsePolicy` as a config, with the losses. Throws `PolicyError` for anything else. */
  exportPolicy(policy: Policy): Exported;
  /** A config as a policy, with the losses. Throws `InputError` naming the key of the config, or the names to choose from. */
  importPolicy(source: unknown, options?: ImportOptions): ImportedPolicy;
}

/** Closes a format over its settings. */
export function configFormat<Settings>(format: Format<Settings>): ConfigFormat {
  const { id, title, system, syntax, file, source, url, date } = format;
  return {
    id,
    title,
    system,
    syntax,
    file,
    source,
    url,
    date,
    exportPolicy: (policy) => exportWith(format, policy),
    importPolicy: (given, options) => importWith(format, given, options),
  };
}
