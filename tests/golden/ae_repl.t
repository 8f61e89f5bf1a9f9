The trace of figure 1 of the paper at a prompt: 72,737 addresses, no line information. What a user of gdb would say, both ways.

  $ cp $SAMPLES/ae/golden/fig1.EB.exe fig1; cp $SAMPLES/ae/golden/ae.out.EB ae.out
  $> say() { printf '%s\n' "$@" | clew -i fig1 fig1.sma ae.out 2>&1; }; declare -f say >walks
  $ . ./walks; say where 'info trace' 'info functions' 'info loops all'
  @1 of 72737  main  addiu  $sp, $sp, -0x18
     called by code without schema
  address stream: ae.out
  executable             fig1
  schema                 fig1.sma
  addresses                      72,737  instructions, reads and writes
  events, bytes                  11,005
  functions                           2  schema in the form of the 1990 paper
  loops                               2
  checkpoints                         1
  checkpoint bytes                  168
  0x00400190  main                           32 instructions  4 blocks  1 loop
  0x00400214  sub                            18 instructions  4 blocks  1 loop
  loop 0 in main 0x4001e8
  loop 1 in sub 0x400244

Positions.

  $ . ./walks; say 'goto @41237' 'goto 50%' 'goto end' 'goto begin' 'goto +100' 'goto -1' 'goto sub' 'goto sub#99' 'back' 'forward' | grep '^@'
  @41237 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x100059c4 a+22676
  @36368 of 72737  sub+0x44  move   $sp, $t0
  @72737 of 72737  main+0x7c  move   $sp, $t0
  @1 of 72737  main  addiu  $sp, $sp, -0x18
  @101 of 72737  sub+0x30  slt    $at, $a2, $v1
  @100 of 72737  sub+0x2c  addiu  $v1, $v1, 1
  @755 of 72737  sub  addiu  $sp, $sp, -0x10
  @72001 of 72737  sub  addiu  $sp, $sp, -0x10
  @755 of 72737  sub  addiu  $sp, $sp, -0x10
  @72001 of 72737  sub  addiu  $sp, $sp, -0x10
  $ . ./walks; say @18716 +100 -100 :@41237 @0 @ -x | grep -v '^   '
  @18716 of 72737  sub+0x2c  addiu  $v1, $v1, 1
  @18816 of 72737  sub+0x34  beqz   $at, 0x400234
  @18716 of 72737  sub+0x2c  addiu  $v1, $v1, 1
  @41237 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x100059c4 a+22676
  clew: `@0`: events are numbered from 1
  clew: unknown command `@`: `help` lists the commands
  clew: unknown command `-x`: the nearest is x; `help` lists the commands
  $ . ./walks; say 'goto @500' 'mark a' 'goto end' 'goto $a' 'marks' 'history' 'where' | grep -v 'called from'
  @500 of 72737  sub+0x30  slt    $at, $a2, $v1
  mark a is @500  sub+0x30
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  @500 of 72737  sub+0x30  slt    $at, $a2, $v1
  a  @500         sub+0x30
  '  @72737       main+0x7c
    @1            main
    @500          sub+0x30
    @72737        main+0x7c
  > @500          sub+0x30
  @500 of 72737  sub+0x30  slt    $at, $a2, $v1
  $ . ./walks; say 'goto' 'goto @0' 'goto @72738' 'goto 101%' 'goto -1' 'goto nofn' 'goto 0x1' 'goto fig1.c:3' 'goto sub#100' 'goto $b' 'goto @1 @2'
  clew: `goto` needs a position: `help goto` explains positions
  clew: `@0`: events are numbered from 1
  clew: no address @72738: the trace has @1 to @72737
  clew: `101%`: a percentage is at most 100
  clew: -1 leads out of the trace, which begins at @1: this is @1
  clew: no function `nofn` in the schema: `info functions` lists them
  clew: 0x1 is not an instruction of the schema: `info functions` lists its functions
  clew: the executable has no line information, so fig1.c:3 is unknown
  clew: no execution #100: sub ran 100 times, #0 to #99
  clew: mark b is not set, nor is any other: `mark b` sets it
  clew: one argument too many: @2; usage: goto POS
  [1]

