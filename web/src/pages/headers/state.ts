// What is pasted stays in this tab: none of it is part of the draft, of the link, or of anything that is stored.

import { batch, computed, signal } from '@preact/signals';
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
/** How many lines with credentials were dropped from what was pasted. */
export const droppedLines = signal(0);
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

export function setPasted(text: string): void {
  const { text: kept, dropped } = withoutSecrets(text);
  batch(() => {
    pasted.value = kept;
    droppedLines.value = kept.trim() === '' ? 0 : droppedLines.peek() + dropped;
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
