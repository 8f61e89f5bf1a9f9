What X means in a text, and why clew takes it so (clew-formats(5) 1.4). A link is certain only where something says that X is the execution's own number.

  $ cat >body <<'END'
  $> 10 1 1139 max.c largest 4
  $> SIZE 0
  $> VALUES 3
  $>     0:0
  $>     1:1
  $>     2:2
  $> 20 2 1140 max.c largest 5
  $> SIZE 1
  $>     0:10 0
  $> SIZE 2
  $>     0:10 1
  $>     1:10 2
  $> VALUES 3
  $>     0:0
  $>     1:5
  $>     2:6
  $> END
  $> for end in '' ' ' '\t' ' \t' '  \t'; do printf "2$end\n" | cat - body >other.wet; clew --json -c info -c 'deps 20#0' other.wet | sed 's/.*"numbering":/numbering /'; done
  numbering "dense","numbering_from":"none"}
  {"port":0,"kind":"control","id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":10,"address":"0x1139","instance":1,"file":"max.c","function":"largest","line":4,"uncertain":true}
  numbering "dense","numbering_from":"none"}
  {"port":0,"kind":"control","id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":10,"address":"0x1139","instance":1,"file":"max.c","function":"largest","line":4,"uncertain":true}
  numbering "dense","numbering_from":"none"}
  {"port":0,"kind":"control","id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":10,"address":"0x1139","instance":1,"file":"max.c","function":"largest","line":4,"uncertain":true}
  numbering "dense","numbering_from":"old mark"}
  {"port":0,"kind":"control","id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":10,"address":"0x1139","instance":1,"file":"max.c","function":"largest","line":4,"uncertain":true}
  numbering "dense","numbering_from":"none"}
  {"port":0,"kind":"control","id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":10,"address":"0x1139","instance":1,"file":"max.c","function":"largest","line":4,"uncertain":true}

A writer that knows nothing of clew may end its first line as older clews did: that says nothing.

  $ printf '2 \t\n' | cat - body >old.wet; clew -c info -c 'deps 20#0' old.wet
  WET trace, comprehensive: old.wet
  instructions                2
  executions                  6
  dependences                 3
  values                      6
  problems                    0
  numbered densely (an older clew may have written it: then use --x=instance): links of lists that are shorter than the executions are uncertain
  no order between instructions is recorded
  control  0x1139#0  largest max.c:4  = 0x0  int i = 0, best = 0;  uncertain: perhaps of another execution
  data     0x1139#1  largest max.c:4  = 0x1  int i = 0, best = 0;  uncertain: perhaps of another execution
  $ printf '2\n' | cat - body >other.wet; clew -c info other.wet | grep numbered
  numbered densely (no mark of clew, no list with gaps): links of lists that are shorter than the executions are uncertain

What clew writes has its mark, which every reader takes for blanks; `--x` has the last word.

  $ clew convert --format=wet --x=instance old.wet -o own.wet; head -1 own.wet | tr ' \t' 01; clew -c info -c 'deps 20#0' own.wet | grep -e numbered -e 0x
  clew: own.wet: 2 instructions, 3 dependences, 6 values
  201100011011011000110010101110111
  numbered by execution (it has clew's mark): every link is certain
  control  0x1139#0  largest max.c:4  = 0x0  int i = 0, best = 0;
  data     0x1139#1  largest max.c:4  = 0x1  int i = 0, best = 0;
  $ sed 's/$/\r/' own.wet >crlf.wet; clew -c info crlf.wet | grep numbered
  numbered by execution (it has clew's mark): every link is certain
  $ sed 's/[ \t]*$//' own.wet >stripped.wet; clew -c info stripped.wet | grep numbered
  numbered densely (no mark of clew, no list with gaps): links of lists that are shorter than the executions are uncertain
  $ clew --x=instance -c info old.wet | grep numbered; clew --x=dense -c info own.wet | grep numbered
  numbered by execution (you gave --x): every link is certain
  numbered densely (you gave --x): links of lists that are shorter than the executions are uncertain
  $ clew -c info good-instance.wet | grep numbered
  numbered by execution (a list has gaps): every link is certain

A recording keeps the reason, and so does an index.

  $ clew convert own.wet -o o.clew 2>/dev/null; clew -c info o.clew | grep numbered; clew convert old.wet -o o.clew 2>/dev/null; clew -c info o.clew | grep numbered
  numbered by execution (it has clew's mark): every link is certain
  numbered densely (an older clew may have written it: then use --x=instance): links of lists that are shorter than the executions are uncertain
  $ clew index own.wet old.wet >/dev/null 2>&1; clew -c info own.wet | grep numbered; clew -c info old.wet | grep numbered
  numbered by execution (it has clew's mark): every link is certain
  numbered densely (an older clew may have written it: then use --x=instance): links of lists that are shorter than the executions are uncertain
