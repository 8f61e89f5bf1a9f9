A saved session is a script: what it says when it was run and saved again is what it said.

  $ clew -c 'set hex off' -c 'set source-path /nowhere' -c 'theme light' -c 'alias w where' -c 'alias px print/x' -c 'bind "z x" goto 50%%' -c 'bind K w' \
  $>     -c 'mark a 20#1' -c 'mark b 50' -c 'slice lock back 20#2 data depth 3' -c 'goto 20#2' -c 'save first' good-instance.wet
  w was short for why until now: \w still is, unalias w gives it back
  mark a is 0x113e#1      largest max.c:5
  mark b is 0x114d#0      largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 instances
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved first: 1 trace, 2 marks, 2 aliases, 2 keys
  $ sed "s,$PWD,HERE,; s,theme /.*/data,theme DATA," first
  # clew session 1
  # clew -x THIS begins it in batch; load THIS, or clew THIS, goes on with it.
  set hex off
  set source-path /nowhere
  set theme light
  alias w where
  alias px print/x
  bind "z x" goto 50%%
  bind K w
  
  open "HERE/good-instance.wet"
  mark a 20#1
  mark b 50#0
  slice lock back 20#2 data depth 3
  goto 20#2
  $ clew -x first -c 'save second'; cmp first second && echo the same
  0x114d#0 of 1  largest max.c:8
    return best;  = 127
  mark a is 0x113e#1      largest max.c:5
  mark b is 0x114d#0      largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 instances
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved second: 1 trace, 2 marks, 2 aliases, 2 keys
  the same
  $ clew -c 'load first' -c 'save third' -c marks -c 'info slice' -c alias; cmp first third && echo the same
  loaded first
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved third: 1 trace, 2 marks, 2 aliases, 2 keys
  a  0x113e#1             largest max.c:5
  b  0x114d#0             largest max.c:8
  '  0x114d#0             largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 instances
    locked: the rest is dimmed; n and N lead through it
    3 of 5 instructions
  w          where
  px         print/x
  the same
  $ clew -c where -c 'save fourth' first; cmp first fourth && echo the same
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved fourth: 1 trace, 2 marks, 2 aliases, 2 keys
  the same

From another folder, too.

  $ mkdir elsewhere; cd elsewhere; clew -c where ../first
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)

Several traces, each with its own; the current one is named by its file. The numbers they had are given anew.

  $ clew -c 'open good-instance.wet' -c 'mark a 20#1' -c 'open gnatcov/good-seed.trace' -c 'goto @3' -c 'mark b @2' -c 'drop 1' -c 'trace good-instance.wet 40#1' -c 'save several' \
  $>     hostile.wet gnatcov/good-2008.trace 2>/dev/null | tail -1; sed "s,$PWD,HERE," several
  saved several: 3 traces, 2 marks
  # clew session 1
  # clew -x THIS begins it in batch; load THIS, or clew THIS, goes on with it.
  
  open "HERE/gnatcov/good-2008.trace"
  goto 0x100
  
  open "HERE/good-instance.wet"
  mark a 20#1
  goto 40#1
  
  open "HERE/gnatcov/good-seed.trace"
  mark b 0xfffffffc
  goto 0xfff0067c
  
  trace "HERE/good-instance.wet" 40#1
  $ clew -c trace -c marks -c 'save again' several 2>/dev/null; cmp several again && echo the same
    1  flat good-2008.trace  0x100 - @1 of 2
  > 2  wet good-instance.wet  0x1148#1/3 - largest max.c:5 - 5 insns
    3  flat good-seed.trace  0xfff0067c - @3 of 4
  a  0x113e#1             largest max.c:5
  b  trace 3  0xfffffffc
  '  0x114d#0             largest max.c:8
  saved again: 3 traces, 2 marks
  the same
  $ clew -c 'trace several' -c 'trace gnatcov/good-seed.trace' -c 'trace good-seed.trace' -c 'drop good-2008.trace' several 2>&1 >/dev/null | grep -v -e --exec
  clew: there is no trace several: expected its number, its file, next or previous; trace lists them
  clew: max.c:5 is not known here: this is where one was

What is no saved session is not written over; a saved one is, and what is not there yet.

  $ echo precious >mine; clew -c 'save mine' good-instance.wet; cat mine; clew -c 'save! mine' -c 'save mine' good-instance.wet; head -1 mine
  clew: mine: is there and is no saved session: save! FILE writes over it
  precious
  saved mine: 1 trace
  saved mine: 1 trace
  # clew session 1
  $ clew -c save -c 'save ""'; clew -c 'save missing/file' good-instance.wet; clew -c 'save .' good-instance.wet
  clew: save needs the name of a file
  clew: save needs the name of a file
  clew: missing/file: cannot be written: No such file or directory
  clew: .: cannot be written: Is a directory
  [1]
  $ clew --json -c 'mark a 20#1' -c 'save mine' good-instance.wet
  {"saved":"mine","traces":1,"marks":1,"notes":0,"displays":0,"breakpoints":0,"aliases":0,"keys":0,"lost":0}
  $ clew -c 'save "with blanks"' good-instance.wet; clew -c where "with blanks"
  saved with blanks: 1 trace
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  $ clew -c 'save nothing'; cat nothing
  saved nothing: 0 traces
  # clew session 1
  # clew -x THIS begins it in batch; load THIS, or clew THIS, goes on with it.

A line that fails is told, and the rest is run; what cannot be opened ends it.

  $ sed -i 's/^mark a.*/mark a 9999#7\nfrobnicate/' first; clew -c 'load first' -c where; clew -c where first 2>&1 | sed "s,$PWD,HERE,"
  clew: first:12: no instruction has id 9999: the nearest is 50
  clew: first:13: unknown command frobnicate: help lists the commands
  clew: first: 2 lines of it failed; the rest is loaded
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  clew: first:12: no instruction has id 9999: the nearest is 50
  clew: first:13: unknown command frobnicate: help lists the commands
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  $ sed -i 's/good-instance/bad-instance/' first; clew -c 'load first' 2>&1 | sed "s,$PWD,HERE,g"; clew -c where first 2>&1 | sed "s,$PWD,HERE,g"
  first:11: HERE/bad-instance.wet: cannot be opened: No such file or directory
  first:11: HERE/bad-instance.wet: cannot be opened: No such file or directory
  $ clew -c 'load tour.script' good-instance.wet; clew -c 'load missing'; clew -c load
  clew: tour.script: is no saved session: source FILE runs any script
  clew: missing: cannot be opened: No such file or directory
  clew: load needs the name of a saved session
  [1]
  $ printf '# clew session 1\nload endless\n' >endless; clew -c 'load endless'
  clew: endless:2: a saved session loads no other one
  clew: endless: 1 line of it failed; the rest is loaded
  [1]

What no command says again is a comment, and counted.

  $ ln good-instance.wet 'say "x".wet'; clew -c 'save lost' 'say "x".wet'; grep lost: lost
  saved lost: 1 trace
  1 thing could not be saved: comments in it say which
  # lost: this name cannot be written: open say "x".wet
  $ clew --load-offset=0x1000 -c "save lost" good-instance.wet 2>/dev/null; grep lost: lost
  saved lost: 1 trace
  1 thing could not be saved: comments in it say which
  # lost: give it again: --load-offset 0x1000
