import type { ExportItem } from '../../export/export-item.js';
import './code.css';

export { CodePage as Content } from './page.js';

export async function exports(): Promise<ExportItem[]> {
  return (await import('./exports.js')).codeExports();
}
