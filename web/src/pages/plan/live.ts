import { computed } from '@preact/signals';
import { inputs, page, pinned, pinnedPolicy } from '../../state/store.js';
import { liveView } from '../../worker/live-view.js';
import { isHeavyPlan, type PlanInput, planView } from './view.js';

/** Whether there is anything to plan with. */
export const hasLimits = computed(() => {
  const known = inputs.value;
  return known !== null && (known.load.limits.length > 0 || known.policy.quotas.length > 0);
});

const input = computed((): PlanInput | null => {
  if (page.value !== 'plan' || inputs.value === null || !hasLimits.value) return null;
  if (pinned.value !== null && pinnedPolicy.value === null) return null;
  const { policy, load } = inputs.value;
  return { policy, load, pinned: pinnedPolicy.value };
});

/** What the page shows, always of the latest inputs that were right. */
export const planLive = liveView({ name: 'plan', run: planView, isHeavy: isHeavyPlan }, input);
