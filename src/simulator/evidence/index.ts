// What others have published or derived, beside what the simulator gives. docs/evidence.md is written from it.

import { awsStudy } from './aws-contention.js';
import { batchStudy } from './batch-drain.js';
import { brookerStudy } from './brooker-2022.js';
import { collapseStudy } from './collapse.js';
import { layersStudy } from './layers.js';
import { metastableStudy } from './metastable.js';
import { queueStudy } from './queues.js';
import { rationingStudy } from './rationing.js';
import { alohaStudy } from './slotted-aloha.js';
import type { Study } from './study.js';
import { tokenBucketStudy } from './token-bucket.js';

export { type Effort, type Finding, isMet, type Study } from './study.js';

/** Every study. A new one needs a file beside this one and a row here. */
export const STUDIES: readonly Study[] = [
  awsStudy,
  queueStudy,
  tokenBucketStudy,
  alohaStudy,
  metastableStudy,
  rationingStudy,
  layersStudy,
  brookerStudy,
  collapseStudy,
  batchStudy,
];
