import type { TaskInput, TaskName } from './tasks.js';

/** To the worker. */
export interface Request {
  readonly id: number;
  readonly task: TaskName;
  readonly input: TaskInput<TaskName>;
}

/** From it: a value, or what went wrong. */
export type Reply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly fault: string };
