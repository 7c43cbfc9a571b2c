// What goes wrong on the way: faults that were drawn for one answer, and what they make of it.

import type { Random } from '../core/random/random.js';
import type { HeaderPair } from '../core/rulebooks/index.js';
import { drawFrom, type Occasion, type Trigger, triggerOf } from './draw.js';
import type { Fault, FaultAction } from './options.js';
import type { Piece, Reply } from './reply.js';

export interface ArmedFault {
  readonly fault: Fault;
  readonly trigger: Trigger;
}

export function armed(faults: readonly Fault[], random: Random): readonly ArmedFault[] {
  return faults.map((fault) => ({ fault, trigger: triggerOf(fault.when, random) }));
}

/** Those whose time has come, with what is random about them drawn. */
export function drawn(
  faults: readonly ArmedFault[],
  occasion: Occasion,
  end: 'served' | 'refused',
  random: Random,
): readonly FaultAction[] {
  if (faults.length === 0) return NONE;
  return faults.flatMap(({ fault, trigger }) => {
    if ((fault.on !== undefined && fault.on !== end) || !trigger(occasion)) return [];
    return [fault.kind === 'latency' ? { kind: fault.kind, ms: drawFrom(fault.ms, random) } : fault];
  });
}

const NONE: readonly FaultAction[] = [];

/** How much later the answer begins; Infinity when it never does. */
export function delayBy(faults: readonly FaultAction[]): number {
  let ms = 0;
  for (const fault of faults) {
    if (fault.kind === 'hang') return Infinity;
    if (fault.kind === 'latency') ms += fault.ms as number;
  }
  return ms;
}

/** How far the server's clock is ahead. */
export function skewOf(faults: readonly FaultAction[]): number {
  return faults.reduce((ms, fault) => (fault.kind === 'skew' ? ms + fault.ms : ms), 0);
}

/** Whether nothing arrives at all. */
export function leavesNothing(faults: readonly FaultAction[]): boolean {
  return faults.some(({ kind }) => kind === 'reset' || kind === 'hang');
}

/** What a stream says that fails after so many events; null where it can say nothing. */
export type Failure = (events: number) => string | null;

/** The reply as it arrives; null when the connection breaks instead. */
export function spoiled(reply: Reply, faults: readonly FaultAction[], failure: Failure = () => null): Reply | null {
  let spoilt: Reply = reply;
  for (const fault of faults) {
    if (fault.kind === 'reset') return null;
    spoilt = spoil(spoilt, fault, failure);
  }
  return spoilt;
}

function spoil(reply: Reply, fault: FaultAction, failure: Failure): Reply {
  const { headers, pieces } = reply;
  switch (fault.kind) {
    case 'truncate':
      return { ...reply, pieces: firstCharacters(pieces, fault.characters), ends: 'reset' };
    case 'slow':
      return { ...reply, pieces: pieces.flatMap((piece) => slowly(piece, fault.characters, fault.pauseMs)) };
    case 'content-length':
      return withLength(reply, fault.addBytes);
    case 'headers':
      return { ...reply, headers: withHeaders(headers, fault.set) };
    case 'cut-stream':
      return pieces.length < 2 ? reply : { ...reply, ...cut(pieces, fault.events, fault.by, failure) };
    default:
      return reply;
  }
}

function firstCharacters(pieces: readonly Piece[], characters: number): Piece[] {
  let left = characters;
  return pieces.flatMap((piece) => {
    if (left <= 0) return [];
    const text = piece.text.slice(0, cutAt(piece.text, left));
    left -= text.length;
    return [{ ...piece, text }];
  });
}

function slowly(piece: Piece, characters: number, pauseMs: number): readonly Piece[] {
  const { text, afterMs, tokens } = piece;
  // One that never comes has no text, and stays.
  if (text.length <= characters) return [piece];
  const parts: Piece[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    const isFirst = from === 0;
    to = cutAt(text, from + characters);
    parts.push({ text: text.slice(from, to), afterMs: isFirst ? afterMs : pauseMs, tokens: isFirst ? tokens : 0 });
  }
  return parts;
}

/** Where a text can be cut: behind both halves of a character beyond U+FFFF, which have no bytes of their own. */
function cutAt(text: string, at: number): number {
  const isWithin = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isWithin ? at + 1 : at;
}

/** Whoever promises more than there is breaks the connection in the end, or the client would wait for ever. */
function withLength(reply: Reply, addBytes: number): Reply {
  const headers = reply.headers.map(([name, value]): HeaderPair => {
    return name === 'content-length' ? [name, String(Math.max(0, Number(value) + addBytes))] : [name, value];
  });
  return { ...reply, headers, ends: addBytes > 0 ? 'reset' : reply.ends };
}

/** Headers with some replaced; null takes one away and a list sends it more than once. */
export function withHeaders(
  headers: readonly HeaderPair[],
  set: Readonly<Record<string, string | readonly string[] | null>>,
): HeaderPair[] {
  const names = new Set(Object.keys(set).map((name) => name.toLowerCase()));
  const kept = headers.filter(([name]) => !names.has(name.toLowerCase()));
  const added = Object.entries(set).flatMap(([name, value]) =>
    (value === null ? [] : typeof value === 'string' ? [value] : value).map((each): HeaderPair => [name, each]),
  );
  return [...kept, ...added];
}

function cut(
  pieces: readonly Piece[],
  events: number,
  by: 'reset' | 'end' | 'hang' | 'error',
  failure: Failure,
): Pick<Reply, 'pieces' | 'ends'> {
  const sent = pieces.slice(0, events);
  if (by === 'hang') return { pieces: [...sent, { text: '', afterMs: Infinity, tokens: 0 }], ends: 'whole' };
  const text = by === 'error' ? failure(sent.length) : null;
  if (text !== null) return { pieces: [...sent, { text, afterMs: 0, tokens: 0 }], ends: 'whole' };
  return { pieces: sent, ends: by === 'reset' ? 'reset' : 'whole' };
}
