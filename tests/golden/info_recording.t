requires: recorder

Each topic of info, of a recording: what it answers begins with, or that a recording does not tell it, and what it does tell.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ for topic in trace functions line instances values path slice marks breakpoints loops coverage registers source problems; do
  $>     clew -c "info $topic" mean.clew >said 2>problem; status=$?; printf '%-12s %d  %s\n' $topic $status "$(cat problem said | sed "s|0x1fff[0-9a-f]*|STACK|; s|$PWD|HERE|; 1q")"; done
  trace        0  Recording: mean.clew
  functions    0  __do_global_dtors_aux           13 instructions
  line         0    119    0x1277  main mean.c:41  x1  leave
  instances    0  #0      = STACK (rsp)
  values       0  #0      STACK
  path         1  clew: info path: a trace of this kind (recording) does not tell that; it tells trace, functions, line, instances, values, marks, problems, source, history, slice, threads, frame, breakpoints
  slice        1  clew: there is no slice yet: slice back, slice fwd and chop make one
  marks        0  no marks
  breakpoints  0  no breakpoints
  loops        1  clew: info loops: a trace of this kind (recording) does not tell that; it tells trace, functions, line, instances, values, marks, problems, source, history, slice, threads, frame, breakpoints
  coverage     1  clew: info coverage: a trace of this kind (recording) does not tell that; it tells trace, functions, line, instances, values, marks, problems, source, history, slice, threads, frame, breakpoints
  registers    1  clew: info registers: a trace of this kind (recording) does not tell that: print $rax shows what the instruction here found in one; it tells trace, functions, line, instances, values, marks, problems, source, history, slice, threads, frame, breakpoints
  source       0  mean.c                  HERE/mean.c
  problems     0  no problems

Every key of JSON stands in the section JSON of clew(1), or in clew-formats(5).

  $ keys() { clew --json "$@" 2>/dev/null | grep -oE '"[a-z_]+":' | tr -d '":' | sort -u >keys; sed -n '/^.SH JSON/,/^.SH [^J]/p' "$ROOT/man/clew.1.in" | cat - "$ROOT/man/clew-formats.5" >json
  $>     echo "$(wc -l <keys) keys"; while read -r key; do grep -qwF -- "$key" json || echo "not documented: $key"; done <keys; }
  $> keys -c where -c 'goto mean.c:39' -c bt -c why -c 'why not mean.c:12' -c 'who sum' -c 'print sum' -c ask -c 'break main' -c breakpoints -c rc -c step -c thread -c 'info frame' -c links -c 'info trace' mean.clew
  48 keys
