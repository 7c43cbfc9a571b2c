import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { isStale } from '../../state/store.js';
import { useAfterPaint } from '../../ui/after-paint.js';
import { Answer } from '../../ui/answer.js';
import { NotTold } from '../../ui/not-told.js';
import { Results } from '../../ui/results.js';
import { CodeSection } from './code-section.js';
import { ConfigSection } from './config-section.js';
import { type CodeReading, code } from './generated.js';
import { codeAnswer, codeVerdict } from './said.js';

export function CodePage(): JSX.Element {
  const reading = code.value;
  return (
    <Results title="Code: the policy for your stack" isStale={isStale.value} isPending={false} fault={null}>
      {reading === null ? null : <Code reading={reading} />}
    </Results>
  );
}

function Code({ reading }: { reading: CodeReading }): JSX.Element {
  const { generated, policy } = reading;
  // Colours and configs take longer than the answer, which does not wait for them.
  const painted = useAfterPaint(reading);
  const sections = useMemo(() => <Sections reading={painted} />, [painted]);
  return (
    <>
      <Answer text={codeAnswer(generated, policy)}>
        <div class="verdict">
          {codeVerdict(generated, policy).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </Answer>
      {sections}
      <NotTold points={NOT_TOLD} />
    </>
  );
}

function Sections({ reading }: { reading: CodeReading }): JSX.Element {
  return (
    <>
      <CodeSection generated={reading.generated} />
      <ConfigSection policy={reading.policy} />
    </>
  );
}

const NOT_TOLD = [
  'The code retries whatever it is given: wrap only requests that are safe to repeat.',
  'Each call stands alone. It keeps no count of others, so it holds no limit, no budget and no number in flight.',
  'A config is judged by what its system is documented to do, in the version that was read; code around it may do otherwise.',
];
