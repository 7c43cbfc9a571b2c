import type { Rules } from '../../core/backoff/compile.js';
import { createLimiter } from '../../core/limiters/create-limiter.js';
import { ruleBookOf, scaled } from '../../core/rulebooks/index.js';
import { durationSource } from '../duration.js';
import type { Sabotaged } from '../fault-plan.js';
import type { Link } from '../link.js';
import { Purpose, randomFor } from '../random-streams.js';
import type { Recorder } from '../recorder.js';
import type { Run } from '../run.js';
import type { Scenario } from '../scenario/scenario.js';
import type { Service } from '../service.js';
import { ContendedRow } from './contended-row.js';
import { LimiterServer } from './limiter-server.js';
import { LoadedServer } from './loaded-server.js';
import { QueueServer } from './queue-server.js';
import { RuleBookServer } from './rule-book-server.js';
import { SlottedChannel } from './slotted-channel.js';

/** The dependency of a scenario, at the end of its link. `rules` are those by which the clients judge an answer. */
export function createService(
  run: Run,
  link: Link,
  recorder: Recorder,
  { service }: Scenario,
  rules: Rules,
  seed: number,
): Service & Sabotaged {
  const random = randomFor(seed, Purpose.SERVICE);
  switch (service.kind) {
    case 'limiter':
      return new LimiterServer(run, link, recorder, {
        limiter: createLimiter(service.limiter, 0, 'service.limiter'),
        cost: service.cost,
        serviceMs: durationSource(service.service, random),
        hintStepMs: service.hintStepMs,
      });
    case 'rule-book': {
      const limits = Object.fromEntries(Object.entries(service.limits).map(([name, amount]) => [name, { amount }]));
      const book = scaled(ruleBookOf(service.provider, 'service.provider'), { limits });
      return new RuleBookServer(run, link, recorder, {
        book,
        rules,
        serviceMs: durationSource(service.service, random),
      });
    }
    case 'queue':
      return new QueueServer(run, link, recorder, {
        servers: service.servers,
        room: service.room ?? Infinity,
        takesNewestFirst: service.order === 'lifo',
        dropsExpired: service.dropsExpired,
        serviceMs: durationSource(service.service, random),
      });
    case 'loaded':
      return new LoadedServer(run, link, recorder, { ...service, random: randomFor(seed, Purpose.FAILURE) });
    case 'contended-row':
      return new ContendedRow(run, link, recorder);
    case 'slotted-channel':
      return new SlottedChannel(run, link, recorder, service.slotMs);
  }
}
