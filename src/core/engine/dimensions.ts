// What is counted: the quotas of the policy, and whatever else callers and servers give a name to.

import { InputError } from '../errors.js';

/** More names than this are a mistake of the caller, or a server that makes them up. */
const MOST_DIMENSIONS = 64;

/** A cost that the caller has not stated. */
const NOT_STATED = -1;

/** The names of what is counted, each with its place in the arrays of costs; those of the policy come first. */
export class Dimensions {
  private readonly places = new Map<string, number>();

  constructor(policyNames: readonly string[]) {
    for (const name of policyNames) this.places.set(name, this.places.size);
  }

  /** The place of a name, a new one if need be; −1 when there are too many. */
  placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    if (this.places.size >= MOST_DIMENSIONS) return -1;
    this.places.set(name, this.places.size);
    return this.places.size - 1;
  }

  /** Units by name as an array by place. Throws {@link InputError} for an amount that is no number ≥ 0. */
  arrayOf(units: Readonly<Record<string, number>>): readonly number[] {
    const array: number[] = [];
    for (const [name, amount] of Object.entries(units)) {
      if (!(amount >= 0 && Number.isFinite(amount))) {
        throw new InputError({ field: `cost.${name}`, value: amount, allowed: 'a number of units, 0 or more' });
      }
      const place = this.placeOf(name);
      if (place < 0) {
        const allowed = `no more than ${MOST_DIMENSIONS} different names`;
        throw new InputError({ field: `cost.${name}`, value: amount, allowed });
      }
      while (array.length <= place) array.push(NOT_STATED);
      array[place] = amount;
    }
    return array;
  }
}
