import { LOAD_FIELDS } from '../../core/capacity/load-fields.js';
import { LOAD_FLAGS } from '../../core/capacity/load-flags.js';
import { POLICY_FLAGS, SEED_FLAG } from '../../core/policy/flags.js';
import type { CommandFlag, FlagGroup } from '../command.js';

/** The flags of every command that takes a policy. */
export const POLICY_GROUPS: readonly FlagGroup[] = [
  { title: 'Backoff', flags: [...POLICY_FLAGS, SEED_FLAG] },
  {
    title: 'Where the policy comes from (a flag beats the file, the file the preset)',
    flags: [
      { name: 'policy', value: 'FILE', about: 'A policy as JSON; - is standard input.' },
      { name: 'preset', value: 'ID', about: 'The documented default of a real client, such as openai-python.' },
    ],
  },
];

/** Whose response it is. */
export const PROVIDER_FLAG: CommandFlag = {
  name: 'provider',
  value: 'ID',
  about: 'Who sent it, such as anthropic or github, where the response does not tell.',
};

const LIMIT_KINDS = ['limit', 'limits', 'cost'];
const LIMIT_NAMES = LOAD_FIELDS.filter(({ kind }) => LIMIT_KINDS.includes(kind)).map(({ flag }) => flag);

/** Limits, and what one attempt takes of them. */
export const LIMIT_FLAGS: readonly CommandFlag[] = LOAD_FLAGS.filter(({ name }) => LIMIT_NAMES.includes(name)).map(
  (flag) => (flag.name === 'limit' ? { ...flag, repeatable: true } : flag),
);

/** The rest of the load. */
export const WORK_FLAGS: readonly CommandFlag[] = LOAD_FLAGS.filter(({ name }) => !LIMIT_NAMES.includes(name));
