/** What a page shows of several things, such as the language of the code or a scenario; in the link like the form. */
export const CHOICE_KEYS = ['target', 'format', 'scenario', 'set', 'side-a', 'side-b'] as const;

export type ChoiceKey = (typeof CHOICE_KEYS)[number];

/** Ids as a link has them, known or not: only the page that shows them knows which there are. */
export type Choices = Readonly<Partial<Record<ChoiceKey, string>>>;

export function isChoiceKey(text: string): text is ChoiceKey {
  return (CHOICE_KEYS as readonly string[]).includes(text);
}
