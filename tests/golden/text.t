Answers for people.

  $ clew -c info good-instance.wet
  WET trace, comprehensive: good-instance.wet
  instructions                5
  executions                 12
  dependences                19
  values                      8
  problems                    0
  numbered by execution (a list has gaps): every link is certain
  no order between instructions is recorded
  $ clew -c info good-history.lim
  WET trace, limited history: good-history.lim
  instructions                5  addresses
  executions                  7
  dependences                 7
  problems                    0
  no order between instructions is recorded
  $ clew -c 'deps 50#0' good-instance.wet
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew -c 'deps 20#1' good-instance.wet
  control  0x113e#0  largest max.c:5         for (; i < 3; i++)
  data     0x1148#0  largest max.c:5  = 0x1  for (; i < 3; i++)
  $ clew -c 'deps 10#0' good-instance.wet
  control  no definer recorded
  $ clew -c 'uses 20#0' good-instance.wet
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)
  control  0x1142#0  largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;
  control  0x1148#0  largest max.c:5  = 0x1  for (; i < 3; i++)
  $ clew -c 'uses 50#0' good-instance.wet
  no user recorded
  $ clew -c 'control 30#1' good-instance.wet
  control  0x113e#1  largest max.c:5  for (; i < 3; i++)
  $ clew -c links good-instance.wet
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  
  depends upon
    control  no definer recorded
    data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  
  needed by
    no user recorded
  $ clew -c 'where 30#1' good-instance.wet
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
  $ clew -c 'values 30' -c 'values 30#1' -c 'values 20' good-instance.wet
  #0      0x5
  #1      0x7e
  #2      0x7f
  #1      0x7e
  this instruction defines no value
  $ clew -c 'instances 30' good-instance.wet
  #0      = 0x5
  #1      = 0x7e
  #2      = 0x7f
  $ clew -c 'slice back 50#0' good-instance.wet
  0x1139#0  largest max.c:4  = 0x0   int i = 0, best = 0;
  0x113e#0  largest max.c:5          for (; i < 3; i++)
  0x113e#1  largest max.c:5          for (; i < 3; i++)
  0x113e#2  largest max.c:5          for (; i < 3; i++)
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1148#0  largest max.c:5  = 0x1   for (; i < 3; i++)
  0x1148#1  largest max.c:5  = 0x2   for (; i < 3; i++)
  0x114d#0  largest max.c:8  = 0x7f  return best;
  $ clew -c 'slice back 50#0 lines' good-instance.wet
  max.c:4  1 execution   = 0x0   int i = 0, best = 0;
  max.c:5  5 executions  = 0x2   for (; i < 3; i++)
  max.c:6  3 executions  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  1 execution   = 0x7f  return best;
  $ clew -c 'chop 10#0 30#1' good-instance.wet
  0x1139#0  largest max.c:4  = 0x0   int i = 0, best = 0;
  0x113e#0  largest max.c:5          for (; i < 3; i++)
  0x113e#1  largest max.c:5          for (; i < 3; i++)
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1148#0  largest max.c:5  = 0x1   for (; i < 3; i++)
  $ clew -c 'info functions' -c 'info source' -c 'info line max.c:5' good-instance.wet
  largest                         5 instructions          max.c
  max.c                   max.c
    20     0x113e  largest max.c:5  x4
    40     0x1148  largest max.c:5  x3
  $ clew -c list -c 'list 2' good-instance.wet
    3         {
    4     x1      int i = 0, best = 0;  = 0x0 (last)
    5     x4      for (; i < 3; i++)  = 0x3 (last)
    6     x3          best = value[i] > best ? value[i] : best;  = 0x7f (last)
    7
  > 8     x1      return best;  = 0x7f (here)
    9         }
    1         /* Finds the largest of three numbers. */
    2         int largest(const int *value)
    3         {
    4     x1      int i = 0, best = 0;  = 0x0 (last)
    5     x4      for (; i < 3; i++)  = 0x3 (last)
    6     x3          best = value[i] > best ? value[i] : best;  = 0x7f (last)
    7
  > 8     x1      return best;  = 0x7f (here)
    9         }
  $ clew -c 'print 30#2' -c 'print/d 30#2' -c 'set hex off' -c 'print 30#2' -c 'values 30' good-instance.wet
  = 0x7f
  = 127
  = 127
  #0      5
  #1      126
  #2      127
  $ clew -c disassemble good-instance.wet
  clew: no code without the executable: --exec=FILE names it
    10     0x1139  largest max.c:4  x1
    20     0x113e  largest max.c:5  x4
    30     0x1142  largest max.c:6  x3
    40     0x1148  largest max.c:5  x3
  > 50     0x114d  largest max.c:8  x1
  $ clew -c 'find-value 0x7f' -c 'find-value 127' -c 'find-addr 1148' good-instance.wet
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0  largest max.c:8  = 0x7f  return best;
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0  largest max.c:8  = 0x7f  return best;
    40     0x1148  largest max.c:5  x3

Uncertain links are shown with all they may belong to.

  $ clew -c 'deps 20#1' -c 'uses 20#0' good-dense.wet
  control  0x113e#0  largest max.c:5         for (; i < 3; i++)  uncertain: perhaps of another execution
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)  uncertain: perhaps of another execution
  data     0x1148#0  largest max.c:5  = 0x1  for (; i < 3; i++)
  control  0x113e#0 to #1  largest max.c:5         for (; i < 3; i++)  uncertain: one of these executions
  control  0x1142#0        largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;
  control  0x1148#0        largest max.c:5  = 0x1  for (; i < 3; i++)

What fell out of the ring of a history is not "no dependence".

  $ clew -c 'deps 0x1139#0' good-history.lim
  history begins here: what it depends upon, if anything, is beyond the history horizon
  $ clew -c 'links 0x113e#1' good-history.lim
  0x113e#1
  
  depends upon
    0x113e#0
    0x1148#0
  
  needed by
    no user recorded
  $ clew -c 'slice back 0x113e#1' good-history.lim
  0x1139#0  history begins here
  0x113e#0
  0x113e#1
  0x1148#0

Where no source is, that is said, and where it was looked for.

  $ clew -c 'list' -c 'links' good-extremes.wet
  clew: no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE; `disassemble` shows the code
  0x0#18446744073709551614 of 18446744073709551615
  
  depends upon
    control  no definer recorded
  
  needed by
    control  0xffffffffffffffff#18446744073709551614  = 0x1
  [1]
  $ mkdir away && cp good-instance.wet away && cd away && clew -c list good-instance.wet
  clew: source file not found, looked for max.c, ./max.c; `directory FOLDER` adds a folder to search
  [1]
  $ cd away && clew --source-path=.. -c 'list' good-instance.wet | head -3
    3         {
    4     x1      int i = 0, best = 0;  = 0x0 (last)
    5     x4      for (; i < 3; i++)  = 0x3 (last)

Very long names do not push everything else out of sight.

  $ clew -c deps -c 'info functions' -c 'slice back' -c 'info line x.c:4' long.wet
  control  no definer recorded
  data     0x1000#0  a_fun…olumns file_with_a_long_name.c:3  = 0x1
  a_function_who…n_forty_columns  1 instruction           file_with_a_long_name.c  a_function_whose_name_is_longer_than_forty_columns
  g                               1 instruction           x.c
  0x1000#0  a_fun…olumns file_with_a_long_name.c:3  = 0x1
  0x1004#0  g x.c:4
  > 2      0x1004  g x.c:4  x1
