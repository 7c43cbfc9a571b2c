// What is pasted stays in this tab: none of it is part of the draft, of the link, or of anything that is stored.

import { batch, computed, signal } from '@preact/signals';
import { MAX_RESPONSE_TEXT } from '../../../../src/core/headers/raw-response.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { type ResponseReading, readResponse } from './read-response.js';
import { isLong, MOST_KEPT, MOST_LINES, responseThatCounts } from './response-that-counts.js';
import { type Sample, sampleText } from './samples.js';
import { withoutSecrets } from './without-secrets.js';

export const pasted = signal('');
/** As typed; empty for what the text says. */
export const statusText = signal('');
/** Id of a dialect; empty to have it detected. */
export const sender = signal('');
/** When the text was pasted, in epoch ms: waits count from then. */
export const receivedAt = signal(wholeSecond());
/** How many credentials were dropped from the present text, since it was put into the box. */
export const droppedLines = signal(0);
/** How long the text was of which only the response that counts was kept, in characters; null when all of it was. */
export const cutFrom = signal<number | null>(null);
/** Why the text that was last pasted was not taken at all; null when it was. */
export const refusal = signal<string | null>(null);
/** The sample that was chosen, as long as its text is unchanged. */
export const chosenSample = signal<Sample | null>(null);
/** What is typed into the tester of Retry-After. */
export const testedValue = signal('120');

export const isEmpty = computed(() => pasted.value.trim() === '');

const NOTHING: ResponseReading = { decoded: null, reported: null, issue: null, statusIssue: null };

export const responseReading = computed((): ResponseReading => {
  if (isEmpty.value) return NOTHING;
  return readResponse(pasted.value, { nowMs: receivedAt.value, status: statusText.value, sender: sender.value });
});

let lastRight = NOTHING;

/** The latest response that could be read; without an answer when there is none. */
export const response = computed((): ResponseReading => {
  if (isEmpty.value) lastRight = NOTHING;
  else if (responseReading.value.decoded !== null) lastRight = responseReading.value;
  return lastRight;
});

/** Whether the answer is that of an earlier text, since the present one cannot be read. */
export const isOfEarlierText = computed(
  () => response.value.decoded !== null && responseReading.value.decoded === null,
);

/**
 * A text that is too long is not looked at: what stood in the box before stays, with its answer. Of one that is long only
 * the response that counts is kept. `isEdit` says that it is the text of before, changed in part.
 */
export function setPasted(text: string, isEdit = false): void {
  const isTooLong = text.length > MAX_RESPONSE_TEXT;
  const isCut = !isTooLong && isLong(text);
  const short = isTooLong ? null : isCut ? responseThatCounts(text) : text;
  if (short === null) {
    refusal.value = refusalOf(text.length, isTooLong);
    return;
  }
  const { text: kept, dropped } = withoutSecrets(short);
  const isBlank = kept.trim() === '';
  batch(() => {
    pasted.value = kept;
    refusal.value = null;
    droppedLines.value = isBlank ? 0 : dropped + (isEdit ? droppedLines.peek() : 0);
    if (isCut) cutFrom.value = text.length;
    else if (!isEdit || isBlank) cutFrom.value = null;
    receivedAt.value = wholeSecond();
    chosenSample.value = null;
  });
}

function refusalOf(length: number, isTooLong: boolean): string {
  const has = `it has ${formatNumber(length)} characters`;
  const allowed = isTooLong
    ? `${has}; give at most ${formatNumber(MAX_RESPONSE_TEXT)}`
    : `${has} and no response that is short enough; give at most ${formatNumber(MOST_KEPT)} characters in ${formatNumber(MOST_LINES)} lines`;
  return `This text was not taken: ${allowed}, such as one response of it.`;
}

export function takeSample(sample: Sample): void {
  batch(() => {
    setPasted(sampleText(sample, wholeSecond()));
    statusText.value = '';
    sender.value = '';
    droppedLines.value = 0;
    chosenSample.value = sample;
  });
}

/** Now, in whole seconds, so that instants are easy to read; rounded up, since a wait must not end too early. */
function wholeSecond(): number {
  return Math.ceil(Date.now() / 1000) * 1000;
}
