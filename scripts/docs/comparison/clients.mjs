// Clients, retriers and limiters: what runs in a program or beside it.

import { FORMATS } from '../../../dist/codegen/index.js';
import { ENCODINGS } from '../../../dist/core/headers/encodings/encodings.js';
import { no, partly, yes } from './shown.mjs';

const EXECUTE = 'src/runtime/execute.test.ts';
const JOB = 'src/runtime/fetch-job.test.ts';
const ENGINE = 'src/core/engine';

const capInFlight = yes(EXECUTE, '10 000 at concurrency 10 all end, in order, never more than 10 at once');
const adaptive = partly(
  'grows until refused; no gradient of latency',
  `${ENGINE}/cooldown.test.ts`,
  'doubles per answered round until the first refusal',
);
const quotas = yes(`${ENGINE}/admit.test.ts`, 'is when the slowest paced quota has filled for everything ahead of it');
const together = yes(
  `${ENGINE}/admit.test.ts`,
  'takes nothing at all when one of them is missing, and says when the last of them is there',
);
const settle = yes('src/runtime/usage.test.ts', 'a reservation is corrected when the body has told what was used');
const hints = yes(
  'src/core/headers/encodings/encodings.test.ts',
  'has the numbers 1 to 47, each with an expected value here',
  `${ENCODINGS.length} forms`,
);
const tooLong = yes(
  JOB,
  'RA-22: of 28 days by date gives up at once with that instant',
  'gives up at once, with the instant',
);
const jitters = yes(
  'src/core/backoff/backoff.test.ts',
  'of the third retry with jitter %s lies at its uniform',
  'none, full, equal, decorrelated, any band',
);
const budget = yes(`${ENGINE}/retry-budget.test.ts`, 'comes back as the window moves on', 'ratio or tokens');
const throttling = yes(
  `${ENGINE}/throttle.test.ts`,
  'settles where the backend gets K times what it accepts, because refused requests count as requests',
);
const deadline = yes(EXECUTE, 'has its signal aborted when the deadline comes');
const failFast = yes(
  'src/runtime/fetch-deadline.test.ts',
  'DL-06: ends the call at once when the next wait does not fit',
);
const abort = yes('src/runtime/fetch-abort.test.ts', 'AB-04: during the wait sends nothing more');
const repeatable = yes(JOB, 'ID-02: a POST is sent once when it may have been processed', 'by what may have been done');
const verdict = yes('src/core/headers/decode.test.ts', '%i with %j is %j', '`x-should-retry`, pushback, bodies');
const events = yes('src/runtime/client-events.test.ts', 'is every step of a call, in order');
const fleet = (text) =>
  yes('test/redis/fleet.test.ts', 'with uneven work sends hardly a request in vain and loses none', text);
const clock = yes('src/testing/manual-clock.test.ts', 'stands still until it is told to move');
const anyFunction = yes(EXECUTE, 'a wait of %d ms that the function names is waited exactly');

