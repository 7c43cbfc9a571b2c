import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedProgram } from './runner.js';

/** What is missing for a package to be used with the python3 on PATH, or null. */
export function hasPythonPackage(name: string): string | null {
  const { error, status } = spawnSync('python3', ['-c', `import ${name}`]);
  if (error !== undefined) return 'python3';
  return status === 0 ? null : `Python's package ${name}`;
}

export function layPython(programs: readonly NamedProgram[], folder: string): void {
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.py`), code);
}

export function pythonEcho(literals: readonly string[], folder: string): readonly string[] {
  const file = join(folder, 'echo.py');
  const lines = literals.map((literal) => `# ${literal}\nshow(${literal})\n`);
  writeFileSync(file, `def show(text):\n    print(text.encode("utf-8", "replace").hex())\n\n\n${lines.join('')}`);
  return ['python3', file];
}
