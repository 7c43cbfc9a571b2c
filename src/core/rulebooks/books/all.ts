// Every rule book, in the order of the help.

import type { RuleBook } from '../rule-book.js';
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
import { digitalocean } from './digitalocean.js';
import { discord } from './discord.js';
import { dockerHub } from './docker-hub.js';
import { fireworks } from './fireworks.js';
import { gemini } from './gemini.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { groq } from './groq.js';
import { hubspot } from './hubspot.js';
import { ietf } from './ietf.js';
import { ietfDraft03 } from './ietf-draft-03.js';
import { incidentIo } from './incident-io.js';
import { jira } from './jira.js';
import { linear } from './linear.js';
import { meta } from './meta.js';
import { microsoftGraph } from './microsoft-graph.js';
import { mistral } from './mistral.js';
import { notion } from './notion.js';
import { okta } from './okta.js';
import { openai } from './openai.js';
import { openrouter } from './openrouter.js';
import { reddit } from './reddit.js';
import { salesforce } from './salesforce.js';
import { sendgrid } from './sendgrid.js';
import { shopify } from './shopify.js';
import { slack } from './slack.js';
import { stripe } from './stripe.js';
import { telegram } from './telegram.js';
import { twilio } from './twilio.js';
import { x } from './x.js';
import { zendesk } from './zendesk.js';

/** Every provider that is known, in the order of the documents. */
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
  groq,
  cerebras,
  mistral,
  cohere,
  openrouter,
  fireworks,
  slack,
  notion,
  jira,
  hubspot,
  salesforce,
  zendesk,
  linear,
  gitlab,
  dockerHub,
  cloudflare,
  digitalocean,
  incidentIo,
  okta,
  x,
  reddit,
  meta,
  telegram,
  twilio,
  sendgrid,
  microsoftGraph,
  azureArm,
  cosmosDb,
  binance,
  ietf,
  ietfDraft03,
];
