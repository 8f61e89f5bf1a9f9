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
