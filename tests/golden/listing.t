filter: rows of a command's answer that match.

  $ clew -c 'filter /0x1142/ slice back' good-instance.wet
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew --json -c 'filter /#1/ slice back' good-instance.wet
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  $ clew -c 'filter /max.c:(6|8)|x\/y/ slice back lines' good-instance.wet
  max.c:6  x3  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  x1  = 0x7f  return best;
  $ clew -c 'filter /nothing like this/ slice back' good-instance.wet
  $ clew -c 'filter /0x1142/ filter /#2/ slice back' good-instance.wet
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;

It needs a command where there is no list, and one that shows rows.

  $ clew -c 'filter /0x1142/' good-instance.wet
  clew: without the full screen there is no list yet: filter /REGEX/ COMMAND
  [1]
  $ clew -c 'filter' good-instance.wet
  clew: without the full screen there is no list yet: filter /REGEX/ COMMAND
  [1]
  $ clew -c 'filter /(/ deps' good-instance.wet
  clew: not a regular expression: Unmatched ( or \(
  [1]
  $ clew -c 'filter /a/ quit' good-instance.wet
  clew: quit shows no rows that could be taken
  [1]
  $ clew -c 'filter /a/ line-down' good-instance.wet
  clew: line-down shows no rows that could be taken
  [1]
  $ clew -c 'filter /a/ nonsense' good-instance.wet
  clew: unknown command nonsense: help lists the commands
  [1]

copy: printed, where there is no clipboard.

  $ clew -c 'copy position' -c 'copy address' -c 'copy value 30#1' -c 'copy line 30' good-instance.wet
  50#0
  0x114d
  0x7e
  max.c:6
  $ clew --json -c 'copy address' -c 'copy line' good-instance.wet
  {"address":"0x114d"}
  {"line":"max.c:8"}
  $ clew -c 'copy' good-instance.wet
  clew: copy position, address, value or line
  [1]
  $ clew -c 'copy row' good-instance.wet
  clew: copy row needs the row under a cursor: clew FILE without -c, -x and -i
  [1]
  $ clew -c 'copy colour' good-instance.wet
  clew: unknown thing to copy colour: expected one of position, address, value, line
  [1]
  $ clew -c 'copy value 20#0' good-instance.wet
  clew: no value is recorded at 20#0
  [1]
  $ clew -c 'copy position 77' good-instance.wet
  clew: no instruction has id 77: the nearest is 50
  [1]
  $ clew -c 'copy value' csi/good-base.pt
  clew: CSI metadata records no values
  [1]
  $ clew -c 'copy line'
  clew: no trace is open: open FILE opens one
  [1]

pipe: rows go to a shell command, as text or JSON; its failure is clew's.

  $ clew -c 'pipe slice back | wc -l' good-instance.wet
  10
  $ clew -c '|slice back|head -2' -c '| deps | cat' good-instance.wet
  0x1139#0  largest max.c:4  = 0x0   int i = 0, best = 0;
  0x113e#0  largest max.c:5          for (; i < 3; i++)
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew -c 'pipe -d TO filter /1142|1148/ slice back TO tac' good-instance.wet
  0x1148#1  largest max.c:5  = 0x2   for (; i < 3; i++)
  0x1148#0  largest max.c:5  = 0x1   for (; i < 3; i++)
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  $ clew --json -c 'pipe deps | cat' good-instance.wet
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  $ printf 'pipe deps | cat\nwhere\n' | clew -i good-instance.wet
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  $ clew -c 'pipe deps | exit 3' good-instance.wet
  clew: exit 3: exit status 3
  [1]
  $ clew -c 'pipe deps | kill -9 $$' good-instance.wet
  clew: kill -9 $$: ended by signal 9 (Killed)
  [1]
  $ clew -c 'pipe nonsense | cat' good-instance.wet
  clew: unknown command nonsense: help lists the commands
  [1]
  $ clew -c 'pipe deps' -c 'pipe deps |' -c 'pipe | wc' good-instance.wet
  clew: pipe COMMAND | SHELL COMMAND
  clew: pipe COMMAND | SHELL COMMAND
  clew: without the full screen there is no list yet: pipe COMMAND | SHELL COMMAND
  [1]

edit: needs a terminal, a source line and its file.

  $ clew -c 'edit' good-instance.wet
  clew: edit needs a terminal
  [1]
  $ clew -c 'edit max.c:5' -c 'edit nowhere.c:1' -c 'edit 77' good-instance.wet
  clew: edit needs a terminal
  clew: source file not found, looked for nowhere.c, ./nowhere.c
  clew: no instruction has id 77: the nearest is 50
  [1]
