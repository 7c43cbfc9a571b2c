// What was seen of each target, as the tables of docs/targets.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Target } from '../../src/codegen/targets/target.js';

const document = fileURLToPath(new URL('../../docs/targets.md', import.meta.url));
/** Set by `node scripts/write-targets.mjs`. */
const isToBeWritten = process.env.HOLDOFF_WRITE_TARGETS !== undefined;

export type Cell = 'yes' | 'no' | 'not run' | 'does not read dates' | 'does not arise';

/** Cells by behaviour, then by target. */
export class Matrix {
  readonly #rows = new Map<string, Map<string, Cell>>();

  /** One `no` is enough for a behaviour of many scenarios. */
  note(behaviour: string, targetId: string, cell: Cell): void {
    const row = this.#rows.get(behaviour) ?? new Map<string, Cell>();
    this.#rows.set(behaviour, row);
    if (row.get(targetId) !== 'no') row.set(targetId, cell);
  }

  render(targets: readonly Target[]): string {
    const ids = targets.map(({ id }) => id);
    const rows = [...this.#rows].map(([behaviour, row]) => [behaviour, ...ids.map((id) => row.get(id) ?? 'not run')]);
    return table([['behaviour', ...ids.map((id) => `\`${id}\``)], ...rows]);
  }
}

/** What is known of the targets without running them. */
export function renderTargets(targets: readonly Target[]): string {
  const rows = targets.map(({ id, title, functionName, since, needs, exhausted, retryAfterForms }) => {
    return [`\`${id}\``, title, `\`${functionName}\``, since, needs ?? 'nothing', exhausted, retryAfterForms];
  });
  const head = ['target', 'for', 'gives', 'from', 'needs', 'when the retries are used up', 'reads in `Retry-After`'];
  return table([head, ...rows]);
}

/** The part of the document under a name, and what it should be; writes it instead when asked to. */
export function documentPart(name: string, content: string): { found: string; expected: string } {
  const text = readFileSync(document, 'utf8');
  const start = `<!-- generated: ${name} -->\n\n`;
  const end = `\n\n<!-- end of ${name} -->`;
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  if (from < start.length || to < from) throw new Error(`docs/targets.md has no place for "${name}"`);
  if (isToBeWritten) writeFileSync(document, text.slice(0, from) + content + text.slice(to));
  return { found: isToBeWritten ? content : text.slice(from, to), expected: content };
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}
