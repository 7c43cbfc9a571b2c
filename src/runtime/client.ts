// The door: checks what it is given, and hands every call to what does the work, which is loaded meanwhile.

import { compile } from '../core/backoff/compile.js';
import type { PolicyInput } from '../core/policy/policy.js';
import { checkClientOptions, checkListener, checkPolicy, checkTogether } from './check-options.js';
import type { Client, ClientOptions } from './client-options.js';
import type { ClientEvents } from './events.js';
import { loadClient, loadedClient } from './load-client.js';
import { providerOfPolicy } from './policy-for.js';
import { checkSaved, type SavedClient } from './saved-client.js';
import { type ClientSnapshot, NO_COUNTS } from './snapshot.js';

/**
 * Makes a client. Throws {@link PolicyError} when the policy cannot be used, {@link InputError} for options that cannot.
 * Whatever is wrong with a single call rejects the promise of that call.
 */
export function createClient(policy: PolicyInput = {}, options: ClientOptions = {}): Client {
  checkClientOptions(options);
  const provider = options.provider ?? providerOfPolicy(policy);
  const rules = compile(checkPolicy(policy));
  checkTogether(rules.policy, options);
  const settings = provider === undefined ? options : { ...options, provider };
  const platformFetch = globalThis.fetch;
  const module = loadedClient();
  if (module !== null) {
    try {
      return module.createLiveClient(rules, settings, platformFetch);
    } catch {
      // A provider that nobody knows shows with the calls, as it does where the module is not there yet.
    }
  }

  let live: Client | null = null;
  const ready = (): Promise<Client> =>
    loadClient().then(({ createLiveClient }) => {
      if (live === null) {
        live = createLiveClient(rules, settings, platformFetch);
        Object.assign(client, live);
        if (restored !== null) live.restore(restored);
        for (const listener of listeners) listener.off = live.on(listener.kind, listener.call);
      }
      return live;
    });
  let restored: SavedClient | null = null;
  const listeners = new Set<WaitingListener>();

  const client: Client = {
    policy: rules.policy,
    fetch: (input, init) => (live === null ? ready().then((it) => it.fetch(input, init)) : live.fetch(input, init)),
    execute: (run, call) => (live === null ? ready().then((it) => it.execute(run, call)) : live.execute(run, call)),
    map: ((items, run, call) =>
      live === null ? ready().then((it) => it.map(items, run, call)) : live.map(items, run, call)) as Client['map'],
    on(kind, listener) {
      if (live !== null) return live.on(kind, listener);
      checkListener(kind, listener);
      const waiting: WaitingListener = { kind, call: listener as WaitingListener['call'], off: null };
      listeners.add(waiting);
      return () => {
        listeners.delete(waiting);
        waiting.off?.();
      };
    },
    stats: () => live?.stats() ?? { inFlight: 0, queued: 0, sleeping: 0 },
    snapshot: () => live?.snapshot() ?? NOTHING_YET,
    save: () => live?.save() ?? restored ?? NOTHING_SAVED,
    restore(saved) {
      if (live === null) restored = checkSaved(saved);
      else live.restore(saved);
    },
  };
  // Begun now, so that it is there when the first call is; a failure shows with the call.
  ready().catch(() => {});
  return client;
}

/**
 * A `fetch` under a policy of its own: `createFetch()` has the defaults. Throws {@link PolicyError} and
 * {@link InputError} as {@link createClient} does.
 */
export function createFetch(policy: PolicyInput = {}, options: ClientOptions = {}): Client['fetch'] {
  return createClient(policy, options).fetch;
}

interface WaitingListener {
  readonly kind: keyof ClientEvents;
  readonly call: (event: ClientEvents[keyof ClientEvents]) => void;
  off: (() => void) | null;
}

const NOTHING_YET: ClientSnapshot = Object.freeze({
  inFlight: 0,
  queued: 0,
  sleeping: 0,
  counters: NO_COUNTS,
  functions: NO_COUNTS,
  buckets: Object.freeze([]),
});

const NOTHING_SAVED: SavedClient = Object.freeze({ version: 1, savedAtMs: 0, learned: null });
