import type { Reply, Request } from './messages.js';
import { runTask } from './tasks.js';

/** One request after the other, each answered under its number. */
self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  self.postMessage(answer(data));
});

function answer({ id, task, input }: Request): Reply {
  try {
    return { id, value: runTask(task, input) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
