import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../state/address.js';
import { page } from '../state/store.js';
import { CurrentPage } from './current-page.js';
import './embedded.css';
import { Notices } from './notices.js';

/** The page within another one: the answer and its pictures, and the way to all of it. */
export function Embedded(): JSX.Element {
  useEffect(tellHeight, []);
  return (
    <div class="embedded">
      <Notices />
      <CurrentPage />
      <footer>
        <a href={location.pathname + linkTo(page.value)} target="_blank" rel="noreferrer">
          Change it in holdoff
        </a>
      </footer>
    </div>
  );
}

/** Tells the page around this one how high it is, now and whenever that changes. Nothing else of it is told. */
function tellHeight(): (() => void) | undefined {
  if (parent === window) return undefined;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    // Whoever frames it may know how high it is.
    parent.postMessage({ type: 'holdoff:height', height }, '*');
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}
