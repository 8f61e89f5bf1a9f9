In statement grain a link leads out of the source line.

  $ clew -c 'set grain statement' -c 'deps 20#1' -c 'uses 40#0' -c links good-instance.wet
  data     0x1139#0  largest max.c:4  = 0x0  int i = 0, best = 0;
  control  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  control  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  
  depends upon
    data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  
  needed by
    no user recorded
  $ clew -c grain -c 'grain instr' -c 'show grain' good-instance.wet
  links start at source lines
  links start at single instructions
  grain        instruction
  $ clew -c 'set grain word' good-instance.wet
  clew: unknown value `word`: expected one of statement, instruction
  [1]

A line with more executions than are looked at says so, first, and that nothing was found means nothing.

  $ long() { echo 1; echo '1 1 400 a.c f 1'; echo "SIZE 4999"; for i in $(seq 4999); do echo "$i:1 $((i - 1))"; done; echo 'NO VALUES'; }
  $> long >long.wet
  $> clew -c 'set grain statement' -c 'deps 1#4999' -c 'control 1#4999' -c 'uses 1#0' -c 'uses 1#4000' -c 'deps 1#4000' -c 'goto 1#0' -c links long.wet
  $> clew --json -c 'set grain statement' -c 'deps 1#4999' -c 'uses 1#0' long.wet
  too many executions of this statement: clew looked at 4096; there may be more definers
  too many executions of this statement: clew looked at 4096; there may be more definers
  too many executions of this statement: clew looked at 4096; there may be more users
  only this line: 0x400#4001
  no definer recorded
  0x400#0 of 5000  f a.c:1
  0x400#0 of 5000  f a.c:1
  
  depends upon
    no definer recorded
  
  needed by
    too many executions of this statement: clew looked at 4096; there may be more users
  {"cut":true}
  {"cut":true}

A line is its statement, as the screen has it, unless the user chose: what is inside of it is no link. An address is one instruction.

  $ cat >foo1.wet <<'END'
  $> 5
  $> 1873 2 8048210 foo1.c main 4
  $> SIZE 0
  $> SIZE 0
  $> NO VALUES
  $> 2113 2 8048225 foo1.c main 6
  $> SIZE 1
  $>     0:1873 0
  $> SIZE 0
  $> VALUES 1
  $>     0:2
  $> 2118 2 8048242 foo1.c main 8
  $> SIZE 1
  $>     0:1873 0
  $> SIZE 1
  $>     0:2113 0
  $> VALUES 1
  $>     0:2
  $> 2122 2 804824f foo1.c main 8
  $> SIZE 1
  $>     0:1873 0
  $> SIZE 1
  $>     0:2118 0
  $> VALUES 1
  $>     0:e
  $> 2130 2 8048260 foo1.c main 9
  $> SIZE 1
  $>     0:1873 0
  $> SIZE 1
  $>     0:2122 0
  $> NO VALUES
  $> END
  $> clew -c 'deps foo1.c:8#0' -c 'control foo1.c:8' -c 'uses foo1.c:6#0' -c 'links foo1.c:8' foo1.wet
  $> echo; clew -c 'deps 0x804824f#0' -c 'grain instruction' -c 'deps foo1.c:8#0' foo1.wet
  control  0x8048210#0  main foo1.c:4
  data     0x8048225#0  main foo1.c:6  = 0x2
  control  0x8048210#0  main foo1.c:4
  data     0x8048242#0  main foo1.c:8  = 0x2
  0x804824f#0 of 1  main foo1.c:8
    = 0xe
  
  depends upon
    control  0x8048210#0  main foo1.c:4
    data     0x8048225#0  main foo1.c:6  = 0x2
  
  needed by
    data     0x8048260#0  main foo1.c:9
  
  control  0x8048210#0  main foo1.c:4
  data     0x8048242#0  main foo1.c:8  = 0x2
  links start at single instructions
  control  0x8048210#0  main foo1.c:4
  data     0x8048242#0  main foo1.c:8  = 0x2