Stepping.

  $ . ./walks; say 'step' 'stepi 2' 'reverse-stepi' 'goto @27' 'next' 'reverse-next' 'stepi' 'finish' 'reverse-stepi' 'reverse-finish' | grep '^@'
  @2 of 72737  main+0x4  sw     $ra, 0x14($sp)  W 0x7feffe6c stack
  @6 of 72737  main+0xc  sw     $s3, 0xc($sp)  W 0x7feffe64 stack
  @4 of 72737  main+0x8  sw     $fp, 0x10($sp)  W 0x7feffe68 stack
  @27 of 72737  main+0x48  jalr   $s2
  @746 of 72737  main+0x4c  addiu  $sp, $sp, 0x10
  @27 of 72737  main+0x48  jalr   $s2
  @28 of 72737  sub  addiu  $sp, $sp, -0x10
  @746 of 72737  main+0x4c  addiu  $sp, $sp, 0x10
  @745 of 72737  sub+0x44  move   $sp, $t0
  @27 of 72737  main+0x48  jalr   $s2
  $ . ./walks; say 'step 0' 'step x' 'reverse-step' 'goto end' 'step' 'next' 'continue' 'goto begin' 'finish' 'reverse-finish' 'up' 'until' 'until nofn'
  clew: not a number of steps: 0 (`step 3` takes three steps)
  clew: not a number of steps: x (`step 3` takes three steps)
  clew: this is where the trace begins
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  clew: this is where the trace ends
  clew: this is where the trace ends
  clew: this is where the trace ends
  @1 of 72737  main  addiu  $sp, $sp, -0x18
     called by code without schema
  the trace ends here
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  the trace begins here
  @1 of 72737  main  addiu  $sp, $sp, -0x18
     called by code without schema
  clew: no frame `1`: `backtrace` lists the frames
  @2 of 72737  main+0x4  sw     $ra, 0x14($sp)  W 0x7feffe6c stack
     called by code without schema
  clew: no function `nofn` in the schema: `info functions` lists them
  [1]

