// Sees a process of the bench send requests and be refused, below whatever client it uses, and counts those that it sends
// although it has been told to wait. Node's HTTP clients publish all of this on channels; the server could not tell a
// request that was sent early from one that crossed the refusal on its way.

import diagnosticsChannel from 'node:diagnostics_channel';

/** The field in which the server says, for the witness alone, how many ms its refusal asks for. */
export const HINT_FIELD = 'x-bench-hint-ms';

/** Timers may fire a millisecond early, and both ends round. */
const TOLERANCE_MS = 2;
/** Turns of the event loop after which the code of a client has seen an answer, however busy the machine is. */
const TURNS = 5;

/** Starts to watch. The function returned tells how many were early of those whose path begins with `/RUN/`. */
export function watch() {
  const gates = new Map();
  const early = new Map();
  const sends = (path) => {
    const run = runOf(path);
    if (performance.now() < (gates.get(run) ?? 0) - TOLERANCE_MS) early.set(run, (early.get(run) ?? 0) + 1);
  };
  const isTold = (path, hintMs) => {
    const run = runOf(path);
    const allowedAt = performance.now() + hintMs;
    // A later refusal that asks for less does not take back what an earlier one asked for.
    afterTurns(TURNS, () => gates.set(run, Math.max(gates.get(run) ?? 0, allowedAt)));
  };
  diagnosticsChannel.subscribe('undici:request:create', ({ request }) => sends(request.path));
  diagnosticsChannel.subscribe('undici:request:headers', ({ request, response }) => {
    const at = response.headers.findIndex(
      (text, index) => index % 2 === 0 && String(text).toLowerCase() === HINT_FIELD,
    );
    if (at !== -1) isTold(request.path, Number(String(response.headers[at + 1])));
  });
  diagnosticsChannel.subscribe('http.client.request.start', ({ request }) => sends(request.path));
  diagnosticsChannel.subscribe('http.client.response.finish', ({ request, response }) => {
    const hint = response.headers[HINT_FIELD];
    if (hint !== undefined) isTold(request.path, Number(hint));
  });
  return (run) => early.get(run) ?? 0;
}

const runOf = (path) => path.split('/')[1];

function afterTurns(turns, then) {
  if (turns === 0) then();
  else setImmediate(afterTurns, turns - 1, then);
}
