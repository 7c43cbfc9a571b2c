// A fleet: several processes, one emulated provider, one Redis. Plays once and counts what the provider saw.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * `calls`: how many each process makes. `disturb` is called when all have started, with a promise of their end.
 * Times are the provider's: from the first request to the last that was served, against the time that the limit takes
 * for so many after its burst, and two latencies.
 */
export async function playFleet({ contestant, calls, perSecond, burst, latencyMs = [5, 25], redisPort, disturb }) {
  const provider = start('./provider.mjs', { perSecond, burst, latencyMs });
  const workers = [];
  try {
    const { address } = await provider.next('address');
    const url = `${address}/v1/things`;
    for (const count of calls) {
      workers.push(start('./worker.mjs', { contestant, calls: count, perSecond, burst, redisPort, url }));
    }
    await Promise.all(workers.map((worker) => worker.next('ready')));
    provider.child.send('reset');
    await provider.next('reset');
    for (const worker of workers) worker.child.send('go');
    const ended = Promise.all(workers.map((worker) => worker.next('served')));
    const [results] = await Promise.all([ended, disturb?.(ended)]);
    provider.child.send('seen');
    const { seen } = await provider.next('seen');
    return scoreOf(results, seen, { calls, perSecond, burst, latencyMs });
  } finally {
    for (const { child } of [provider, ...workers]) child.kill('SIGKILL');
  }
}

function scoreOf(results, seen, { calls, perSecond, burst, latencyMs }) {
  const total = calls.reduce((sum, count) => sum + count, 0);
  const served = seen.requests.filter(({ status }) => status === 200).map(({ at }) => at);
  const tookMs = served.at(-1) - seen.requests[0].at;
  const boundMs = ((total - burst) / perSecond) * 1000;
  const latency = (latencyMs[0] + latencyMs[1]) / 2;
  const sum = (name) => results.reduce((all, result) => all + result[name], 0);
  return {
    time: tookMs / (boundMs + 2 * latency),
    tookMs,
    boundMs,
    requestsPerCall: seen.totals.requests / total,
    refused: seen.totals.refused,
    lost: sum('lost'),
    failures: results.flatMap(({ failures }) => failures).slice(0, 3),
    tripsPerRequest: sum('trips') / total,
    events: results.map(({ events }) => events),
    refusedAt: seen.requests.filter(({ status }) => status === 429).map(({ at }) => at - seen.requests[0].at),
  };
}

function start(file, order) {
  const child = fork(here(file), [JSON.stringify(order)]);
  const messages = [];
  const waiting = [];
  child.on('message', (message) => {
    messages.push(message);
    for (const look of waiting.splice(0)) look();
  });
  return {
    child,
    next: (field) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find((message) => field in message);
          if (found !== undefined) resolve(found);
          else waiting.push(look);
        };
        child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it told of ${field}`)));
        look();
      }),
  };
}
