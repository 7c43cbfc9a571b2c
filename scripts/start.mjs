// `npm start`: sets up, builds, and shows the worked example with the command as it is shipped.

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
