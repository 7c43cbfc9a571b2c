// What only C# has: requests that cannot be sent twice, a time limit of the client's own, and tokens that cancel.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csharp as target } from '../../src/codegen/targets/csharp/index.js';
import { generate } from '../../src/codegen/targets/generate.js';
import { parsePolicy } from '../../src/core/policy/parse-policy.js';
import { runnerOf } from './prepared.js';
import { runProgram } from './run-program.js';
import { type Asked, type ScriptedServer, startScriptedServer } from './scripted-server.js';

const NOTE = 'it\'s "quoted" \\ {1} $x';
const busy = { status: 503 };

/** Each row of what the one program prints. */
let said: readonly string[] = [];
let asked: Readonly<Record<'usage' | 'cancelled' | 'twice', Asked[]>>;
const missing = (await runnerOf(target)).missing();
const folder = mkdtempSync(join(tmpdir(), 'holdoff-csharp-'));

describe.skipIf(missing !== null && !process.env.CI)('C# with HttpClient', () => {
  let server: ScriptedServer;
  let silent: Server;
  beforeAll(async () => {
    server = await startScriptedServer();
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const usage = server.follow([busy, { status: 200 }]);
    const cancelled = server.follow([{ status: 429, headers: { 'retry-after': '60' } }]);
    const twice = server.follow([busy]);
    asked = { usage: usage.asked, cancelled: cancelled.asked, twice: twice.asked };
    const program = compile(usage.url);
    const addresses = [cancelled.url, twice.url, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`];
    said = (await runProgram('mono', [program, ...addresses])).trim().split('\n');
  });
  afterAll(async () => {
    await server.close();
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the usage lines run as they are', () => {
    expect(said[0]).toBe('used');
    expect(asked.usage.map(({ header }) => header('x-note'))).toEqual([NOTE, NOTE]);
  });

  it('a token that is cancelled ends the wait at once', () => {
    expect(said[1]).toBe('TaskCanceledException soon');
    expect(asked.cancelled).toHaveLength(1);
  });

  it('a request that is handed over twice fails, and is not taken for a network error', () => {
    expect(said[2]).toMatch(/^(InvalidOperation|ObjectDisposed)Exception soon$/);
    expect(asked.twice).toHaveLength(1);
  });

  it('the time limit of the HttpClient ends an attempt, and is retried', () => {
    expect(said[3]).toBe('TaskCanceledException soon');
    expect(said[4]).toBe('3');
  });
});

function compile(url: string): string {
  const policy = parsePolicy({ backoff: { baseMs: 20, capMs: 40 }, maxAttempts: 3, jitter: 'none' });
  const example = { url, headers: [['X-Note', NOTE]] as const };
  const { code, usage } = generate('csharp', policy, { version: '1.2.3', example });
  writeFileSync(join(folder, 'RetryingClient.cs'), code);
  writeFileSync(join(folder, 'Main.cs'), mainOf(usage));
  const program = join(folder, 'main.exe');
  const flags = ['-langversion:7', '-r:System.Net.Http.dll', `-out:${program}`];
  const { status, stdout, stderr } = spawnSync('mcs', [...flags, 'RetryingClient.cs', 'Main.cs'], { cwd: folder });
  if (status !== 0) throw new Error(String(stdout) + String(stderr));
  return program;
}

/** Prints a row for the usage lines, then one for each call: what it throws, and whether that was soon. */
function mainOf(usage: string): string {
  return `using System;
using System.Diagnostics;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

public static class Program
{
    public static void Main(string[] urls)
    {
        Usage().Wait();
        Console.WriteLine("used");
        var client = new RetryingClient(new HttpClient());
        var stop = new CancellationTokenSource();
        Show(() => new StoppedInWait(stop).SendAsync(() => Get(urls[0]), stop.Token));
        var request = Get(urls[1]);
        Show(() => client.SendAsync(() => request));
        var hasty = new RetryingClient(new HttpClient { Timeout = TimeSpan.FromMilliseconds(100) });
        int made = 0;
        Show(() => hasty.SendAsync(() => Get(urls[2] + made++)));
        Console.WriteLine(made);
    }

    private class StoppedInWait : RetryingClient
    {
        private readonly CancellationTokenSource _stop;

        public StoppedInWait(CancellationTokenSource stop) : base(new HttpClient())
        {
            _stop = stop;
        }

        protected override Task DelayAsync(double ms, CancellationToken cancellationToken)
        {
            _stop.CancelAfter(20);
            return base.DelayAsync(ms, cancellationToken);
        }
    }

    private static HttpRequestMessage Get(string url)
    {
        return new HttpRequestMessage(HttpMethod.Get, url);
    }

    private static void Show(Func<Task<HttpResponseMessage>> call)
    {
        var watch = Stopwatch.StartNew();
        string what = "nothing";
        try
        {
            call().Wait();
        }
        catch (AggregateException errors)
        {
            what = errors.InnerException.GetType().Name;
        }
        Console.WriteLine(what + (watch.Elapsed.TotalSeconds < 30 ? " soon" : " late"));
    }

    private static async Task Usage()
    {
${usage}    }
}
`;
}
