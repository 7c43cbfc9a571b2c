// What the server of this bench counts with: two limits, exact to the rounding of a double, that share no line with the
// limiters of the library. All instants are ms.

/** Refills evenly at `perSecond` and holds at most `burst`. */
export function tokenBucket(perSecond, burst) {
  let level = burst;
  let updatedAt = null;
  const state = (isServed) => ({
    isServed,
    remaining: Math.floor(level),
    nextMs: level >= 1 ? 0 : ((1 - level) / perSecond) * 1000,
    fullMs: ((burst - level) / perSecond) * 1000,
  });
  const refill = (now) => {
    level = Math.min(burst, level + ((now - (updatedAt ?? now)) / 1000) * perSecond);
    updatedAt = now;
  };
  return {
    boundMs: (requests) => (Math.max(0, requests - burst) / perSecond) * 1000,
    take(now) {
      refill(now);
      const isServed = level >= 1;
      if (isServed) level -= 1;
      return state(isServed);
    },
    /** As `take`, of a request that takes nothing. */
    look(now) {
      refill(now);
      return state(false);
    },
  };
}

/** `amount` in each window. The first window opens with the first request, the others follow it without a gap. */
export function fixedWindow(amount, windowMs) {
  let openedAt = null;
  let used = 0;
  return {
    boundMs: (requests) => (Math.ceil(requests / amount) - 1) * windowMs,
    take(now) {
      openedAt ??= now;
      const passed = Math.floor((now - openedAt) / windowMs);
      if (passed > 0) {
        openedAt += passed * windowMs;
        used = 0;
      }
      const isServed = used < amount;
      if (isServed) used++;
      const endsMs = openedAt + windowMs - now;
      return { isServed, remaining: amount - used, nextMs: used < amount ? 0 : endsMs, fullMs: endsMs };
    },
  };
}
