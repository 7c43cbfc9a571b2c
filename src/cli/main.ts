import { placeholder } from '../core/index.js';

console.log(placeholder);
