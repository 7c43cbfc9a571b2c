import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Job, runAside } from './run-aside.js';
import type { TaskInput, TaskName, TaskOutput } from './tasks.js';

/** The latest result of a task, and whether a newer one is on its way. */
export interface LiveView<Output> {
  readonly value: Output | null;
  readonly isPending: boolean;
  /** What went wrong in place of a result. */
  readonly fault: string | null;
}

/** A task as its page knows it. The page brings the function, so that no page loads the code of another. */
export interface LiveTask<Name extends TaskName> {
  /** What the worker calls it. */
  readonly name: Name;
  run(input: TaskInput<Name>): TaskOutput<Name>;
  /** Whether it takes longer than a frame. */
  isHeavy(input: TaskInput<Name>): boolean;
  /** Brings what does heavy work, where `run` cannot and no worker can be had. */
  loadHeavy?(): Promise<(input: TaskInput<Name>) => TaskOutput<Name>>;
}

/**
 * Keeps the result of a task up to date with its input, which is null while there is nothing to compute. What is heavy is
 * done aside, and the result before stays until it is there.
 */
export function liveView<Name extends TaskName>(
  task: LiveTask<Name>,
  input: ReadonlySignal<TaskInput<Name> | null>,
): ReadonlySignal<LiveView<TaskOutput<Name>>> {
  const view = signal<LiveView<TaskOutput<Name>>>({ value: null, isPending: true, fault: null });
  let job: Job<TaskOutput<Name>> | null = null;
  effect(() => {
    const given = input.value;
    job?.cancel();
    job = null;
    if (given === null) return;
    if (!task.isHeavy(given)) {
      view.value = onTheSpot(task.run, given);
      return;
    }
    view.value = { ...view.peek(), isPending: true };
    const begun = runAside(task.name, given);
    job = begun;
    void begun.result
      .then(
        (value) => ({ value, isPending: false, fault: null }),
        // Without workers, or with one that does not start, a slow answer is better than none.
        async () => onTheSpot((await task.loadHeavy?.()) ?? task.run, given),
      )
      .catch(failed)
      .then((found) => {
        if (job === begun) view.value = found;
      });
  });
  return view;
}

function onTheSpot<Input, Output>(run: (input: Input) => Output, input: Input): LiveView<Output> {
  try {
    return { value: run(input), isPending: false, fault: null };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): LiveView<never> {
  return { value: null, isPending: false, fault: error instanceof Error ? error.message : String(error) };
}
