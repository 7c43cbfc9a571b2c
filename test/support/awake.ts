// What a process can say of time that may stand still at any instant, as tests on a busy machine do.

const LOOK_EVERY_MS = 5;
/** More than this between two looks is time in which the process did not run. */
const LONGEST_GAP_MS = 20;
/** And more than this is so long that what has come in meanwhile is acted on late. */
const STANDSTILL_MS = 50;

/** For how long this process ran until `work` had ended, in ms: at most what a clock would say, and less by all standstills. */
export async function awakeMs(work: Promise<unknown>): Promise<number> {
  let totalMs = 0;
  await watch(work, (gapMs) => {
    totalMs += Math.min(gapMs, LONGEST_GAP_MS);
  });
  return totalMs;
}

/**
 * The instants at which this process went on after it had stood still, until `work` had ended: by `now`, in ms. Where `ask`
 * waits for an answer of another process, those at which that went on are among them.
 */
export async function standstills(
  work: Promise<unknown>,
  { now = Date.now, ask }: { now?: () => number; ask?: () => Promise<unknown> } = {},
): Promise<number[]> {
  const ends: number[] = [];
  const onLook = (gapMs: number): void => {
    if (gapMs > STANDSTILL_MS) ends.push(now());
  };
  await watch(work, onLook, ask);
  return ends;
}

/** Looks at the clock again and again until `work` has ended, and tells `onLook` what has gone by since the last look. */
async function watch(
  work: Promise<unknown>,
  onLook: (gapMs: number) => void,
  ask?: () => Promise<unknown>,
): Promise<void> {
  let hasEnded = false;
  const ended = work.finally(() => {
    hasEnded = true;
  });
  const looking = async (): Promise<void> => {
    let lookedAt = performance.now();
    while (!hasEnded) {
      await Promise.race([ended, Promise.all([ask?.(), new Promise((later) => setTimeout(later, LOOK_EVERY_MS))])]);
      const now = performance.now();
      onLook(now - lookedAt);
      lookedAt = now;
    }
  };
  await Promise.all([ended, looking()]);
}
