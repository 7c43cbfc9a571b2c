// The script for bash. It runs in the bash of macOS (3.2) as well, so it uses no arrays by name and no mapfile.

import type { Candidates, CompletedCommand } from './completed-command.js';

/** To be sourced, or saved where bash-completion looks. Pressing Tab starts no other process. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion for holdoff. To use it: eval "$(holdoff completion bash)"

_holdoff() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command= operand=1 flags= valued= at word
  COMPREPLY=()
  # bash takes --flag=value apart into three words.
  if [[ $current == = ]]; then current=
  elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ -z $command ]]; then
      [[ $word == -* ]] && continue
      command=$word
      case $command in
${commands.map(flagCase).join('\n')}
        help) operand=0 ;;
      esac
    elif [[ $word == = || " $valued " == *" \${COMP_WORDS[at - 1]} "* || \${COMP_WORDS[at - 1]} == = ]]; then continue
    elif [[ $word != -* ]]; then operand=$((operand + 1)); fi
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${names} help --help --version' -- "$current"))
    return
  fi
  if [[ " $valued " != *" $before "* ]]; then
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "$flags" -- "$current"))
      return
    fi
    before=$operand
  fi
  case "$command $before" in
    'help 0') COMPREPLY=($(compgen -W '${names}' -- "$current")) ;;
${valueCases(commands).join('\n')}
  esac
}

# A name is a line: one may have spaces in it, or a *.
_holdoff_files() {
  local name
  while IFS= read -r name; do COMPREPLY[\${#COMPREPLY[@]}]=$name; done < <(compgen -f -- "$1")
}

complete -F _holdoff holdoff
`;
}

const FILES = 'compopt -o filenames 2>/dev/null; _holdoff_files "$current"';

function flagCase({ name, flags }: CompletedCommand): string {
  const all = flags.map((flag) => `--${flag.name}`).join(' ');
  // A flag whose value may be left out does not claim the word behind it.
  const valued = flags.filter(({ value }) => value !== null && !value.isOptional).map((flag) => `--${flag.name}`);
  return `        ${name}) flags='${all}' valued='${valued.join(' ')}' ;;`;
}

/** One row for each list, with every place where it stands: most commands take the flags of a policy. */
function valueCases(commands: readonly CompletedCommand[]): string[] {
  const places = new Map<string, string[]>();
  const add = (candidates: Candidates, place: string): void => {
    if (candidates === 'free') return;
    const made = candidates === 'file' ? FILES : `COMPREPLY=($(compgen -W '${candidates.join(' ')}' -- "$current"))`;
    places.set(made, [...(places.get(made) ?? []), `'${place}'`]);
  };
  for (const { name, operands, flags } of commands) {
    for (const [at, { candidates }] of operands.entries()) add(candidates, `${name} ${at + 1}`);
    for (const flag of flags) if (flag.value !== null) add(flag.value.candidates, `${name} --${flag.name}`);
  }
  return [...places].map(([made, all]) => `    ${all.join(' | ')}) ${made} ;;`);
}
