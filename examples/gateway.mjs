// One quota for programs in any language: `holdoff gateway` is a server, and here is one before an emulated provider that
// lets five requests through at once and then five a second.
//
//   holdoff gateway --upstream https://api.openai.com     →     OPENAI_BASE_URL=http://127.0.0.1:8429/v1
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createEmulator, listen } from 'holdoff/emulator';

const emulator = createEmulator({ rules: 'ietf', limits: { burst: { amount: 5, windowMs: 1000 } } });
const provider = await listen(emulator);

const command = createRequire(import.meta.url)
  .resolve('holdoff/package.json')
  .replace('package.json', 'dist/cli/main.js');
const gateway = spawn(process.execPath, [command, 'gateway', '--upstream', provider.address, '--port', '0', '--json']);
const { address } = JSON.parse(String((await once(gateway.stdout, 'data'))[0]));

// Two programs that know nothing of each other, and nothing of limits.
const ask = async (caller) => (await fetch(`${address}/items`, { headers: { 'x-holdoff-caller': caller } })).status;
const statuses = await Promise.all(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'].map(ask));
console.log('both got', [...new Set(statuses)].join(', '));

const { served, early } = emulator.seen().totals;
console.log(`${served} served, ${early} came before they were allowed`);

// The same as a page, and for Prometheus at /__holdoff/metrics.
const { limits } = (await (await fetch(`${address}/__holdoff/status`)).json()).client.buckets[0];
console.log('what is known of the provider:', limits.map(({ name }) => name).join(', '));

gateway.kill('SIGINT');
await once(gateway, 'exit');
await provider.close();

// Output:
// both got 200
// 12 served, 0 came before they were allowed
// what is known of the provider: burst, daily
