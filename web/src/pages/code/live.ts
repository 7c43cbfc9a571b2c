import { computed, signal } from '@preact/signals';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { page } from '../../state/store.js';
import { liveView } from '../../worker/live-view.js';
import { shownFormat } from './shown.js';
import { type ConfigInput, configView, isHeavyConfig } from './view.js';

/** The policy whose config is shown: it follows the one of the form when the answer has been drawn. */
export const configPolicy = signal<Policy | null>(null);

const input = computed((): ConfigInput | null => {
  const policy = configPolicy.value;
  return page.value !== 'code' || policy === null ? null : { policy, format: shownFormat.value };
});

/** The config that is shown, always of the latest inputs that were right. */
export const configLive = liveView({ name: 'config', run: configView, isHeavy: isHeavyConfig }, input);
