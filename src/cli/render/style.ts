import { styleText } from 'node:util';

/** The few ways a piece of text can stand out. Each leaves the text as it is when there is no colour. */
export interface Style {
  /** A heading, or the one line that matters. */
  strong(text: string): string;
  /** What may be skipped. */
  faint(text: string): string;
  /** What needs a look. */
  warning(text: string): string;
  /** What is refused or does not hold. */
  bad(text: string): string;
}

type Format = Parameters<typeof styleText>[0];

/** Whether there is colour has been decided by then, so Node is told not to decide it again. */
export function createStyle(colour: boolean): Style {
  const styled = (format: Format) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  return { strong: styled('bold'), faint: styled('dim'), warning: styled('yellow'), bad: styled('red') };
}
