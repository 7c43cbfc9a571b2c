import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import type { Decoded } from '../../../../src/core/headers/decoded.js';
import { headersAnswer } from '../../../../src/core/headers/headers-answer.js';
import { csvText } from '../../../../src/core/text/table-text.js';
import { BarChart } from '../../charts/bar-chart.js';
import { labelOf } from '../../form/labels.js';
import { asOneStep } from '../../state/address.js';
import { inputs, notices, page, setTexts, textOf } from '../../state/store.js';
import { Answer } from '../../ui/answer.js';
import { CopyButton } from '../../ui/copy-button.js';
import { NotTold } from '../../ui/not-told.js';
import { Results } from '../../ui/results.js';
import { Section } from '../../ui/section.js';
import { Tiles } from '../../ui/tiles.js';
import { unbroken } from '../../ui/unbroken.js';
import { leftBars, limitCells, limitRows } from './limits.js';
import { LimitsTable } from './limits-table.js';
import { obeyedSentence } from './obeyed.js';
import { PasteBox } from './paste-box.js';
import { RetryAfterTester } from './retry-after-tester.js';
import { isOfEarlierText, response } from './state.js';
import { type TakenLimits, takeLimits } from './take-limits.js';
import { headerTiles } from './tiles.js';
import { clockMs, useClock } from './wait-clock.js';
import { waitOverAnswer } from './wait-over.js';

export function HeadersPage(): JSX.Element {
  const { decoded } = response.value;
  const isStale = isOfEarlierText.value;
  const dimmed = `results${isStale ? ' stale' : ''}`;
  return (
    <Results
      title="Headers: what a response says"
      isStale={false}
      isPending={false}
      fault={null}
      staleNote={isStale ? EARLIER : null}
    >
      <div class={dimmed}>
        <Answer text={decoded === null ? ASK : (waitOver.value ?? headersAnswer(decoded))}>
          <div class="verdict">
            {(decoded === null ? [ASK_MORE] : said(decoded)).map((text) => (
              <p key={text}>{unbroken(text)}</p>
            ))}
          </div>
        </Answer>
      </div>
      <PasteBox />
      {decoded === null ? null : (
        <div class={dimmed}>
          <Reading decoded={decoded} />
        </div>
      )}
      <RetryAfterTester />
      <NotTold points={NOT_TOLD} />
    </Results>
  );
}

/** A wait that has passed is no longer the answer. */
const waitOver = computed(() => {
  const { decoded } = response.value;
  return decoded === null ? null : waitOverAnswer(decoded, clockMs.value);
});

/** Why, and what the policy beside the page makes of it. */
function said(decoded: Decoded): string[] {
  const policy = inputs.value?.policy;
  const obeyed = policy === undefined ? null : obeyedSentence(decoded, policy);
  return obeyed === null ? [decoded.reason] : [decoded.reason, obeyed];
}

function Reading({ decoded }: { decoded: Decoded }): JSX.Element {
  const { limits, refusedBy } = decoded;
  const bars = leftBars(limits, refusedBy);
  return (
    <>
      <WaitTiles decoded={decoded} />
      {bars.length === 0 ? null : (
        <BarChart
          title="What is left"
          unit="percent of each limit"
          bars={bars}
          mark={{ value: 100, label: 'all of it' }}
        />
      )}
      {limits.length === 0 ? null : (
        <Section title="Limits it reports" aside={<LimitActions decoded={decoded} />}>
          <LimitsTable rows={limitRows(limits)} />
        </Section>
      )}
      <Section title="What was read, and why">
        <ul class="sentences">
          {whys(decoded).map((why) => (
            <li key={why}>{unbroken(why)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** By itself, since it is drawn anew with each step of the clock. */
function WaitTiles({ decoded }: { decoded: Decoded }): JSX.Element {
  useClock(decoded.retryAt);
  return <Tiles label="Figures of the response" tiles={headerTiles(decoded, clockMs.value)} isWords />;
}

function LimitActions({ decoded }: { decoded: Decoded }): JSX.Element {
  const taken = takeLimits(response.value.reported?.limits ?? [], textOf);
  return (
    <p class="actions">
      {taken === null ? null : (
        <button type="button" class="link" onClick={() => planWith(taken)}>
          Plan with these limits
        </button>
      )}
      <CopyButton label="Copy CSV" what="of the limits" text={() => csvText(limitCells(decoded.limits))} />
    </p>
  );
}

/** Where the plan needs what only the reader knows, it says so, since its field may be out of sight. */
function planWith({ texts, asks }: TakenLimits): void {
  asOneStep(() => {
    setTexts(texts);
    page.value = 'plan';
    const fields = asks.map((key) => `“${labelOf(LIMIT_OF[key] ?? key)}, ${labelOf(key)}”`).join(' and ');
    const text = `The limits are those of the response. Say under ${fields} what one attempt takes.`;
    if (asks.length > 0) notices.value = [{ id: 'asks', text }];
  });
  scrollTo({ top: 0 });
  // The field is beside the page, or folded away above it.
  requestAnimationFrame(() => document.getElementsByName(asks[0] ?? '')[0]?.focus());
}

/** The field that each cost stands behind. */
const LIMIT_OF: Readonly<Record<string, string>> = {
  tokens: 'tpm',
  'input-tokens': 'itpm',
  'output-tokens': 'otpm',
  images: 'ipm',
};

function whys({ source, hintMs, dialect, verdictFrom, overload, warnings }: Decoded): string[] {
  const { reported } = response.value;
  return [
    hintMs === null
      ? 'No field and no part of the body names a usable wait.'
      : `The wait is that of ${source}: what stands there wins over all else that the response says.`,
    `The verdict rests on ${RESTS_ON[verdictFrom]}.`,
    `The sender is taken to be ${dialect.id} (${dialect.confidence}): ${dialect.reason}.`,
    ...(overload ? ['The server is overloaded: nothing was processed, but it is not your quota.'] : []),
    ...warnings.map(({ message }) => sentence(message)),
    ...(reported?.warnings ?? [])
      .filter(({ message }) => warnings.every((other) => other.message !== message))
      .map(({ message }) => `For a plan: ${message}.`),
  ];
}

const RESTS_ON: Readonly<Record<Decoded['verdictFrom'], string>> = {
  status: 'the status alone; a list of statuses of your own may say otherwise',
  server: 'a field that says so outright',
  dialect: 'what this sender means by such a response',
};

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

const EARLIER = 'From the last text that could be read; the response or its status needs your attention.';

const ASK = 'What did the server say? Paste a response.';
const ASK_MORE =
  'You get one answer: whether and when to call again, who refused, and what is left of each limit. Plan can then start from the limits.';

const NOT_TOLD = [
  'The wait counts from when you pasted the response. If it came earlier, that much of the wait is over.',
  'What a response does not say is not guessed: “–” means unknown, which is not 0.',
];
