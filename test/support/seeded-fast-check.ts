// fast-check with one seed for all, which vitest.config.ts puts in the place of fast-check: a run is the same every time, and
// no property fails on one machine in a thousand. `SEED=4711 npx vitest run src/core` looks elsewhere.

import fc from '../../node_modules/fast-check/lib/fast-check.js';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_130) });

export default fc;
