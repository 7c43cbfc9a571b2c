// Instants as sentences write them: `2026-09-01 at 00:00 UTC`, `2026-08-17 02:56:15`, `1620286253180`. A time without
// a zone is taken as UTC, which servers speak: the zone of this machine has nothing to do with it.

import { utcMs } from '../calendar.js';
import { parseHttpDate } from '../http-date.js';

const ISO =
  /(\d{4})-(\d{2})-(\d{2})(?:T|,? (?:at )?)(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?(?:(?:Z|UTC|GMT)\b|([+-])(\d{2}):?(\d{2}))?/iy;
/** Zones and halves of days that are not read: better no answer than one that is hours off. */
const OTHER_CLOCK = / ?(?:[AaPp]\.?[Mm]\b|[A-Z]{1,3}[SD]T\b|[CEW]ET\b|MSK\b)/y;
const EPOCH = /(\d{13}|\d{10})(?!\d)/y;
const IMF_FIXDATE_LENGTH = 'Sun, 06 Nov 1994 08:49:37 GMT'.length;

/** Epoch ms of the instant that starts exactly here; null when none does. */
export function readSpokenInstant(text: string, start: number, nowMs: number): number | null {
  EPOCH.lastIndex = start;
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return epoch.length === 13 ? Number(epoch) : Number(epoch) * 1000;
  ISO.lastIndex = start;
  const iso = ISO.exec(text);
  if (iso === null) return parseHttpDate(text.slice(start, start + IMF_FIXDATE_LENGTH), nowMs);
  OTHER_CLOCK.lastIndex = ISO.lastIndex;
  if (OTHER_CLOCK.test(text)) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = iso;
  const at = utcMs(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (at === null) return null;
  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return at + Math.ceil(Number(`0.${fraction || '0'}`) * 1000) + (sign === '-' ? offsetMs : -offsetMs);
}
