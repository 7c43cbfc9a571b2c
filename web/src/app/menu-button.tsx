import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { Popover } from '../ui/popover.js';

/** What a sheet of the header is given. */
export interface SheetProps {
  /** Shuts the sheet when its work is done. */
  close(): void;
}

/** A button of the header and the sheet that it opens. */
export function MenuButton(props: {
  /** What the sheet is called. */
  readonly name: string;
  readonly sheet: ComponentType<SheetProps>;
  /** Called when the sheet is opened, while the browser still holds it for the reader's own deed. */
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { name, sheet: Sheet, onOpen, children } = props;
  const isOpen = useSignal(false);
  const close = useCallback(() => {
    isOpen.value = false;
  }, [isOpen]);
  return (
    <span class="anchor">
      <button
        type="button"
        class="tool"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
          if (isOpen.value) onOpen?.();
        }}
      >
        {children}
      </button>
      {isOpen.value ? (
        <Popover label={name} onClose={close}>
          <Sheet close={close} />
        </Popover>
      ) : null}
    </span>
  );
}
