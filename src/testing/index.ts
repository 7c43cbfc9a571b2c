/** For tests of code that uses holdoff: a clock that does not wait and a fetch that answers from a script. */
export { type ManualClock, manualClock } from './manual-clock.js';
export { type ScriptedAnswer, type ScriptedFetch, type SeenRequest, scriptedFetch } from './scripted-fetch.js';
