// Every dialect. Where two fit a response equally well, the one that stands first here is taken.

import { anthropic } from './anthropic.js';
import { azureOpenai } from './azure-openai.js';
import type { Dialect } from './dialect.js';
import { github } from './github.js';
import { ietf } from './ietf.js';
import { openai } from './openai.js';

export const DIALECTS: readonly Dialect[] = [anthropic, openai, azureOpenai, github, ietf];
