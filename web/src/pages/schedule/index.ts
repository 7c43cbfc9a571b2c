import type { ExportItem } from '../../export/export-item.js';

export { SchedulePage as Content } from './page.js';

export async function exports(): Promise<ExportItem[]> {
  return (await import('./exports.js')).scheduleExports();
}
