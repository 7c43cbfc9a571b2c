import { signal } from '@preact/signals';
import type { JSX } from 'preact';

type Theme = 'auto' | 'light' | 'dark';

const KEY = 'holdoff-theme';
const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };

// Set before the first paint by theme.js.
const theme = signal<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'auto');

/** The system's theme, or the one that the reader prefers here. */
export function ThemeButton(): JSX.Element {
  return (
    <button type="button" class="tool" onClick={() => choose(NEXT[theme.value])} title="auto, light or dark">
      Theme<span class="wide">: {theme.value}</span>
      <span class="unseen">, now {theme.value}</span>
    </button>
  );
}

function choose(next: Theme): void {
  theme.value = next;
  if (next === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    if (next === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Storage may be forbidden; the choice then holds for this visit.
  }
}
