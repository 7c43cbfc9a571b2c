// Request, reply, cancel: work that would hold up the page is done in a worker. Only the newest request of a task counts.

import type { Reply, Request } from './messages.js';
import type { TaskInput, TaskName, TaskOutput } from './tasks.js';

/** A result on its way. */
export interface Job<Output> {
  readonly result: Promise<Output>;
  /** Nobody wants the result any more: its promise stays open for ever, and the work is stopped. */
  cancel(): void;
}

interface Waiting {
  readonly request: Request;
  settle: (reply: Reply) => void;
}

/** Unwanted work that is shorter than this is cheaper to sit out than a new worker. */
const PATIENCE_MS = 150;

let worker: Worker | null = null;
let busy: Waiting | null = null;
let queue: Waiting[] = [];
let nextId = 1;

export function runAside<Name extends TaskName>(task: Name, input: TaskInput<Name>): Job<TaskOutput<Name>> {
  const request: Request = { id: nextId++, task, input };
  const result = new Promise<TaskOutput<Name>>((resolve, reject) => {
    const settle = (reply: Reply): void => {
      if ('fault' in reply) reject(new Error(reply.fault));
      else resolve(reply.value as TaskOutput<Name>);
    };
    queue.push({ request, settle });
  });
  sendNext();
  return { result, cancel: () => cancel(request.id) };
}

function sendNext(): void {
  if (busy !== null) return;
  busy = queue.shift() ?? null;
  if (busy === null) return;
  try {
    worker ??= start();
    worker.postMessage(busy.request);
  } catch (error) {
    done({ id: busy.request.id, fault: String(error) });
  }
}

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Reply>) => done(data));
  started.addEventListener('error', () => {
    if (busy !== null) done({ id: busy.request.id, fault: 'the worker could not be started' });
  });
  return started;
}

function done(reply: Reply): void {
  if (busy?.request.id !== reply.id) return;
  busy.settle(reply);
  busy = null;
  sendNext();
}

function cancel(id: number): void {
  queue = queue.filter(({ request }) => request.id !== id);
  if (busy?.request.id !== id) return;
  busy.settle = () => {};
  setTimeout(() => {
    if (busy?.request.id !== id) return;
    // A worker cannot be interrupted, only ended.
    worker?.terminate();
    worker = null;
    busy = null;
    sendNext();
  }, PATIENCE_MS);
}