export const javascriptClients = {
  title: 'Clients and limiters of JavaScript',
  about:
    'From the sources of mid-2026: OpenAI 7.5, Anthropic 0.120, AWS SDK v3 (smithy), undici 8.10, got 15, ky 2.0, Octokit’s ' +
    'plugins retry 8.1 and throttling, Effect 4.0.0-rc.111, bottleneck 2.19.5, rate-limiter-flexible and @upstash/ratelimit ' +
    'of 2026.',
  peers: [
    ['OpenAI, Anthropic', 'openai-node and anthropic-sdk-typescript, src/client.ts'],
    ['AWS', 'smithy-typescript, packages/core/src/submodules/retry'],
    ['undici', 'undici, lib/handler/retry-handler.js'],
    ['got, ky', 'got, source/core/calculate-retry-delay.ts; ky, source/core/Ky.ts and utils/normalize.ts'],
    ['Octokit', 'plugin-throttling.js, src/index.ts; npm @octokit/plugin-retry 8.1.1'],
    ['Effect', 'effect, unstable/http/HttpClient.ts, unstable/persistence/RateLimiter.ts, Schedule.ts'],
    ['bottleneck', 'bottleneck, README.md'],
    ['rate-limiter-flexible', 'node-rate-limiter-flexible, lib/RateLimiterRedis.js, lib/RateLimiterQueue.js'],
    ['upstash', 'ratelimit-js, src/ratelimit.ts, src/lua-scripts/single.ts'],
  ],
  rows: [
    ['any function, not HTTP alone', anyFunction, 'no | no | no | no | no | yes | yes | around it | around it'],
    ['cap on calls in flight', capInFlight, 'no | sockets | pool size | no | yes | yes | yes | no | no'],
    ['finds the number in flight by itself', adaptive, 'no | no | no | no | no | no | no | no | no'],
    ['limit of its own', quotas, 'no | adaptive mode | no | no | spacing | yes | yes | yes | yes'],
    [
      'several limits at once, with costs',
      together,
      'no | no | no | no | no | costs, one limit | costs, a chain | costs, not atomic | costs, one limit',
    ],
    ['cost corrected afterwards', settle, 'no | no | no | no | no | no | by hand | by hand | by hand'],
    [
      'obeys limits that served answers tell',
      yes('test/end-to-end/soak.test.ts', '2000 calls to the emulator settle, nearly all of them at the first attempt'),
      'no | no | no | no | after a refusal | one set of fields | no | no | no',
    ],
    [
      'forms of waits that it reads',
      hints,
      '3 | 3 | 2 | 2; ky 6 | 2 | several; a date is misread | none | none | none',
    ],
    [
      'a wait that is too long',
      tooLong,
      'OpenAI: ignored from 60 s | cut short | cut to 30 s | got gives up; ky cuts | you decide | waited | – | – | –',
    ],
    [
      'a 429 holds back what is queued',
      yes(`${ENGINE}/cooldown.test.ts`, 'shuts its bucket for as long as the server says, and no other'),
      'no | adaptive mode | no | no | no | yes | no | no | no',
    ],
    ['jitter', jitters, '−25 % to 0 | full | none | got +100 ms; ky none, full, own | none | ±20 % | – | – | –'],
    ['retry budget', budget, 'no | tokens | no | no | no | no | no | no | no'],
    ['client-side throttling', throttling, 'no | no (CUBIC) | no | no | no | no | no | no | no'],
    ['deadline over all attempts', deadline, 'no | no | no | yes | no | yes | per job | around it | while waiting'],
    ['gives up at once if it cannot fit', failFast, 'no | no | no | no | no | no | no | length of queue | no'],
    ['an abort ends the wait', abort, 'no | no | yes | yes | no | yes | no | no | no'],
    [
      'what is repeated',
      repeatable,
      'all methods | all but streams | by method | by method | nearly all statuses | you decide | – | – | –',
    ],
    ['server says whether to retry', verdict, '`x-should-retry` | by error | no | no | no | no | – | – | –'],
    [
      'tells what it does',
      events,
      'logs | counts | callback | hooks | callbacks | metrics, traces | events | result | analytics',
    ],
    [
      'one quota for several processes',
      fleet('Redis'),
      'no | no | no | no | Redis | Redis | Redis | about 20 stores | Redis, also over HTTP',
    ],
    [
      'when the store is gone',
      yes(
        'test/redis/client.test.ts',
        'leaves everybody its share, is told once, and is taken up again by itself; no call is lost',
        'a share each',
      ),
      '– | – | – | – | error | error | error | a limiter in memory | allows after 5 s',
    ],
    [
      'the clock of the store decides',
      yes(
        'test/redis/scripts.test.ts',
        'RD-17: scripts use the time and commands on their keys, nothing that a replica would answer otherwise',
      ),
      '– | – | – | – | no | not for token buckets | no | yes | no',
    ],
    ['clock and chance can be given', clock, 'no | no | no | no | no | yes | no | no | no'],
  ],
};

