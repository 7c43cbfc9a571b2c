import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The wall clock, as far as it matters to a wait that is being counted down. */
export const clockMs = signal(Date.now());

const STEP_MS = 250;

/** Lets the clock run while the wait lasts and somebody looks. */
export function useClock(untilMs: number | null): void {
  useEffect(() => {
    clockMs.value = Date.now();
    if (untilMs === null || untilMs <= Date.now()) return;
    const timer = setInterval(() => {
      clockMs.value = Date.now();
      if (clockMs.value >= untilMs) clearInterval(timer);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
}