Breakpoints and watchpoints.

  $ . ./walks; say 'break sub' 'tbreak main' 'watch a' 'rwatch 0x7feffe40' 'awatch 0x10000134,1' 'break loop 1 iteration 57' 'break' 'break *0x400110' 'info breakpoints'
  breakpoint 1, sub at 0x400214
  temporary breakpoint 2, main at 0x400190
  watchpoint 3, a: 40000 bytes at 0x10000130; code without schema (libraries) is not watched
  read watchpoint 4, 0x7feffe40: 4 bytes; code without schema (libraries) is not watched
  access watchpoint 5, 0x10000134,1: 1 byte; code without schema (libraries) is not watched
  loop breakpoint 6, loop 1 iteration 57
  breakpoint 7, main at 0x400190
  clew: 0x400110 is not an instruction of the schema: `info functions` lists its functions
  breakpoint 1, sub at 0x400214
  temporary breakpoint 2, main at 0x400190
  watchpoint 3, a: 40000 bytes at 0x10000130
  read watchpoint 4, 0x7feffe40: 4 bytes
  access watchpoint 5, 0x10000134,1: 1 byte
  loop breakpoint 6, loop 1 iteration 57
  breakpoint 7, main at 0x400190
  [1]
  $ . ./walks; say 'break sub' 'continue' 'continue' 'reverse-continue' 'disable 1' 'info breakpoints' 'continue' 'enable 1' 'reverse-continue' 'delete' 'info breakpoints' 'delete'
  breakpoint 1, sub at 0x400214
  breakpoint 1, sub
  @28 of 72737  sub  addiu  $sp, $sp, -0x10
     called from main+0x48, loop 0 iteration 1 of 101, called by code without schema
  breakpoint 1, sub
  @755 of 72737  sub  addiu  $sp, $sp, -0x10
     called from main+0x48, loop 0 iteration 2 of 101, called by code without schema
  breakpoint 1, sub
  @28 of 72737  sub  addiu  $sp, $sp, -0x10
     called from main+0x48, loop 0 iteration 1 of 101, called by code without schema
  disabled breakpoint 1, sub at 0x400214
  breakpoint 1, sub at 0x400214, disabled, 3 hits
  the trace ends here
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  enabled breakpoint 1, sub at 0x400214
  breakpoint 1, sub
  @72001 of 72737  sub  addiu  $sp, $sp, -0x10
     called from main+0x48, loop 0 iteration 100 of 101, called by code without schema
  deleted breakpoint 1, sub at 0x400214
  no breakpoints
  clew: there are no breakpoints
  [1]
  $ . ./walks; say 'watch 0x100005f4' 'goto end' 'reverse-continue' 'print $a0' 'info loops' 'backtrace' 'up' 'reverse-continue'
  watchpoint 1, 0x100005f4: 4 bytes; code without schema (libraries) is not watched
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  watchpoint 1, 0x100005f4
  @2258 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x100005f4 a+1220
     loop 1 iteration 6 of 101, called from main+0x48, loop 0 iteration 4 of 101, called by code without schema
  $a0 = 0x100005f4
  loop 0 in main 0x4001e8  iteration 4 of 101, entered @22
  loop 1 in sub 0x400244  iteration 6 of 101, entered @2219
  > #0  sub+0x24  loop 1 iteration 6 of 101  since @2209
       loop 1 in sub 0x400244  iteration 6 of 101, entered @2219
    #1  main+0x48  loop 0 iteration 4 of 101  since @1, called by code without schema
       loop 0 in main 0x4001e8  iteration 4 of 101, entered @22
  #1  main  back at the call; `back` returns
  @2208 of 72737  main+0x48  jalr   $s2
     loop 0 iteration 4 of 101, called by code without schema
  the trace begins here (it lacks writes by code without schema)
  @1 of 72737  main  addiu  $sp, $sp, -0x18
     called by code without schema
  $ . ./walks; say 'tbreak sub' 'continue' 'continue' | grep -v 'called from'
  temporary breakpoint 1, sub at 0x400214
  temporary breakpoint 1, sub
  @28 of 72737  sub  addiu  $sp, $sp, -0x10
  the trace ends here
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  $ . ./walks; say 'break sub' 'ignore 1 98' 'continue' 'ignore 1' 'ignore 9 1' 'info breakpoints'
  breakpoint 1, sub at 0x400214
  the next 98 hits of breakpoint 1, sub do not stop
  breakpoint 1, sub
  @71274 of 72737  sub  addiu  $sp, $sp, -0x10
     called from main+0x48, loop 0 iteration 99 of 101, called by code without schema
  clew: `ignore` needs a breakpoint number and how many hits to ignore, as in `ignore 1 5`
  clew: there is no breakpoint `9`: `info breakpoints` lists them
  breakpoint 1, sub at 0x400214, 99 hits
  [1]
  $ . ./walks; say 'watch' 'watch nothing' 'watch a,0' 'watch 0xfffffffe' 'break loop 9' 'break loop 1 iteration 0' 'break loop 1 round 2' 'disable 3' 'break nofn' 'break 0x2'
  clew: expected an address or a variable: VAR or 0xADDRESS
  clew: `nothing` is neither an address nor a global variable of the program
  clew: expected a number of bytes, at least 1, not: 0
  clew: 4 bytes at `0xfffffffe` end beyond 0xffffffff: addresses of this machine have 32 bits
  clew: no loop `9`: loops are 0 to 1, and `info loops all` lists them
  clew: expected `loop N iteration M`, M from 1
  clew: expected `loop N iteration M`, M from 1
  clew: there is no breakpoint `3`: `info breakpoints` lists them
  clew: no function `nofn` in the schema: `info functions` lists them
  clew: 0x2 is not an instruction of the schema: `info functions` lists its functions
  [1]

