/** The larger array, with the contents of the smaller one at its beginning. */
export function enlarged<T extends Int32Array | Uint32Array | Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
