import type { JSX } from 'preact';
import { LOAD_FIELDS } from '../../../src/core/capacity/load-fields.js';
import { labelOf } from '../form/labels.js';
import { POLICY_FIELDS } from '../state/fields.js';

/** How values are written, which keys do something, and what each field means. */
export function HelpText(): JSX.Element {
  return (
    <>
      <h3>Writing values</h3>
      <dl class="terms">
        <Term name="durations">
          250ms, 1.5s, 2m, 1h30m, 1d; a bare number is milliseconds; none where there may be none
        </Term>
        <Term name="counts">50, 1,000, 200k, 1.5M</Term>
        <Term name="shares">0.5, 50%, or counts such as 37/50, which also say how sure the share is</Term>
        <Term name="rates">20/min, 5/s, 300/h, 1000/5m</Term>
        <Term name="limits">name=amount/window@cost+burst, such as search=30/min@1+10</Term>
      </dl>
      <h3>Keys</h3>
      <dl class="terms">
        <Term name="?">this help, unless a field has the focus</Term>
        <Term name="← →">
          on the deadline in the picture: a step; with Page up and Page down ten. Among tabs: the next one
        </Term>
        <Term name="↑ ↓">in a field that holds a number: the next round value</Term>
        <Term name="Esc">closes what is open</Term>
      </dl>
      <h3>Fields</h3>
      <dl class="terms">
        {POLICY_FIELDS.map(({ key, field }) => (
          <Term key={key} name={key} label={labelOf(key)}>
            {field.about}
          </Term>
        ))}
        {LOAD_FIELDS.map(({ flag, about }) =>
          flag === null || flag === 'deadline' ? null : (
            <Term key={flag} name={flag} label={labelOf(flag)}>
              {about}
            </Term>
          ),
        )}
      </dl>
    </>
  );
}

/** `label` is what the form calls what links and the command call `name`. */
function Term(props: { name: string; label?: string; children: string }): JSX.Element {
  const { name, label = name, children } = props;
  return (
    <div>
      <dt>
        {label === name ? null : `${label} `}
        <code class={label === name ? undefined : 'beside-always'}>{name}</code>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
