// The regular expressions of the sources, and what recheck says of the time that each can take.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every literal of the code that is shipped, as it is written, with the files that have it. */
export function literalsOf(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|(^|[\\/])fixtures[\\/]/.test(path)) continue;
      const file = join(folder, path);
      const text = readFileSync(join(root, file), 'utf8');
      for (const literal of new Set(literalsIn(text, file))) found.set(literal, [...(found.get(literal) ?? []), file]);
    }
  }
  return found;
}

/** The literals of one source. Those whose pattern is put together when the program runs are told as `RegExp(…)`. */
export function literalsIn(text: string, file = 'source.ts'): string[] {
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isMade && node.expression.getText(source) === 'RegExp')
      literals.push(node.getText(source).replace(/^new /, ''));
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  visit(source);
  return literals;
}

/**
 * What `run` puts together while it runs: literals by the places that made them, as `file:line:column`. Whatever it needs
 * must be imported within it, since most are made when their module is loaded.
 */
export async function madeWhile(run: () => Promise<void>): Promise<Map<string, Set<string>>> {
  const made = new Map<string, Set<string>>();
  const Usual = globalThis.RegExp;
  const note = (expression: RegExp): RegExp => {
    const [, place] = /\/((?:web\/)?src\/[^\s()?]+)/.exec(new Error().stack?.replaceAll('\\', '/') ?? '') ?? [];
    if (place !== undefined) made.set(place, (made.get(place) ?? new Set()).add(String(expression)));
    return expression;
  };
  globalThis.RegExp = new Proxy(Usual, {
    construct: (target, args, as) => note(Reflect.construct(target, args, as)),
    apply: (target, self, args) => note(Reflect.apply(target, self, args)),
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = Usual;
  }
  return made;
}

/** True where nothing repeats without end: each place of a text is then looked at a bounded number of times. */
export function isBounded(literal: string): boolean {
  const pattern = literal.slice(1, literal.lastIndexOf('/'));
  const bare = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return !/[*+]|\{\d+,\}/.test(bare);
}

/** `linear`, or what else: `2nd degree polynomial`, `exponential`, or why there is no answer. */
export async function timeOf(literal: string): Promise<string> {
  const { check } = createRequire(new URL('../release/tools/', import.meta.url))('recheck');
  const end = literal.lastIndexOf('/');
  const { status, complexity, error } = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000 });
  if (status === 'safe') return 'linear';
  return complexity?.summary ?? error?.kind ?? status;
}
