const LABELS: Readonly<Record<string, string>> = {
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  requestsPerDay: 'requests per day',
  tokensPerDay: 'tokens per day',
};

/** A limit as it is spoken of: `requests per day`. Names of one's own stay as they are. */
export function limitLabel(name: string): string {
  return Object.hasOwn(LABELS, name) ? (LABELS[name] as string) : name;
}
