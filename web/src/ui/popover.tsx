import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A small sheet under the button that opened it. Escape, a click elsewhere, or leaving it by Tab closes it. */
export function Popover(props: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { label, onClose, children } = props;
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const anchor = sheet.current?.parentElement;
    const within = (target: EventTarget | null): boolean => target instanceof Node && anchor?.contains(target) === true;
    const onDown = (event: Event): void => {
      if (!within(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      onClose();
      anchor?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onDown);
    addEventListener('focusin', onDown);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onDown);
      removeEventListener('focusin', onDown);
      removeEventListener('keydown', onKey);
    };
  }, [onClose]);
  return (
    <section ref={sheet} class="popover" aria-label={label}>
      {children}
    </section>
  );
}
