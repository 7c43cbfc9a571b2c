import type { JSX } from 'preact';
import { asOneStep, goTo } from '../../state/address.js';
import { isStale, setTexts } from '../../state/store.js';

/** Without a limit there is nothing to plan. */
export function NoLimits(): JSX.Element {
  if (isStale.value) return <NearlyLimits />;
  return (
    <div class="answer">
      <p class="sentence">What does the server allow? Give at least one limit.</p>
      <div class="verdict">
        <p>
          Limits are in the provider’s console or in the headers of any response: requests a minute, tokens a minute.{' '}
          <button
            type="button"
            class="link"
            onClick={() => asOneStep(() => setTexts({ rpm: '1000', tpm: '200k', tokens: '2000' }))}
          >
            Try 1,000 requests and 200k tokens a minute
          </button>{' '}
          or{' '}
          <button type="button" class="link" onClick={() => goTo('headers')}>
            read them from a response
          </button>
        </p>
      </div>
    </div>
  );
}

/** Something is given, and something is missing or wrong: most often the limits of a response are, and no cost yet. */
function NearlyLimits(): JSX.Element {
  return (
    <div class="answer">
      <p class="sentence">Nearly a plan: a field needs your attention.</p>
      <div class="verdict">
        <p>
          What one attempt takes of a limit, such as tokens, nobody knows but you. The average of what your requests use
          will do.
        </p>
      </div>
    </div>
  );
}
