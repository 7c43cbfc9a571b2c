import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type ConfigFormat, FORMATS, formatOf } from '../../../../src/codegen/formats/index.js';
import type { Policy } from '../../../../src/core/policy/policy.js';
import { Section } from '../../ui/section.js';
import { Tabs } from '../../ui/tabs.js';
import { FileBar } from './code-section.js';
import { CodeBlock } from './highlight/code-block.js';
import { ImportBox } from './import-box.js';
import { languageOfFile } from './language-of-file.js';
import { configLive, configPolicy } from './live.js';
import { Losses } from './losses.js';
import { chooseFormat, shownFormat } from './shown.js';

const TABS = FORMATS.map(({ id, system }) => ({ id, title: system }));

/** The policy as the config of a system, and a config of that system as the policy: a tab for each system. */
export function ConfigSection({ policy }: { policy: Policy }): JSX.Element {
  useEffect(() => {
    configPolicy.value = policy;
  }, [policy]);
  const format = formatOf(shownFormat.value);
  return (
    <Section title="As the config of a system">
      <Tabs label="System" tabs={TABS} chosen={format.id} onChoose={chooseFormat}>
        <Config format={format} />
        <ImportBox format={format} />
      </Tabs>
    </Section>
  );
}

function Config({ format }: { format: ConfigFormat }): JSX.Element {
  const { value, isPending, fault } = configLive.value;
  if (fault !== null) return <p class="fault">{fault}</p>;
  // The one before stays, dimmed, unless it is that of another system.
  if (value === null || value.format !== format.id) return <p class="note">Computing …</p>;
  const { title, file, url, date } = format;
  return (
    <div class={`config${isPending ? ' pending' : ''}`}>
      <FileBar fileName={file} what={title} text={value.text} />
      <CodeBlock label={title} code={value.text.trimEnd()} language={languageOfFile(file)} />
      <Losses title="What the config does not say" losses={value.losses} change={value.largestMeanChange} />
      <p class="note">
        As read in{' '}
        <a href={url} rel="noreferrer">
          {url.replace(/^https:\/\//, '')}
        </a>
        , {date}.
      </p>
    </div>
  );
}
