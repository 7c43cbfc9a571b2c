// Projects of people who use TypeScript, compiled against the installed package: every way of resolving modules that
// reads `exports`, from modules and from CommonJS.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const COMMON: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  // Our declarations are checked as well; the compiler's own libraries are not.
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

const WAYS: Readonly<Record<string, { readonly files: readonly string[]; readonly options: ts.CompilerOptions }>> = {
  'node16 or later': { files: ['consumer.mts', 'consumer.cts'], options: { module: ts.ModuleKind.NodeNext } },
  bundler: {
    files: ['consumer.mts'],
    options: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  },
};

/** What the compiler has to say, by way; nothing when all is well. */
export function compileConsumers(folder: string, doors: readonly string[]): Record<string, string[]> {
  const named = doors.map((door, at) => `import * as door${at} from '${door}';\nexport const d${at} = door${at};\n`);
  for (const file of ['consumer.mts', 'consumer.cts']) writeFileSync(join(folder, file), named.join('') + USE);
  // Parsing the libraries anew would take most of the time.
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const found: Record<string, string[]> = {};
  for (const [way, { files, options }] of Object.entries(WAYS)) {
    const all = { ...COMMON, ...options };
    const host = ts.createCompilerHost(all);
    const read = host.getSourceFile.bind(host);
    host.getCurrentDirectory = () => folder;
    host.getSourceFile = (name, format, ...rest) => {
      const key = `${name} ${typeof format === 'object' ? format.impliedNodeFormat : ''}`;
      if (!parsed.has(key)) parsed.set(key, read(name, format, ...rest));
      return parsed.get(key);
    };
    const program = ts.createProgram(
      files.map((file) => join(folder, file)),
      all,
      host,
    );
    found[way] = ts.getPreEmitDiagnostics(program).map((it) => ts.flattenDiagnosticMessageText(it.messageText, '\n'));
  }
  return found;
}

/** What people write, with the types that they rely on. */
const USE = `
import { createFetch, type PolicyInput } from 'holdoff';
import { scheduleOf, compile, parsePolicy, type ScheduleReport } from 'holdoff/core';
const input: PolicyInput = { maxAttempts: 4, deadlineMs: '30s', jitter: { low: 0.5, high: 1 } };
export const fetched: Promise<Response> = createFetch(input)('https://api.example.com/');
export const report: ScheduleReport = scheduleOf(compile(parsePolicy(input)), { seed: 1 });
// @ts-expect-error A field that there is not is refused before anything runs.
export const wrong: PolicyInput = { maxAttemps: 4 };
`;
