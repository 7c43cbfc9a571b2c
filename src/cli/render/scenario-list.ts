import { wrap } from '../../core/text/wrap.js';
import { SCENARIOS, type ScenarioInput } from '../../simulator/index.js';
import { type Column, csvTable, markdownTable } from './table.js';
import type { View } from './view.js';

const COLUMNS: readonly Column<ScenarioInput>[] = [
  { key: 'scenario', title: 'scenario', align: 'left', text: idOf, value: idOf },
  {
    key: 'title',
    title: 'what happens',
    align: 'left',
    text: ({ title = '' }) => title,
    value: ({ title = '' }) => title,
  },
  { key: 'keys', title: 'keys of --set', align: 'left', text: keysOf, value: keysOf },
];

/** The scenarios there are, and what can be set of each. */
export function renderScenarios(view: View): string {
  const entries = SCENARIOS.map((scenario) => {
    const keys = keysOf(scenario);
    const lines = [view.style.strong(idOf(scenario)), wrap(scenario.title ?? '', view.width, '  ')];
    if (keys !== '') lines.push(view.style.faint(wrap(`--set ${keys}`, view.width, '  ', '        ')));
    return lines.join('\n');
  });
  return `${entries.join('\n')}\n\nholdoff simulate SCENARIO runs one of them.\n`;
}

export function scenariosCsv(): string {
  return csvTable(COLUMNS, SCENARIOS);
}

export function scenariosMarkdown(): string {
  return markdownTable(COLUMNS, SCENARIOS);
}

function idOf({ id = '' }: ScenarioInput): string {
  return id;
}

function keysOf({ controls = [] }: ScenarioInput): string {
  return controls.map(({ key }) => key).join(', ');
}
