import { computed, signal } from '@preact/signals';
import { inputs, page, pinned, pinnedPolicy } from '../../state/store.js';
import { liveView } from '../../worker/live-view.js';
import { isHeavySchedule, type ScheduleInput, scheduleView } from './view.js';

const input = computed((): ScheduleInput | null => {
  if (page.value !== 'schedule' || inputs.value === null) return null;
  // A second policy whose preset is still on its way is waited for, so that the pictures are not drawn twice.
  if (pinned.value !== null && pinnedPolicy.value === null) return null;
  return { ...inputs.value, pinned: pinnedPolicy.value };
});

/** What the page shows, always of the latest inputs that were right. */
export const scheduleLive = liveView(
  {
    name: 'schedule',
    run: scheduleView,
    isHeavy: isHeavySchedule,
    loadHeavy: async () => (await import('./whole-view.js')).wholeScheduleView,
  },
  input,
);

/** The retry that the pointer is on, in the chart or in the table; null for none. */
export const pointedRetry = signal<number | null>(null);
