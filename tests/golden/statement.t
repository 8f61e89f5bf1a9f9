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
  grain        statement
  grain        instruction
  grain        instruction
  $ clew -c 'set grain word' good-instance.wet
  clew: unknown value word: expected one of statement, instruction
  [1]
