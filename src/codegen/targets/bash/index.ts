// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code
import { lines } from '../../text/lines.js';
import { quoteBash } from '../../text/quote.js';
import type { Program } from '../program.js';
import type { Target } from '../target.js';
import { backoff, constants } from './backoff.js';

export const bash: Target = {
  id: 'bash',
  title: 'bash (curl)',
  language: 'bash',
  functionName: 'curl_with_retry',
  reservedWords: (
    'if then else elif fi case esac for select while until do done in function time coproc break continue return exit ' +
    'local read set shift test trap true false printf echo command eval exec export source type unset wait kill ' +
    // What a sourced file must not take from the shell that reads it.
    'alias bg bind builtin caller cd compgen complete compopt declare dirs disown enable fc fg getopts hash help history ' +
    'jobs let logout mapfile popd pushd pwd readarray readonly shopt suspend times typeset ulimit umask unalias'
  ).split(' '),
  comment: '#',
  width: 100,
  since: 'bash 4',
  needs: 'curl',
  exhausted: 'fails with the status',
  retryAfterForms: 'seconds',
  quote: quoteBash,
  fileName: (functionName) => `${functionName}.sh`,
  code,
  usage: ({ functionName, example }) => {
    const headers = example.headers.map(([name, value]) => `  --header ${quoteBash(`${name}: ${value}`)} \\`);
    return lines(
      `if ! ./${functionName}.sh --max-time 30 \\`,
      headers,
      `  ${quoteBash(example.url)} >answer.txt; then`,
      '  echo "no answer that can be used" >&2',
      'fi',
    );
  },
};

function code(program: Program): string[] {
  const { functionName } = program;
  const hasHint = program.retryAfterMaxMs !== null;
  const isWalk = program.draw.kind === 'decorrelated';
  return lines(
    '#!/usr/bin/env bash',
    constants(program),
    '',
    '# Sends a request with the arguments of curl, and sends it again while that may help. The body of',
    '# the last response goes to standard output. Returns 0 for a status of 2xx or 3xx; 2 for another',
    '# that is not retried; 1 when the retries are used up, or the network fails to the end; 64 when',
    '# curl cannot be run like this. It is a subshell, so that no variable and no file is left.',
    `${functionName}() (`,
    '  for argument in "$@"; do',
    '    case $argument in',
    '    - | *@- | -T- | -K-)',
    '      echo "standard input can be read only once: put it in a file" >&2',
    '      exit 64',
    '      ;;',
    '    esac',
    '  done',
    '  files=$(mktemp -d) || exit 64',
    '  trap \'rm -rf "$files"\' EXIT',
    isWalk && '  delay_ms=$base_ms',
    '  for ((retry = 1; ; retry++)); do',
    '    : >"$files/headers"',
    '    : >"$files/body"',
    '    if status=$(curl --silent --show-error "$@" --dump-header "$files/headers" \\',
    '      --output "$files/body" --write-out \'%{http_code}\'); then',
    '      failure=0',
    '    else',
    '      failure=$?',
    '    fi',
    '    case $failure in',
    '    0 | 22) # 22: --fail was among the arguments, and there is a status all the same',
    '      if ! is_retryable "$status"; then',
    '        cat "$files/body"',
    '        ((status >= 200 && status < 400)) && exit 0',
    '        exit 2',
    '      fi',
    '      ;;',
    '    5 | 6 | 7 | 16 | 18 | 28 | 35 | 52 | 55 | 56 | 92 | 95) # the network failed',
    '      status=0',
    '      : >"$files/headers"',
    '      ;;',
    '    *) exit 64 ;; # curl has told what is wrong',
    '    esac',
    '    if ((retry > max_retries)); then',
    '      cat "$files/body"',
    '      last="HTTP status $status"',
    '      if ((status == 0)); then last="a network error"; fi',
    '      echo "gave up at attempt $retry: $last" >&2',
    '      exit 1',
    '    fi',
    hasHint
      ? ['    if ! wait_ms=$(retry_after_ms "$files/headers"); then', ownWait(program, '      '), '    fi']
      : ownWait(program, '    '),
    '    sleep "$(printf \'%d.%03d\' $((wait_ms / 1000)) $((wait_ms % 1000)))"',
    '  done',
    ')',
    '',
    isRetryable(program),
    '',
    backoff(program),
    hasHint && ['', RETRY_AFTER],
    '',
    '# Run as a command, it sends the request; read by `source`, it only brings the function along.',
    'if [[ ${BASH_SOURCE[0]} == "$0" ]]; then',
    `  ${functionName} "$@"`,
    'fi',
  );
}

function ownWait(program: Program, by: string): string[] {
  const bases = program.throttledRawMs === null ? '' : ' "$status"';
  const argument = program.draw.kind === 'decorrelated' ? '"$delay_ms"' : `"$retry"${bases}`;
  return [`${by}backoff_ms ${argument}`, `${by}wait_ms=$delay_ms`];
}

function isRetryable({ statuses }: Program): string[] {
  const tests = [
    ...statuses.listed.map((status) => `$1 == ${status}`),
    ...(statuses.serverErrors ? ['$1 >= 500'] : []),
  ];
  return ['is_retryable() {', `  ((${tests.join(' || ') || '0'}))`, '}'];
}

const RETRY_AFTER = `# Prints the wait that the server named, in whole seconds only; returns 1 where it named none. With
# --location there are the headers of several responses, of which the last counts.
retry_after_ms() (
  shopt -s nocasematch
  value=
  while IFS= read -r line; do
    line=\${line%$'\\r'}
    case $line in
    HTTP/*) value= ;;
    retry-after:*) value=\${line#*:} ;;
    esac
  done <"$1"
  value=\${value#"\${value%%[! ]*}"}
  value=\${value%"\${value##*[! ]}"}
  [[ $value =~ ^[0-9]+$ ]] || exit 1
  # So many digits do not fit into a number, and a leading 0 must not make it octal.
  if ((\${#value} > 12)) || ((10#$value * 1000 > retry_after_max_ms)); then
    echo "$retry_after_max_ms"
  else
    echo $((10#$value * 1000))
  fi
)`;
