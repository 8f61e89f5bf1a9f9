The sample collection: every problem at its place, every answer of the worked example.

  $ cd $SAMPLES/wet && for file in *.wet *.lim; do (cd - >/dev/null; ./first-problems $SAMPLES/wet/$file); done | sort >$OLDPWD/found
  $> grep -v '^#' expected.tsv | sort | diff - $OLDPWD/found
  $ cd $SAMPLES/wet; for command in 'deps 2118#0' 'uses 2113#0' 'values 2118' 'slice back 2118#0' 'slice back 2118#0 data' \
  $>     'slice back 2118#0 control' 'slice fwd 2113#0' 'chop 2113#0 2121#0'; do echo "$command"; clew --json -c "$command" doc-foo1.wet; done
  deps 2118#0
  {"port":0,"kind":"control","id":1873,"address":"0x8048210","instance":0,"file":"foo1.c","function":"main","line":4}
  {"port":1,"kind":"data","id":2113,"address":"0x8048225","instance":0,"file":"foo1.c","function":"main","line":6}
  uses 2113#0
  {"port":1,"kind":"data","id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  values 2118
  {"instance":0,"value":"0x2"}
  slice back 2118#0
  {"id":1872,"address":"0x804820c","instance":0,"file":"foo1.c","function":"main","line":4}
  {"id":1873,"address":"0x8048210","instance":0,"file":"foo1.c","function":"main","line":4}
  {"id":2113,"address":"0x8048225","instance":0,"file":"foo1.c","function":"main","line":6}
  {"id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  slice back 2118#0 data
  {"id":2113,"address":"0x8048225","instance":0,"file":"foo1.c","function":"main","line":6}
  {"id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  slice back 2118#0 control
  {"id":1873,"address":"0x8048210","instance":0,"file":"foo1.c","function":"main","line":4}
  {"id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  slice fwd 2113#0
  {"id":2113,"address":"0x8048225","instance":0,"file":"foo1.c","function":"main","line":6}
  {"id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2119,"address":"0x8048248","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2120,"address":"0x804824a","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2121,"address":"0x804824d","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2122,"address":"0x804824f","instance":0,"file":"foo1.c","function":"main","line":8}
  chop 2113#0 2121#0
  {"id":2113,"address":"0x8048225","instance":0,"file":"foo1.c","function":"main","line":6}
  {"id":2118,"address":"0x8048242","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2119,"address":"0x8048248","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2120,"address":"0x804824a","instance":0,"file":"foo1.c","function":"main","line":8}
  {"id":2121,"address":"0x804824d","instance":0,"file":"foo1.c","function":"main","line":8}
  $ cd $SAMPLES/wet; clew --json -c 'deps 0x8048242#0' -c info doc-foo1.lim
  {"port":null,"kind":null,"id":null,"address":"0x8048210","instance":0,"file":null,"function":null,"line":null}
  {"port":null,"kind":null,"id":null,"address":"0x8048225","instance":0,"file":null,"function":null,"line":null}
  {"kind":"history","instructions":8,"instances":8,"dependences":13,"values":0,"problems":0}
  $ cd $SAMPLES/wet; clew -c 'slice back 2118#0 lines' doc-foo1.wet
  foo1.c:4  2 executions         if(argc >= 3)
  foo1.c:6  1 execution   = 0x2  x = atoi(argv[1]);
  foo1.c:8  1 execution   = 0x2  result = x * 7;
  $ cd $SAMPLES/wet; for file in good-loop-instance good-blanks good-crlf; do clew --json -c 'slice back 12#1' $file.wet | md5sum; done | uniq | wc -l
  1
  $ cd $SAMPLES/wet; for i in 0 1; do clew --json -c "deps 9#$i" good-loop-dense.wet; done; clew --json -c "uses 9#0" good-loop-dense.wet
  {"port":0,"kind":"control","id":9,"address":"0x401008","instance":0,"file":"sum.c","function":"main","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":7,"address":"0x401000","instance":0,"file":"sum.c","function":"main","line":3}
  {"port":0,"kind":"control","id":9,"address":"0x401008","instance":0,"file":"sum.c","function":"main","line":4,"uncertain":true}
  {"port":0,"kind":"control","id":9,"address":"0x401008","instance":1,"file":"sum.c","function":"main","line":4,"uncertain":true}
  {"port":1,"kind":"data","id":12,"address":"0x401010","instance":0,"file":"sum.c","function":"main","line":5}
  {"port":0,"kind":"control","id":9,"address":"0x401008","instance":0,"file":"sum.c","function":"main","line":4,"instance_max":1,"uncertain":true}
  {"port":0,"kind":"control","id":12,"address":"0x401010","instance":0,"file":"sum.c","function":"main","line":5}

With the executable, what the trace leaves out is completed, and the code is known.

  $ cd $SAMPLES/wet; clew --exec=foo1.elf -c 'links foo1.c:8#0' -c disassemble rec-foo1.wet 2>&1 | head -20
  rec-foo1.wet:4:7: id 10142 has no instruction block (22)
  0x401194#0 of 1  main foo1.c:8
    result = x * 7;  = 0xe
  
  depends upon
    control  0x401149#0  main foo1.c:4            if(argc >= 3)
    data     0x401163#0  main foo1.c:6     = 0x2  x = atoi(argv[1]);
    data     10266#1     not in the trace
  
  needed by
    data     0x40119a#0  main foo1.c:9  = 0xe (mov)  result = result + y;
    10143  0x401136  main foo1.c:3   x1  push   %rbp
    10144  0x401137  main foo1.c:3   x1  mov    %rsp,%rbp
    10145  0x40113a  main foo1.c:3   x1  sub    $0x10,%rsp
    10146  0x40113e  main foo1.c:3   x1  mov    %edi,-0x4(%rbp)
    10147  0x401141  main foo1.c:3   x1  mov    %rsi,-0x10(%rbp)
    10148  0x401145  main foo1.c:4   x1  cmpl   $0x2,-0x4(%rbp)
    10149  0x401149  main foo1.c:4   x1  jle    0x4011ca
    10150  0x40114b  main foo1.c:6   x1  mov    -0x10(%rbp),%rax
    10151  0x40114f  main foo1.c:6   x1  add    $0x8,%rax
  $ cd $SAMPLES/wet; clew --exec=foo1.elf -c 'deps 0x401187#0' rec-foo1.lim
  clew: foo1.elf: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  0x401149#0  main foo1.c:4  jle    0x4011ca
  0x401163#0  main foo1.c:6  mov    %eax,0x2ebb(%rip)  # 0x404024
  $ cd $SAMPLES/wet; clew --exec=foo1p.elf -c 'where 0x10919a' rec-foo1p.wet 2>&1 | tail -3
  rec-foo1p.wet:4:7: id 10164 has no instruction block (22)
  0x10919a#0 of 1  main foo1.c:8
    mov    0x2e84(%rip),%edx  # 0x10c024  = 0x2
  $ cd $SAMPLES/wet; clew --exec=foo1p.elf -c 'where 0x10919a' rec-foo1p.lim 2>&1 | tail -3
  clew: foo1p.elf: no names or lines taken from it: it is position independent, and its load address is unknown; use --load-offset=HEX (0x108000 under Valgrind)
  0x10919a#0
  $ cd $SAMPLES/wet; clew --exec=foo1p.elf --load-offset=108000 -c 'where 0x10919a' rec-foo1p.lim 2>&1 | tail -3
  clew: foo1p.elf: clew uses its names and lines, load bias 0x108000, but cannot check that this is the traced file: the trace names no function
  0x10919a#0  main foo1.c:8
    mov    0x2e84(%rip),%edx  # 0x10c024
  $ cd $SAMPLES/wet; clew --exec=loop1.elf -c 'where' rec-foo1.wet 2>&1 | tail -3
  clew: loop1.elf: no names or lines taken from it: its functions have other addresses in the trace (36 of 36 names known)
  0x4011d0#0 of 1  main foo1.c:12
    }  = 0x1fff000cc0
  $ cp $SAMPLES/wet/rec-foo1.lim foo.lim; cp $SAMPLES/wet/foo1.elf foo; touch -d 2001-01-01 foo.lim; clew -c where foo.lim
  clew: foo: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  clew: foo is newer than foo.lim: lines and code may be those of another build
  0x4011d0#0  main foo1.c:12
    ret
