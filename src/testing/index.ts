export { placeholder } from '../core/index.js';
