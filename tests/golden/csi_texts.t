Texts of sections that were taken out of a program: several files, or several sections in one. The answers are those of the program.

  $ echo | gcc -c -x c - -o csi-sum.o && for s in PT FC CC BBC; do
  $>   objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done
  $ for s in PT CC BBC FC; do clew sections csi-sum.o .debug_$s >$s.txt; objcopy -O binary -j .debug_$s --set-section-flags .debug_$s=alloc csi-sum.o $s.bin && cmp $s.bin $s.txt; done
  $ cat PT.txt CC.txt BBC.txt FC.txt >all.txt; : >empty.txt
  $ clew suffix csi-sum.o csi-sum.txt >one; clew coverage --details csi-sum.o csi-sum.txt >ran; wc -l <one; wc -l <ran
  30
  52
  $ echo 'clew suffix "$@" csi-sum.txt | cmp - one && clew coverage --details "$@" csi-sum.txt | cmp - ran && echo the same' >same && chmod +x same
  $ ./same PT.txt CC.txt BBC.txt FC.txt; ./same all.txt; ./same FC.bin BBC.bin empty.txt CC.bin PT.bin; ./same csi-sum.o PT.txt; ./same all.txt PT.txt all.txt
  the same
  the same
  clew: empty.txt is empty: no function was instrumented
  clew: empty.txt is empty: no function was instrumented
  the same
  the same
  the same
  $ clew suffix csi-sum.txt PT.txt; clew suffix PT.txt csi-sum.txt CC.txt BBC.txt FC.txt | cmp - one; cat all.txt | clew suffix - csi-sum.txt | cmp - one
  clew: csi-sum.txt: offset 0: not CSI metadata: it begins with "Program received signal SIGSEGV, Segment", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  $ tr '\n' '\r' <all.txt | sed 's/\r/\r\n/g' >crlf.txt; ./same crlf.txt
  the same

In a session they are one trace; a program beside them has the source; a text that is something else is another trace.

  $ clew -c 'info trace' -c trace PT.txt CC.txt BBC.txt FC.txt
  CSI metadata: PT.txt and 3 more files
  path tracing, functions        3
  coverage FC                   3  functions
  coverage CC                   2  functions
  coverage BBC                  3  functions
  bits of blocks         entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  problems and notes            0
  > 1  csi PT.txt  main - 6 blocks - no frames
  $ clew -c 'info trace' -c trace -c 'save kept' PT.txt CC.txt csi-sum.o good-instance.wet; grep '^open' kept | sed "s,$PWD,HERE,g"; clew -c 'load kept' -c trace
  CSI metadata: PT.txt and 2 more files
  path tracing, functions        3
  coverage FC                   3  functions
  coverage CC                   2  functions
  coverage BBC                  3  functions
  bits of blocks         entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  problems and notes            2  `problems` lists them
  > 1  csi PT.txt  main - 6 blocks - no frames
    2  wet good-instance.wet  0x114d#0/1 - largest max.c:8 - 5 insns
  saved kept: 2 traces
  open "HERE/PT.txt" "HERE/CC.txt" "HERE/csi-sum.o"
  open "HERE/good-instance.wet"
  clew: opened the saved session kept
  main  block 0
  > 1  csi PT.txt  main - 6 blocks - no frames
    2  wet good-instance.wet  0x114d#0/1 - largest max.c:8 - 5 insns
  $ clew -c 'open PT.txt all.txt' -c trace -c problems; clew --as=csi -c trace PT.txt CC.txt; clew --strict -c trace PT.txt CC.txt
  main  block 0
  > 1  csi PT.txt  main - 6 blocks - no frames
  all.txt:1:1: function "main" and 2 more are also in PT.txt:1 and below: clew takes them once
  > 1  csi PT.txt  main - 6 blocks - no frames
  > 1  csi PT.txt  main - 6 blocks - no frames
  $ clew -c trace csi-sum.o csi-sum.o PT.txt
  > 2  csi csi-sum.o  main - 6 blocks - no frames

