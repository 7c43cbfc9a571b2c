import { csvText, markdownText } from '../../../../src/core/text/table-text.js';
import { Replications } from '../../../../src/simulator/index.js';
import { chartItems, type ExportItem } from '../../export/export-item.js';
import { jsonText } from '../../export/json-text.js';
import { draft, pinned } from '../../state/store.js';
import { labCommands } from './command.js';
import { figureRows, textRows } from './figure-rows.js';
import { frame, reports, running, steppedIn } from './runner.js';
import { seriesRows } from './series-rows.js';
import { asked } from './state.js';

/** What the lab hands over: figures as they stand, and when the run is over, the lines and everything. */
export function labExports(): ExportItem[] {
  const shown = running.peek();
  const now = frame.peek();
  const wanted = asked.peek();
  if (shown === null || now === null) return [];
  const names = shown.sides.map(({ name }) => name);
  const scenarios = shown.sides.map(({ scenario }) => scenario);
  const figures = now.sides.map((side) => side.figures);
  const command: ExportItem[] =
    wanted === null || wanted.sides.length === 0
      ? []
      : [
          {
            id: 'command',
            label: 'Copy the command line',
            content: () => labCommands(wanted, draft.peek(), pinned.peek()).join('\n'),
          },
        ];
  const ended = reports.peek();
  const whole: ExportItem[] =
    ended === null
      ? []
      : [
          {
            id: 'csv',
            label: 'Lines as CSV',
            file: file('csv', 'text/csv'),
            content: () => csvText(seriesRowsOf()),
          },
          {
            id: 'json',
            label: 'Everything as JSON',
            file: file('json', 'application/json'),
            content: json,
          },
        ];
  return [
    ...command,
    {
      id: 'markdown',
      label: 'Copy as Markdown',
      content: () => markdownText(textRows(figureRows(scenarios), names, figures)),
    },
    ...whole,
    ...chartItems('lab'),
  ];

  function seriesRowsOf() {
    return seriesRows(names, ended ?? []);
  }

  /** As the command has it, and what was done to the run beside. */
  function json(): string {
    const { input, seed, settings, sides } = shown as NonNullable<typeof shown>;
    return jsonText({
      scenario: input.id,
      title: input.title,
      seed,
      runs: 1,
      interrupted: false,
      settings,
      variants: sides.map(({ name, scenario }, index) => {
        const replications = new Replications();
        replications.add((ended ?? [])[index] as NonNullable<typeof ended>[number]);
        const result = replications.result() as NonNullable<ReturnType<Replications['result']>>;
        return { name, policy: scenario.policy, runs: 1, figures: result.estimates, first: result.first };
      }),
      notice: input.notice,
      interventions: steppedIn.peek().map(({ atMs, sides: where, intervention }) => ({
        atMs,
        variants: where.map((side) => names[side]),
        ...intervention,
      })),
    });
  }
}

function file(extension: string, type: string): { name: string; type: string } {
  return { name: `holdoff-lab.${extension}`, type };
}
