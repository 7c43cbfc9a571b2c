// The script for zsh, which shows what each command and flag is about.

import type { Candidates, CompletedCommand, CompletedFlag } from './completed-command.js';

/** To be sourced, or saved as `_holdoff` in a folder of `fpath`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef holdoff
# zsh completion for holdoff. To use it: source <(holdoff completion zsh)

_holdoff() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
    'help:What a command takes.'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    help) _describe command commands ;;
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _holdoff ]]; then
  _holdoff "$@"
else
  compdef _holdoff holdoff
fi
`;
}

function commandCase({ name, operands, flags }: CompletedCommand): string {
  const specs = [
    ...flags.flatMap(flagSpecs),
    ...operands.map(({ name: operand, candidates }, at) => quoted(`${at + 1}:${operand}:${action(candidates)}`)),
  ];
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`;
}

function flagSpecs({ name, short, about, isRepeatable, value }: CompletedFlag): string[] {
  const many = isRepeatable ? '*' : '';
  const told = `[${about.replace(/[\\[\]]/g, '\\$&')}]`;
  if (value === null) {
    return [`--${name}`, ...(short === null ? [] : [`-${short}`])].map((form) => quoted(`${many}${form}${told}`));
  }
  const taken = value.isOptional ? `=-${told}::` : `=${told}:`;
  return [quoted(`${many}--${name}${taken}${value.name.replaceAll(':', '\\:')}:${action(value.candidates)}`)];
}

function action(candidates: Candidates): string {
  if (candidates === 'file') return '_files';
  return candidates === 'free' ? ' ' : `(${candidates.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
