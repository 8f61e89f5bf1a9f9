Names in a trace are hostile: no control character, escape sequence or broken UTF-8 reaches the terminal.

  $ clew -c 'where 1#0' -c 'deps 2#0' -c 'info functions' -c 'info source' -c list hostile.wet
  0x1000#0 of 1  f\x1b]0;title\x07 a\x1b[31m.c:3
    = 0x1
  control  no definer recorded
  data     0x1000#0  f\x1b]0;title\x07 a\x1b[31m.c:3  = 0x1
  f\x1b]0;title\x07               1 instruction           a\x1b[31m.c
  g\x0d q�"\                      1 instruction           \x9b\u202eb.c
  a\x1b[31m.c             not found, looked for a\x1b[31m.c, ./a\x1b[31m.c
  \x9b\u202eb.c           not found, looked for \x9b\u202eb.c, ./\x9b\u202eb.c
  clew: source file not found, looked for \x9b\u202eb.c, ./\x9b\u202eb.c; `directory FOLDER` adds a folder to search
  [1]
  $ for c in 'where 1' 'where 2' 'info functions' 'info source' links instances problems list 'goto x'; do
  $>     clew -c "$c" hostile.wet; clew --json -c "$c" hostile.wet; done 2>&1 | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]'
  0
  [1]
  $ clew --json -c 'where 1#0' -c 'where 2#0' hostile.wet
  {"id":1,"address":"0x1000","instance":0,"file":"a\u001b[31m.c","function":"f\u001b]0;title\u0007","line":3}
  {"id":2,"address":"0x1004","instance":0,"file":"\u009b\u202eb.c","function":"g\u000d\u0009q�\"\\","line":4}
  $ cp hostile.wet $'\e[2Jx.wet' && clew -c info $'\e[2Jx.wet' | head -1
  WET trace, comprehensive: \x1b[2Jx.wet
  $ clew -c $'goto \e[31mred' good-none.wet
  clew: no function `\x1b[31mred` in this trace: `info functions` lists them
  [1]
