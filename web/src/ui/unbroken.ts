const WITHIN_FIGURE = /(?<=\d) (?=(?:ms|s|min|h|days|years|%)(?![\w/-]))|(?<=≤) /g;

/** A text in which no line ends between a figure and its unit. For what is shown; what is copied keeps its spaces. */
export function unbroken(text: string): string {
  return text.replace(WITHIN_FIGURE, '\u00a0');
}
