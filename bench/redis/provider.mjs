// The process of the emulated provider that a fleet of bench/redis calls: one limit on requests, told in its headers.

import { createEmulator, customRuleBook, listen } from '../../dist/emulator/index.js';

const { perSecond, burst, latencyMs } = JSON.parse(process.argv[2]);
const limiter = { kind: 'token-bucket', amount: perSecond, windowMs: 1000, burst };
const rules = customRuleBook({ limits: [{ name: 'requests', limiter }], hint: 'milliseconds' });
const emulator = createEmulator({ rules, latencyMs, seed: 1, logSize: 100_000 });
const server = await listen(emulator);

process.on('message', (message) => {
  if (message === 'seen') process.send({ seen: emulator.seen() });
  if (message === 'reset') {
    emulator.reset();
    process.send({ reset: true });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ address: server.address });
