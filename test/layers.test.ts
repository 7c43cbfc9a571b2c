import { expect, it } from 'vitest';
import { placeholder } from '../src/core/index.js';

it('x', () => expect(placeholder).toBe(1));
