export { headersExports as exports } from './exports.js';
export { HeadersPage as Content } from './page.js';