What is known: registers, frames, code; and what is not.

  $ . ./walks; say 'goto @41' 'print $a0' 'print/d $29' 'p $t3' 'print/t $a0' 'print a' 'info registers a0' 'x/4x $sp' 'deps' 'info frame' 'frame 1' 'frame 9'
  @41 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x10000130 a
     loop 1 iteration 1 of 101, called from main+0x48, loop 0 iteration 1 of 101, called by code without schema
  $a0 = 0x10000130
  $sp = 2146434616
  $t3 unknown: no address of the schema depends on its value here
  clew: no format `/t`: `print/x` shows hexadecimal, `print/d` decimal
  clew: no register `a`: `print` shows registers, such as $sp or $29. Abstract Execution records addresses, not memory contents
  $a0 = 0x10000130
  clew: `x` cannot show memory: Abstract Execution records addresses, not contents; `print $sp` shows a register, `watch` finds writes
  clew: `deps` needs a recording, but this is an address stream. Addresses are recorded, but no dependences. `who ADDRESS` lists writes there, `watch ADDRESS` and `reverse-continue` go to them
  > #0  sub+0x24  loop 1 iteration 1 of 101  since @28
       loop 1 in sub 0x400244  iteration 1 of 101, entered @38
    #1  main+0x48  loop 0 iteration 1 of 101  since @1, called by code without schema
       loop 0 in main 0x4001e8  iteration 1 of 101, entered @22
  #1  main  back at the call; `back` returns
  @27 of 72737  main+0x48  jalr   $s2
     loop 0 iteration 1 of 101, called by code without schema
  clew: no frame `9`: `backtrace` lists the frames
  [1]
  $ . ./walks; say 'goto @41' 'info registers' | grep -v unknown
  @41 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x10000130 a
     loop 1 iteration 1 of 101, called from main+0x48, loop 0 iteration 1 of 101, called by code without schema
    $zero 0   0x00000000
  * $a0   4   0x10000130
    $sp   29  0x7feffe38
    $fp   30  0x7feffe48

Beside an instruction stand the registers that it reads as they are before it, and behind an arrow those that it writes as they are after it, also where it
reads one that it writes, and where the trace ends with it. In the list of registers * marks what it reads.

  $ . ./walks; say 'goto @43' 'disassemble' stepi stepi disassemble 'info registers' 'goto sub' disassemble 'goto end' disassemble | grep '^>\|^\*\|[>]'
  > 0x0040023c  addiu  $a0, $a0, 4         $a0=0x10000130  -> $a0=0x10000134
  > 0x00400244  slt    $at, $a2, $v1       $v1 unknown  $a2 unknown  -> $at unknown
    $at   1   unknown   -> unknown
  * $v1   3   unknown
  * $a2   6   unknown
  > 0x00400214  addiu  $sp, $sp, -0x10     $sp unknown  -> $sp=0x7feffe38
  > 0x0040020c  move   $sp, $t0            $t0=0x7feffe70  -> $sp unknown
  $ . ./walks; say 'goto @41' 'disassemble' 'list' 'info line' 'info source' 'info nothing' 'problems'
  @41 of 72737  sub+0x24  sw     $v0, ($a0)  W 0x10000130 a
     loop 1 iteration 1 of 101, called from main+0x48, loop 0 iteration 1 of 101, called by code without schema
    0x00400214  addiu  $sp, $sp, -0x10
    0x00400218  sw     $ra, 4($sp)
    0x0040021c  sw     $fp, ($sp)
    0x00400220  addiu  $fp, $sp, 0x10
    0x00400224  move   $a0, $a0
    0x00400228  ori    $v1, $zero, 0
    0x0040022c  ori    $a2, $zero, 0x63
    0x00400230  b      0x400244
    0x00400234  addu   $v0, $a1, $v1
  > 0x00400238  sw     $v0, ($a0)          W 0x10000130 a  $a0=0x10000130  $v0 unknown
    0x0040023c  addiu  $a0, $a0, 4
    0x00400240  addiu  $v1, $v1, 1
    0x00400244  slt    $at, $a2, $v1
    0x00400248  beqz   $at, 0x400234
    0x0040024c  move   $t0, $fp
    0x00400250  lw     $fp, -0x10($t0)
    0x00400254  lw     $ra, -0xc($t0)
    0x00400258  move   $sp, $t0
  clew: the executable has no line information: compile with -g
  clew: no source position is known here
  no source file is known here
  clew: unknown topic `nothing`: expected one of trace, functions, line, loops, registers, frame, breakpoints, marks, problems, source, history
  no problems
  [1]

