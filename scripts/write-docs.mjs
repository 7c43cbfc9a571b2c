// `node scripts/write-docs.mjs`: writes the parts of the documents that are made from the code, between their marks:
//
//   <!-- generated: name -->
//   …
//   <!-- end of name -->
//
// With `--check` nothing is written, and the exit code is 1 when a document says something else than the code. Where
// documents are named, the others are left alone.
// Takes the code from dist/, so build first.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparison } from './docs/comparison.mjs';
import { providerPages, providers } from './docs/emulator.mjs';
import { dialects, encodings, precedence } from './docs/headers.mjs';
import { fields, optionalGroups, quotaFields } from './docs/policy.mjs';
import { presets } from './docs/presets.mjs';
import { referencePages } from './docs/reference.mjs';
import { gallery } from './docs/scenarios.mjs';
import { root } from './run.mjs';

const documents = {
  'docs/headers.md': { precedence, encodings, dialects },
  'docs/emulator.md': { providers },
  ...providerPages,
  'docs/presets.md': { presets },
  'docs/policy.md': { fields, 'quota fields': quotaFields, 'optional groups': optionalGroups },
  'docs/scenarios.md': { gallery },
  'docs/comparison.md': { comparison },
  ...referencePages,
};

const isCheck = process.argv.includes('--check');
const named = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = named.find((name) => documents[name] === undefined);
if (unknown !== undefined)
  throw new Error(`${unknown} has no generated parts; ${Object.keys(documents).join(', ')} have`);
const stale = [];
for (const [file, parts] of Object.entries(documents)) {
  if (named.length > 0 && !named.includes(file)) continue;
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = Object.entries(parts).reduce((text, [name, render]) => replaced(text, name, render, file), before);
  if (after === before) continue;
  stale.push(file);
  if (!isCheck) writeFileSync(path, after);
}
if (stale.length > 0) {
  const found = isCheck ? 'says something else than the code; run node scripts/write-docs.mjs' : 'written';
  for (const file of stale) console.log(`${file}: ${found}`);
}
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;

/** The text with what stands between the marks of one part replaced. A part is told what stood there before. */
function replaced(text, name, render, file) {
  const start = `<!-- generated: ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${file} has no place for "${name}": put ${start} and ${end} into it`);
  const content = render(text.slice(from + start.length, to).trim());
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
