// What shows the effect of retries on a service.

import { SCENARIOS } from '../../../dist/simulator/index.js';
import { no, partly, yes } from './shown.mjs';

const LAB = 'test/page/lab.test.ts';

export const simulators = {
  title: 'Simulators and teaching pieces',
  about: 'stability-sim, the encore.dev piece and the AWS scripts as sources, the others as the text of their pages.',
  peers: [
    ['stability-sim', 'github.com/marcbrooker/stability-sim'],
    ['encore.dev', 'github.com/samwho/visualisations, retries'],
    ['AWS scripts', 'aws-samples, the scripts behind “Exponential Backoff and Jitter”'],
    ['learnwithts', 'learnwithts.in, resilience'],
    ['rezajafar', 'rezajafar.com, retry playground'],
  ],
  rows: [
    [
      'runs the code that people ship',
      yes('test/agreement.test.ts', 'the runtime and the simulator are one client'),
      'no | no | no | no | no',
    ],
    [
      'takes a policy of yours',
      yes(
        'src/cli/commands/simulate.test.ts',
        'runs a policy from flags, a file or a preset in place of the variants that are about policies',
      ),
      'kinds of retry | sliders | no | kinds of backoff | strategies',
    ],
    [
      'checked against published and closed-form results',
      yes('src/simulator/evidence/evidence.test.ts', '%s: everything holds', '[evidence](evidence.md)'),
      '– | – | is a source of them | – | –',
    ],
    [
      'confidence intervals',
      yes('src/simulator/confidence.test.ts', 'gives mean, standard error and half width'),
      '– | – | – | – | –',
    ],
    [
      'the same seed, the same run',
      yes('src/simulator/simulation.test.ts', 'gives the same bytes for the same seed, and others for another'),
      'yes | – | – | – | –',
    ],
    [
      'ready-made scenarios with a story',
      yes(
        'src/simulator/scenarios/scenarios.test.ts',
        'has a story of three sentences, and says what to notice',
        `[${SCENARIOS.length}](scenarios.md)`,
      ),
      '8 | one | one | a list to try | –',
    ],
    [
      'policies side by side',
      yes('src/cli/commands/simulate.test.ts', 'compares values of a policy flag or of a setting'),
      '– | – | yes | – | –',
    ],
    ['play, pause, step', yes(LAB, 'stops, stays stopped, steps and goes on'), 'yes | speed | no | – | –'],
    ['ends an outage by hand', yes(LAB, 'ends a fault before its time'), 'timed faults | – | no | brown-out | –'],
    [
      'draw a system of balancers, caches, queues, databases',
      partly(
        'layers of retries only',
        'src/simulator/scenarios/scenarios.test.ts',
        'layered-amplification: 64 calls for one, and 4 with retries in one layer',
      ),
      'yes | balancer and servers | no | hops | no',
    ],
    ['each request as something that moves', no(), '– | yes | no | – | a block per attempt'],
    [
      'its state in a link',
      yes(LAB, 'is restored by its link: scenario, settings, sides and seed'),
      'yes | – | no | – | –',
    ],
    [
      'by keys and in words',
      yes(LAB, 'is used by keys alone'),
      'no `aria-` at all | no text beside the canvas | CSV | – | –',
    ],
  ],
};
