/** The pages, in the order in which they are offered. */
export const PAGE_IDS = ['schedule', 'plan', 'headers', 'code', 'lab'] as const;

export type PageId = (typeof PAGE_IDS)[number];

export function isPageId(text: string): text is PageId {
  return (PAGE_IDS as readonly string[]).includes(text);
}
