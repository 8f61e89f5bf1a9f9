Each topic of info, of an address stream: what it answers begins with, or that such a trace does not tell it, and what it does tell.

  $ cp $SAMPLES/ae/golden/fig1.EB.exe fig1; cp $SAMPLES/ae/golden/ae.out.EB ae.out
  $ for topic in trace functions line instances values path slice marks breakpoints loops coverage registers source problems; do
  $>     clew -c "info $topic" fig1 fig1.sma ae.out >said 2>problem; status=$?; printf '%-12s %d  %s\n' $topic $status "$(cat problem said | sed -n 1p)"; done
  trace        0  address stream: ae.out
  functions    0  0x00400190  main                           32 instructions  4 blocks  1 loop
  line         1  clew: no source position is known here
  instances    1  clew: `info executions` is not available in an address stream. `info` has: trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  values       1  clew: `info values` is not available in an address stream. `info` has: trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  path         1  clew: `info path` is not available in an address stream. `info` has: trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  slice        1  clew: `info slice` is not available in an address stream. `info` has: trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  marks        0  no marks
  breakpoints  0  no breakpoints
  loops        0  no loop is open here: `info loops all` lists every loop of the schema
  coverage     1  clew: `info coverage` is not available in an address stream. `info` has: trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  registers    0    $zero 0   0x00000000
  source       0  no source file is known here
  problems     0  no problems

Every key of JSON stands in the section JSON of clew(1), or in clew-formats(5).

  $ keys() { clew --json "$@" 2>/dev/null | grep -oE '"[a-z_]+":' | tr -d '":' | sort -u >keys; sed -n '/^.SH JSON/,/^.SH [^J]/p' "$ROOT/man/clew.1.in" | cat - "$ROOT/man/clew-formats.5" >json
  $>     echo "$(wc -l <keys) keys"; while read -r key; do grep -qwF -- "$key" json || echo "not documented: $key"; done <keys; }
  $> keys -c where -c 'goto 50%' -c bt -c 'break sub' -c breakpoints -c 'info loops' -c 'info registers' -c 'print $sp' -c 'cache 64k 16 4 loop' -c pp -c 'info trace' -c 'info functions' -c disassemble -c step \
  $>     -c ask -c problems fig1 fig1.sma ae.out
  61 keys
