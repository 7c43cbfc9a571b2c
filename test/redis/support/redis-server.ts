// Real Redis servers on free ports of this machine, which tests may stop, pause and start again.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../support/free-port.js';

export interface RedisServer {
  readonly port: number;
  /** A connection of the test's own, to look at the server and to disturb it. */
  admin(): Redis;
  /** Ends the server as a crash would; nothing is kept. */
  kill(): Promise<void>;
  /** Starts it again on its port, empty. */
  start(): Promise<void>;
  /** The process stands still, as on a machine that does; after `goOn` it does what it was asked meanwhile. */
  standStill(): void;
  goOn(): void;
  close(): Promise<void>;
}

export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'holdoff-redis-'));
  let child: ChildProcess | null = null;
  let admin: Redis | null = null;

  const start = async () => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
    const binary = process.env.REDIS_SERVER ?? 'redis-server';
    child = spawn(binary, [...options, '--enable-debug-command', 'local', ...settings], { stdio: 'ignore' });
    const failed = new Promise<never>((_, reject) => child?.once('error', reject));
    await Promise.race([failed, until(`redis on port ${port}`, () => pings(port))]);
  };
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  };

  await start();
  return {
    port,
    admin() {
      if (admin === null) {
        admin = new Redis({ port, host: '127.0.0.1' });
        admin.on('error', () => {});
      }
      return admin;
    },
    kill,
    start,
    standStill: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async close() {
      admin?.disconnect();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  close(): Promise<void>;
}

/** Three masters that share all slots, and a replica of the first. */
export async function startCluster(): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  for (let count = 0; count < 4; count++) {
    const busPort = await freePort();
    nodes.push(await startRedis(['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`]));
  }
  const [first, ...others] = nodes as [RedisServer, ...RedisServer[]];
  const ranges = [
    ['0', '5460'],
    ['5461', '10922'],
    ['10923', '16383'],
  ];
  for (const [index, range] of ranges.entries()) await nodes[index]?.admin().call('CLUSTER', 'ADDSLOTSRANGE', ...range);
  for (const node of others) {
    const bus = (await node.admin().call('CONFIG', 'GET', 'cluster-port')) as string[];
    await first.admin().call('CLUSTER', 'MEET', '127.0.0.1', `${node.port}`, `${bus[1]}`);
  }
  const replica = nodes[3] as RedisServer;
  const master = String(await first.admin().call('CLUSTER', 'MYID'));
  await until('the nodes to know each other', async () => {
    const known = await Promise.all(nodes.map((node) => node.admin().call('CLUSTER', 'INFO')));
    return known.every((info) => /cluster_known_nodes:4/.test(String(info)));
  });
  await replica.admin().call('CLUSTER', 'REPLICATE', master);
  await until('the cluster', async () => {
    const states = await Promise.all(nodes.map((node) => node.admin().call('CLUSTER', 'INFO')));
    const roles = await Promise.all(nodes.map((node) => node.admin().call('CLUSTER', 'NODES')));
    const isLinked = /master_link_status:up/.test(await replica.admin().info('replication'));
    const known = (text: unknown) => (String(text).match(/slave/g) ?? []).length === 1;
    return isLinked && states.every((state) => /cluster_state:ok/.test(String(state))) && roles.every(known);
  });
  return { nodes, close: async () => void (await Promise.all(nodes.map((node) => node.close()))) };
}

/** Waits until something holds. Throws after half a minute, saying what did not. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await sleep(10);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function pings(port: number): Promise<boolean> {
  const probe = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null });
  probe.on('error', () => {});
  try {
    await probe.connect();
    return (await probe.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    probe.disconnect();
  }
}
