// The values of flags and operands that come from a list: the same lists that reject what is not in them.

import { FORMATS } from '../../codegen/formats/index.js';
import { TARGETS } from '../../codegen/targets/index.js';
import { JITTER_NAMES } from '../../core/grammar/jitter.js';
import { DIALECTS } from '../../core/headers/dialects/all.js';
import { PRESETS } from '../../core/presets/index.js';
import { CUSTOM_FIELDS, CUSTOM_HINTS, RULE_BOOKS } from '../../core/rulebooks/index.js';
import { SCENARIOS } from '../../simulator/index.js';
import type { KnownValues } from './completed-command.js';

const idsOf = (list: readonly { readonly id?: string }[]): string[] => list.flatMap(({ id }) => id ?? []);

/** By the name of the flag or, in capitals, of the operand. */
export const KNOWN_VALUES: KnownValues = {
  jitter: JITTER_NAMES,
  preset: idsOf(PRESETS),
  provider: idsOf(DIALECTS),
  fields: CUSTOM_FIELDS,
  hint: CUSTOM_HINTS,
  TARGET: idsOf(TARGETS),
  FORMAT: idsOf(FORMATS),
  SCENARIO: idsOf(SCENARIOS),
  PROVIDER: [...idsOf(RULE_BOOKS), 'custom'],
};
