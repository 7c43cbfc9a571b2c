// An answer on its way to the client, with whatever becomes of it.

import type { Socket } from 'node:net';
import { printable } from '../../core/text/printable.js';
import type { Emulator } from '../emulator.js';
import { byteLength, type Delivery, type Reply } from '../reply.js';
import type { Rejection } from './request-head.js';
import type { WireRequest } from './request-reader.js';
import { chunk, LAST_CHUNK, type WireHead, wireHead } from './wire-head.js';

/** What a connection is to its answers. */
export interface Line {
  readonly socket: Socket;
  readonly emulator: Emulator;
  /** What to do when the client leaves before the answer has ended. */
  onGone: (() => void) | null;
  /** To be called once, unless the connection was broken or the request rejected; the last answer ends it. */
  answered(isLast: boolean): void;
  /** Says in the place of an answer what is wrong, and ends the connection. */
  reject(rejection: Rejection): void;
}

export function answer(line: Line, request: WireRequest): void {
  let delivery: Delivery;
  try {
    delivery = line.emulator.receive(request);
  } catch (error) {
    fail(line, error);
    return;
  }
  if (delivery.delayMs === 0) begin(line, request, delivery);
  else later(line, request, delivery);
}

/** Waits, unless the client is gone first. */
function later(line: Line, request: WireRequest, delivery: Delivery): void {
  const stop = pause(line.emulator, delivery.delayMs, () => begin(line, request, delivery));
  line.onGone = () => {
    stop();
    delivery.end(0);
  };
}

function begin(line: Line, request: WireRequest, delivery: Delivery): void {
  line.onGone = null;
  let reply: Reply | null;
  let head: WireHead | null;
  try {
    reply = delivery.reply();
    head = reply && wireHead(reply, request);
  } catch (error) {
    delivery.end(0);
    fail(line, error);
    return;
  }
  if (reply === null || head === null) {
    delivery.end(0);
    line.socket.resetAndDestroy();
    return;
  }
  const { pieces, ends } = reply;
  const isAtOnce = pieces.length === 0 || (pieces.length === 1 && pieces[0]?.afterMs === 0);
  if (ends === 'reset' || !(isAtOnce || head.isBare)) {
    sendPieces(line, head, reply, delivery);
    return;
  }
  sendWhole(line.socket, head, pieces[0]?.text ?? '');
  delivery.end(pieces.length);
  line.answered(head.isLast);
}

/** A rule book of one's own may throw, or tell what no header can. Other clients are still to be answered. */
function fail(line: Line, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  line.reject({ status: 500, message: `the rule book has no answer: ${printable(reason, 200)}` });
}

function sendWhole(socket: Socket, head: WireHead, text: string): void {
  const body = head.isBare ? '' : head.isChunked ? `${text === '' ? '' : chunk(text)}${LAST_CHUNK}` : text;
  const whole = head.text + body;
  // Headers are in Latin-1 and bodies in UTF-8; where all of it is ASCII that is the same.
  if (byteLength(whole) === whole.length) {
    socket.write(whole, 'latin1');
    return;
  }
  socket.cork();
  socket.write(head.text, 'latin1');
  socket.write(body);
  socket.uncork();
}

function sendPieces(line: Line, head: WireHead, { pieces, ends }: Reply, delivery: Delivery): void {
  const { socket, emulator } = line;
  let sent = 0;
  let stop = (): void => {};
  line.onGone = () => {
    stop();
    delivery.end(sent);
  };
  const write = (text: string): void => {
    sent++;
    // A chunk without a byte would be the last.
    if (text !== '' && !head.isBare) socket.write(head.isChunked ? chunk(text) : text);
    delivery.sent(sent);
  };
  const next = (): void => {
    socket.cork();
    while (sent < pieces.length) {
      const { text, afterMs } = pieces[sent] as Reply['pieces'][number];
      if (afterMs > 0) {
        stop = pause(emulator, afterMs, () => {
          write(text);
          next();
        });
        socket.uncork();
        return;
      }
      write(text);
    }
    delivery.end(sent);
    line.onGone = null;
    if (ends === 'whole' && head.isChunked && !head.isBare) socket.write(LAST_CHUNK, 'latin1');
    socket.uncork();
    if (ends === 'whole') line.answered(head.isLast);
    // What has been written is on its way before the connection breaks.
    else setImmediate(() => socket.resetAndDestroy());
  };
  socket.write(head.text, 'latin1');
  next();
}

/** Calls back when the time is over, never for Infinity; what is returned calls it off. */
function pause({ clock }: Emulator, ms: number, then: () => void): () => void {
  if (ms === Infinity) return () => {};
  const until = clock.now() + ms;
  // Timers may fire early.
  const wake = (): void => {
    if (clock.now() >= until) then();
    else timer = clock.setTimer(until, wake);
  };
  let timer = clock.setTimer(until, wake);
  return () => clock.clearTimer(timer);
}
