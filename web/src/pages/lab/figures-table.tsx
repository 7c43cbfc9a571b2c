import { computed, effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { markdownText } from '../../../../src/core/text/table-text.js';
import { describePolicy } from '../../state/describe.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Section } from '../../ui/section.js';
import { figureRows, textRows } from './figure-rows.js';
import type { Frame } from './run/messages.js';
import { frame, running, status } from './runner.js';

/** Numbers that change with every frame cannot be read. */
const PAUSE_MS = 200;

const shown = signal<Frame | null>(null);
const isMoving = computed(() => status.value === 'playing' || status.value === 'finishing');

/** The figures of every side, as far as the run has come. */
export function FiguresTable(): JSX.Element | null {
  useEffect(followFrames, []);
  const asked = running.value;
  const now = shown.value;
  if (asked === null || now === null || now.sides.length !== asked.sides.length) return null;
  const rows = figureRows(asked.sides.map(({ scenario }) => scenario));
  const names = asked.sides.map(({ name }) => name);
  const figures = now.sides.map((side) => side.figures);
  return (
    <Section
      title="The numbers"
      aside={
        <span class="actions">
          <CopyButton
            label="Copy Markdown"
            what="the numbers"
            text={() => markdownText(textRows(rows, names, figures))}
          />
        </span>
      }
    >
      <div class="table">
        <table class="compare lab-figures">
          <caption class="unseen">Figures of each side</caption>
          <thead>
            <tr>
              <td />
              {asked.sides.map(({ name, scenario }, side) => (
                <th key={side} scope="col">
                  <span class={`lab-key ${side === 0 ? 'a' : 'b'}`} aria-hidden="true" /> {name}
                  <span class="what">{describePolicy(scenario.policy)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, title, about, format }) => (
              <tr key={name}>
                <th scope="row">
                  {title} <span class="lab-about">{about}</span>
                </th>
                {figures.map((own, side) => (
                  <td key={side}>{format(own[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** At once when the run rests, a few times a second while it moves. */
function followFrames(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (): void => {
    timer = undefined;
    shown.value = frame.peek();
  };
  const dispose = effect(() => {
    const now = frame.value;
    if (now === null || !isMoving.value) {
      clearTimeout(timer);
      take();
    } else timer ??= setTimeout(take, PAUSE_MS);
  });
  return () => {
    dispose();
    clearTimeout(timer);
  };
}
