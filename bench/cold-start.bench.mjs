// How long the command takes to start, beside Node doing nothing.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { figure, race, spread, table } from './measure.mjs';

export const title = 'cold start of the command';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const plan = ['plan', '--rpm', '1000', '--latency', '4s', '--success', '0.5', '--in-flight', '8'];

export async function bench() {
  const node = (...args) => {
    return (times) => {
      for (let k = 0; k < times; k++) {
        const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
        if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr.slice(0, 400)}`);
      }
    };
  };
  const rows = await race(
    { 'node -e 0': node('-e', '0'), 'holdoff --version': node(main, '--version'), 'holdoff plan': node(main, ...plan) },
    { turnMs: 100 },
  );
  table(title, rows, [
    ['', ({ name }) => name],
    ['ms', ({ us }) => figure(us.median / 1000)],
    ['spread', ({ us }) => spread({ min: us.min / 1000, max: us.max / 1000 })],
    ['ratio', ({ ratio }) => figure(ratio.median)],
    ['spread', ({ ratio }) => spread(ratio)],
  ]);
}
