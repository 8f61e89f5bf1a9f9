Going places, and back.

  $ clew -c 'goto max.c:6' -c 'previous-execution' -c back -c forward -c history good-instance.wet
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
    0x114d#0  largest max.c:8  = 0x7f  return best;
    0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  > 0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  $ clew -c 'goto 30#0' -c 'next-execution 2' -c next-execution good-instance.wet
  0x1142#0 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x5
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  clew: no later execution: this is #2
  [1]
  $ clew -c 'goto largest' -c 'mark a' -c 'goto 50' -c "'a" -c 'goto $a' -c "''" -c marks good-instance.wet
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  mark a is 0x1139#0      largest max.c:4
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  a  0x1139#0             largest max.c:4
  '  0x1139#0             largest max.c:4
  $ clew -c 'goto begin' -c 'goto end' -c 'goto 50%' -c 'goto -1' good-instance.wet
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
  $ clew -c 'follow 1' -c 'follow 2' -c 'follow 9' good-instance.wet
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
  clew: no link 9: `links` lists them
  [1]
  $ clew -c 'find /max.c:5/' -c find-next -c 'find-previous' good-instance.wet
  clew: the search wrapped around
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  0x1148#2 of 3  largest max.c:5
    for (; i < 3; i++)  = 0x3
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  $ clew --at 30#1 -c where good-instance.wet
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e

It begins at the end: at the youngest execution of a history, else at the last instruction of main.

  $ clew -c where good-history.lim
  0x114d#0

An empty line repeats a move.

  $ printf 'goto 30#0\nnext-instance\n\n\n' | clew -i good-instance.wet
  0x1142#0 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x5
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  clew: no later execution: this is #2
  [1]

A number alone is the id of an instruction for most commands, and a line for those that speak of lines. Where the trace has both, what it was taken for is said, once a command.

  $ sed -E 's/\b([1-5])0\b/\1/g' good-instance.wet >small.wet
  $ clew -c 'goto 3' -c 'slice back 2 lines' -c 'mark a 5' -c 'deps 3' -c 'values 3' -c 'goto 3#1' -c 'goto 8' -c 'goto 88' small.wet 2>&1 >/dev/null
  clew: 3: clew takes it as instruction 3 (largest max.c:6); for the line use `max.c:3`
  clew: 2: clew takes it as instruction 2 (largest max.c:5); for the line use `max.c:2`
  clew: 5: clew takes it as instruction 5 (largest max.c:8); for the line use `max.c:5`
  clew: 3: clew takes it as instruction 3 (largest max.c:6); for the line use `max.c:3`
  clew: 3: clew takes it as instruction 3 (largest max.c:6); for the line use `max.c:3`
  clew: no instruction has id 8: the nearest is 5; for the line use `max.c:8`
  clew: no instruction has id 88: the nearest is 5
  [1]
  $ clew -c 'display 3' -c 'goto max.c:8' -c 'list 6' small.wet 2>&1 | grep clew:
  clew: 3: clew takes it as instruction 3 (largest max.c:6); for the line use `max.c:3`
