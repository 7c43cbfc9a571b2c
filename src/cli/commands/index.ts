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
    name: 'simulate',
    summary: 'What a fleet of clients does to a service: a scenario, run over the engine itself.',
    load: async () => (await import('./simulate.js')).simulate,
  },
  {
    name: 'headers',
    summary: 'What a response says: whether and when to call again, who refused, what is left.',
    load: async () => (await import('./headers.js')).headers,
  },
  {
    name: 'generate',
    summary: 'A policy as code for your language, to be read, copied and kept.',
    load: async () => (await import('./generate.js')).generateCommand,
  },
  {
    name: 'export',
    summary: 'A policy as the config of another system, such as gRPC, Envoy or Celery, and what gets lost.',
    load: async () => (await import('./export.js')).exportCommand,
  },
  {
    name: 'import',
    summary: 'The config of another system as a policy: what it really does, and what a policy cannot say.',
    load: async () => (await import('./import.js')).importCommand,
  },
  {
    name: 'emulate',
    summary: 'A provider on this computer, with its limits, headers and bad days, for any client in any language.',
    load: async () => (await import('./emulate.js')).emulate,
  },
  {
    name: 'gateway',
    summary: 'One quota for every program on this computer, in any language: a server that waits as the API says.',
    load: async () => (await import('./gateway.js')).gateway,
  },
  {
    name: 'web',
    summary: 'The same answers as a page in the browser, served on this computer only.',
    load: async () => (await import('./web.js')).web,
  },
  {
    name: 'completion',
    summary: 'A script that lets your shell complete commands, flags and their values.',
    load: async () => (await import('./completion.js')).completion,
  },
];
