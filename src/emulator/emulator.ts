// A provider that can be held in the hand: its limits, its headers, its bad days.

import type { RuleBook } from '../core/rulebooks/index.js';
import type { EmulatorClock } from './clock.js';
import { CONTROL_PATH, controlDelivery } from './control.js';
import { Emulation } from './emulation.js';
import { fetchFrom } from './fetch.js';
import type { Seen } from './log.js';
import type { EmulatorOptions, ExactAnswer } from './options.js';
import { readAnswers } from './read-options.js';
import type { Delivery } from './reply.js';
import type { EmulatedRequest } from './request.js';
import { settingsOf } from './settings.js';

/** A rate-limited provider, in this process. {@link createEmulator} makes one, {@link listen} puts it on a port. */
export interface Emulator {
  /** The rules in force, with the figures that were given. */
  readonly book: RuleBook;
  readonly clock: EmulatorClock;
  /** `fetch` without a socket: give it to whatever takes a fetch. Any host is answered. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The server's clock: whole epoch ms. */
  now(): number;
  /** Counts a request and says what to answer: for whoever has a transport of their own. */
  receive(request: EmulatedRequest): Delivery;
  /** What it has seen so far. */
  seen(): Seen;
  /** Adds exact answers behind those that are still to be given. Throws `PolicyError` for what is none. */
  play(answers: readonly ExactAnswer[]): void;
  /** Begins anew: full limits, nothing seen, the seed and the script from their start. */
  reset(): void;
}

/**
 * Makes an emulator. Deterministic: the same seed and the same requests at the same instants give the same answers.
 * Throws `PolicyError` or `InputError` for options that cannot be used, naming each of them.
 */
export function createEmulator(options: EmulatorOptions): Emulator {
  const settings = settingsOf(options);
  const { book, clock } = settings;
  let emulation = new Emulation(settings);
  const emulator: Emulator = {
    book,
    clock,
    fetch: (input, init) => fetchFrom(emulator, input, init),
    now: () => emulation.now(),
    receive: (request) => (isControl(request.path) ? controlDelivery(emulator, request) : emulation.receive(request)),
    seen: () => emulation.seen(),
    play: (answers) => emulation.play(readAnswers(answers)),
    reset: () => {
      emulation = new Emulation(settings);
    },
  };
  return emulator;
}

function isControl(path: string): boolean {
  return path.startsWith(CONTROL_PATH) && (path.length === CONTROL_PATH.length || path[CONTROL_PATH.length] === '/');
}
