// What reads the headers of a response.

import { ENCODINGS } from '../../../dist/core/headers/encodings/encodings.js';
import { yes } from './shown.mjs';

const PAGE = 'test/page/headers.test.ts';

export const decoders = {
  title: 'Readers of headers',
  about:
    'The first two are pages, read as text. ratelimit-header-parser was run; `npm run bench decoder` counts its right answers ' +
    'beside ours.',
  peers: [
    ['toolora', 'toolora.info, rate-limit cheat sheet and interpreter'],
    ['moderncalcs', 'moderncalcs.com, header parser'],
    ['ratelimit-header-parser', 'npm ratelimit-header-parser 0.1.0, run on Node 20'],
  ],
  rows: [
    [
      'which field won, and why',
      yes(PAGE, 'answers what is pasted, counts down, and says which field won'),
      'no | no | no',
    ],
    [
      'several limits of one response',
      yes('src/core/headers/reported-limits.test.ts', 'of Anthropic are requests, input and output tokens per minute'),
      'no | no | no',
    ],
    ['hands its answer to a planner', yes(PAGE, 'hands the limits to the plan, and Back returns'), 'no | no | no'],
    ['counts down', yes(PAGE, 'says when the wait is over'), '– | yes | no'],
    [
      'reads bodies of errors',
      yes('src/runtime/decoded-responses.test.ts', 'of Google, in its RetryInfo'),
      'yes | – | no',
    ],
    [
      '`Retry-After: 30`',
      yes('src/core/headers/retry-after.test.ts', 'is n seconds for n below a billion, leniently and strictly', '30 s'),
      'yes | – | 30 s after 1970',
    ],
    [
      'the structured `RateLimit` of the later drafts',
      yes('src/core/headers/reported-limits.test.ts', 'of the IETF policy %s'),
      '– | “IETF style” | NaN',
    ],
    [
      'refuses what is malformed, with the reason',
      yes('src/core/headers/retry-after.test.ts', '%j is never guessed, and the warning says what it is'),
      '– | – | no',
    ],
    [
      'a reference to look things up in',
      yes(
        'test/generated-docs.test.ts',
        'each encoding is there with its trap',
        `[${ENCODINGS.length} ways](headers.md)`,
      ),
      'searchable | – | –',
    ],
  ],
};
