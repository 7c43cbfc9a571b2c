import { meanMsOf } from './duration.js';
import type { Service } from './scenario/scenario.js';

/** Requests per second that a service can do when nothing is broken; null where there is no such figure. */
export function capacityPerSecond(service: Service): number | null {
  switch (service.kind) {
    case 'queue':
      return (service.servers * 1000) / meanMsOf(service.service);
    case 'limiter': {
      const { limiter, cost } = service;
      if (!('amount' in limiter && 'windowMs' in limiter) || cost === 0) return null;
      return (limiter.amount * 1000) / limiter.windowMs / cost;
    }
    default:
      return null;
  }
}
