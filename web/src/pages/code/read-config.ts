/** Longest text that is taken, in characters. Reading it must not hold up the page; configs have a tenth of it. */
export const MOST_CHARACTERS = 200_000;

/** References to anchors that are followed. A few lines of YAML can stand for billions of nodes. */
const MOST_ALIASES = 100;

/** A config that is neither JSON nor YAML; the message is a sentence. */
export class UnreadableConfig extends Error {}

/**
 * The value of a text in JSON or YAML; a list of them where YAML has several documents. The reader of YAML comes when
 * the first text is not JSON. Rejects with {@link UnreadableConfig}.
 */
export async function readConfig(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return readYaml(text);
  }
}

async function readYaml(text: string): Promise<unknown> {
  const { parseAllDocuments } = await import('yaml');
  try {
    const values = Array.from(parseAllDocuments(text, { merge: true, logLevel: 'silent' }), (document) => {
      const [fault] = document.errors;
      if (fault !== undefined) throw fault;
      return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
    });
    return values.length === 1 ? values[0] : values;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split(/:?\n/);
    throw new UnreadableConfig(
      `This is neither JSON nor YAML: ${error instanceof RangeError ? 'it is nested too deeply' : reason}.`,
    );
  }
}
