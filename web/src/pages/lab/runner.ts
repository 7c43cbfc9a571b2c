// The run that is shown: begins, stops and steers it in a worker, and takes its pictures, one for each frame of the screen.

import { signal } from '@preact/signals';
import { formatWait } from '../../../../src/core/text/format-time.js';
import type { Intervention, Report } from '../../../../src/simulator/index.js';
import type { Asked } from './asked.js';
import type { Beginning, Frame, News, Order, Pace } from './run/messages.js';

export type Status = 'idle' | 'playing' | 'finishing' | 'stopped' | 'done' | 'failed';

/** Something that was done to the run while it went on. */
export interface SteppedIn {
  readonly atMs: number;
  readonly kind: Intervention['kind'];
  /** In words, such as "the faults ended". */
  readonly text: string;
  readonly sides: readonly number[];
  /** Over it, as JSON has it. */
  readonly intervention: Intervention;
}

export const status = signal<Status>('idle');
/** What is run: not always what is asked, which may have changed since. */
export const running = signal<Asked | null>(null);
export const frame = signal<Frame | null>(null);
export const beginning = signal<Beginning | null>(null);
/** At the end. */
export const reports = signal<readonly Report[] | null>(null);
export const steppedIn = signal<readonly SteppedIn[]>([]);
/** Which calls have a line of dots. */
export const lanes = signal({ lanes: 0, stride: 1 });
/** What went wrong. */
export const fault = signal<string | null>(null);
/** For those who cannot see it: what just happened. */
export const told = signal('');
/** How long the run is to take, in ms of the reader's time. */
export const playMs = signal(10_000);
/** Attempts so far, in the pieces in which they came. */
export const dots = signal<readonly Float32Array[]>([]);

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

let worker: Worker | null = null;
let run = 0;
let waiting: Frame | null = null;
let stopAskedAt = 0;
let pending: Omit<SteppedIn, 'atMs'>[] = [];

/** Runs what is asked from the start. Whoever wants no motion gets the end at once. */
export function begin(asked: Asked, pace: Pace = playPace()): void {
  if (asked.sides.length === 0) return;
  run++;
  waiting = null;
  pending = [];
  running.value = asked;
  beginning.value = null;
  reports.value = null;
  steppedIn.value = [];
  fault.value = null;
  frame.value = null;
  dots.value = [];
  told.value = '';
  const job = { seed: asked.seed, scenarios: asked.sides.map(({ scenario }) => scenario) };
  if (!send({ kind: 'begin', run, job, pace })) return;
  setStatus(pace);
}

/** Goes on at a pace from where the run stands. */
export function goOn(pace: Pace = playPace()): void {
  setStatus(pace);
  if (pace.kind === 'stop') stopAskedAt = performance.now();
  send({ kind: 'pace', pace });
}

export function stop(): void {
  if (status.peek() === 'playing' || status.peek() === 'finishing') goOn({ kind: 'stop' });
}

export function setPlayMs(ms: number): void {
  playMs.value = ms;
  if (status.peek() === 'playing' && !reduced.matches) goOn();
}

export function stepIn(intervention: Intervention, text: string, sides: readonly number[]): void {
  pending.push({ intervention, kind: intervention.kind, text, sides });
  send({ kind: 'intervene', sides, intervention });
}

function playPace(): Pace {
  return reduced.matches ? { kind: 'finish' } : { kind: 'play', playMs: playMs.peek() };
}

function setStatus({ kind }: Pace): void {
  status.value = kind === 'play' ? 'playing' : kind === 'finish' ? 'finishing' : 'stopped';
}

function send(order: Order): boolean {
  try {
    worker ??= start();
    worker.postMessage(order);
    return true;
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return false;
  }
}

function start(): Worker {
  const started = new Worker(new URL('./run/worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.run === run) hear(data);
  });
  started.addEventListener('error', (event) => {
    started.terminate();
    worker = null;
    fail(event.message || 'its worker could not be started; are you offline, or is there a new version?');
  });
  return started;
}

function fail(message: string): void {
  status.value = 'failed';
  fault.value = `The run failed: ${message}.`;
}

function hear(news: News): void {
  switch (news.kind) {
    case 'ready':
      lanes.value = { lanes: news.lanes, stride: news.stride };
      break;
    case 'frame':
      if (waiting === null) requestAnimationFrame(draw);
      // One that the screen did not wait for is part of the next; its dots must not be lost.
      waiting = waiting === null ? news.frame : { ...news.frame, dots: joined(waiting.dots, news.frame.dots) };
      break;
    case 'beginning':
      beginning.value = news.beginning;
      break;
    case 'stopped':
      if (stopAskedAt > 0) performance.measure('lab-stop', { start: stopAskedAt, end: performance.now() });
      stopAskedAt = 0;
      if (status.peek() !== 'done') status.value = 'stopped';
      // The last frame may not be on the screen yet.
      told.value = `Stopped at ${formatWait((waiting ?? frame.peek())?.clockMs ?? 0)}.`;
      break;
    case 'intervened': {
      const [first, ...rest] = pending;
      pending = rest;
      if (first === undefined) break;
      steppedIn.value = [...steppedIn.peek(), { ...first, atMs: news.atMs }];
      told.value = `At ${formatWait(news.atMs)}: ${first.text}.`;
      break;
    }
    case 'done':
      reports.value = news.reports;
      status.value = 'done';
      break;
    case 'failed':
      fail(news.message);
  }
}

function draw(): void {
  const next = waiting;
  waiting = null;
  if (next === null) return;
  if (next.dots.length > 0) dots.value = [...dots.peek(), next.dots];
  frame.value = next;
  send({ kind: 'drawn' });
}

function joined(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
