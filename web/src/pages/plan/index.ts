export { planExports as exports } from './exports.js';
export { PlanPage as Content } from './page.js';
