// The door is small, and what does the work comes after it. This is where one waits for the other.

import type { createLiveClient } from './live-client.js';

/** What does the work, loaded. */
export type LiveClientModule = { readonly createLiveClient: typeof createLiveClient };

let loaded: LiveClientModule | null = null;
let loading: Promise<LiveClientModule> | null = null;

/** The module if it is there already. */
export function loadedClient(): LiveClientModule | null {
  return loaded;
}

/** Has the module there at once, for tests in which time stands still while modules load. */
export function provideClient(module: LiveClientModule): void {
  loaded = module;
}

/** Loads the module, once for all clients. A failure is not kept, since the network of a page may come back. */
export function loadClient(): Promise<LiveClientModule> {
  loading ??= import('./live-client.js').then(
    (module) => {
      loaded = module;
      return module;
    },
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
