// What was odd about a header, in a form for programs (code) and for people (message).

/** What was odd about a value, as a name that stays the same; sentences may change. */
export type HeaderWarningCode =
  /** The value could not be read and counts as absent. */
  | 'malformed'
  /** A date that matches the grammar but names no day or time there is, such as 31 February. Counts as absent. */
  | 'impossible-date'
  /** Longer than any real value of this field. Counts as absent. */
  | 'too-long'
  /** A delay of 0: beside a refusal it says nothing about when to come back. */
  | 'zero-delay'
  /** An instant that is already over, which reads as a delay of 0. */
  | 'past-date'
  /** A delay so large (over 31 years) that the sender hardly meant seconds from now. */
  | 'implausible-delay'
  | 'decimal-seconds'
  | 'epoch-in-retry-after'
  | 'rfc3339-date'
  | 'wrong-weekday'
  | 'letter-case'
  /** One value sent several times, although the field allows one. */
  | 'duplicate-field'
  /** Several values that disagree; the one that asks for the longest wait was taken. */
  | 'conflicting-duplicates'
  /** The response's own `Date` could not be read, so the local clock was used. */
  | 'unreadable-date'
  /** A line of a header block that is no field. */
  | 'malformed-line'
  /** A limit of 0, −1 or unreadable, which cannot be planned with. */
  | 'unusable-limit'
  /** A negative remaining amount, taken as 0. */
  | 'negative-remaining'
  /** The headers do not state the window; it was worked out from how slowly the limit refills. */
  | 'window-inferred'
  /** The reset contradicts the documented window. */
  | 'reset-does-not-fit'
  /** The limit is enforced over a part of its window, so that a burst may be refused. */
  | 'sub-window'
  /** A limit that is left out, because others in the same response say the same more precisely. */
  | 'limit-left-out'
  /** The response states no amount to plan with. */
  | 'no-amounts'
  /** A limit whose window is neither stated nor documented. */
  | 'no-window'
  /** What a number means was decided by its size, for want of anything better. */
  | 'guessed-unit'
  /** An epoch time in a field that should have seconds from now. */
  | 'epoch-in-reset'
  /** So much is left that a counter must have run below 0. Counts as unknown. */
  | 'implausible-remaining'
  /** −1, which stands for unknown. */
  | 'unknown-amount'
  /** Fields that name different waits for the same thing. */
  | 'contradiction'
  /** A delay that is there and yet pointless, because what refused lasts longer. */
  | 'pointless-delay'
  /** The input holds several responses; the last one is the answer. */
  | 'several-responses'
  /** The input is what a client logged of the response: a status and some words, without fields. */
  | 'logged-error'
  /** No status was given, so the response is read as a refusal. */
  | 'status-assumed'
  /** A Token where the draft wants a String, or a parameter missing that it requires. */
  | 'departs-from-draft'
  /** A body that cannot be looked at: too long, or encoded. */
  | 'unread-body';

/** Something odd about what was read. The message is one sentence, fit to be printed whatever the server sent. */
export interface HeaderWarning {
  readonly code: HeaderWarningCode;
  readonly message: string;
}

/** One shared empty list, so that the usual, unremarkable answer allocates none. */
export const NO_WARNINGS: readonly HeaderWarning[] = Object.freeze([]);

const SHOWN_CHARACTERS = 60;

/**
 * A value from the network, fit to be printed: quoted, cut at 60 characters, and with everything but printable ASCII
 * escaped, since a server must not be able to steer the reader's terminal.
 */
export function quoteValue(value: string): string {
  const cut = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS - 1)}…` : value;
  let text = '';
  for (const character of cut) text += /[ !#-~…]/.test(character) ? character : escapeOf(character);
  return `"${text}"`;
}

function escapeOf(character: string): string {
  return character === '"' ? '\\"' : `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}
