// What `import 'holdoff'` costs a page: the bytes before anything is done, and those that a client loads afterwards.

import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const KB = 1000;

it('the door has at most 15 kB, and what it loads for its first client at most 80 kB', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL('../src/runtime/index.ts', import.meta.url)), formats: ['es'] },
    },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as [Rolldown.RolldownOutput];
  const chunks = output.filter((part) => part.type === 'chunk');
  const sizeOf = (names: Iterable<string>): number =>
    chunks
      .filter(({ fileName }) => new Set(names).has(fileName))
      .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  const door = chunks.find(({ isEntry }) => isEntry) as Rolldown.OutputChunk;
  const first = withImports(door, chunks);
  const later = new Set(door.dynamicImports.flatMap((name) => [...withImports(chunkNamed(name, chunks), chunks)]));
  for (const name of first) later.delete(name);

  expect(sizeOf(first)).toBeLessThanOrEqual(15 * KB);
  expect(later.size, 'the client is a chunk of its own').toBeGreaterThan(0);
  expect(sizeOf(later)).toBeLessThanOrEqual(80 * KB);
});

/** A chunk and everything that it imports at once. */
function withImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const names = new Set([chunk.fileName]);
  for (const name of chunk.imports) {
    for (const other of withImports(chunkNamed(name, chunks), chunks)) names.add(other);
  }
  return names;
}

function chunkNamed(name: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  return chunks.find(({ fileName }) => fileName === name) as Rolldown.OutputChunk;
}