Two builds: what differs is named with file and line in both, and no value of such an array is used.

  $ sed 's/|10$/|11/' PT.txt >later.txt; sed 's/^\(.*|\)21|/\122|/' CC.txt >calls.txt; clew coverage PT.txt CC.txt later.txt calls.txt csi-sum.txt 2>&1 | head -12
  clew: later.txt:43:1: function "digit" differs in blocks or edges from the one at PT.txt:43 (two builds, or two static functions?): clew keeps both
  clew: calls.txt:4:1: __CC_arr_csi_sum_c_number of function "number" has other entries in CC.txt:4: do both come from one build? clew ignores its values
  main              entered  returned 2 of 2
  number (entry 0)  unknown  returned damaged
  number (entry 1)  unknown  returned damaged
  call bits: the call returned
  note: the metadata of __CC_arr_csi_sum_c_number is damaged: clew ignores its values
  note: the metadata of __CC_arr_csi_sum_c_number is damaged: clew ignores its values
  
  this activation: #0 digit csi-sum.c:10
  note: this function has no coverage metadata
  
  $ clew -c problems --json all.txt calls.txt all.txt 2>/dev/null; clew coverage --strict CC.txt calls.txt
  {"kind":"note","source":"all.txt","line":1,"column":1,"message":"function \"main\" and 2 more are also in all.txt:1 and below: clew takes them once"}
  {"kind":"note","source":"all.txt","line":89,"column":1,"message":"function \"main\" and 2 more are also in all.txt:89 and below: clew takes them once"}
  {"kind":"damage","source":"calls.txt","line":4,"column":1,"message":"__CC_arr_csi_sum_c_number of function \"number\" has other entries in all.txt:64: do both come from one build? clew ignores its values"}
  {"kind":"note","source":"calls.txt","line":1,"column":1,"message":"function \"main\" is also in all.txt:61: clew takes it once"}
  {"kind":"note","source":"all.txt","line":61,"column":1,"message":"function \"main\" and 1 more are also in all.txt:61 and below: clew takes them once"}
  {"kind":"note","source":"all.txt","line":67,"column":1,"message":"function \"main\" and 2 more are also in all.txt:67 and below: clew takes them once"}
  clew: calls.txt:4:1: __CC_arr_csi_sum_c_number of function "number" has other entries in CC.txt:4: do both come from one build? clew ignores its values
  [1]
  $ cat CC.txt BBC.txt calls.txt >mixed.txt; clew -c problems mixed.txt 2>/dev/null
  mixed.txt:32:1: __CC_arr_csi_sum_c_number of function "number" has other entries in mixed.txt:4: do both come from one build? clew ignores its values
  mixed.txt:29:1: function "main" is also in mixed.txt:1: clew takes it once

Refused.

  $ clew suffix csi-sum.o csi-sum.o csi-sum.txt; clew suffix PT.txt csi-sum.txt csi-stops.txt; clew suffix PT.txt nothing.txt; clew suffix PT.txt CC.txt empty.txt; clew suffix PT.txt CC.txt </dev/null
  clew: csi-sum.o: a second program, besides csi-sum.o: clew reads the metadata of one program at a time
  clew: too many debugger texts; the second is: csi-stops.txt; clew suffix --help says more
  clew: nothing.txt: cannot be opened: No such file or directory
  clew: empty.txt: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: standard input: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ printf '#\nf\n0|ENTRY|x\n#f|__CC_arr_f\n0|one\n#f|__BBC_arr_f\n7|1\n' >bad.txt; clew -c where bad.txt; yes '#f|__CC_arr_f
  $> #f|__BBC_arr_f' | head -100000 >many.txt; clew -c 'info trace' many.txt 2>&1 | tail -6
  bad.txt:3:9: found "x", expected a line number, -1 or NULL, in "0|ENTRY|x"
  bad.txt:5:3: found "one", expected a line number up to 9223372036854775807, in "0|one"
  bad.txt:7:1: index 7 of function "f" leaves a hole: no entry has index 0
  no function has metadata
  path tracing, functions        0
  coverage FC                   0  functions
  coverage CC                   1  functions
  coverage BBC                  1  functions
  bits of blocks         completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)
  problems and notes       99,998  `problems` lists them
