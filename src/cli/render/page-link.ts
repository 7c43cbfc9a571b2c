import { FIELDS, NULLABLE_GROUPS } from '../../core/policy/fields.js';
import { type LinkParameter, writeQuery } from '../../core/policy/link.js';
import type { ExplainedValue, OnPage } from '../command.js';
import { DEFAULT_PORT } from '../input/port.js';

/** Raised with that of the page, when links change their meaning. */
const LINK_VERSION: LinkParameter = ['v', '1'];

/** The address of the same answer on the page that `holdoff web` serves: all that is no default is said in it. */
export function pageLink({ id, choices = [] }: OnPage, values: readonly ExplainedValue[]): string {
  const said = values
    .filter((value) => value.source !== 'default' || SWITCHES.includes(value.field))
    .flatMap(parametersOf);
  // A deadline is a value of the policy and of the load alike.
  const parameters = [...new Map(said.map((each) => [each.join('='), each])).values(), ...choices];
  const page = `http://127.0.0.1:${DEFAULT_PORT}/#/${id}`;
  return parameters.length === 0 ? page : `${page}?${writeQuery([LINK_VERSION, ...parameters])}`;
}

/** A group that is off by default is listed when it is on, and to say the first of its fields is what switches it on. */
const SWITCHES: readonly (string | undefined)[] = NULLABLE_GROUPS.map(
  (group) => FIELDS.find(({ path }) => path.startsWith(`${group}.`))?.path,
);

function parametersOf({ field, flag, value }: ExplainedValue): LinkParameter[] {
  if (field === 'version') return [];
  if (field === 'quotas') return value === 'none' ? [] : value.split(' ').map((quota) => ['quota', quota]);
  if (field === 'backoff.delaysMs') return [['delays', value]];
  return [[flag === null ? field : flag.slice(2), value]];
}
