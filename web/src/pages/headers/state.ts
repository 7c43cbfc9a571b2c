// What is pasted stays in this tab: none of it is part of the draft, of the link, or of anything that is stored.

import { batch, computed, signal } from '@preact/signals';
import { MAX_RESPONSE_TEXT } from '../../../../src/core/headers/raw-response.js';
import { formatNumber } from '../../../../src/core/text/format-number.js';
import { type ResponseReading, readResponse } from './read-response.js';
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
 * A text that is too long is not looked at: what stood in the box before stays, with its answer. `isEdit` says that it
 * is the text of before, changed in part.
 */
export function setPasted(text: string, isEdit = false): void {
  if (text.length > MAX_RESPONSE_TEXT) {
    refusal.value = `This text was not taken: it has ${formatNumber(text.length)} characters; give at most ${formatNumber(MAX_RESPONSE_TEXT)}, such as one response of it.`;
    return;
  }
  const { text: kept, dropped } = withoutSecrets(text);
  batch(() => {
    pasted.value = kept;
    refusal.value = null;
    droppedLines.value = kept.trim() === '' ? 0 : dropped + (isEdit ? droppedLines.peek() : 0);
    receivedAt.value = wholeSecond();
    chosenSample.value = null;
  });
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
