// One process of a fleet: makes its calls through its contestant, and tells how they went.

import { contestants } from './contestants.mjs';

const order = JSON.parse(process.argv[2]);
const contestant = await contestants[order.contestant](order);
// Loaded, connected and compiled before the clock starts: a fleet that has been running for long is what counts.
for (let call = 0; call < 20; call++) await (await fetch(order.url)).arrayBuffer();
await contestant.warm?.();

process.on('message', async (message) => {
  if (message !== 'go') return;
  const startedAt = Date.now();
  const results = await Promise.allSettled(Array.from({ length: order.calls }, () => contestant.call(order.url)));
  const served = results.filter(({ status, value }) => status === 'fulfilled' && value === 200).length;
  const failures = results.filter(({ status }) => status === 'rejected').map(({ reason }) => String(reason));
  const { trips = 0, events = [] } = contestant.told?.() ?? {};
  process.send({ served, lost: order.calls - served, failures: failures.slice(0, 3), trips, events, startedAt });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
