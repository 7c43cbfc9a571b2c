import type { ExportItem } from '../../export/export-item.js';
import './lab.css';

export { LabPage as Content } from './page.js';

export async function exports(): Promise<ExportItem[]> {
  return (await import('./exports.js')).labExports();
}
