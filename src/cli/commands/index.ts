import type { CommandEntry } from '../command.js';

/** Every command, in the order of the help. A new one needs a file beside this one and a row here. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'schedule',
    summary: 'What a retry policy waits, and whether it fits a deadline.',
    load: async () => (await import('./schedule.js')).schedule,
  },
  {
    name: 'plan',
    summary: 'What limits and load allow: requests in flight, throughput, time to drain a backlog.',
    load: async () => (await import('./plan.js')).plan,
  },
];
