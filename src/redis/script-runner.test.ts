import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { StoreError } from '../runtime/errors.js';
import type { Connection } from './client-shape.js';
import { ScriptRunner } from './script-runner.js';
import { script } from './scripts/script.js';

const noop = script('noop', `return {'granted', text(now)}`);

interface Sent {
  readonly by: 'digest' | 'text';
  readonly what: string;
  readonly notAfter: string | undefined;
}

/** A server whose clock runs `aheadMs` before ours and that answers as `serve` says. */
function serverOf(serve: (sent: Sent, now: number) => unknown, isReady = () => true) {
  const clock = { aheadMs: 0 };
  const sent: Sent[] = [];
  const answer = async (by: Sent['by'], what: string, args: readonly string[]) => {
    const each = { by, what, notAfter: args[0] };
    sent.push(each);
    const now = performance.now() + clock.aheadMs;
    if (each.notAfter !== '' && now > Number(each.notAfter)) return ['late', String(now)];
    return serve(each, now);
  };
  const connection: Connection = {
    isReady,
    evalSha: (sha, _, args) => answer('digest', sha, args),
    evalText: (lua, _, args) => answer('text', lua, args),
  };
  return { clock, sent, connection };
}

const granted = (_: Sent, now: number) => ['granted', String(now)];
const runnerOf = (connection: Connection, timeoutMs = 60_000, maxPending = 10) =>
  new ScriptRunner(connection, { timeoutMs, maxPending });

