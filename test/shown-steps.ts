// What a document shows, as steps that can be done one after the other: files to save, and commands with what they print.
//
//   ```js client.mjs        a file of that name
//   ```console              commands after "$ ", each with its output; one that ends with " &" goes on while the rest is done

export interface FileStep {
  readonly kind: 'file';
  readonly name: string;
  readonly content: string;
}

export interface CommandStep {
  readonly kind: 'command';
  readonly command: string;
  readonly output: string;
  readonly isInBackground: boolean;
}

export type Step = FileStep | CommandStep;

/** The steps of a document, in its order. A console that does not begin with a command is an error. */
export function stepsOf(document: string): readonly Step[] {
  const fences = [...document.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
  return fences.flatMap(([, language, name, content = '']): readonly Step[] => {
    if (language === 'console') return commandsOf(content);
    return name === undefined ? [] : [{ kind: 'file', name, content }];
  });
}

function commandsOf(shown: string): readonly CommandStep[] {
  const [before, ...parts] = shown.split(/^\$ /m);
  if (before !== '' || parts.length === 0) throw new Error(`a console begins with "$ " and a command, not: ${shown}`);
  return parts.map((part) => {
    const [line = '', ...output] = part.split('\n');
    const command = line.replace(/ &$/, '');
    return { kind: 'command', command, output: output.join('\n'), isInBackground: command !== line };
  });
}
