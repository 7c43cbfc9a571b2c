// Calls that obey the same signal share one listener: a listener each would cost O(n) to add, and Node warns from the
// eleventh on.

import { createAttachment } from './attachment.js';

/** A call that ends when its signal is aborted. */
export interface AbortMember {
  /** Ends the call. Sends nothing: others of the same signal are still to be ended. */
  abort(reason: unknown): void;
  readonly driver: { pump(): void };
  /** Where it stands among the calls of its signal; −1 when it is not among them. Only {@link joinAbort} and its kin set it. */
  placeOfSignal: number;
}

/** Has `member` hear of the abort of `signal`, until {@link leaveAbort}. The signal must not be aborted yet. */
export function joinAbort(signal: AbortSignal, member: AbortMember): void {
  let group = groups.get(signal);
  if (group === undefined) {
    group = new AbortGroup(signal);
    groups.set(signal, group);
  }
  group.join(member);
}

/** `member` has ended. The last one takes the listener off the signal. */
export function leaveAbort(signal: AbortSignal, member: AbortMember): void {
  groups.get(signal)?.leave(member);
}

/** Why a signal was aborted. Signals that are not the platform's may give no reason. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : signal.reason;
}

const groups = createAttachment<AbortGroup>();

/** The place of what is in no group. */
export const NOWHERE = -1;

class AbortGroup {
  private readonly signal: AbortSignal;
  /**
   * In the order in which they joined, with gaps where one has left. Each knows its place: to have a Set find it costs as
   * much as the listener, for a call whose signal serves one call at a time.
   */
  private members: (AbortMember | null)[] = [];
  private gaps = 0;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  join(member: AbortMember): void {
    const { members } = this;
    if (member.placeOfSignal !== NOWHERE) return;
    if (members.length === 0) this.signal.addEventListener('abort', this);
    member.placeOfSignal = members.length;
    members.push(member);
  }

  leave(member: AbortMember): void {
    const { members } = this;
    const place = member.placeOfSignal;
    if (place === NOWHERE) return;
    member.placeOfSignal = NOWHERE;
    members[place] = null;
    this.gaps++;
    while (members.length > 0 && members[members.length - 1] === null) {
      members.pop();
      this.gaps--;
    }
    if (members.length === 0) this.signal.removeEventListener('abort', this);
    else if (this.gaps > 64 && this.gaps * 2 > members.length) this.closeGaps();
  }

  /** The listener: an object, because a function of its own would be made for every group. */
  handleEvent(): void {
    const reason = abortReason(this.signal);
    const drivers = new Set<AbortMember['driver']>();
    // Of a copy: those that end leave, and may have others leave.
    for (const member of [...this.members]) {
      if (member === null || member.placeOfSignal === NOWHERE) continue;
      drivers.add(member.driver);
      member.abort(reason);
    }
    // Not before every listener has been told: signals that follow this one are aborted after it, one by one, and a slot
    // that is free now would go to a call that is about to end.
    queueMicrotask(() => {
      for (const driver of drivers) driver.pump();
    });
  }

  private closeGaps(): void {
    const rest = this.members.filter((member) => member !== null);
    rest.forEach((member, place) => {
      member.placeOfSignal = place;
    });
    this.members = rest;
    this.gaps = 0;
  }
}
