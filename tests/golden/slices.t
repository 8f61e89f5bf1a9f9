Slices that one can read: so deep, within a function, by line with the last value; the lock marks what is in the last one.

  $ clew -c 'slice back 50#0 depth 1' -c 'slice back 50#0 lines depth 1 data' good-instance.wet
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0  largest max.c:8  = 0x7f  return best;
  max.c:6  1 execution  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  1 execution  = 0x7f  return best;
  $ clew -c 'slice back 50#0 lines within max.c' -c 'slice back 50#0 within other.c' good-instance.wet
  max.c:4  1 execution   = 0x0   int i = 0, best = 0;
  max.c:5  5 executions  = 0x2   for (; i < 3; i++)
  max.c:6  3 executions  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  1 execution   = 0x7f  return best;
  clew: no function or file `other.c` in this trace: `info functions` and `info source` list them
  [1]
  $ clew --json -c 'slice back 50#0 data lines' -c 'info slice' good-instance.wet
  {"file":"max.c","line":6,"instances":3}
  {"file":"max.c","line":8,"instances":1}
  {"slice":"back","from":"0x114d#0","from_instances":1,"kinds":"data","within":null,"instances":4,"instructions":2,"lines":2,"of_lines":4,"without_line":0,"outside":0,"uncertain":0,"cut":false,"locked":false}
  $ clew -c 'slice lock back 30#1' -c 'disassemble 30' -c 'info slice' -c 'slice lock' -c 'info slice' -c 'slice lock' -c 'disassemble 30' good-instance.wet
  slice back from 0x1142#1: 3 of 4 lines, 6 executions
  clew: no code without the executable: --exec=FILE names it
   *10     0x1139  largest max.c:4  1/1
   *20     0x113e  largest max.c:5  2/4
   *30     0x1142  largest max.c:6  2/3
   *40     0x1148  largest max.c:5  1/3
  > 50     0x114d  largest max.c:8  0/1
  slice back from 0x1142#1: 3 of 4 lines, 6 executions
    locked: the rest is dimmed; n and N go through the slice
    4 of 5 instructions
  slice forward from 0x114d#0: 1 of 4 lines, 1 execution
  slice forward from 0x114d#0: 1 of 4 lines, 1 execution
    locked: the rest is dimmed; n and N go through the slice
    1 of 5 instructions
  slice lock off
  clew: no code without the executable: --exec=FILE names it
    10     0x1139  largest max.c:4  x1
    20     0x113e  largest max.c:5  x4
    30     0x1142  largest max.c:6  x3
    40     0x1148  largest max.c:5  x3
  > 50     0x114d  largest max.c:8  x1
  $ clew --json -c 'slice lock back 30#1' -c 'disassemble 30' good-instance.wet
  {"slice":"back","from":"0x1142#1","from_instances":1,"kinds":"all","within":null,"instances":6,"instructions":4,"lines":3,"of_lines":4,"without_line":0,"outside":0,"uncertain":0,"cut":false,"locked":true}
  clew: no code without the executable: --exec=FILE names it
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
  clew: the slice ends after 1 of 2 steps
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  $ clew -c 'slice lock fwd 10#0' -c 'info slice' good-dense.wet
  clew: 5 uncertain links not followed
  slice forward from 0x1139#0: 4 of 4 lines, 12 executions
  slice forward from 0x1139#0: 4 of 4 lines, 12 executions
    locked: the rest is dimmed; n and N go through the slice
    5 of 5 instructions
    5 uncertain links not followed
  $ clew -c 'slice lock back' -c 'info slice' -c 'slice back lines' good-history.lim
  slice back from 0x114d#0: 2 of 5 insns, 2 executions
  slice back from 0x114d#0: 2 of 5 insns, 2 executions
    locked: the rest is dimmed; n and N go through the slice
    2 of 5 instructions
    2 executions have no source line
  2 executions without a source line
  $ clew -c 'slice back depth many' -c 'slice back within' -c 'slice lock up' -c 'slice lock back lines' -c 'slice lock on' -c 'info slice' -c next-member good-instance.wet
  clew: `depth` needs a number of links, as in `depth 3`
  clew: `within` needs the name of a function or a file, as in `within main`
  clew: unknown lock `up`: expected one of back, fwd, on, off, backward, forward
  clew: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  clew: there is no slice to lock yet: `slice back`, `slice fwd` and `chop` make one
  clew: there is no slice yet: `slice back`, `slice fwd` and `chop` make one
  clew: there is no slice yet: `slice back`, `slice fwd` and `chop` make one
  [1]
  $ clew -c 'help next-member' -c 'help chop'
  next-member [N] [line|instruction]
    Jumps to the next member of the last slice.
    It goes to another line or instruction, as the word or `set grain` says. The order is by time if the trace has an order, otherwise by address. The keys are n and N, while the slice is locked and you have not searched since.
  chop A B [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
    Lists how B comes from A.
    A chop holds the executions that depend upon A and lead to B. It is empty if B does not depend upon A.
    depth N: at most N links from A, and N to B; empty if B is farther from A.
    rank: by the distance from B.
    The other words are those of `slice`.

In the order of suspicion, and against another run: max.c with a smaller number in the middle, and one that left its loop before. The distance is that of `why`, in steps by a value.

  $ clew -c 'slice back 50#0 lines rank' -c 'slice back 50#0 rank' -c 'chop 30#1 50#0 lines rank' -c 'slice fwd 10#0 lines rank' good-instance.wet
  max.c:8  0.0 away, ran 1  return best;
  max.c:6  1.0 away, ran 3  best = value[i] > best ? value[i] : best;
  max.c:5  2.1 away, ran 4  for (; i < 3; i++)
  max.c:4  3.1 away, ran 1  int i = 0, best = 0;
  0x114d#0  0.0 away, ran 1  largest max.c:8  = 0x7f  return best;
  0x1142#0  1.0 away, ran 3  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  1.0 away, ran 3  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  1.0 away, ran 3  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x113e#0  2.1 away, ran 4  largest max.c:5          for (; i < 3; i++)
  0x113e#1  2.1 away, ran 4  largest max.c:5          for (; i < 3; i++)
  0x113e#2  2.1 away, ran 4  largest max.c:5          for (; i < 3; i++)
  0x1148#0  2.1 away, ran 4  largest max.c:5  = 0x1   for (; i < 3; i++)
  0x1148#1  2.1 away, ran 4  largest max.c:5  = 0x2   for (; i < 3; i++)
  0x1139#0  3.1 away, ran 1  largest max.c:4  = 0x0   int i = 0, best = 0;
  max.c:8  0.0 away, ran 1  return best;
  max.c:6  1.0 away, ran 3  best = value[i] > best ? value[i] : best;
  clew: a forward slice has no distances, because `why` only goes backward: clew orders its lines by marks, then by how often they ran
  max.c:4  ran 1  int i = 0, best = 0;
  max.c:8  ran 1  return best;
  max.c:6  ran 3  best = value[i] > best ? value[i] : best;
  max.c:5  ran 4  for (; i < 3; i++)
  $ sed 's/1:7e$/1:6e/' good-instance.wet >smaller.wet
  $ clew -c 'slice back 50#0 lines rank against smaller.wet' -c 'slice back 50#0 data rank against smaller.wet' good-instance.wet
  max.c:8  0.0 away, ran 1                         return best;
  max.c:6  1.0 away, ran 3, value only here: 0x7e  best = value[i] > best ? value[i] : best;
  max.c:5  2.1 away, ran 4                         for (; i < 3; i++)
  max.c:4  3.1 away, ran 1                         int i = 0, best = 0;
  0x114d#0  0.0 away, ran 1                         largest max.c:8  = 0x7f  return best;
  0x1142#0  1.0 away, ran 3, value only here: 0x7e  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  1.0 away, ran 3, value only here: 0x7e  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  1.0 away, ran 3, value only here: 0x7e  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew --json -c 'slice back 50#0 lines rank against smaller.wet' good-instance.wet
  {"file":"max.c","line":8,"instances":1,"rank":1,"distance":0.0,"executions":1,"executions_other":1,"only_here":false,"part_only_here":false,"count_only_here":0,"values_only_here":[]}
  {"file":"max.c","line":6,"instances":3,"rank":2,"distance":1.0,"executions":3,"executions_other":3,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0x7e"]}
  {"file":"max.c","line":5,"instances":5,"rank":3,"distance":2.1,"executions":4,"executions_other":4,"only_here":false,"part_only_here":false,"count_only_here":0,"values_only_here":[]}
  {"file":"max.c","line":4,"instances":1,"rank":4,"distance":3.1,"executions":1,"executions_other":1,"only_here":false,"part_only_here":false,"count_only_here":0,"values_only_here":[]}
  $ printf '2\n10 1 1139 max.c largest 4\nSIZE 0\nVALUES 1\n0:0\n50 2 114d max.c largest 8\nSIZE 0\nSIZE 1\n0:10 0\nVALUES 1\n0:0\n' >none.wet
  $ clew -c 'slice back 50#0 lines rank against none.wet' good-instance.wet
  max.c:8  0.0 away, ran 1, value only here: 0x7f  return best;
  max.c:6  1.0 away, ran 3, only here              best = value[i] > best ? value[i] : best;
  max.c:5  2.1 away, ran 4, only here              for (; i < 3; i++)
  max.c:4  3.1 away, ran 1                         int i = 0, best = 0;

What is no run of this program is refused.

  $ printf '1\n1 1 1139 other.c other 1\nSIZE 0\nVALUES 1\n0:0\n' >other.wet
  $ printf '1\n1 1 40 other.c other 1\nSIZE 0\nVALUES 1\n0:0\n' >far.wet
  $ for other in other.wet far.wet max.c missing.wet good-history.lim -; do clew -c "slice back 50#0 rank against $other" good-instance.wet </dev/null; done
  clew: other.wet: belongs to another program: no instruction is in both traces
  clew: far.wet: belongs to another program: no instruction is in both traces
  max.c:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->
  clew: missing.wet: cannot be opened: No such file or directory
  clew: good-history.lim: a comparison needs two traces of whole runs, and a history does not say how often code ran
  clew: `against` needs a file: it cannot read standard input
  [1]
  $ clew -c 'slice back rank against' -c 'slice lock back rank' good-instance.wet
  clew: `against` needs the recording or text of another run, as in `against passing.clew`
  clew: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  [1]
