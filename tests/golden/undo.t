requires: recorder

undo takes the last edit of the session back, whatever it was; moves are no edits.

  $ clew -i good-instance.wet <<'END'
  $> undo
  $> mark a 20#1
  $> mark a 20#2
  $> note 20#2 first
  $> note 20#2 second
  $> set hex off
  $> set hex off
  $> alias w where
  $> bind K w
  $> unbind K
  $> theme light
  $> goto 10
  $> undo
  $> bind
  $> undo
  $> bind
  $> undo
  $> undo
  $> bind
  $> alias
  $> undo
  $> show hex
  $> undo
  $> notes
  $> undo
  $> notes
  $> undo
  $> marks
  $> undo
  $> marks
  $> undo
  $> END
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump
  mark a is 0x113e#1      largest max.c:5
  mark a is 0x113e#2      largest max.c:5
  noted at 0x113e#2
  noted at 0x113e#2
  alias `w` replaces the short form of why: `\w` still runs that, `unalias w` restores it
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0
  undone: theme light
  you have bound no keys: `bind KEY COMMAND` binds one; `help` on the full screen lists clew's own keys
  undone: unbind K
  K          w
  undone: bind K w
  undone: alias w where
  you have bound no keys: `bind KEY COMMAND` binds one; `help` on the full screen lists clew's own keys
  no aliases: `alias NAME COMMAND` makes one
  undone: set hex off
  hex          integers
  undone: note 20#2 second
  20#2    first  0x113e#2  largest max.c:5
  undone: note 20#2 first
  no notes: `note TEXT` adds one here
  undone: mark a 20#2
  a  0x113e#1             largest max.c:5
  '  0x114d#0             largest max.c:8
  undone: mark a 20#1
  '  0x114d#0             largest max.c:8
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump
  [1]
  $ clew --json -c 'mark a 20#1' -c undo -c undo good-instance.wet
  {"undone":"mark a 20#1"}
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump
  [1]

An empty line undoes one more; a script's lines are edits of their own; one that failed did nothing.

  $ printf 'mark a 20#1\nmark b 20#2\nmark c 9999\nundo\n\n\n' | clew -i good-instance.wet
  mark a is 0x113e#1      largest max.c:5
  mark b is 0x113e#2      largest max.c:5
  clew: no instruction has id 9999: the nearest is 50
  undone: mark b 20#2
  undone: mark a 20#1
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump
  [1]
  $ printf 'mark a 20#1\nset hex off\n' >two.script; clew -c 'source two.script' -c undo -c marks good-instance.wet
  mark a is 0x113e#1      largest max.c:5
  undone: set hex off
  a  0x113e#1             largest max.c:5

Breakpoints of a recording: made, deleted, disabled, ignored; hits stay.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ clew -c 'break mean.c:23' -c 'break main' -c 'ignore 1 2' -c 'continue' -c 'disable' -c 'delete 1' -c 'info breakpoints' -c undo -c 'info breakpoints' -c undo -c 'info breakpoints' -c undo \
  $>     -c undo -c 'info breakpoints' -c undo -c 'info breakpoints' -c undo mean.clew 2>&1 | grep -i -e breakpoint -e undone -e 'nothing to' | sed -E 's/0x[0-9a-f]+/ADDRESS/g'
  breakpoint 1, mean.c:23 at ADDRESS
  breakpoint 2, main at ADDRESS
  the next 2 hits of breakpoint 1, mean.c:23 do not stop
  disabled breakpoint 1, mean.c:23 at ADDRESS
  disabled breakpoint 2, main at ADDRESS
  deleted breakpoint 1, mean.c:23 at ADDRESS
  breakpoint 2, main at ADDRESS, disabled
  undone: delete 1
  breakpoint 1, mean.c:23 at ADDRESS, disabled, ignores 2
  breakpoint 2, main at ADDRESS, disabled
  undone: disable
  breakpoint 1, mean.c:23 at ADDRESS, ignores 2
  breakpoint 2, main at ADDRESS
  undone: ignore 1 2
  undone: break main
  breakpoint 1, mean.c:23 at ADDRESS
  undone: break mean.c:23
  no breakpoints
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump

What was closed takes the edits along.

  $ clew -c 'mark a 20#1' -c 'open mean.clew' -c 'drop 1' -c undo good-instance.wet 2>&1 | tail -1
  clew: nothing to undo: `undo` takes back marks, notes, displays, breakpoints, settings, aliases and keys; `back` takes back a jump

repeat says the last command again that moved or edited something; looking does not count, and undo neither.

  $ clew -i good-instance.wet <<'END'
  $> repeat
  $> goto 20#0
  $> next-execution
  $> where
  $> deps
  $> repeat
  $> repeat
  $> hex
  $> repeat
  $> undo
  $> repeat
  $> frobnicate
  $> repeat
  $> END
  clew: nothing to repeat: no command has moved or edited anything yet
  0x113e#0 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#1 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#1 of 4  largest max.c:5
    for (; i < 3; i++)
  control  0x113e#0  largest max.c:5         for (; i < 3; i++)
  data     0x1148#0  largest max.c:5  = 0x1  for (; i < 3; i++)
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  numbers are decimal
  integers are hexadecimal
  undone: hex
  integers are hexadecimal
  clew: unknown command `frobnicate`: `help` lists the commands
  numbers are decimal
  [1]

Rules for folders that were moved, and the folders of sources, are settings, too. What opens and closes traces shows no rows to another command.

  $ clew -i good-instance.wet <<'END'
  $> set substitute-path /a /b
  $> set substitute-path /a /c
  $> set substitute-path /x /y
  $> unset substitute-path /a
  $> show substitute-path
  $> undo
  $> show substitute-path
  $> undo
  $> undo
  $> show substitute-path
  $> directory /usr/src
  $> undo
  $> show source-path
  $> filter /x/ load nothing
  $> pipe load nothing | cat
  $> END
  substitute-path /x -> /y
  undone: unset substitute-path /a
  substitute-path /a -> /c
  substitute-path /x -> /y
  undone: set substitute-path /x /y
  undone: set substitute-path /a /c
  substitute-path /a -> /b
  source-path  /usr/src
  undone: directory /usr/src
  source-path
  clew: `load` gives no rows
  clew: `load` gives no rows
  [1]
