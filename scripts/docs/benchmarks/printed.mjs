// Reads figures back from what a bench has printed: tables under a title, indented by two spaces, with two or more between
// columns; or lines of their own.

/**
 * The worst figure that a budget is about, with its spread where one is printed, or an error: a bench that prints
 * something else than its budget expects must not pass for one that keeps it.
 */
export function worstOf(budget, printed) {
  const found = budget.line === undefined ? inTable(budget, printed) : inLines(budget, printed);
  if (found.length === 0 || found.some(({ value }) => Number.isNaN(value))) {
    throw new Error(`"${budget.what}": the bench did not print that figure`);
  }
  const isWorse = (a, b) => (budget.most === undefined ? a.value < b.value : a.value > b.value);
  return found.reduce((worst, each) => (isWorse(each, worst) ? each : worst));
}

export function isMet({ most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }, { value }) {
  return value <= most && value >= least;
}

function inLines({ line }, printed) {
  const lines = printed.split('\n').map((text) => line.exec(text));
  return lines.filter((match) => match !== null).map(([, figure]) => ({ value: number(figure), spread: '' }));
}

function inTable({ table, rows, column }, printed) {
  const blocks = printed.split('\n\n').map((block) => block.split('\n'));
  return blocks
    .filter(([title]) => title.startsWith(table))
    .flatMap(([, head = '', ...lines]) => {
      // A column without a heading is the first one.
      const headings = head.trim().split(/ {2,}/);
      return lines
        .filter((line) => line.startsWith('  ') && rows.test(line.trim()))
        .map((line) => {
          const cells = line.trim().split(/ {2,}/);
          const at = headings.indexOf(column) + (cells.length > headings.length ? 1 : 0);
          if (!headings.includes(column)) return { value: Number.NaN, spread: '' };
          const [, figure = '', within = ''] = /^([^ ]+)(?: \((.*)\))?/.exec(cells[at] ?? '') ?? [];
          const isSpread = headings[headings.indexOf(column) + 1] === 'spread';
          return { value: number(figure), spread: within || (isSpread ? cells[at + 1] : '') };
        });
    });
}

function number(text) {
  return text === undefined || text === '' ? Number.NaN : Number(text.replaceAll(',', ''));
}
