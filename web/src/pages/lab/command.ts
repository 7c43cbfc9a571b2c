import { simulateCommand } from '../../command-line.js';
import { type Draft, policyPart } from '../../state/draft.js';
import { type Asked, PINNED, YOURS } from './asked.js';

/** The command lines that give the same figures, one for each policy that is not the scenario's own. */
export function labCommands(asked: Asked, draft: Draft, pinned: Draft | null): string[] {
  const { input, sides, settings, seed } = asked;
  const line = (own: Draft | null): string =>
    simulateCommand(input.id as string, {
      settings,
      seed: String(seed),
      // The page plays one run, the command as many as the scenario asks for.
      runs: (input.runs ?? 1) > 1 ? 1 : null,
      own,
    });
  const lines: string[] = [];
  if (sides.some(({ id }) => id !== YOURS && id !== PINNED)) lines.push(line(null));
  if (sides.some(({ id }) => id === YOURS)) lines.push(line(ownPart(draft)));
  if (sides.some(({ id }) => id === PINNED) && pinned !== null) lines.push(line(policyPart(pinned)));
  return lines;

  /** The deadline of the form is the policy's too. */
  function ownPart(whole: Draft): Draft {
    const { deadline } = whole.values;
    const part = policyPart(whole);
    return deadline === undefined ? part : { ...part, values: { ...part.values, deadline } };
  }
}
