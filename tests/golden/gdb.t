requires: gdb

clew from gdb: data/gdb/clew.gdb. The program is data/gdb/walk.c, whose README says by hand what must come out. Its core file is written by gdb, since the
system may send cores elsewhere.

  $ gcc -w -g -O0 -o walk walk.c && gdb --nx -q -batch -ex run -ex 'generate-core-file core' -ex kill ./walk >/dev/null 2>&1; ls core
  core
  $ inside() { gdb --nx -q -batch -ex 'source clew.gdb' "$@" 2>&1 | grep '^{.*"walk"' | grep -o '"line":[0-9]*\|"status":"[a-z-]*"\|"blocks":[^]]*]'; }
  $> inside -ex 'clew suffix --json' ./walk core; inside -ex run -ex 'clew suffix --json' ./walk
  "line":37
  "status":"unique"
  "blocks":[0,2,3,5,2,4,5,2,3,5,2,4]
  "line":37
  "status":"unique"
  "blocks":[0,2,3,5,2,4,5,2,3,5,2,4]

From a frame further out, with every setting in the way that could stand in the way; the frame stays selected.

  $ gdb --nx -q -batch -ex 'source clew.gdb' -ex 'set print elements 2' -ex 'set print frame-info short-location' -ex 'set max-value-size 8' -ex up -ex up \
  $>     -ex 'set print frame-arguments all' -ex 'set language c++' -ex 'clew suffix --json' -ex 'frame' ./walk core 2>&1 |
  $>     grep -o '^{.*"walk".*"status":"[a-z-]*"\|^#2'
  #2
  {"frame":4,"function":"walk","file":"walk.c","line":37,"status":"unique"
  #2

Coverage, and what is behind a bar goes to the shell.

  $ gdb --nx -q -batch -ex 'source clew.gdb' -ex 'clew coverage | grep ^walk' -ex 'clew coverage | grep ^main | sort -u' ./walk core 2>&1 | tr -s ' ' | grep entered
  walk entered returned 1 of 2
  walk entered returned 1 of 2
  main entered returned 0 of 1

No setting of the user has another value afterwards, nothing stays in /tmp.

  $ gdb --nx -q -batch -ex 'source clew.gdb' -ex 'pipe show | cat >before' -ex 'clew suffix >answer' -ex 'clew coverage >answer' -ex 'pipe show | cat >after' \
  $>     ./walk core >/dev/null 2>&1; diff before after | grep '^[<>]' | grep -v '\$'; wc -l <before | grep -c '...'; ls -d /tmp/clew-gdb-[0-9]* 2>/dev/null | wc -l
  1
  0

What is missing is named: the program's run, the program, clew itself.

  $ inside() { gdb --nx -q -batch -ex 'source clew.gdb' "$@" 2>&1 | grep '^clew'; }
  $> inside -ex 'clew suffix' ./walk; mv walk gone; inside -ex 'core-file core' -ex 'clew coverage'; mv gone walk        # gdb 15 and later look for it
  $> mkdir tools; for tool in gdb sed mkdir rm grep; do ln -s "$(command -v $tool)" tools; done; PATH=$PWD/tools; inside -ex 'clew suffix' ./walk core
  clew: gdb has no process and no core file: run the program, attach to it, or load a core file first
  clew: gdb has no program loaded: use its command 'file'
  clew: there is no clew in $PATH; add its folder to it and start gdb again

gdb from clew: the same answer from the core file, and from a process, which runs on.

  $ gdb --nx -q -batch -ex 'source clew.gdb' -ex 'clew suffix --json' ./walk core 2>&1 | grep '^{' >inside; clew suffix --json --core=core walk >asked; cmp inside asked
  $ STAY=1 ./walk & until grep -qs pause /proc/$!/wchan /proc/$!/stack 2>/dev/null || grep -q '^34 ' /proc/$!/syscall; do sleep 0.01; done
  $> clew suffix --json --pid=$! walk | grep '"walk"' | grep -o '"status":"[a-z-]*"\|"blocks":[^]]*]'; ps -o stat= -p $! | cut -c1; kill $!
  "status":"unique"
  "blocks":[0,2,3,5,2,4,5,2,3,5,2,4]
  S
  $ clew=$(command -v clew); $clew suffix --gdb=/nowhere/gdb --core=core walk; PATH=/nowhere; $clew suffix --core=core walk
  clew: /nowhere/gdb: cannot be run as gdb: No such file or directory
  clew: gdb is not installed: apt-get install gdb
  [1]
