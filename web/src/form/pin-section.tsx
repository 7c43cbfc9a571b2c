import type { JSX } from 'preact';
import { asOneStep } from '../state/address.js';
import { describePolicy } from '../state/describe.js';
import { pinned, pinnedPolicy, pinPolicy, swapPinned, unpin } from '../state/store.js';

/** Keeps a policy to compare the next one with. */
export function PinSection(): JSX.Element {
  const policy = pinnedPolicy.value;
  return (
    <section class="fields pin" aria-labelledby="pin-heading">
      <h2 id="pin-heading">Compare</h2>
      {pinned.value === null ? (
        <button type="button" class="button" onClick={() => asOneStep(pinPolicy)}>
          Pin this policy as B
        </button>
      ) : (
        <>
          <p class="note">
            <span class="mark-b" aria-hidden="true" /> B: {policy === null ? '…' : describePolicy(policy)}
            {pinned.value.preset === null ? '' : ` (from ${pinned.value.preset})`}
          </p>
          <p class="buttons">
            <button type="button" class="button" onClick={() => asOneStep(swapPinned)}>
              Swap
            </button>
            <button type="button" class="button" onClick={() => asOneStep(unpin)}>
              Remove
            </button>
          </p>
        </>
      )}
    </section>
  );
}
