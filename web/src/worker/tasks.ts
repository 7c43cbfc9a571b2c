import { configView } from '../pages/code/view.js';
import { planView } from '../pages/plan/view.js';
import { wholeScheduleView } from '../pages/schedule/whole-view.js';

/** What can be computed, here or in a worker: pure functions of plain data to plain data, by name. */
const TASKS = { schedule: wholeScheduleView, plan: planView, config: configView } as const;

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskOutput<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

/** Runs one task on the spot. */
export function runTask<Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskOutput<Name> {
  // The table pairs each name with its own function, which the compiler cannot follow through the index.
  const task = TASKS[name] as unknown as (input: TaskInput<Name>) => TaskOutput<Name>;
  return task(input);
}
