Notes: remarks at positions, shown wherever the position is, kept by save.

  $ clew -i good-instance.wet <<'END'
  $> notes
  $> note
  $> note main comes back too early
  $> note 20#1 i is 1 here
  $> note max.c:6#0 "quoted" here
  $> note "3 times
  $> note "20#1 is odd"
  $> notes
  $> where
  $> goto 20#1
  $> where 50
  $> where 20#0
  $> back
  $> note 20#1
  $> note 20#1
  $> note 9999#1 nowhere
  $> note +0
  $> notes
  $> END
  no notes: `note TEXT` adds one here
  clew: `note` needs a text; `note POS` without a text removes the note there, `notes` lists all
  noted at 0x114d#0
  noted at 0x113e#1
  noted at 0x1142#0
  noted at 0x114d#0
  noted at 0x114d#0
  50#0    20#1 is odd  0x114d#0  largest max.c:8
  20#1    i is 1 here  0x113e#1  largest max.c:5
  30#0    "quoted" here  0x1142#0  largest max.c:6
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  note: 20#1 is odd
  0x113e#1 of 4  largest max.c:5
    for (; i < 3; i++)
  note: i is 1 here
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  note: 20#1 is odd
  0x113e#0 of 4  largest max.c:5
    for (; i < 3; i++)
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  note: 20#1 is odd
  removed the note at 0x113e#1
  clew: there is no note at 0x113e#1: `notes` lists them
  clew: no instruction has id 9999: the nearest is 50
  removed the note at 0x114d#0
  30#0    "quoted" here  0x1142#0  largest max.c:6
  [1]
  $ clew --json -c 'note 20#1 i is 1' -c notes -c 'where 20#1' -c 'note 20#1' good-instance.wet
  {"position":"20#1","note":"i is 1"}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5,"position":"20#1","note":"i is 1"}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"note":"i is 1"}
  {"position":"20#1","note":null}

Of several traces each has its own; they go with it, and are saved with it.

  $ clew -c 'note one' -c 'open gnatcov/good-2008.trace' -c 'note 0x100 two' -c notes -c 'save noted' good-instance.wet 2>/dev/null | tail -3; grep note noted
  50#0 of trace 1  one  0x114d#0  largest max.c:8
  0x100   two  0x100
  saved noted: 2 traces, 2 notes
  note 50#0 one
  note 0x100 two
  $ clew -x noted -c 'save again' >/dev/null 2>&1; cmp noted again && echo the same; clew -c 'load noted' -c 'drop 2' -c notes 2>/dev/null | tail -1
  the same
  50#0    one  0x114d#0   largest max.c:8
  $ printf 'note escape \033]0;x\007\n' | clew -i good-instance.wet
  clew: this contains a control character (0x1b), which clew can neither show nor save
  [1]

What is in no file is told at a terminal only: here the end is the end.

  $ clew -i good-instance.wet <<'END'
  $> note here
  $> quit
  $> where
  $> END
  noted at 0x114d#0
  $ clew -c 'note here' -c quit -c where good-instance.wet
  noted at 0x114d#0
  $ clew -c 'note here' -c drop -c trace good-instance.wet
  noted at 0x114d#0
  no trace is open
  clew: no trace is open: `open FILE` opens one
  [1]
  $ clew -c 'quit !' -c where good-instance.wet
  $ clew -c 'quit now' good-instance.wet
  clew: one argument too many: now; usage: quit [!]
  [1]
