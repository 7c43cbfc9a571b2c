export interface Quiet {
  /** Something has happened: from now on `quietMs` without anything. */
  restart(quietMs: number): void;
  stop(): void;
}

const PARTS = 5;

/**
 * Calls `then` once nothing has happened for `quietMs`. It waits in parts: a process that stood still finds its timer due
 * before it has looked at what has come in meanwhile, and what it then sees begins the wait anew.
 */
export function whenQuiet(quietMs: number, then: () => void): Quiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (partMs: number, parts: number): void => {
    timer = setTimeout(() => (parts === 1 ? then() : wait(partMs, parts - 1)), partMs);
  };
  wait(quietMs / PARTS, PARTS);
  return {
    restart(ms) {
      clearTimeout(timer);
      wait(ms / PARTS, PARTS);
    },
    stop: () => clearTimeout(timer),
  };
}
