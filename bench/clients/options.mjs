// What can be said after `clients` on the command line.

import { parseArgs } from 'node:util';
import { contestants } from './contestants.mjs';
import { scenarios } from './scenarios.mjs';

const FLAGS = {
  only: { type: 'string' },
  scenario: { type: 'string' },
  requests: { type: 'string' },
  rounds: { type: 'string' },
  markdown: { type: 'string' },
};

/** Throws an error for people when a flag cannot be used. */
export function readOptions(flags) {
  const { values } = parseArgs({ args: flags, options: FLAGS });
  return {
    contestants: names('only', values.only, contestants),
    scenarios: names('scenario', values.scenario, scenarios),
    /** Nothing was left out, so that a longer batch belongs to it. */
    isWhole: ['only', 'scenario', 'requests'].every((flag) => values[flag] === undefined),
    requests: values.requests === undefined ? null : count('requests', values.requests),
    rounds: count('rounds', values.rounds ?? '3'),
    markdown: values.markdown ?? null,
  };
}

function names(flag, given, known) {
  const wanted = given?.split(',') ?? Object.keys(known);
  const unknown = wanted.find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return wanted;
  throw new Error(`--${flag} ${unknown}: give one or more of ${Object.keys(known).join(', ')}, separated by commas`);
}

function count(flag, given) {
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new Error(`--${flag} ${given}: give a whole number from 1 to 99999`);
}
