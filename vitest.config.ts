import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take from some seconds to a minute. Begun last, one of them would keep a single core busy at the end. */
const LONGEST = [
  'test/conformance/conformance.test.ts',
  'test/page/accessibility.test.ts',
  'test/page/lab.test.ts',
  'test/page/code.test.ts',
  'test/page/links.test.ts',
  'test/page/headers.test.ts',
  'test/page/same-numbers.test.ts',
  'test/page/schedule.test.ts',
  'test/page/keyboard.test.ts',
  'test/page/stories.test.ts',
  'test/gateway/faults.test.ts',
  'test/random-policies/schedules.test.ts',
  'test/random-policies/plans.test.ts',
  'test/redis/failures.test.ts',
  'test/redis/client.test.ts',
  'test/decoder-fuzz.test.ts',
  'test/end-to-end/soak.test.ts',
  'test/examples.test.ts',
  'test/redis/fleet.test.ts',
  'test/package.test.ts',
  'test/gateway/sdks.test.ts',
  'test/generated-docs.test.ts',
  'test/end-to-end/completion/completion.test.ts',
  'test/docs.test.ts',
  'test/conformance/hostile.test.ts',
  'src/codegen/formats/hostile.test.ts',
  'src/simulator/evidence/evidence.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(import.meta.dirname, moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    // Within a rank the order stays, which keeps the files of a project together.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const MODULES = '**/node_modules/**';
/** What `npm run test:quick` leaves out. It does not come as `--exclude`, which does not reach projects. */
const LEFT_OUT = (process.env.HOLDOFF_LEFT_OUT ?? '').split('\n').filter((pattern) => pattern !== '');
const testsIn = (folder: string): string => `${folder}/**/*.test.ts`;
/**
 * What keeps nothing between two calls: its files share processes, which saves each the start and the imports. The tests
 * of the page are of that kind, since what they change is in the browser.
 */
const SHARING = ['src/core', 'src/simulator', 'src/codegen', 'src/emulator', 'src/cli', 'test/page'].map(testsIn);
/** Of the page's own units, the files that change what a process has but once. */
const NOT_SHARING = ['web/src/pages/headers/state.test.ts'];

/** What a test waits for comes at last; a machine that is busy may take many times as long for it. */
const LONG_MS = 240_000;
const each = {
  testTimeout: LONG_MS,
  hookTimeout: LONG_MS,
  // The parts of the page come when they are first needed: on a busy machine, after seconds.
  expect: { poll: { timeout: 60_000 } },
};

// Properties are tried with one seed, see there.
const resolve = { alias: { 'fast-check': join(import.meta.dirname, 'test/support/seeded-fast-check.ts') } };

export default defineConfig({
  test: {
    // One more than there are cores: what starts processes, browsers and servers waits for them, and another can work then.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...each,
          name: 'sharing',
          include: [...SHARING, testsIn('web/src')],
          exclude: [MODULES, ...LEFT_OUT, ...NOT_SHARING],
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...each,
          name: 'alone',
          include: [testsIn('src'), testsIn('test'), ...NOT_SHARING],
          exclude: [MODULES, ...LEFT_OUT, ...SHARING],
        },
      },
    ],
  },
});
