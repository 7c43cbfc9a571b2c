import type { ExportItem } from '../../export/export-item.js';

export { PlanPage as Content } from './page.js';

export async function exports(): Promise<ExportItem[]> {
  return (await import('./exports.js')).planExports();
}
