Each topic of info, of each kind of trace: what it answers begins with, or that this kind does not tell it, and what it does tell.

  $ topics() { for topic in trace functions line instances executions values path slice marks breakpoints loops coverage registers source problems; do
  $>     clew "$@" -c "info $topic" >said 2>problem; status=$?; printf '%-12s %d  %s\n' $topic $status "$( { grep -v "is missing: name it with --exec" problem; cat said; } | sed -n 1p)"; done; }; declare -f topics >info.sh
  $ . ./info.sh; topics good-instance.wet
  trace        0  WET trace, comprehensive: good-instance.wet
  functions    0  largest                         5 instructions          max.c
  line         0  > 50     0x114d  largest max.c:8  x1
  instances    0  #0      = 0x7f
  executions   0  #0      = 0x7f
  values       0  #0      0x7f
  path         1  clew: `info path` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  slice        1  clew: there is no slice yet: `slice back`, `slice fwd` and `chop` make one
  marks        0  no marks
  breakpoints  1  clew: `info breakpoints` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  loops        1  clew: `info loops` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  coverage     1  clew: `info coverage` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  registers    1  clew: `info registers` is not available in a WET trace. `deps` lists who wrote the values that the instruction here used. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  source       0  max.c                   max.c
  problems     0  no problems
  $ . ./info.sh; topics good-history.lim
  trace        0  WET trace, limited history: good-history.lim
  functions    0  no known function names: --exec=FILE may add them
  line         1  clew: no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE
  instances    0  #0
  executions   0  #0
  values       1  clew: a history records no values: use `deps` and `uses`, or record without --history
  path         1  clew: `info path` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  slice        1  clew: there is no slice yet: `slice back`, `slice fwd` and `chop` make one
  marks        0  no marks
  breakpoints  1  clew: `info breakpoints` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  loops        1  clew: `info loops` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  coverage     1  clew: `info coverage` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  registers    1  clew: `info registers` is not available in a WET trace. `deps` lists who wrote the values that the instruction here used. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  source       0  no known source files: --exec=FILE may add them
  problems     0  no problems
  $ . ./info.sh; topics gnatcov/good-seed.trace
  trace        0  coverage trace: gnatcov/good-seed.trace
  functions    0  no functions: name the executable with --exec=FILE
  line         1  clew: cannot show code without the executable: name it with --exec=FILE
  instances    1  clew: `info executions` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  executions   1  clew: `info executions` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  values       1  clew: `info values` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  path         1  clew: `info path` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  slice        1  clew: `info slice` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  marks        0  no marks
  breakpoints  0  no breakpoints
  loops        1  clew: `info loops` is not available in a coverage trace. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  coverage     1  clew: no names or lines without the executable: name it with --exec=FILE
  registers    1  clew: `info registers` is not available in a coverage trace. Which code ran is recorded, but no values. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  source       1  clew: cannot show code without the executable: name it with --exec=FILE
  problems     0  gnatcov/good-seed.trace: the executable obj/test_divmod2 is missing: name it with --exec
  $ echo | gcc -c -x c - -o csi-sum.o && for s in PT FC CC BBC; do
  $>     objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done; . ./info.sh; topics --dump=csi-sum.txt csi-sum.o
  trace        0  CSI metadata: csi-sum.o
  functions    0  main                            6 blocks      4 paths
  line         0  csi-sum.c:10  in this trace
  instances    1  clew: `info executions` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  executions   1  clew: `info executions` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  values       1  clew: `info values` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  path         0  slot 0    path 1            4 blocks
  slice        1  clew: `info slice` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  marks        0  no marks
  breakpoints  1  clew: `info breakpoints` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  loops        1  clew: `info loops` is not available in CSI metadata. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  coverage     0  this activation: #0 digit csi-sum.c:10
  registers    1  clew: `info registers` is not available in CSI metadata. gdb shows registers; `step` and `suffix` show the path to here. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  source       0  csi-sum.c
  problems     0  no problems

An abbreviation of one topic is taken, of several refused with these, and what is no topic at all with all there are.

  $ clew -c 'info prob' -c 'info s' -c 'info loo' -c 'info weather' good-instance.wet
  no problems
  clew: ambiguous topic `s`: it fits source, slice
  clew: `info loops` is not available in a WET trace. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  clew: unknown topic `weather`: expected one of trace, functions, line, executions, values, marks, problems, source, history, slice
  [1]
  $ clew -c 'info c' gnatcov/good-seed.trace 2>&1 | tail -1
  clew: no names or lines without the executable: name it with --exec=FILE

