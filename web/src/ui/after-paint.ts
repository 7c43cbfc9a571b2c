import { useEffect, useState } from 'preact/hooks';

/**
 * The value as of the last picture: a new one comes one frame later. For what stands beneath the answer, which then need
 * not wait until all of the page is made.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  // Effects run when the picture has been drawn; without one, as in a hidden tab, soon after.
  useEffect(() => setPainted(value), [value]);
  return painted;
}
