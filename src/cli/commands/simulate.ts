import type { FlagValues } from '../../core/policy/flag.js';
import { formatNumber, formatSignificant } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import { SCENARIOS } from '../../simulator/index.js';
import type { Answer, Command, FlagGroup } from '../command.js';
import { UsageError } from '../failure.js';
import { runInSlices, type VariantResult } from '../input/run-in-slices.js';
import { readScenarioRuns } from '../input/scenario-runs.js';
import { searchInSlices } from '../input/search-in-slices.js';
import type { Io } from '../io.js';
import { renderScenarios, scenariosCsv, scenariosMarkdown } from '../render/scenario-list.js';
import {
  renderSimulation,
  type SimulationExtras,
  simulationCsv,
  simulationMarkdown,
} from '../render/simulation-view.js';
import { hiddenAnswer, searchIn } from './hidden-capacity-search.js';
import { POLICY_GROUPS } from './shared-flags.js';

export const simulate: Command = {
  name: 'simulate',
  summary: 'What a fleet of clients does to a service: a scenario, run over the engine itself.',
  examples: [
    { line: 'holdoff simulate', about: 'the scenarios there are' },
    { line: 'holdoff simulate thundering-herd', about: 'a thousand clients at once, without and with jitter' },
    {
      line: 'holdoff simulate aws-contention --set clients=200 --runs 100 --compare jitter=none,full,equal,decorrelated',
      about: 'other figures, replications with confidence intervals, policies side by side',
    },
    {
      line: 'holdoff simulate metastable --attempts 3 --hidden-capacity',
      about: 'from which load on a service does not heal by itself',
    },
  ],
  operand: { name: 'SCENARIO', about: 'Which one; without it they are listed.' },
  groups: [
    {
      title: 'Run',
      flags: [
        {
          name: 'set',
          value: 'KEY=VALUE',
          about: 'Another figure of the scenario; its keys are in the list.',
          repeatable: true,
        },
        { name: 'runs', value: 'COUNT', about: 'How often, each time with the next seed, for confidence intervals.' },
        { name: 'compare', value: 'KEY=A,B,…', about: 'Values of a policy flag or a key, side by side.' },
        {
          name: 'hidden-capacity',
          value: null,
          about: 'Also search the load up to which the service recovers by itself after the fault.',
        },
      ],
    },
    ...policyGroups(),
  ],
  run,
};

/** Without the usual defaults: what is left out stays as the scenario has it. */
function policyGroups(): FlagGroup[] {
  return POLICY_GROUPS.map(({ title, flags }, at) => ({
    title: at === 0 ? `${title} (what is left out stays as the scenario has it)` : title,
    flags: flags.map(({ default: _, ...flag }) => flag),
  }));
}

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  if (flags.SCENARIO === undefined) {
    refuseFlags(flags);
    return listAnswer();
  }
  const asked = await readScenarioRuns(flags, io);
  const { input, variants, runs, seed, settings, isUsual } = asked;
  // Made before the runs, since it refuses what it cannot search.
  const search = flags['hidden-capacity'] === undefined ? null : searchIn(asked);
  const sliced = await runInSlices(variants, runs, seed, io);
  const { results } = sliced;
  const searched = search === null || sliced.isInterrupted ? null : await searchInSlices(search.steps, io);
  const isInterrupted = sliced.isInterrupted || searched?.isInterrupted === true;
  // A search that was stopped before it knew anything has nothing to say.
  const isTold = searched !== null && (searched.found !== null || !searched.isInterrupted);
  const hidden = isTold && search !== null ? hiddenAnswer(searched.found, search.scenario) : null;
  // The scenario's own sentence is about its own figures.
  const sentence = isUsual ? (input.notice ?? '') : results.map(outcomeSentence).join(' ');
  const extras: SimulationExtras = {
    input,
    sentence,
    isUsual,
    runs: Math.max(0, ...results.map(({ result }) => result.runs)),
    seed,
    isInterrupted,
    hiddenCapacity: hidden?.sentence ?? null,
  };
  return {
    json: {
      scenario: input.id,
      title: input.title,
      seed,
      runs,
      interrupted: isInterrupted,
      settings,
      variants: results.map(variantJson),
      ...(input.id === 'aws-contention' ? { strategies: results.map(strategyJson) } : {}),
      ...(hidden === null ? {} : { hiddenCapacity: hidden.json }),
      notice: sentence,
    },
    sentence,
    explained: [],
    warnings: [],
    isInterrupted,
    text: (view) => renderSimulation(results, extras, view),
    csv: () => simulationCsv(results),
    markdown: () => simulationMarkdown(results),
  };
}

/** A list has nothing to run: whoever gives figures for a run wants to see them used. */
function refuseFlags(flags: FlagValues): void {
  const given = simulate.groups.flatMap((group) => group.flags).find(({ name }) => flags[name] !== undefined);
  if (given === undefined) return;
  throw new UsageError(
    'missing-value',
    `SCENARIO: missing; --${given.name} is for one of them, so name it`,
    `it is one of ${SCENARIOS.map(({ id }) => id).join(', ')}`,
  );
}

/** What came of other figures than the scenario's own. */
function outcomeSentence({ name, result: { estimates } }: VariantResult): string {
  const { calls, succeeded, amplification, completionMs, recoveredAfterMs } = estimates;
  const share = formatShare((succeeded?.mean ?? 0) / Math.max(1, calls?.mean ?? 0));
  const perCall = `${formatSignificant(amplification?.mean ?? 0)} attempts each`;
  const end = completionMs === null ? '' : `; the last call is over after ${formatWait(completionMs.mean)}`;
  const again =
    recoveredAfterMs === null
      ? ''
      : `, and the service is well again ${formatWait(recoveredAfterMs.mean)} after the fault`;
  return `${name}: ${share} of ${formatNumber(calls?.mean ?? 0)} calls succeed, with ${perCall}${end}${again}.`;
}

function variantJson({ name, scenario, result }: VariantResult) {
  const { first, runs, estimates } = result;
  return { name, policy: scenario.policy, runs, figures: estimates, first };
}

/** The form in which the figures of the AWS model are compared with others. */
function strategyJson({ name, result }: VariantResult) {
  const { attempts, completionMs } = result.estimates;
  const short = (estimate: typeof attempts) => estimate && { mean: estimate.mean, se: estimate.se };
  return { strategy: name.replace(/^jitter /, ''), calls: short(attempts), completionMs: short(completionMs) };
}

function listAnswer(): Answer {
  return {
    json: {
      scenarios: SCENARIOS.map(({ id, title, story, notice, controls = [] }) => ({
        id,
        title,
        story,
        notice,
        controls,
      })),
    },
    sentence: SCENARIOS.map(({ id }) => id).join(', '),
    explained: [],
    warnings: [],
    text: renderScenarios,
    csv: scenariosCsv,
    markdown: scenariosMarkdown,
  };
}
