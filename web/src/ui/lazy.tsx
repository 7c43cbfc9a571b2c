import { signal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * A component that comes in a file of its own when it is first drawn, for what the first result does not need. Nothing is
 * drawn until it is there; that it could not be loaded is said in its place.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | 'failed' | null>(null);
  return function Lazy(props: Props): JSX.Element | null {
    useEffect(() => {
      if (typeof loaded.peek() === 'function') return;
      load().then(
        (component) => {
          loaded.value = component;
        },
        () => {
          loaded.value = 'failed';
        },
      );
    }, []);
    const Content = loaded.value;
    if (Content === null) return null;
    return Content === 'failed' ? <p role="alert">{NOT_LOADED}</p> : <Content {...props} />;
  };
}

/** Instead of a part of the page whose file does not come. */
export const NOT_LOADED =
  'This part could not be loaded. Are you offline, or is there a new version? Reload to try again.';
