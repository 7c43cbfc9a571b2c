import type { InputIssue } from '../../core/errors.js';
import type { RatePoint } from '../arrivals.js';
import type { Scenario } from './scenario.js';

/** What each part of a scenario allows and the whole does not. */
export function contradictions(scenario: Scenario): InputIssue[] {
  const { load, policy, clients, store, layers, service, faults, durationMs } = scenario;
  const issues: InputIssue[] = [];
  const refuse = (name: string, value: unknown, allowed: string): void => {
    issues.push({ field: name, value, allowed });
  };
  const isEngines = clients.kind === 'engines';
  if (load.kind === 'open') {
    if (!inOrder(load.rate)) refuse('load.rate', load.rate, 'points in order of time, the first at 0');
    if (isEngines) refuse('clients.kind', clients.kind, 'callers: an open load comes from callers of their own');
  }
  if ((load.kind === 'open' || load.kind === 'closed') && durationMs === 0) {
    refuse('durationMs', durationMs, `a duration above 0: a load of kind ${load.kind} has no end of its own`);
  }
  if (load.kind === 'batch' && !isEngines) {
    refuse('clients.kind', clients.kind, 'engines: only they have a queue for the calls of a batch');
  }
  if (!isEngines && (policy.quotas.length > 0 || policy.maxInFlight !== null)) {
    const name = policy.quotas.length > 0 ? 'policy.quotas' : 'policy.maxInFlight';
    refuse(name, name === 'policy.quotas' ? policy.quotas : policy.maxInFlight, 'none, or clients of kind engines');
  }
  if (store !== null && (!isEngines || policy.quotas.length === 0)) {
    refuse('store', store, 'null, or clients of kind engines whose policy has quotas: they are what is shared');
  }
  if (isEngines && layers.length > 0) refuse('layers', layers, 'none, or clients of kind callers');
  for (const [index, fault] of faults.entries()) {
    const name = `faults[${index}]`;
    if (fault.toMs <= fault.fromMs) refuse(`${name}.toMs`, fault.toMs, `an instant after ${fault.fromMs} ms`);
    const slows =
      service.kind === 'queue' || (service.kind === 'loaded' && fault.kind === 'slowdown' && fault.speed > 0);
    if (fault.kind === 'slowdown' && !slows) {
      refuse(`${name}.speed`, fault.speed, 'a service of kind queue, or of kind loaded and a speed above 0');
    }
    if (fault.kind === 'errors' && service.kind !== 'loaded') {
      refuse(`${name}.kind`, fault.kind, 'another kind: only a loaded service fails a share of its requests');
    }
    if (fault.kind === 'store-outage' && store === null) {
      refuse(`${name}.kind`, fault.kind, 'another kind, or a store');
    }
    if (fault.kind === 'crash' && !(isEngines && 'clients' in load && fault.client < load.clients)) {
      refuse(`${name}.client`, fault.client, 'one of the clients, counted from 0, which are of kind engines');
    }
    if (fault.kind === 'outage' && service.kind === 'contended-row') {
      refuse(`${name}.kind`, fault.kind, 'no fault: the contended row has a network of its own');
    }
  }
  return issues;
}

function inOrder(rate: readonly RatePoint[]): boolean {
  return rate.length > 0 && rate.every(({ atMs }, at) => (at === 0 ? atMs === 0 : atMs > (rate[at - 1]?.atMs ?? 0)));
}
