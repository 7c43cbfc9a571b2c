// Calls that obey the same signal share one listener: a listener each would cost O(n) to add, and Node warns from the
// eleventh on.

import { createAttachment } from './attachment.js';

/** A call that ends when its signal is aborted. */
export interface AbortMember {
  /** Ends the call. Sends nothing: others of the same signal are still to be ended. */
  abort(reason: unknown): void;
  readonly driver: { pump(): void };
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

class AbortGroup {
  private readonly signal: AbortSignal;
  private readonly members = new Set<AbortMember>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  join(member: AbortMember): void {
    if (this.members.size === 0) this.signal.addEventListener('abort', this);
    this.members.add(member);
  }

  leave(member: AbortMember): void {
    if (this.members.delete(member) && this.members.size === 0) this.signal.removeEventListener('abort', this);
  }

  /** The listener: an object, because a function of its own would be made for every group. */
  handleEvent(): void {
    const reason = abortReason(this.signal);
    const drivers = new Set<AbortMember['driver']>();
    for (const member of this.members) {
      drivers.add(member.driver);
      member.abort(reason);
    }
    // Not before every listener has been told: signals that follow this one are aborted after it, one by one, and a slot
    // that is free now would go to a call that is about to end.
    queueMicrotask(() => {
      for (const driver of drivers) driver.pump();
    });
  }
}
