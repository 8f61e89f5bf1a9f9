Scripts: comments and empty lines are passed over; the first command that fails ends one, and is named by its line.

  $ clew -x tour.script good-instance.wet
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  $ clew -x outer.script -c 'where 10' good-instance.wet
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  $ clew -x wrong.script good-instance.wet
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  wrong.script:3: no instruction has id 77: the nearest is 50
  [1]
  $ clew -c 'source wrong.script' -c 'where 10' good-instance.wet
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  wrong.script:3: no instruction has id 77: the nearest is 50
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  [1]
  $ clew -x loop.script good-instance.wet
  clew: loop.script: scripts are nested more than 16 deep
  [1]
  $ clew -x missing.script good-instance.wet
  clew: missing.script: cannot be opened: No such file or directory
  [1]
  $ clew --json -x tour.script good-instance.wet
  {"id":50,"address":"0x114d","instance":0,"file":"max.c","function":"largest","line":8}
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}

Commands from standard input.

  $ printf 'deps 50#0\nquit\nwhere\n' | clew -i good-instance.wet
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ printf 'deps 21#0\nvalues 10\n' | clew -i good-instance.wet
  clew: no instruction has id 21: the nearest are 20 and 30
  #0      0x0
  [1]
  $ printf 'open good-history.lim\nwhere\nopen missing.wet\nwhere' | clew -i good-instance.wet
  0x114d#0
  0x114d#0
  clew: missing.wet: cannot be opened: No such file or directory
  0x114d#0
  [1]