Cache and loops.

  $ . ./walks; say 'cache 1k 16 1' 'cache 1024 16 1 split function' 'cache 3 16 1' 'cache 1k' 'pp' 'pp 3'
  unified                accesses         misses      rate
    fetches                 62325            657      1.1%
    reads                     206            102     49.5%
    writes                  10206           2737     26.8%
    compulsory: 2,516 misses; 2,783 lines written back, 53 lines dirty at the end
  instruction            accesses         misses      rate
    fetches                 62325             13      0.0%
    reads                       0              0
    writes                      0              0
    compulsory: 13 misses; 0 lines written back, 0 lines dirty at the end
  data                   accesses         misses      rate
    fetches                     0              0
    reads                     206             41     19.9%
    writes                  10206           2503     24.5%
    compulsory: 2,503 misses; 2,480 lines written back, 62 lines dirty at the end
  
        misses       accesses
          2545          71800  sub
            12            937  main
  clew: found a cache of 3 bytes, expected a power of two up to 1073741824
  clew: `cache` needs SIZE LINE WAYS, as in `cache 32k 32 4`
  program 62325 instructions 50 steps speed-up 1246.50
  loop 0 activations 1 iterations 101 instructions 62302 steps 27 speed-up 2307.48 delayed 623 speed-up 100.00 flow - anti 1:198 output -
  loop 1 activations 100 iterations 10100 instructions 60200 steps 600 speed-up 100.33 delayed 600 speed-up 100.33 flow - anti - output -
  
  loop 0 in main 0x4001e8
    anti on the stack, 198 times: an iteration writes what an earlier one read, 1 before or more; first stack in sub+0x4
  loop 1 in sub 0x400244
  clew: `3` is not a power of two up to 1048576: `pp` needs a number of bytes
  [1]

Events that are damaged: what precedes is browsed.

  $ head -c 5000 ae.out >cut; clew -c where -c 'goto end' -c problems fig1 fig1.sma cut
  cut: offset 5000: the events end in the middle of function sub, block 2: a block number should follow. clew shows the trace up to there
  @1 of 33013  main  addiu  $sp, $sp, -0x18
     called by code without schema
  @33013 of 33013  sub+0x34  beqz   $at, 0x400234
     loop 1 iteration 38, called from main+0x48, loop 0 iteration 46, called by code without schema
  cut: offset 5000: the events end in the middle of function sub, block 2: a block number should follow
  $ { head -c 4000 ae.out; printf '\007'; tail -c +4002 ae.out; } >bad; clew -c 'goto end' -c 'reverse-stepi' -c 'info trace' fig1 fig1.sma bad | grep -v bytes
  bad: offset 4000: in sub, block 7 follows block 2, but only 3 or 1 can: the events are damaged, or from another build than the schema. clew shows the trace up to there
  @26400 of 26400  sub+0x34  beqz   $at, 0x400234
     loop 1 iteration 28, called from main+0x48, loop 0 iteration 37, called by code without schema
  @26399 of 26400  sub+0x30  slt    $at, $a2, $v1
     loop 1 iteration 28, called from main+0x48, loop 0 iteration 37, called by code without schema
  address stream: bad
  executable             fig1
  schema                 fig1.sma
  addresses                      26,400  instructions, reads and writes
  functions                           2  schema in the form of the 1990 paper
  loops                               2
  checkpoints                         1
  the trace ends early: `problems` says why
  $ clew -c where fig1 ae.out; clew -c where fig1.sma fig1.sma ae.out; clew -c where fig1.sma ae.out; clew -c where fig1 fig1.sma
  clew: fig1: a program without CSI metadata (sections .debug_PT .debug_CC .debug_BBC .debug_FC). To explain its crashes, build it with clew csi-cc
  clew: name an event file too (ae.out)
  @1 of 72737  main  addiu  $sp, $sp, -0x18
     called by code without schema
  clew: name an event file too (ae.out)
  [1]

In the other byte order the walk is the same.

  $ cp $SAMPLES/ae/golden/fig1.EL.exe little; cp $SAMPLES/ae/golden/ae.out.EL little.out
  $> for files in 'fig1 fig1.sma ae.out' 'little fig1.sma little.out'; do
  $>     printf '%s\n' 'break sub' continue 'continue 7' 'watch a' continue 'goto 30%' rc rsi up 'info loops' | clew -i $files >$(echo $files | tr -d ' '); done; cmp fig1fig1.smaae.out littlefig1.smalittle.out
