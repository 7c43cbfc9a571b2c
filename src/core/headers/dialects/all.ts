// Every dialect. Where two fit a response equally well, the one that stands first here is taken.

import { anthropic } from './anthropic.js';
import { anthropicSubscription } from './anthropic-subscription.js';
import { aws } from './aws.js';
import { azureArm } from './azure-arm.js';
import { azureOpenai } from './azure-openai.js';
import { binance } from './binance.js';
import { cerebras } from './cerebras.js';
import { cloudflare } from './cloudflare.js';
import { cohere } from './cohere.js';
import { cosmosDb } from './cosmos-db.js';
import type { Dialect } from './dialect.js';
import { digitalocean, digitaloceanInference } from './digitalocean.js';
import { discord } from './discord.js';
import { dockerHub } from './docker-hub.js';
import { fireworks } from './fireworks.js';
import { gemini } from './gemini.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { groq } from './groq.js';
import { hubspot } from './hubspot.js';
import { ietf } from './ietf.js';
import { incidentIo } from './incident-io.js';
import { jira } from './jira.js';
import { lens } from './lens.js';
import { linear } from './linear.js';
import { meta } from './meta.js';
import { microsoftGraph } from './microsoft-graph.js';
import { mistral } from './mistral.js';
import { okta } from './okta.js';
import { openai } from './openai.js';
import { openrouter } from './openrouter.js';
import { RESET_SPELLINGS } from './reset-spellings.js';
import { riot } from './riot.js';
import { SAID_IN_BODY } from './said-in-body.js';
import { salesforce } from './salesforce.js';
import { shopify } from './shopify.js';
import { slack } from './slack.js';
import { stripe } from './stripe.js';
import { together } from './together.js';
import { whoop } from './whoop.js';
import { x } from './x.js';
import { xai } from './xai.js';
import { zendesk } from './zendesk.js';

export const DIALECTS: readonly Dialect[] = [
  anthropic,
  anthropicSubscription,
  openai,
  azureOpenai,
  groq,
  gemini,
  github,
  aws,
  discord,
  shopify,
  stripe,
  slack,
  azureArm,
  binance,
  cerebras,
  cloudflare,
  cohere,
  cosmosDb,
  digitalocean,
  digitaloceanInference,
  dockerHub,
  fireworks,
  gitlab,
  hubspot,
  incidentIo,
  jira,
  lens,
  linear,
  meta,
  microsoftGraph,
  mistral,
  okta,
  openrouter,
  riot,
  salesforce,
  together,
  whoop,
  x,
  xai,
  zendesk,
  ...RESET_SPELLINGS,
  ...SAID_IN_BODY,
  ietf,
];
