import type { ExportItem } from '../../export/export-item.js';
import './headers.css';

export { HeadersPage as Content } from './page.js';

export async function exports(): Promise<ExportItem[]> {
  return (await import('./exports.js')).headersExports();
}
