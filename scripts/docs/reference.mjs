// docs/reference: every name of every door, from the declarations that the package ships: its docstring, then its
// declaration, with the comments of its members.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { code, table } from './markdown.mjs';
import { publicNames } from './public-names.mjs';

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const doors = Object.entries(exports)
  .filter(([, target]) => target.types !== undefined)
  .map(([path, { types }]) => ({
    door: path.replace('.', 'holdoff'),
    page: `${path === '.' ? 'holdoff' : path.slice(2)}.md`,
    file: join(root, types),
  }));

/** The pages by their paths, in the form that write-docs.mjs wants. */
export const referencePages = {
  'docs/reference/README.md': { doors: overview },
  ...Object.fromEntries(doors.map((door) => [`docs/reference/${door.page}`, { names: () => pageOf(door) }])),
};

let read;
/** The names of a door; all doors are read at once, since most of the work is the same. */
function namesOf({ file }) {
  read ??= publicNames(doors.map((door) => door.file));
  return read[doors.findIndex((door) => door.file === file)];
}

function overview() {
  return table(
    [
      ['import', ({ door, page }) => `[${code(door)}](${page})`],
      ['names', (door) => namesOf(door).length],
      [
        'what it is',
        (door) =>
          aboutOf(door)
            .replace(/^[^:]*: /, '')
            .replace(/\{@link ([^}]*)\}/g, '`$1`'),
      ],
    ],
    doors,
  );
}

/** The comment at the top of a door. */
function aboutOf({ file }) {
  const [, comment] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8')) ?? [];
  if (comment === undefined) throw new Error(`${file} does not say at its top what it is for`);
  return comment.replace(/\n \* ?/g, ' ').trim();
}

function pageOf(door) {
  const names = namesOf(door);
  const undocumented = names.filter(({ doc }) => doc === '').map(({ name }) => name);
  if (undocumented.length > 0)
    throw new Error(`${door.door} exports names without a docstring: ${undocumented.join(', ')}`);
  const linked = (text) => withLinks(text, names);
  const values = names.filter(({ isType }) => !isType);
  const types = names.filter(({ isType }) => isType);
  return [
    `# ${door.door}`,
    linked(aboutOf(door).replace(/^[^:]*: (.)/, (_, first) => first.toUpperCase())),
    `${list(values)}\n\nTypes: ${list(types)}`,
    ...(values.length === 0 ? [] : ['## Functions, classes, values', ...values.map((name) => entry(name, linked))]),
    ...(types.length === 0 ? [] : ['## Types', ...types.map((name) => entry(name, linked))]),
  ].join('\n\n');
}

function list(names) {
  return names.map(({ name }) => `[${code(name)}](#${name.toLowerCase()})`).join(' · ');
}

function entry({ name, doc, declarations }, linked) {
  return `### ${name}\n\n${linked(doc)}\n\n\`\`\`ts\n${declarations.join('\n')}\n\`\`\``;
}

/** `{@link X}` leads to X where the page has it. */
function withLinks(text, names) {
  return text.replace(/\{@link ([\w.]+)\}/g, (_, target) => {
    const name = target.split('.')[0];
    return names.some((known) => known.name === name) ? `[${code(target)}](#${name.toLowerCase()})` : code(target);
  });
}
