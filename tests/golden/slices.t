Slices that one can read: so deep, within a function, by line with the last value; the lock marks what is in the last one.

  $ clew -c 'slice back 50#0 depth 1' -c 'slice back 50#0 lines depth 1 data' good-instance.wet
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0  largest max.c:8  = 0x7f  return best;
  max.c:6  x1  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  x1  = 0x7f  return best;
  $ clew -c 'slice back 50#0 lines within max.c' -c 'slice back 50#0 within other.c' good-instance.wet
  max.c:4  x1  = 0x0   int i = 0, best = 0;
  max.c:5  x5  = 0x2   for (; i < 3; i++)
  max.c:6  x3  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  x1  = 0x7f  return best;
  clew: no function or file other.c in this trace: info functions and info source list them
  [1]
  $ clew --json -c 'slice back 50#0 data lines' -c 'info slice' good-instance.wet
  {"file":"max.c","line":6,"instances":3}
  {"file":"max.c","line":8,"instances":1}
  {"slice":"back","from":"0x114d#0","kinds":"data","within":null,"instances":4,"instructions":2,"lines":2,"of_lines":4,"without_line":0,"outside":0,"uncertain":0,"cut":false,"locked":false}
  $ clew -c 'slice lock back 30#1' -c 'disassemble 30' -c 'info slice' -c 'slice lock' -c 'info slice' -c 'slice lock' -c 'disassemble 30' good-instance.wet
  slice back from 0x1142#1: 3 of 4 lines, 6 instances
  clew: no executable is known, so the code is not: --exec=FILE names it
   *10     0x1139  largest max.c:4  1/1
   *20     0x113e  largest max.c:5  2/4
   *30     0x1142  largest max.c:6  2/3
   *40     0x1148  largest max.c:5  1/3
  > 50     0x114d  largest max.c:8  0/1
  slice back from 0x1142#1: 3 of 4 lines, 6 instances
    locked: the rest is dimmed; n and N lead through it
    4 of 5 instructions
  slice forward from 0x114d#0: 1 of 4 lines, 1 instance
  slice forward from 0x114d#0: 1 of 4 lines, 1 instance
    locked: the rest is dimmed; n and N lead through it
    1 of 5 instructions
  slice lock off
  clew: no executable is known, so the code is not: --exec=FILE names it
    10     0x1139  largest max.c:4  x1
    20     0x113e  largest max.c:5  x4
    30     0x1142  largest max.c:6  x3
    40     0x1148  largest max.c:5  x3
  > 50     0x114d  largest max.c:8  x1
  $ clew --json -c 'slice lock back 30#1' -c 'disassemble 30' good-instance.wet
  {"slice":"back","from":"0x1142#1","kinds":"all","within":null,"instances":6,"instructions":4,"lines":3,"of_lines":4,"without_line":0,"outside":0,"uncertain":0,"cut":false,"locked":true}
  clew: no executable is known, so the code is not: --exec=FILE names it
  {"id":10,"address":"0x1139","file":"max.c","function":"largest","line":4,"executions":1,"in_slice":1}
  {"id":20,"address":"0x113e","file":"max.c","function":"largest","line":5,"executions":4,"in_slice":2}
  {"id":30,"address":"0x1142","file":"max.c","function":"largest","line":6,"executions":3,"in_slice":2}
  {"id":40,"address":"0x1148","file":"max.c","function":"largest","line":5,"executions":3,"in_slice":1}
  {"id":50,"address":"0x114d","file":"max.c","function":"largest","line":8,"executions":1,"in_slice":0}
  $ clew -c 'goto begin' -c 'slice back 50#0 data' -c 'next-member' -c 'next-member 2' -c 'previous-member line' good-instance.wet
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0  largest max.c:8  = 0x7f  return best;
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  clew: went 1 of 2 on: the slice ends there
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  $ clew -c 'slice lock fwd 10#0' -c 'info slice' good-dense.wet
  clew: 5 uncertain links were met and not followed
  slice forward from 0x1139#0: 4 of 4 lines, 12 instances
  slice forward from 0x1139#0: 4 of 4 lines, 12 instances
    locked: the rest is dimmed; n and N lead through it
    5 of 5 instructions
    5 uncertain links were met and not followed
  $ clew -c 'slice lock back' -c 'info slice' -c 'slice back lines' good-history.lim
  slice back from 0x114d#0: 2 of 5 insns, 2 instances
  slice back from 0x114d#0: 2 of 5 insns, 2 instances
    locked: the rest is dimmed; n and N lead through it
    2 of 5 instructions
    2 instances have no source line
  2 instances without a source line
  $ clew -c 'slice back depth many' -c 'slice back within' -c 'slice lock up' -c 'slice lock back lines' -c 'slice lock on' -c 'info slice' -c next-member good-instance.wet
  clew: depth needs a number of links: depth 3
  clew: within needs the name of a function or a file: within main
  clew: unknown lock up: expected one of back, fwd, on, off, backward, forward
  clew: a lock lists nothing: lines goes with slice back, slice fwd and chop
  clew: there is no slice to lock yet: slice back, slice fwd and chop make one
  clew: there is no slice yet: slice back, slice fwd and chop make one
  clew: there is no slice yet: slice back, slice fwd and chop make one
  [1]
  $ clew -c 'help next-member' -c 'help chop'
  next-member [N] [line|instruction]
    Goes to the next member of the last slice.
    Another line, or instruction, as the word says, else as `set grain` has it; by time where there is a clock, else by address. The keys are n and N, where the slice is locked and nothing was searched since.
  chop A B [data|control|all] [depth N] [within FUNCTION|FILE] [lines]
    How B comes from A.
    That is what depends upon A and B depends upon; empty where B does not depend upon A. depth N: at most N links from A, and N to B; empty where B is farther from A. The rest as of `slice`.
