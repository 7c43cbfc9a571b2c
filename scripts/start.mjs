// `npm start`: sets up, builds, shows the worked example with the command as it is shipped, and serves the page until
// Ctrl-C. With `npm start -- --no-serve`, and where CI is set, it ends after the example. `--port` is passed on.

import { buildAll } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runNode, step } from './run.mjs';

const examples = [
  'plan --base 1s --multiplier 2 --attempts 5 --jitter full --cap none --success 0.5 --latency 4s' +
    ' --rpm 1000 --tpm 200k --tokens 2000 --in-flight 8 --backlog 5000 --arrivals 20/min',
  'schedule --base 1s --cap 32s --retries 5 --jitter full',
  'schedule --base 100ms --cap none --retries 12',
];

ensureInstalled();
await step('build', buildAll);

for (const example of examples) {
  console.log(`\n\n$ holdoff ${example}\n`);
  const code = runNode('dist/cli/main.js', example.split(' '));
  if (code !== 0) {
    console.error(`\n\`holdoff ${example}\` ended with ${code}`);
    process.exit(code);
  }
}

const given = process.argv.slice(2);
if (given.includes('--no-serve') || process.env.CI) process.exit(0);
console.log(`\n\n$ holdoff ${['web', ...given].join(' ')}\n`);
// Ctrl-C reaches the server as well, and ends it; what it ended with is of no interest then.
process.on('SIGINT', () => {});
process.exitCode = runNode('dist/cli/main.js', ['web', ...given]);
