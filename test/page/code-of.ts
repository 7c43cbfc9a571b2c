import type { Page } from 'playwright-core';
import { textOf } from './use-page.js';

/** The code that the page of code shows, without the version that made it. */
export async function codeOf(page: Page): Promise<string> {
  return withoutVersion(await textOf(page.locator('.tabbed .code').first())).trimEnd();
}

/** Code says which version made it, and in tests the command is of another one. */
export function withoutVersion(code: string): string {
  return code.replace(/made by holdoff [\w.+-]+?\.(?= )/, 'made by holdoff.');
}
