export { scheduleExports as exports } from './exports.js';
export { SchedulePage as Content } from './page.js';
