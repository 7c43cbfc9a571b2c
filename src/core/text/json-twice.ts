const TOKEN = /"(?:[^"\\]|\\.)*\\?(?:"|$)|[{}[\]:]/gs;

/**
 * The first name that stands twice in one object of a JSON text, and on which line; null when every name is given once.
 * JSON.parse takes the last one and says nothing, where the other may be the one that was meant. The text must be JSON.
 */
export function findTwice(text: string): { readonly key: string; readonly line: number } | null {
  // The names of every object that is open; null stands for a list.
  const open: (Set<string> | null)[] = [];
  let before = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(before) as string;
      const names = open.at(-1);
      if (names?.has(key)) return { key, line: text.slice(0, index).split('\n').length };
      names?.add(key);
    } else before = token;
  }
  return null;
}
