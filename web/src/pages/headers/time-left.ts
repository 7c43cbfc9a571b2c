const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** What is left of a wait, for a clock that counts down: `42 s`, `12 min 05 s`, `3 h 04 min`, `2 d 17 h`, and `now`. */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  if (seconds <= 0) return 'now';
  if (seconds < 2 * MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${twoDigits(seconds % MINUTE_S)} s`;
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (seconds < DAY_S) return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
  const hours = Math.ceil(seconds / HOUR_S);
  return `${Math.floor(hours / 24)} d ${twoDigits(hours % 24)} h`;
}

/** The time of day where the reader is: `08:00:34`. With the date when it is another day than `nowMs`. */
export function localTime(at: number, nowMs: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  if (date.toDateString() === new Date(nowMs).toDateString()) return time;
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day} ${time}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
