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
