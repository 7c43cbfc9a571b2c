// `node scripts/write-targets.mjs`: runs the generated code of every target and writes what was seen into docs/targets.md.
// The tests run it, too, and say when the document says something else.

import { ensureLanguages } from './ensure-languages.mjs';
import { runTool } from './run.mjs';

ensureLanguages();
process.env.HOLDOFF_WRITE_TARGETS = '1';
process.exitCode = runTool('vitest', ['run', 'test/conformance/conformance.test.ts']);
