import type { CallReport } from '../../src/runtime/call-report.js';
import { createClient } from '../../src/runtime/client.js';
import { GaveUpError } from '../../src/runtime/errors.js';
import { reportOf } from '../../src/runtime/report.js';
import { manualClock } from '../../src/testing/manual-clock.js';
import { type ScriptedAnswer, scriptedFetch } from '../../src/testing/scripted-fetch.js';
import { resultOf, type Scenario, type ScriptedCall, type Trace } from './script.js';

/** Plays a case through the runtime driver: real promises, real fetch, a clock moved by hand. */
export async function playRuntime(scenario: Scenario): Promise<Trace[]> {
  const clock = manualClock();
  const traces = scenario.calls.map((): Trace => ({ sentAt: [], endedAt: -1, reason: '', retryAfterMs: null }));
  const fetch = scriptedFetch(clock, (_, request): ScriptedAnswer => {
    const index = Number(new URL(request.url).searchParams.get('call'));
    const trace = traces[index] as Trace;
    trace.sentAt.push(request.at);
    const { status, latencyMs, hintMs } = resultOf(scenario.calls[index] as ScriptedCall, trace.sentAt.length);
    if (status === 0) return { latencyMs, error: fault('ECONNRESET') };
    if (status === 1) return { latencyMs, error: fault('ECONNREFUSED') };
    return { status, latencyMs, headers: hintMs === null ? {} : { 'retry-after-ms': String(hintMs) } };
  });
  const bucketOf = (input: unknown): string => new URL(String(input)).pathname.slice(1);
  const client = createClient(scenario.policy, { clock, fetch, key: bucketOf, seed: scenario.seed });
  for (const [index, call] of scenario.calls.entries()) {
    const trace = traces[index] as Trace;
    const end = (report: CallReport | undefined): void => {
      const { reason = 'answered', retryAfterMs = null } = report ?? {};
      Object.assign(trace, { endedAt: clock.now(), reason, retryAfterMs });
    };
    clock.setTimer(call.at, () => {
      const method = call.repeatable ? 'GET' : 'POST';
      const controller = new AbortController();
      if (call.abortAfterMs !== null) clock.setTimer(call.at + call.abortAfterMs, () => controller.abort(ABORTED));
      client.fetch(`https://api.example/${call.bucket}?call=${index}`, { method, signal: controller.signal }).then(
        (response) => end(reportOf(response)),
        (error) => {
          if (error === ABORTED) Object.assign(trace, { endedAt: clock.now(), reason: 'aborted' });
          else end(error instanceof GaveUpError ? error.report : undefined);
        },
      );
    });
  }
  await clock.run();
  return traces;
}

const ABORTED = new Error('the caller has lost interest');

function fault(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}
