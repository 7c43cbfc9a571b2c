/** What stands for our own characters where only ASCII can be shown. Plots need one character for each. */
const STAND_INS: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '≤': '<=',
  '≥': '>=',
  '±': '+/-',
  '×': 'x',
  '÷': '/',
  '·': '-',
  '–': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '─': '-',
  '│': '|',
  '┃': '|',
  '└': '+',
  '┤': '|',
  '┴': '+',
  '├': '|',
  '●': 'o',
  '▲': '^',
  '█': '#',
  '▇': '#',
  '▆': '#',
  '▅': ':',
  '▄': ':',
  '▃': '.',
  '▂': '.',
  '▁': '.',
  σ: 'sd',
};

const KNOWN = new RegExp(`[${Object.keys(STAND_INS).join('')}]`, 'gu');

/** Our own characters in ASCII. What a person typed is left as it is. */
export function toAscii(text: string): string {
  return text.replace(KNOWN, (character) => STAND_INS[character] as string);
}
