// Every rule book, in the order of the help.

import type { RuleBook } from '../rule-book.js';
import { anthropic } from './anthropic.js';
import { anthropicSubscription } from './anthropic-subscription.js';
import { aws } from './aws.js';
import { azureOpenai } from './azure-openai.js';
import { discord } from './discord.js';
import { gemini } from './gemini.js';
import { github } from './github.js';
import { ietf } from './ietf.js';
import { ietfDraft03 } from './ietf-draft-03.js';
import { openai } from './openai.js';
import { shopify } from './shopify.js';
import { stripe } from './stripe.js';

export const RULE_BOOKS: readonly RuleBook[] = [
  anthropic,
  anthropicSubscription,
  openai,
  azureOpenai,
  gemini,
  aws,
  github,
  discord,
  shopify,
  stripe,
  ietf,
  ietfDraft03,
];
