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
  {
    name: 'headers',
    summary: 'What a response says: whether and when to call again, who refused, what is left.',
    load: async () => (await import('./headers.js')).headers,
  },
  {
    name: 'web',
    summary: 'The same answers as a page in the browser, served on this computer only.',
    load: async () => (await import('./web.js')).web,
  },
];
