requires: mips

A schema as the paper has them, and its program with debugging information: a running sum over six numbers, so each round needs the one before.

  $ cat >sum.s <<'END'
  $> .set noreorder
  $> .text
  $> .globl main
  $> .type main,@function
  $> main:
  $> lui $4,%hi(a)
  $> addiu $4,$4,%lo(a)
  $> lui $6,%hi(sum)
  $> addiu $6,$6,%lo(sum)
  $> addiu $5,$0,6
  $> 1: lw $2,0($4)
  $> lw $3,0($6)
  $> addu $3,$3,$2
  $> sw $3,0($6)
  $> addiu $4,$4,4
  $> addiu $5,$5,-1
  $> bne $5,$0,1b
  $> nop
  $> .size main,.-main
  $> .bss
  $> .type a,@object
  $> .size a,24
  $> .globl a
  $> a: .space 24
  $> .type sum,@object
  $> .size sum,4
  $> .globl sum
  $> sum: .space 4
  $> END
  $> mips-linux-gnu-gcc -g -c -mno-abicalls -fno-pic -o sum.o sum.s && mips-linux-gnu-ld -e main -Ttext=0x400100 -Tbss=0x10000000 -o sum sum.o
  $ cat >sum.sma <<'END'
  $> start_function main 3
  $> start_block 0
  $> uneventful_inst
  $> compute_defn_1 R4 #Sa
  $> uneventful_inst
  $> compute_defn_1 R6 #Ssum
  $> uneventful_inst
  $> end_block 0 %loop_entry(1 0)
  $> start_block_target 1
  $> load_inst 0(#R4)
  $> load_inst 0(#R6)
  $> uneventful_inst
  $> store_inst 0(#R6)
  $> compute_defn_2 R4 #R4 + #I4
  $> uneventful_inst
  $> end_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)
  $> start_block_target 2
  $> end_block 2
  $> end_function main
  $> END
  $> printf '\1\1\1\1\1\1\2' >sum.out; clew regenerate sum.sma sum.out sum | head -12
  C main
  I 0x400100 4
  I 0x400104 4
  I 0x400108 4
  I 0x40010c 4
  I 0x400110 4
  L+ 0
  I 0x400114 4
  R 0x10000000
  I 0x400118 4
  R 0x10000018
  I 0x40011c 4
  $ clew pp --lines --dependences sum.sma sum.out sum
  program 53 instructions 28 steps speed-up 1.89
  loop 0 activations 1 iterations 6 instructions 48 steps 23 speed-up 2.09 delayed 23 speed-up 2.09 flow 1:5 anti - output -
      at 0x400114 main sum.s:11
      flow 1:5 from 0x400120 main sum.s:14 to 0x400118 main sum.s:12
      flow on sum, 5 times: an iteration reads what an earlier one wrote, 1 before or more; first at 0x10000018, from 0x400120 main sum.s:14 to 0x400118 main sum.s:12
  $ clew pp --json sum.sma sum.out sum
  {"instructions":53,"steps":28,"steps_speed_up":1.89}
  {"loop":0,"parent":null,"address":"0x400114","function":"main","file":"sum.s","line":11,"activations":1,"iterations":6,"instructions":48,"steps":23,"steps_speed_up":2.09,"delayed":23,"delayed_speed_up":2.09,"flow":[{"distance":1,"count":5,"source":{"address":"0x400120","function":"main","file":"sum.s","line":14},"sink":{"address":"0x400118","function":"main","file":"sum.s","line":12}}],"anti":[],"output":[],"objects":[{"kind":"flow","name":"sum","stack":false,"count":5,"distance":1,"data":"0x10000018","source":{"address":"0x400120","function":"main","file":"sum.s","line":14},"sink":{"address":"0x400118","function":"main","file":"sum.s","line":12}}]}
  $ clew cache --by=line --by=data --by=instruction --top=4 32 16 1 split sum.sma sum.out sum
  instruction fetch 53 14 read 0 0 write 0 0 compulsory 4 written-back 0 dirty-at-end 0
  data fetch 0 0 read 12 2 write 6 0 compulsory 2 written-back 0 dirty-at-end 1
  
        misses   share     accesses    rate  of fetches    of reads   of writes  line
             6    37.5%           12    50.0%           5           1           0  sum.s:11
             6    37.5%            6   100.0%           6           0           0  sum.s:18
             1     6.3%           12     8.3%           0           1           0  sum.s:12
             1     6.3%           12     8.3%           1           0           0  sum.s:14
             9 more
  
        misses   share     accesses    rate  of fetches    of reads   of writes  data
             1    50.0%           12     8.3%           0           1           0  0x10000018 sum
             1    50.0%            6    16.7%           0           1           0  0x10000000 a
  
        misses   share     accesses    rate  of fetches    of reads   of writes  instruction
             6    37.5%           12    50.0%           5           1           0  0x400114 main sum.s:11
             6    37.5%            6   100.0%           6           0           0  0x400130 main sum.s:18
             1     6.3%           12     8.3%           0           1           0  0x400118 main sum.s:12
             1     6.3%           12     8.3%           1           0           0  0x400120 main sum.s:14
             9 more
  $ clew cache --json --by=line --by=data --by=loop --top=1 32 16 1 sum.sma sum.out sum
  {"cache":"unified","accesses":{"fetch":53,"read":12,"write":6},"misses":{"fetch":25,"read":12,"write":6},"compulsory":6,"written_back":6,"dirty_at_end":0}
  {"by":"line","file":"sum.s","line":11,"accesses":{"fetch":6,"read":6,"write":0},"misses":{"fetch":5,"read":6,"write":0}}
  {"by":"data","address":"0x10000018","symbol":"sum","stack":false,"accesses":{"fetch":0,"read":6,"write":6},"misses":{"fetch":0,"read":6,"write":6}}
  {"by":"loop","loop":0,"address":"0x400114","function":"main","file":"sum.s","line":11,"accesses":{"fetch":48,"read":12,"write":6},"misses":{"fetch":23,"read":12,"write":6}}

A number that no branch leads to: said with its place, and what precedes it is told.

  $ printf '\1\1\7' >sum.out; clew pp sum.sma sum.out sum
  program 21 instructions 16 steps speed-up 1.31
  loop 0 activations 1 iterations 2 instructions 16 steps 11 speed-up 1.45 delayed 11 speed-up 1.45 flow 1:1 anti - output -
  clew: sum.out: offset 2: in main, block 7 follows block 1, but only 2 or 1 can: the events are damaged, or from another build than the schema
  [1]
  $ clew regenerate sum.sma sum.out sum | tail -3; clew regenerate --format=count sum.sma sum.out sum 2>/dev/null | sed 's/ seconds.*//'
  clew: sum.out: offset 2: in main, block 7 follows block 1, but only 2 or 1 can: the events are damaged, or from another build than the schema
  I 0x400128 4
  I 0x40012c 4
  I 0x400130 4
  instructions 21 reads 4 writes 2 addresses 27 events 2
