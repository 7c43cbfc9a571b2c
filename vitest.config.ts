import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // vitest leaves one core free by default, which on the usual small runner is half of the machine.
    maxWorkers: '100%',
    reporters: ['default'],
  },
});
