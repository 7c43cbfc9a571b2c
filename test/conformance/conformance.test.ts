// Every target's code is run as its people would run it, against a server that answers by script.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TARGETS } from '../../src/codegen/targets/registry.js';
import { drive, endedOf, numbersOf } from './driver.js';
import { engineScenarios } from './engine-scenarios.js';
import { hintCases } from './hints.js';
import { type Cell, documentPart, Matrix, renderTargets } from './matrix.js';
import { prepared, runnerOf } from './prepared.js';
import { faultOf, SAMPLINGS } from './samples.js';
import { faultsOf, SCENARIOS } from './scenarios.js';
import { type ScriptedServer, startScriptedServer } from './scripted-server.js';

const matrix = new Matrix();
const everyScenario = [...SCENARIOS, ...(await engineScenarios())];
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const runners = await Promise.all(TARGETS.map(async (target) => ({ target, runner: await runnerOf(target) })));
const missing = new Map(runners.map(({ target, runner }) => [target.id, runner.missing()]));
for (const [id, what] of missing) if (what !== null) console.log(`${id}: not run, ${what} is missing`);

describe.each(runners)('$target.id', ({ target, runner }) => {
  const readsDates = target.retryAfterForms === 'seconds and dates';
  const returnsLast = target.exhausted === 'returns the last response';
  const { roundsMs = 0.001 } = runner;
  const isMissing = missing.get(target.id) !== null;
  let command: readonly string[] = [];
  beforeAll(async () => {
    // What CI can install is installed before the tests, so there nothing may be missing.
    if (isMissing && process.env.CI) throw new Error(`${missing.get(target.id)} is missing`);
    if (!isMissing) command = await prepared(target, runner);
  });

  it.skipIf(isMissing)('does as the contract says in every scenario, and leaves nothing running', async () => {
    const scenarios = everyScenario.filter(({ dates }) => readsDates || !dates);
    const followed = scenarios.map(({ script }) => server.follow(script));
    const tasks = scenarios.map(({ program, method = 'GET', body = '-', clock = 'recorded' }, at) => {
      return [program, 'call', method, followed[at]?.url ?? '', body, clock];
    });
    const rows = await drive(command, tasks);
    const faults = scenarios.flatMap((scenario, at) => {
      const ended = endedOf(rows[at] ?? []);
      const found = faultsOf(scenario, ended, followed[at]?.asked ?? [], returnsLast, roundsMs);
      matrix.note(groupOf(scenario), target.id, found.length === 0 ? 'yes' : 'no');
      return found.map((fault) => `${scenario.behaviour}: ${fault}`);
    });
    for (const left of everyScenario) {
      if (!scenarios.includes(left)) matrix.note(groupOf(left), target.id, 'does not read dates');
    }
    matrix.note('nothing left running', target.id, 'yes');
    expect(faults).toEqual([]);
  });

  it.skipIf(isMissing)('reads Retry-After by the letter of RFC 9110', async () => {
    const cases = hintCases(Date.now()).filter(({ isDate }) => readsDates || !isDate);
    const rows = await drive(
      command,
      cases.map(({ value }) => ['full', 'hint', value]),
    );
    const faults = cases.flatMap(({ value, waitMs, isDate }, at) => {
      const [, text = ''] = rows[at] ?? [];
      const read = text === '-' || text === '' ? null : Number(text);
      // A date near by has come nearer since.
      const earliest = isDate && waitMs === 300_000 ? waitMs - 60_000 : waitMs;
      const isRight = waitMs === null ? text === '-' : read !== null && read >= (earliest ?? 0) - 1 && read <= waitMs;
      return isRight ? [] : [`${value.slice(0, 40)}: ${rows[at]?.join(' ')}, not ${waitMs}`];
    });
    const isRight: Cell = faults.length > 0 ? 'no' : readsDates ? 'yes' : 'does not read dates';
    matrix.note('every form of `Retry-After` by the letter of RFC 9110', target.id, isRight);
    expect(faults).toEqual([]);
  });

  it.skipIf(isMissing)('fails at once on an address that no retry mends', async () => {
    const behaviour = 'an address without a scheme fails at once';
    if (runner.hasCompleteAddresses === true) {
      matrix.note(behaviour, target.id, 'does not arise');
      return;
    }
    const [row] = await drive(command, [['none', 'call', 'GET', 'api.example.com/v1', '-', 'recorded']]);
    const { outcome, waitsMs } = endedOf(row ?? []);
    const isRight = !['response', 'exhausted'].includes(outcome) && waitsMs.length === 0;
    matrix.note(behaviour, target.id, isRight ? 'yes' : 'no');
    expect({ row, isRight }).toMatchObject({ isRight: true });
  });

  it.skipIf(isMissing)('draws waits inside the bounds and with the mean of the engine', async () => {
    const rows = await drive(
      command,
      SAMPLINGS.map(({ program, retry, previousMs, baseMs, draws }) => {
        return [program, 'sample', String(retry), String(previousMs ?? '-'), String(baseMs ?? '-'), String(draws)];
      }),
    );
    const faults = SAMPLINGS.flatMap((sampling, at) => {
      const fault = faultOf(sampling, numbersOf(rows[at]?.[1] ?? ''), roundsMs);
      matrix.note(
        `1,000 waits in bounds, mean within 4 standard errors: ${sampling.about}`,
        target.id,
        fault === null ? 'yes' : 'no',
      );
      return fault === null ? [] : [`${JSON.stringify(sampling)}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

// Runs last, when all has been seen.
describe('docs/targets.md', () => {
  it.skipIf([...missing.values()].some((what) => what !== null))(
    'says what was seen; if not, run node scripts/write-targets.mjs',
    () => {
      const parts = [
        documentPart('targets', renderTargets(TARGETS)),
        documentPart('behaviours', matrix.render(TARGETS)),
      ];
      for (const { found, expected } of parts) expect(found).toBe(expected);
    },
  );
});

/** Scenarios that differ in a value only are one row. */
function groupOf({ behaviour }: { readonly behaviour: string }): string {
  return behaviour.replace(/:.*$/, '').replace(/^\d+ (is .*)$/, (_, rest: string) => STATUSES[rest] ?? rest);
}

const STATUSES: Readonly<Record<string, string>> = {
  'is retried': '408, 429 and every 5xx are retried',
  'is handed back at once': '404 and other 4xx are handed back at once',
};