A command that a kind of trace cannot answer says what it can.

  $ clew -c deps -c why -c 'watch 0x10' -c 'cache 64k 16 4' -c entries csi-sum.o
  clew: `deps` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `why` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `watch` needs a recording or an address stream, but this is CSI metadata. No memory is recorded; `until LINE` and `reverse-step` go through the lines that ran last
  clew: `cache` needs an address stream, but this is CSI metadata. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `coverage` shows what ran
  clew: `entries` needs a coverage trace, but this is CSI metadata. `coverage` shows what ran, `coverage lines` lists each line
  [1]
  $ clew -c deps -c suffix -c 'watch 0x10' -c pp gnatcov/good-seed.trace 2>&1 | grep -v 'name it with'
  clew: `deps` needs a recording, but this is a coverage trace. Dependences are not recorded; `next-uncovered`, `branch` and `list` show what ran, `clew record` records dependences
  clew: `suffix` needs CSI metadata, but this is a coverage trace. `list` and `next-uncovered` show what ran; `clew csi-cc` builds programs whose crashes show their path
  clew: `watch` needs a recording or an address stream, but this is a coverage trace. No memory is recorded; in a history, `break` and `continue` stop at code
  clew: `pp` needs an address stream, but this is a coverage trace. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows what ran
  $ clew -c suffix -c entries -c pp -c 'watch 0x10' -c coverage good-instance.wet
  clew: `suffix` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `entries` needs a coverage trace, but this is a WET trace. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  clew: `pp` needs an address stream, but this is a WET trace. `deps` and `uses` list the links from one iteration of a loop to another
  clew: `watch` needs a recording, but this is a WET trace. No order is recorded; `find-value` and `values` show computed values, `deps` and `uses` who wrote and who read them
  clew: `coverage` needs CSI metadata or a coverage trace, but this is a WET trace. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  [1]

Every key of JSON stands in the section JSON of clew(1), or in clew-formats(5).

  $ keys() { clew --json "$@" 2>/dev/null | grep -oE '"[a-z_]+":' | tr -d '":' | sort -u >keys; sed -n '/^.SH JSON/,/^.SH [^J]/p' "$ROOT/man/clew.1.in" | cat - "$ROOT/man/clew-formats.5" >json
  $>     echo "$(wc -l <keys) keys"; while read -r key; do grep -qwF -- "$key" json || echo "not documented: $key"; done <keys; }; declare -f keys >keys.sh
  $ . ./keys.sh; keys -c where -c 'info trace' -c 'info functions' -c 'info line max.c:5' -c instances -c values -c marks -c problems -c history -c 'deps 50#0' -c 'uses 20#0' \
  $>     -c links -c control -c 'slice back' -c 'slice back lines rank' -c 'slice lock' -c 'info slice' -c 'chop 20#0 50#0' -c why -c ask -c list -c disassemble -c show -c 'print' \
  $>     -c 'find-value 1' -c 'find-addr 0x113e' -c 'mark a' -c trace -c 'info source' -c index good-instance.wet
  54 keys
  $ . ./keys.sh; keys -c where -c entries -c coverage -c 'info tags' -c 'info functions' -c branch -c 'info coverage' -c list -c disassemble -c breakpoints -c 'info trace' -c problems gnatcov/good-seed.trace
  25 keys
  $ echo | gcc -c -x c - -o csi-sum.o && for s in PT FC CC BBC; do
  $>     objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done; . ./keys.sh; keys --dump=csi-sum.txt -c where -c bt -c suffix -c 'suffix all' -c candidates -c graph -c coverage \
  $>     -c 'coverage all' -c 'coverage lines' -c 'coverage frame' -c 'info path' -c 'info frame' -c 'info trace' -c 'info functions' -c snapshot -c thread -c list -c problems csi-sum.o
  46 keys

Exit status: 0, done; 1, a command failed, or the input had problems under --strict; 2, called in a way that is none.

  $ clew -c where good-instance.wet >/dev/null; echo $?; clew -c 'deps 21#0' good-instance.wet 2>/dev/null; echo $?; clew --strict -c where bad-blank.wet >/dev/null 2>&1; echo $?
  0
  1
  1
  $ clew -c where bad-blank.wet >/dev/null 2>&1; echo $?; clew --no-such-option good-instance.wet 2>/dev/null; echo $?; clew good-instance.wet </dev/null 2>/dev/null; echo $?; clew -c where no-such-file 2>/dev/null; echo $?
  1
  2
  2
  1

How much of a trace clew keeps in memory.

  $ clew -c 'show cache' -c 'set cache 512M' -c 'show cache' -c 'set cache 1536' -c 'show cache' -c 'set cache auto' -c 'show cache' -c 'set cache 0' good-instance.wet
  cache        auto
  cache        512M
  cache        1536
  cache        auto
  clew: `0` is no size of a cache: expected auto, or a number of bytes such as 512M or 2G
  [1]
  $ clew -c 'set cache 18446744073709551615G' good-instance.wet
  clew: `18446744073709551615G` is no size of a cache: expected auto, or a number of bytes such as 512M or 2G
  [1]
