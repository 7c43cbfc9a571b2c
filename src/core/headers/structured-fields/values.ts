// What a structured field holds (RFC 9651 §3), as plain data that keeps apart what the text kept apart: a Token is not
// a String, 5.0 is not the Integer 5, and a Date is not a number.

/** A value without parameters. `type` says which of the eight types of §3.3 it is. */
export type BareItem =
  | {
      /** An Integer has up to 15 digits; a Decimal up to 12 before the point and 1 to 3 after it. Never −0. */
      readonly type: 'integer' | 'decimal';
      readonly value: number;
    }
  | {
      /** Strings and Tokens are ASCII. A Display String may hold any character, control characters included. */
      readonly type: 'string' | 'token' | 'displayString';
      readonly value: string;
    }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | {
      readonly type: 'date';
      /** Whole **seconds** since the epoch, up to 15 digits: more than JavaScript's `Date` can hold. */
      readonly value: number;
    };

/** In the order sent, by key. A parameter without a value is Boolean true. */
export type Parameters = ReadonlyMap<string, BareItem>;

export type Item = BareItem & { readonly params: Parameters };

export interface InnerList {
  readonly type: 'innerList';
  readonly value: readonly Item[];
  readonly params: Parameters;
}

/** A member of a List or of a Dictionary. */
export type Member = Item | InnerList;

/**
 * A value that a later one with the same key replaced, as RFC 9651 asks (§4.2.2, §4.2.3.2). Kept because a sender who
 * repeats a key may have meant two things.
 */
export type Overwritten =
  | { readonly of: 'dictionary'; readonly key: string; readonly value: Member }
  | { readonly of: 'parameters'; readonly key: string; readonly value: BareItem };
