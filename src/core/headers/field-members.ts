// The members of a field that should have one value but came several times: as several lines, or joined by commas, as
// fetch and proxies do. An HTTP-date has a comma of its own, which does not separate anything.

import { trimOws } from './trim-ows.js';

const WEEKDAY = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?$/i;
const LONGEST_WEEKDAY = 'Wednesday'.length;

/** Every non-empty member in order, trimmed. */
export function fieldMembers(value: string | readonly string[]): string[] {
  const members: string[] = [];
  for (const line of typeof value === 'string' ? [value] : value) {
    let weekday = '';
    for (const piece of line.split(',')) {
      const text = trimOws(piece);
      if (weekday !== '') {
        members.push(trimOws(`${weekday},${piece}`));
        weekday = '';
      } else if (text.length <= LONGEST_WEEKDAY && WEEKDAY.test(text)) weekday = text;
      else if (text !== '') members.push(text);
    }
    if (weekday !== '') members.push(weekday);
  }
  return members;
}
