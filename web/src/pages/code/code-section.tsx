import type { JSX } from 'preact';
import { type GeneratedCode, TARGETS } from '../../../../src/codegen/targets/index.js';
import { download } from '../../export/download.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Section } from '../../ui/section.js';
import { Tabs } from '../../ui/tabs.js';
import { CodeSettings } from './code-settings.js';
import { CodeBlock } from './highlight/code-block.js';
import { chooseTarget, shownTarget } from './shown.js';

/** The policy as code: a tab for each language. */
export function CodeSection({ generated }: { generated: GeneratedCode }): JSX.Element {
  const { title, language, fileName, code, usage, notes } = generated;
  return (
    <>
      <Section title="In your language">
        <Tabs label="Language" tabs={TARGETS} chosen={shownTarget.value} onChoose={chooseTarget}>
          <CodeSettings />
          <FileBar fileName={fileName} what={`code for ${title}`} text={code} />
          <CodeBlock label={`Code for ${title}`} code={code} language={language} />
          <NotInCode notes={notes} />
        </Tabs>
      </Section>
      <Section
        title="How it is called"
        aside={
          <p class="actions">
            <CopyButton label="Copy" what="usage lines" text={() => usage} />
          </p>
        }
      >
        <CodeBlock label="Usage lines" code={usage.trimEnd()} language={language} />
      </Section>
    </>
  );
}

/** The name of a file, and the ways to take it along. */
export function FileBar(props: {
  readonly fileName: string;
  readonly what: string;
  readonly text: string;
}): JSX.Element {
  const { fileName, what, text } = props;
  return (
    <div class="file-bar">
      <code>{fileName}</code>
      <p class="actions">
        <CopyButton label="Copy" what={what} text={() => text} />
        <button type="button" class="link" onClick={() => download(fileName, 'text/plain', text)}>
          Download
        </button>
      </p>
    </div>
  );
}

function NotInCode({ notes }: { notes: readonly string[] }): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <div class="losses">
      <h3>Not in the code</h3>
      <ul class="sentences">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
