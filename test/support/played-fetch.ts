import type { PolicyInput } from '../../src/core/policy/policy.js';
import { reportOf } from '../../src/runtime/report.js';
import { type Script, scriptedClient, watch } from './scripted-client.js';

/** Plays one fetch to its end. */
export async function playFetch(policy: PolicyInput, script: Script, init?: RequestInit, wallMs?: number) {
  const scripted = scriptedClient(policy, script, wallMs === undefined ? {} : { wallMs });
  const call = watch(scripted.client.fetch('https://api.example/v1/messages', init), scripted.clock);
  await scripted.clock.run();
  const report = call.value === undefined ? undefined : reportOf(call.value);
  return { ...scripted, call, report, sent: scripted.sentAt() };
}