export const otherClients = {
  title: 'Resilience elsewhere',
  about:
    'cockatiel 4 (TypeScript), Polly 8 (.NET), resilience4j (Java), failsafe-go, Envoy, gRPC, Finagle (Scala), tower and backon ' +
    '(Rust), x/time/rate (Go). holdoff runs in JavaScript; for others there is the gateway, and code or config to take ' +
    'away.',
  peers: [
    ['cockatiel', 'cockatiel, src/RetryPolicy.ts, src/backoff'],
    ['Polly', 'Polly, src/Polly.Core/Retry; pollydocs.org, hedging'],
    ['resilience4j', 'resilience4j, IntervalFunction.java, RateLimiterConfig.java'],
    ['failsafe-go', 'failsafe-go, budget, adaptivethrottler, failsafehttp, retrypolicy'],
    ['Envoy', 'envoy, route_components.proto, admission_control.proto and the adaptive concurrency filter'],
    ['gRPC', 'grpc/proposal, A6-client-retries.md'],
    ['Finagle', 'finagle, RetryBudget.scala, Backoff.scala; its metrics of backup requests'],
    ['tower, backon', 'tower, src/retry, src/hedge; backon, src/backoff/exponential.rs'],
    ['x/time/rate', 'golang.org/x/time/rate 0.3.0 (Debian 12)'],
  ],
  rows: [
    ['cap on calls in flight', capInFlight, 'yes | yes | yes | yes | yes | no | yes | yes | no'],
    [
      'finds the number in flight by latency',
      no('no: by refusals'),
      'no | no | no | yes | a filter | no | no | no | no',
    ],
    ['limit of its own', quotas, 'no | yes | yes | yes | yes | no | no | tower | yes'],
    ['several limits at once, with costs', together, 'no | costs | costs | no | descriptors | no | no | no | costs'],
    [
      'obeys the wait that a server names',
      hints,
      'no | by a delegate | by a function | whole seconds | listed headers | pushback | no | no | –',
    ],
    ['a wait that is too long', tooLong, '– | – | – | waited | next header | waited | – | – | –'],
    [
      'jitter',
      jitters,
      'none, full, half, Polly’s | linear ±25 %, its own | ± a share | ± a share or a time | full | ±20 % | equal, exponential, decorrelated | added | –',
    ],
    ['retry budget', budget, 'no | no | no | yes, shared with hedges | yes | yes | yes | tower | –'],
    ['client-side throttling', throttling, 'no | no | no | yes, by priority | yes | no | no | no | –'],
    [
      'hedged requests',
      no(),
      '– | yes | – | yes | when a try times out | in its proposal | backup requests | tower | –',
    ],
    ['deadline over all attempts', deadline, 'yes | yes | yes | yes | yes | yes | – | yes | yes'],
    ['gives up at once if it cannot fit', failFast, 'no | tells the wait | no | yes | no | no | no | no | yes'],
    ['an abort ends the wait', abort, 'no | yes | no | yes | yes | yes | yes | yes | yes'],
    [
      'counters and metrics',
      yes(
        'test/gateway/passing.test.ts',
        'give Prometheus its text: every sample has a type, and names and numbers are of its form',
        'Prometheus by the gateway',
      ),
      'events | yes | yes | listeners | many | yes | yes | trait | tokens',
    ],
    [
      'one quota for several processes',
      fleet('Redis, or the gateway'),
      'no | no | no | no | a service | no | no | no | no',
    ],
    ['clock and chance can be given', clock, 'chance | yes | waits | no | – | – | – | chance | time'],
    [
      'reads and writes the configs of others',
      yes('src/codegen/formats/formats.test.ts', 'reads its fixture as that policy', `${FORMATS.length} formats`),
      'no | no | no | no | no | no | no | no | no',
    ],
  ],
};
