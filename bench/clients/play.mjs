// Plays a scenario: all contestants start at the same instant, each with processes and a quota of its own, so that a busy
// machine slows all of them alike.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Judge } from './judge.mjs';
import { quota, scenarios } from './scenarios.mjs';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** Whoever is not done after so many times the bound is stopped, and what it has not finished is counted as lost. */
const STOPPED_AFTER = 3.5;

let runs = 0;

/**
 * Resolves to a list with, for each contestant, its name and its rounds: `ratio` of the time to the bound, `callsEach`,
 * `early`, `lost`, `peak`, `isStopped`; and the largest delay of an event loop.
 */
export async function play(server, { scenario, names, requests, rounds }) {
  const { processes = 1 } = scenarios[scenario];
  const entries = names.map((name) => enter(server, scenario, name, rounds, processes));
  try {
    await Promise.all(
      entries.flatMap((entry) =>
        entry.children.map((child, place) => prepare(child, entry, shareOf(requests, processes, place))),
      ),
    );
    const boundMs = scenarios[scenario].limit().boundMs(requests);
    const reports = await Promise.all(entries.map((entry) => finish(entry, boundMs)));
    return entries.map((entry, index) => score(entry, reports[index], boundMs, requests));
  } finally {
    for (const { children, ids } of entries) {
      for (const child of children) child.kill();
      for (const id of ids) server.judges.delete(id);
    }
  }
}

function enter(server, scenario, name, rounds, processes) {
  const ids = Array.from({ length: rounds }, () => `${scenario}-${runs++}`);
  const judges = ids.map(() => new Judge(scenarios[scenario]));
  for (const [index, id] of ids.entries()) server.judges.set(id, judges[index]);
  const children = Array.from({ length: processes }, () => fork(WORKER));
  return { name, ids, judges, children, address: server.address };
}

async function prepare(child, { name, ids, address }, calls) {
  child.send({ contestant: name, runs: ids, address, calls, quota });
  await heard(child);
}

async function finish({ children }, boundMs) {
  const answers = children.map(heard);
  for (const child of children) child.send('go');
  const timer = setTimeout(() => {
    for (const child of children) if (child.connected) child.send('stop');
  }, STOPPED_AFTER * boundMs);
  const reports = await Promise.all(answers);
  clearTimeout(timer);
  return reports;
}

/** The next message of a process; an error when it ends instead. */
function heard(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)));
  });
}

function score({ name, judges }, reports, boundMs, requests) {
  const rounds = judges.map((judge, round) => {
    const states = reports.map((report) => report.states[round]);
    const done = sum(states.map((state) => state.done));
    return {
      ratio: Math.max(...states.map((state) => state.finishedMs)) / boundMs,
      tookMs: Math.max(...states.map((state) => state.finishedMs)),
      callsEach: judge.arrivals.length / requests,
      early: sum(states.map((state) => state.early)),
      lost: requests - done,
      isStopped: done + sum(states.map((state) => state.lost)) < requests,
      peak: judge.peak(),
    };
  });
  return { name, rounds, boundMs, lagMs: Math.max(...reports.map((report) => report.lagMs)) };
}

/** As even as whole numbers allow. */
const shareOf = (requests, processes, place) => Math.floor((requests + place) / processes);

const sum = (values) => values.reduce((total, value) => total + value, 0);
