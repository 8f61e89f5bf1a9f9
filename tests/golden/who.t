requires: recorder

Who wrote to a variable, in order of time: a local of the frame one is in, a part of what a pointer leads to, a variable of the caller's frame. Times, ids and addresses are the
compiler's.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ who() { clew "$@" mean.clew 2>&1 | sed -E 's/^@[0-9]+ +0x[0-9a-f]+#([0-9]+)/@T #\1/; s/ +/ /g; s/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+/@T/g; s/(= -?[0-9]+) .*(  .*|$)/\1/'; }
  $> who -c 'goto mean.c:24' -c 'who sum' | tail -n +3
  $> who -c 'goto mean.c:24' -c 'who window->sample[2]' -c 'who main::window.limit' | tail -n +3
  @T #0 window_sum mean.c:21 = 0
  @T #0 window_sum mean.c:23 = 11
  @T #1 window_sum mean.c:23 = 19
  @T #2 window_sum mean.c:23 = 32
  @T #3 window_sum mean.c:23 = 42
  @T #4 window_sum mean.c:23 = 57
  @T #5 window_sum mean.c:23 = 69
  @T #6 window_sum mean.c:23 = 78
  @T #7 window_sum mean.c:23 = 92
  @T #8 window_sum mean.c:23 = 1092
  what code that is not shown wrote is found only where something shown read it
  @T #2 window_fill mean.c:15 = 13
  what code that is not shown wrote is found only where something shown read it
  @T #0 window_fill mean.c:16 = 1000
  what code that is not shown wrote is found only where something shown read it

JSON has a line for each write.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ clew --json -c 'goto mean.c:24' -c 'who sum' mean.clew 2>/dev/null | tail -n +2 | sed -E 's/"(time|id)":[0-9]+/"\1":N/g; s/"address":"0x[0-9a-f]+"/"address":ADDRESS/'
  {"time":N,"id":N,"address":ADDRESS,"instance":0,"file":"mean.c","function":"window_sum","line":21,"value":"0x0","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":0,"file":"mean.c","function":"window_sum","line":23,"value":"0xb","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":1,"file":"mean.c","function":"window_sum","line":23,"value":"0x13","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":2,"file":"mean.c","function":"window_sum","line":23,"value":"0x20","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":3,"file":"mean.c","function":"window_sum","line":23,"value":"0x2a","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":4,"file":"mean.c","function":"window_sum","line":23,"value":"0x39","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":5,"file":"mean.c","function":"window_sum","line":23,"value":"0x45","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":6,"file":"mean.c","function":"window_sum","line":23,"value":"0x4e","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":7,"file":"mean.c","function":"window_sum","line":23,"value":"0x5c","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":8,"file":"mean.c","function":"window_sum","line":23,"value":"0x444","hidden":false}

What cannot be answered says why.

  $ gcc -g -O2 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  mean.c: In function ‘window_sum’:
  mean.c:23:30: warning: iteration 8 invokes undefined behavior [-Waggressive-loop-optimizations]
     23 |         sum += window->sample[i];
        |                ~~~~~~~~~~~~~~^~~
  mean.c:22:23: note: within this loop
     22 |     for (int i = 0; i <= SAMPLES; i++)
        |                     ~~^~~~~~~~~~
  $ clew -c 'goto main' -c 'who nothing' mean.clew
  0x1060#0 of 1  main mean.c:34  @30 of 147
    sub    $0x38,%rsp  = 0x1fff0005a0
  clew: no variable nothing is known here
  [1]
  $ clew -c 'goto main' -c 'who argc' mean.clew
  0x1060#0 of 1  main mean.c:34  @30 of 147
    sub    $0x38,%rsp  = 0x1fff0005a0
  clew: argc is in a register here: nothing in memory holds it
  [1]
  $ clew -c 'goto main' -c 'who' mean.clew
  0x1060#0 of 1  main mean.c:34  @30 of 147
    sub    $0x38,%rsp  = 0x1fff0005a0
  clew: who VAR or who 0xADDRESS [SIZE]
  [1]
  $ clew -c 'goto main' -c 'who argc->' mean.clew
  0x1060#0 of 1  main mean.c:34  @30 of 147
    sub    $0x38,%rsp  = 0x1fff0005a0
  clew: argc is in a register here: nothing in memory holds it
  [1]
  $ clew -c 'begin' -c 'who x' list.wet
  clew: list.wet: cannot be opened: No such file or directory
  [1]
