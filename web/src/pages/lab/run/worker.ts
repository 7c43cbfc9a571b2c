import type { News, Order } from './messages.js';
import { Player } from './player.js';

let player: Player | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A task of its own without the delay that timers have, so that orders are heard between two slices. */
const { port1, port2 } = new MessageChannel();
let isAsked = false;
port1.onmessage = () => {
  isAsked = false;
  work();
};

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  switch (data.kind) {
    case 'begin': {
      const { run } = data;
      const tell = (news: News): void => self.postMessage(news);
      try {
        player = new Player(data.job, data.pace, {
          now: () => performance.now(),
          tell: (told) => tell({ ...told, run }),
        });
      } catch (error) {
        player = null;
        tell({ run, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
      break;
    }
    case 'pace':
      player?.setPace(data.pace);
      break;
    case 'intervene':
      player?.intervene(data.sides, data.intervention);
      break;
    case 'drawn':
      player?.drawn();
  }
  goOn(0);
});

function work(): void {
  const dueMs = player?.work() ?? null;
  if (dueMs !== null) goOn(dueMs);
}

function goOn(inMs: number): void {
  clearTimeout(timer);
  timer = undefined;
  if (inMs > 0) timer = setTimeout(work, inMs);
  else if (!isAsked) {
    isAsked = true;
    port2.postMessage(null);
  }
}
