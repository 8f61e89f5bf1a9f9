A session with an address stream, one JSON object a row: which keys there are, and what they hold.

  $ cp $SAMPLES/ae/golden/fig1.EB.exe fig1; cp $SAMPLES/ae/golden/ae.out.EB ae.out
  $> say() { printf '%s\n' "$@" | clew -i --json fig1 fig1.sma ae.out 2>&1; }; declare -f say >walks
  $ . ./walks; say where 'stepi' 'goto @41' 'finish' 'goto end'
  {"event":1,"instruction":1,"address":"0x400190","function":"main","file":null,"line":null,"code":"addiu  $sp, $sp, -0x18","reference":null,"location":null,"data":null,"depth":1,"loops":[],"stopped":null}
  {"event":2,"instruction":2,"address":"0x400194","function":"main","file":null,"line":null,"code":"sw     $ra, 0x14($sp)","reference":"write","location":"0x7feffe6c","data":"stack","depth":1,"loops":[],"stopped":null}
  {"event":41,"instruction":41,"address":"0x400238","function":"sub","file":null,"line":null,"code":"sw     $v0, ($a0)","reference":"write","location":"0x10000130","data":"a","depth":2,"loops":[{"loop":0,"iteration":1},{"loop":1,"iteration":1}],"stopped":null}
  {"event":746,"instruction":746,"address":"0x4001dc","function":"main","file":null,"line":null,"code":"addiu  $sp, $sp, 0x10","reference":null,"location":null,"data":null,"depth":1,"loops":[{"loop":0,"iteration":1}],"stopped":null}
  {"event":72737,"instruction":72737,"address":"0x40020c","function":"main","file":null,"line":null,"code":"move   $sp, $t0","reference":null,"location":null,"data":null,"depth":1,"loops":[],"stopped":null}
  $ . ./walks; say 'break sub' 'watch 0x100005f4' 'continue' 'goto end' 'reverse-continue' 'continue'
  {"number":1,"kind":"breakpoint","what":"sub","address":"0x400214","hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":2,"kind":"watchpoint","what":"0x100005f4","address":"0x100005f4","bytes":4,"hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"event":28,"instruction":28,"address":"0x400214","function":"sub","file":null,"line":null,"code":"addiu  $sp, $sp, -0x10","reference":null,"location":null,"data":null,"depth":2,"loops":[{"loop":0,"iteration":1}],"stopped":"breakpoint 1, sub"}
  {"event":72737,"instruction":72737,"address":"0x40020c","function":"main","file":null,"line":null,"code":"move   $sp, $t0","reference":null,"location":null,"data":null,"depth":1,"loops":[],"stopped":null}
  {"event":72001,"instruction":72001,"address":"0x400214","function":"sub","file":null,"line":null,"code":"addiu  $sp, $sp, -0x10","reference":null,"location":null,"data":null,"depth":2,"loops":[{"loop":0,"iteration":100}],"stopped":"breakpoint 1, sub"}
  {"event":72737,"instruction":72737,"address":"0x40020c","function":"main","file":null,"line":null,"code":"move   $sp, $t0","reference":null,"location":null,"data":null,"depth":1,"loops":[],"stopped":"the trace ends here (it lacks writes by code without schema)"}
  $ . ./walks; say 'break sub' 'tbreak main' 'rwatch a,8' 'awatch 0x10000134,1' 'break loop 1 iteration 57' 'disable 1' 'info breakpoints'
  {"number":1,"kind":"breakpoint","what":"sub","address":"0x400214","hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":2,"kind":"breakpoint","what":"main","address":"0x400190","hits":0,"ignore":0,"enabled":true,"temporary":true}
  {"number":3,"kind":"read watchpoint","what":"a,8","address":"0x10000130","bytes":8,"hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":4,"kind":"access watchpoint","what":"0x10000134,1","address":"0x10000134","bytes":1,"hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":5,"kind":"loop breakpoint","what":"loop 1 iteration 57","hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":1,"kind":"breakpoint","what":"sub","address":"0x400214","hits":0,"ignore":0,"enabled":false,"temporary":false}
  {"number":1,"kind":"breakpoint","what":"sub","address":"0x400214","hits":0,"ignore":0,"enabled":false,"temporary":false}
  {"number":2,"kind":"breakpoint","what":"main","address":"0x400190","hits":0,"ignore":0,"enabled":true,"temporary":true}
  {"number":3,"kind":"read watchpoint","what":"a,8","address":"0x10000130","bytes":8,"hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":4,"kind":"access watchpoint","what":"0x10000134,1","address":"0x10000134","bytes":1,"hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"number":5,"kind":"loop breakpoint","what":"loop 1 iteration 57","hits":0,"ignore":0,"enabled":true,"temporary":false}
  $ . ./walks; say 'goto @2300' 'who 0x100005f4' 'who a+1220' 'who 0x100005f4 1'
  {"event":2300,"instruction":2299,"address":"0x400238","function":"sub","file":null,"line":null,"code":"sw     $v0, ($a0)","reference":"write","location":"0x1000060c","data":"a+1244","depth":2,"loops":[{"loop":0,"iteration":4},{"loop":1,"iteration":12}],"stopped":null}
  {"event":2258,"address":"0x400238","function":"sub","file":null,"line":null,"location":"0x100005f4","data":"a+1220"}
  {"event":2258,"address":"0x400238","function":"sub","file":null,"line":null,"location":"0x100005f4","data":"a+1220"}
  {"event":2258,"address":"0x400238","function":"sub","file":null,"line":null,"location":"0x100005f4","data":"a+1220"}
  $ . ./walks; say 'goto @2258' 'backtrace' 'info loops' 'print $a0' 'print $t3'
  {"event":2258,"instruction":2257,"address":"0x400238","function":"sub","file":null,"line":null,"code":"sw     $v0, ($a0)","reference":"write","location":"0x100005f4","data":"a+1220","depth":2,"loops":[{"loop":0,"iteration":4},{"loop":1,"iteration":6}],"stopped":null}
  {"frame":0,"address":"0x400238","function":"sub","file":null,"line":null,"since":2209,"call":"0x4001d8"}
  {"loop":1,"iteration":6,"entered":2219}
  {"frame":1,"address":"0x4001d8","function":"main","file":null,"line":null,"since":1,"call":null}
  {"loop":0,"iteration":4,"entered":22}
  {"loop":0,"iteration":4,"iterations":101,"entered":22}
  {"loop":1,"iteration":6,"iterations":101,"entered":2219}
  {"name":"$a0","value":"0x100005f4"}
  {"name":"$t3","value":null}
  $ . ./walks; say 'info trace' 'info functions' 'info loops all'
  {"kind":"ae","executable":"fig1","schema":"fig1.sma","schemas":1,"addresses":72737,"measured":true,"event_bytes":11005,"functions":2,"loops":2,"damaged":false}
  {"address":"0x400190","function":"main","file":null,"line":null,"schema_name":"main","instructions":32,"blocks":4,"loops":1}
  {"address":"0x400214","function":"sub","file":null,"line":null,"schema_name":"sub","instructions":18,"blocks":4,"loops":1}
  {"loop":0,"address":"0x4001e8","function":"main","file":null,"line":null}
  {"loop":1,"address":"0x400244","function":"sub","file":null,"line":null}
  $ . ./walks; say 'goto @41' 'disassemble' 'info registers' | sed -n '11,12p; 20,25p'
  {"address":"0x400238","function":"sub","file":null,"line":null,"code":"sw     $v0, ($a0)"}
  {"address":"0x40023c","function":"sub","file":null,"line":null,"code":"addiu  $a0, $a0, 4"}
  {"register":0,"name":"$zero","value":"0x0","read":false,"written":false,"after":null}
  {"register":1,"name":"$at","value":null,"read":false,"written":false,"after":null}
  {"register":2,"name":"$v0","value":null,"read":true,"written":false,"after":null}
  {"register":3,"name":"$v1","value":null,"read":false,"written":false,"after":null}
  {"register":4,"name":"$a0","value":"0x10000130","read":true,"written":false,"after":null}
  {"register":5,"name":"$a1","value":null,"read":false,"written":false,"after":null}
  $ . ./walks; say 'goto @41' 'mark a' 'marks' 'history' 'problems' 'goto nofn' 'cache 1k 16 1' 'pp'
  {"event":41,"instruction":41,"address":"0x400238","function":"sub","file":null,"line":null,"code":"sw     $v0, ($a0)","reference":"write","location":"0x10000130","data":"a","depth":2,"loops":[{"loop":0,"iteration":1},{"loop":1,"iteration":1}],"stopped":null}
  {"mark":"a","event":41,"address":"0x400238","function":"sub","file":null,"line":null}
  {"mark":"'","event":1,"address":"0x400190","function":"main","file":null,"line":null}
  {"event":1,"address":"0x400190","function":"main","file":null,"line":null}
  {"event":41,"address":"0x400238","function":"sub","file":null,"line":null}
  clew: no function `nofn` in the schema: `info functions` lists them
  {"cache":"unified","accesses":{"fetch":62325,"read":206,"write":10206},"misses":{"fetch":657,"read":102,"write":2737},"compulsory":2516,"written_back":2783,"dirty_at_end":53}
  {"instructions":62325,"steps":50}
  {"loop":0,"activations":1,"iterations":101,"delayed":623,"instructions":62302,"steps":27}
  {"loop":1,"activations":100,"iterations":10100,"delayed":600,"instructions":60200,"steps":600}
  {"loop":0,"kind":"anti","object":null,"stack":true,"count":198,"distance":1,"data":"0x7feffe3c"}
  [1]
  $ head -c 5000 ae.out >cut; clew --json -c 'goto end' -c problems fig1 fig1.sma cut
  cut: offset 5000: the events end in the middle of function sub, block 2: a block number should follow. clew shows the trace up to there
  {"event":33013,"instruction":33013,"address":"0x400248","function":"sub","file":null,"line":null,"code":"beqz   $at, 0x400234","reference":null,"location":null,"data":null,"depth":2,"loops":[{"loop":0,"iteration":46},{"loop":1,"iteration":38}],"stopped":null}
  {"source":"cut","offset":5000,"message":"the events end in the middle of function sub, block 2: a block number should follow"}
