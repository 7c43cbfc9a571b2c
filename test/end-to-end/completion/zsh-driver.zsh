# Types each line of standard input into an interactive zsh, presses Tab, and prints what the line has become.
zmodload zsh/zpty
zpty shell "TERM=dumb PS1= zsh -f -i"
zpty -w shell "autoload -Uz compinit; compinit -D; source ${(q)1}; unsetopt beep list_beep"
zpty -w shell 'show() { print -r -- "<<<$BUFFER>>>"; BUFFER= }; zle -N show; bindkey "^T" show; print re""ady'
zpty -r -m shell out '*ready*'
while IFS= read -r line; do
  zpty -w -n shell "$line"$'\t\x14'
  zpty -r -m shell out '*<<<*>>>*'
  out=${out##*<<<}
  print -r -- "${out%%>>>*}"
done
zpty -d shell
