import { bash } from './bash/index.js';
import { csharp } from './csharp/index.js';
import { go } from './go/index.js';
import { java } from './java/index.js';
import { javascript } from './javascript/index.js';
import { kotlin } from './kotlin/index.js';
import { php } from './php/index.js';
import { pythonRequests } from './python/index.js';
import { pythonHttpx } from './python-httpx/index.js';
import { ruby } from './ruby/index.js';
import { rust } from './rust/index.js';
import type { Target } from './target.js';
import { typescript } from './typescript/index.js';

/** Every target, in the order in which they are shown. A new one needs its folder and a line here. */
export const TARGETS: readonly Target[] = [
  javascript,
  typescript,
  pythonRequests,
  go,
  bash,
  pythonHttpx,
  java,
  rust,
  csharp,
  php,
  ruby,
  kotlin,
];