describe('a script', () => {
  it('is named by the SHA-1 of its text, and sent as text where the server does not know it', async () => {
    const { connection, sent } = serverOf((each, now) => {
      if (each.by === 'digest') throw new Error('NOSCRIPT No matching script. Please use EVAL.');
      return granted(each, now);
    });
    expect((await runnerOf(connection).run(noop, [], []))[0]).toBe('granted');
    expect(sent.map(({ by, what }) => [by, what])).toEqual([
      ['digest', createHash('sha1').update(noop.lua).digest('hex')],
      ['text', noop.lua],
    ]);
  });

  it('tells the server after which of its instants it must do nothing, from the second on', async () => {
    const { connection, sent, clock } = serverOf(granted);
    clock.aheadMs = 1_000_000;
    const runner = runnerOf(connection, 60_000);
    await runner.run(noop, [], []);
    await runner.run(noop, [], []);
    expect(sent[0]?.notAfter).toBe('');
    const aheadMs = Number(sent[1]?.notAfter) - performance.now();
    expect(aheadMs).toBeGreaterThan(1_000_000);
    expect(aheadMs).toBeLessThanOrEqual(1_060_000);
  });

  it.each([3_600_000, -3_600_000])(
    'is not lost when another server takes over whose clock is %i ms off',
    async (off) => {
      const { connection, clock } = serverOf(granted);
      const runner = runnerOf(connection);
      await runner.run(noop, [], []);
      clock.aheadMs = off;
      expect((await runner.run(noop, [], []))[0]).toBe('granted');
    },
  );

  it('fails as late, without having done anything, when the server keeps saying so', async () => {
    const { connection } = serverOf((_, now) => ['late', String(now)]);
    await expect(runnerOf(connection).run(noop, [], [])).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('fails with the error of the server as cause', async () => {
    const cause = new Error('READONLY You can’t write against a read only replica.');
    const { connection } = serverOf(() => {
      throw cause;
    });
    const error = await runnerOf(connection)
      .run(noop, [], [])
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code: 'store-unavailable', reason: 'failed', cause });
    expect(error.message).toContain('Redis could not run noop: READONLY');
  });

  it.each([
    ['WRONGTYPE Operation against a key', /one of the names a, b: use another prefix/],
    ['MOVED 14772 127.0.0.1:17023', /node of a cluster.* new Redis\.Cluster\(\) or createCluster\(\)/],
  ])('that fails with %s says what to do', async (message, told) => {
    const { connection } = serverOf(() => {
      throw new Error(message);
    });
    const run = runnerOf(connection).run(noop, ['a', 'b'], []);
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toThrow(told);
  });

  it.each([
    null,
    'OK',
    7,
    {},
    [],
    ['granted'],
    ['granted', 'soon'],
    [Buffer.from('granted'), Buffer.from('1')],
    [7, '1'],
  ])('that is answered with %j has failed: that is no Redis, or a client that gives no texts', async (reply) => {
    const { connection } = serverOf(() => reply);
    const run = runnerOf(connection).run(noop, [], []);
    await expect(run).rejects.toThrow(StoreError);
    await expect(run).rejects.toMatchObject({ reason: 'failed', message: expect.stringContaining('noop') });
  });

  it('is not said to be too late before it is, though timers come early', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const { connection } = serverOf(() => new Promise(() => {}));
      let end = 'none';
      void runnerOf(connection, 100)
        .run(noop, [], [])
        .catch(({ reason }) => {
          end = reason;
        });
      await vi.advanceTimersByTimeAsync(0);
      clock.mockReturnValue(99);
      await vi.advanceTimersByTimeAsync(200);
      expect(end).toBe('none');
      clock.mockReturnValue(100);
      await vi.advanceTimersByTimeAsync(25);
      expect(end).toBe('timeout');
    } finally {
      clock.mockRestore();
      vi.useRealTimers();
    }
  });

  it('waits for a client that is still connecting, and for no longer than its time', async () => {
    let looks = 0;
    const { connection, sent } = serverOf(granted, () => ++looks > 3);
    expect((await runnerOf(connection, 60_000).run(noop, [], []))[0]).toBe('granted');
    expect(sent).toHaveLength(1);
    const never = serverOf(granted, () => false);
    await expect(runnerOf(never.connection, 50).run(noop, [], [])).rejects.toMatchObject({ reason: 'not-connected' });
    expect(never.sent).toHaveLength(0);
  });

  it.each([2, 4, 6, 8, 9, 30, 60])(
    'says that its client is not connected, whenever it looks: after %d ms first',
    async (stillMs) => {
      let looks = 0;
      const never = serverOf(granted, () => {
        const until = performance.now() + (looks++ === 0 ? stillMs : 0);
        while (performance.now() < until);
        return false;
      });
      await expect(runnerOf(never.connection, 50).run(noop, [], [])).rejects.toMatchObject({ reason: 'not-connected' });
      expect(never.sent).toHaveLength(0);
    },
  );

  it('that is not answered will not be done, once the server was told until when that may be', async () => {
    let isSilent = true;
    const { connection } = serverOf((each, now) => (isSilent ? new Promise(() => {}) : granted(each, now)));
    const runner = runnerOf(connection, 150);
    await expect(runner.run(noop, [], [])).rejects.toThrow('(commandTimeoutMs); it may come to it yet.');
    isSilent = false;
    for (let heard = ''; heard !== 'granted'; ) [heard] = await runner.run(noop, [], []).catch(() => ['late'] as const);
    isSilent = true;
    await expect(runner.run(noop, [], [])).rejects.toThrow('(commandTimeoutMs); what was asked will not be done.');
  });

  it('is turned away while too many wait, and counts as waiting until the client lets go of it', async () => {
    const releases: (() => void)[] = [];
    const { connection } = serverOf(
      (_, now) => new Promise((resolve) => releases.push(() => resolve(['granted', String(now)]))),
    );
    const runner = runnerOf(connection, 40, 2);
    const held = [runner.run(noop, [], []), runner.run(noop, [], [])].map((each) =>
      each.catch((error) => error.reason),
    );
    await expect(runner.run(noop, [], [])).rejects.toMatchObject({ reason: 'busy' });
    expect(await Promise.all(held)).toEqual(['timeout', 'timeout']);
    await expect(runner.run(noop, [], [])).rejects.toMatchObject({ reason: 'busy' });
    for (const release of releases) release();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await expect(runner.run(noop, [], [])).rejects.toMatchObject({ reason: 'timeout' });
  });
});
