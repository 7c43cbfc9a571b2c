// The emulator, answering each path by a script of its own, and what it was asked there.

import { createEmulator } from '../../src/emulator/emulator.js';
import { listen } from '../../src/emulator/server.js';

/** `reset` breaks the connection before an answer. */
export type Answer = 'reset' | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
/** Made when it is sent, for dates that count from then. */
export type Script = readonly (Answer | (() => Answer))[];

export interface Asked {
  readonly method: string;
  readonly body: string;
  /** A header by its name in lower case; null when it was not sent. */
  header(name: string): string | null;
  /** When it came, in ms of the monotonic clock. */
  readonly at: number;
}

export interface ScriptedServer {
  readonly url: string;
  /** The address that follows the script, its last answer repeating; and what was asked there so far. */
  follow(script: Script): { readonly url: string; readonly asked: Asked[] };
  close(): Promise<void>;
}

/** Listens on loopback. Every answer closes its connection, so that no client repeats a request by itself. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const scripts = new Map<string, { readonly script: Script; readonly asked: Asked[] }>();
  const emulator = createEmulator({ rules: 'openai' });
  const server = await listen({
    ...emulator,
    receive(request) {
      const found = scripts.get(request.path);
      if (found === undefined) throw new Error(`nothing follows a script at ${request.path}`);
      const { asked, script } = found;
      const { method, body, header } = request;
      asked.push({ method, body, header, at: performance.now() });
      const next = script[Math.min(asked.length, script.length) - 1] ?? 'reset';
      emulator.play([exactly(typeof next === 'function' ? next() : next, asked.length)]);
      return emulator.receive(request);
    },
  });
  return {
    url: server.address,
    follow(script) {
      const path = `/script/${scripts.size + 1}`;
      const asked: Asked[] = [];
      scripts.set(path, { script, asked });
      return { url: server.address + path, asked };
    },
    close: () => server.close(),
  };
}

function exactly(answer: Answer, number: number) {
  if (answer === 'reset') return { fault: { kind: 'reset' } } as const;
  return { status: answer.status, headers: { connection: 'close', ...answer.headers }, body: `answer ${number}` };
}
