// Eight processes that keep one limit together, over real sockets and in real time, beside what else there is for it.
// Three to five minutes. What the emulated provider saw is what counts. Needs redis-server.

import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ensureRedis } from '../scripts/ensure-redis.mjs';
import { ensurePeers } from './clients/peers.mjs';
import { summary, table } from './measure.mjs';
import { playFleet } from './redis/fleet.mjs';
import { countOperations } from './redis/operations.mjs';

export const title = 'eight processes with one quota';
export const usage = '[--rounds N]';

const LIMIT = { perSecond: 100, burst: 100 };
const WORK = { even: Array(8).fill(63), uneven: [252, 126, 50, 26, 20, 15, 10, 5] };
const CONTESTANTS = ['holdoff', 'holdoff without quotas', 'bottleneck', 'rate-limiter-flexible', 'nothing shared'];

export async function bench(flags) {
  const [name, given = '3', ...rest] = flags.length > 0 ? flags : ['--rounds'];
  const rounds = Number(given);
  if (name !== '--rounds' || !(Number.isInteger(rounds) && rounds >= 1) || rest.length > 0) {
    console.error(`usage: redis ${usage}`);
    process.exit(2);
  }
  ensureRedis();
  ensurePeers('redis');
  const redis = await startRedis();
  try {
    await redis.restart();
    const operations = Object.entries(await countOperations(redis.port, rounds));
    const rates = operations.map(([name, rounded]) => ({ name, rate: summary(rounded) }));
    table('operations per second of one process', rates, [
      ['', ({ name }) => name],
      ['median', ({ rate }) => rate.median.toFixed(0)],
      ['spread', ({ rate }) => `${rate.min.toFixed(0)}…${rate.max.toFixed(0)}`],
    ]);
    for (const [work, calls] of Object.entries(WORK)) {
      const scores = new Map(CONTESTANTS.map((name) => [name, []]));
      for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < CONTESTANTS.length; turn++) {
          const contestant = CONTESTANTS[(round + turn) % CONTESTANTS.length];
          await redis.restart();
          scores.get(contestant).push(await playFleet({ ...LIMIT, contestant, calls, redisPort: redis.port }));
        }
      }
      print(`${work} work: ${calls.join(', ')} calls at ${LIMIT.perSecond}/s`, scores);
    }
    const disturb = async () => {
      await sleep(1500);
      await redis.kill();
      await sleep(1000);
      await redis.restart();
    };
    await redis.restart();
    const options = { ...LIMIT, contestant: 'holdoff', calls: WORK.even, redisPort: redis.port };
    print(
      'Redis killed and started again in the middle',
      new Map([['holdoff', [await playFleet({ ...options, disturb })]]]),
    );
  } finally {
    await redis.kill();
  }
}

function print(what, scores) {
  const rows = [...scores].map(([name, plays]) => ({
    name,
    time: summary(plays.map(({ time }) => time)),
    requests: summary(plays.map(({ requestsPerCall }) => requestsPerCall)),
    trips: summary(plays.map(({ tripsPerRequest }) => tripsPerRequest)),
    lost: plays.reduce((sum, { lost }) => sum + lost, 0),
  }));
  const figures = ({ median, min, max }) => `${median.toFixed(3)} (${min.toFixed(3)}…${max.toFixed(3)})`;
  table(what, rows, [
    ['', ({ name }) => name],
    ['time ÷ bound', ({ time }) => figures(time)],
    ['requests per call', ({ requests }) => figures(requests)],
    ['round trips per call', ({ name, trips }) => (name.startsWith('holdoff') ? figures(trips) : '')],
    ['lost', ({ lost }) => String(lost)],
  ]);
}

async function startRedis() {
  const port = await freePort();
  let child = null;
  const kill = async () => {
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  return {
    port,
    kill,
    async restart() {
      await kill();
      const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn(process.env.REDIS_SERVER ?? 'redis-server', options, { stdio: 'ignore' });
      for (let tries = 0; tries < 200 && !answers(port); tries++) await sleep(20);
    },
  };
}

/** Asked by a process of its own, since a client would want a library. */
function answers(port) {
  const script = `require('net').connect(${port},'127.0.0.1').on('connect',()=>process.exit(0)).on('error',()=>process.exit(1))`;
  return spawnSync(process.execPath, ['-e', script]).status === 0;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bench(process.argv.slice(2));
