/** How a highlighter calls the language of a file, by the end of its name; plain text where it knows none. */
export function languageOfFile(name: string): string {
  const end = name.slice(name.lastIndexOf('.') + 1);
  return LANGUAGES[end] ?? 'plaintext';
}

const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'go',
  java: 'java',
  js: 'javascript',
  json: 'json',
  py: 'python',
  rb: 'ruby',
  sh: 'bash',
  yaml: 'yaml',
  yml: 'yaml',
};
