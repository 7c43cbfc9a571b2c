import { type LinkParameter, writeQuery } from '../../core/policy/link.js';
import type { ExplainedValue, OnPage } from '../command.js';
import { DEFAULT_PORT } from '../input/port.js';

/** Raised with that of the page, when links change their meaning. */
const LINK_VERSION: LinkParameter = ['v', '1'];

/** The address of the same answer on the page that `holdoff web` serves: all that is no default is said in it. */
export function pageLink({ id, choices = [] }: OnPage, values: readonly ExplainedValue[]): string {
  const said = values.filter(({ source }) => source !== 'default').flatMap(parametersOf);
  // A deadline is a value of the policy and of the load alike.
  const parameters = [...new Map(said.map((each) => [each.join('='), each])).values(), ...choices];
  const page = `http://127.0.0.1:${DEFAULT_PORT}/#/${id}`;
  return parameters.length === 0 ? page : `${page}?${writeQuery([LINK_VERSION, ...parameters])}`;
}

function parametersOf({ field, flag, value }: ExplainedValue): LinkParameter[] {
  if (field === 'version') return [];
  if (field === 'quotas') return value === 'none' ? [] : value.split(' ').map((quota) => ['quota', quota]);
  if (field === 'backoff.delaysMs') return [['delays', value]];
  return [[flag === null ? field : flag.slice(2), value]];
}
