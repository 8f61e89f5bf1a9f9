What ran, by the coverage arrays.

  $ echo | gcc -c -x c - -o csi-sum.o && for s in PT FC CC BBC; do
  $>   objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done

A row a function, then the frames' own arrays; details and source lines on request.

  $ clew coverage csi-sum.o csi-sum.txt | head -14
  main    entered  returned 2 of 2     blocks 4 of 5
  number  entered  returned 2 of 2     blocks 10 of 10
  digit   entered                      blocks 4 of 4
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  
  this activation: #0 digit csi-sum.c:10
  digit  entered                      blocks 3 of 4
    statements
      yes         lines 4 7-8       block 0
      yes         line 8            block 1
      no          line 9            block 2
      yes         line 10           block 3
    lines: + ran, - did not, ? maybe
    +      4  static int digit(const char *at)
  $ clew coverage --function=number csi-sum.o csi-sum.txt
  number  entered  returned 2 of 2     blocks 10 of 10
    call sites: did they return?
      yes         line 18           call of number
      yes         line 21           call of digit
    statements
      yes         lines 13 15       block 0
      yes         line 16           block 1
      yes         line 17           block 2
      yes         line 18           block 3
      yes         line 19           block 4
      yes         no line           block 5
      yes         line 21           block 6
      yes         line 16           block 7
      yes         line 23           block 8
      yes         line 24           block 9
    lines: + ran, - did not, ? maybe
    +     13
    +     15
    +     16
    +     17
    +     18
    +     19
    +     21
    +     23
    +     24
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  $ clew coverage --lines csi-sum.o csi-sum.txt
  main
    +     29
    +     30
    -     31
  number
    +     13
    +     15
    +     16
    +     17
    +     18
    +     19
    +     21
    +     23
    +     24
  digit
    +      4
    +      7
    +      8
    +      9
    +     10
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  $ clew coverage --frame=1 csi-sum.o csi-sum.txt | head -3
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  number  entered  returned 1 of 2     blocks 6 of 10
    call sites: did they return?
  $ clew coverage --details csi-sum.o csi-sum.txt | head -12
  main  entered  returned 2 of 2     blocks 4 of 5
    call sites: did they return?
      yes         line 30           call of number
      yes         line 30           call of printf
    statements
      yes         line 29           block 0
      yes         line 29           block 1
      yes         line 30           block 2
      yes         line 29           block 3
      no          line 31           block 4
    lines: + ran, - did not, ? maybe
    +     29
  $ clew coverage --json csi-sum.o csi-sum.txt | head -5
  {"function":"main","entered":"yes","calls":2,"calls_returned":2,"blocks":5,"blocks_marked":4}
  {"function":"number","entered":"yes","calls":2,"calls_returned":2,"blocks":10,"blocks_marked":10}
  {"function":"digit","entered":"yes","calls_returned":null,"blocks":4,"blocks_marked":4}
  {"block_bits":"entered","block_bits_from":"form"}
  {"frame":0,"function":"digit"}
  $ clew coverage --json --function=digit csi-sum.o csi-sum.txt
  {"function":"digit","entered":"yes","calls_returned":null,"blocks":4,"blocks_marked":4}
  {"scheme":"BBC","state":"yes","index":0,"lines":"4 7-8"}
  {"scheme":"BBC","state":"yes","index":1,"lines":"8"}
  {"scheme":"BBC","state":"yes","index":2,"lines":"9"}
  {"scheme":"BBC","state":"yes","index":3,"lines":"10"}
  {"function":"digit","file":null,"line":4,"mark":"yes"}
  {"function":"digit","file":null,"line":7,"mark":"yes"}
  {"function":"digit","file":null,"line":8,"mark":"yes"}
  {"function":"digit","file":null,"line":9,"mark":"yes"}
  {"function":"digit","file":null,"line":10,"mark":"yes"}
  {"block_bits":"entered","block_bits_from":"form"}

Without values all is unknown, and so it is said; a scheme alone is enough.

  $ clew coverage csi-sum.o </dev/null
  main    unknown  returned ? of 2     blocks ? of 5
  number  unknown  returned ? of 2     blocks ? of 10
  digit   unknown                      blocks ? of 4
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  $ clew coverage csi-sum.cc csi-sum.txt | head -4
  main    entered  returned 2 of 2
  number  entered  returned 2 of 2
  call bits: the call returned
  
  $ clew coverage --function=number csi/good-labelled.cc
  clew: no coverage metadata of a function `number`: `coverage` lists the functions
  [1]
  $ clew coverage csi-sum.pt csi-sum.txt
  no coverage metadata: clew csi-cc builds it for the schemes FC, CC and BBC
  
  this activation: #0 digit csi-sum.c:10
  note: this function has no coverage metadata
  
  this activation: #1 number csi-sum.c:21
  note: this function has no coverage metadata
  
  this activation: #2 number csi-sum.c:18
  note: this function has no coverage metadata
  
  this activation: #3 number csi-sum.c:18
  note: this function has no coverage metadata
  
  this activation: #4 main csi-sum.c:30
  note: this function has no coverage metadata

Values of the wrong length, or missing, or cut, are named; nothing is made of them.

  $ printf '__CC_arr_csi_sum_c_number = {1, 0, 1}\n__BBC_arr_csi_sum_c_digit = <optimized out>\n__BBC_arr_csi_sum_c_main = {1, 1...}\n__FC_arr_csi_sum_c_main = false\n' >short.txt
  $> clew coverage csi-sum.o short.txt
  clew: short.txt:2: __BBC_arr_csi_sum_c_digit is <optimized out>: the debugger has no value for it here
  clew: short.txt:3: __BBC_arr_csi_sum_c_main is cut after 2 elements ("..."): `set print elements 0` makes the debugger print all
  main    never    returned ? of 2     blocks 2 of 5
  number  unknown  returned ? of 2     blocks ? of 10
  digit   unknown                      blocks ? of 4
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  contradiction: main: never entered according to __FC_arr_csi_sum_c_main, but 2 of its blocks are marked
  note: __BBC_arr_csi_sum_c_main was cut after 2 of 5 elements: `set print elements 0` shows all
  note: __CC_arr_csi_sum_c_number has 3 elements, the metadata 2: another build? clew ignores its values
  note: __BBC_arr_csi_sum_c_digit has no value: <optimized out>
  note: 4 of the metadata's 8 global arrays have no value
  $ printf '__BBC_arr_csi_sum_c_main = "\\001\\001"\n__CC_arr_csi_sum_c_main = {0x1, 0x0}\n__CC_arr_csi_sum_c_nobody = {1}\n' | clew coverage csi-sum.o -
  main    entered  returned 1 of 2     blocks 2 of 5
  number  unknown  returned ? of 2     blocks ? of 10
  digit   unknown                      blocks ? of 4
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  contradiction: main: call site 0 (line 30: number) returned, but block 2 (line 30) is not marked; the block must have been entered before
  note: __BBC_arr_csi_sum_c_main was printed as a string of 2 of 5 elements: the others are zeros, which debuggers leave out
  note: 6 of the metadata's 8 global arrays have no value

What contradicts itself is shown as it is, and said: local against global, frames against functions, calls against blocks, the path against the bits.

  $ cat >odd.txt <<'END'
  $> #0  0x1000 in digit (at=0x0) at csi-sum.c:10
  $>         __PT_counter_arr = {1, -1}
  $>         __PT_counter_idx = 1
  $>         __PT_current_path = 0
  $>         __BBC_arr = {true, false, false, false}
  $> #1  0x2000 in number (text=0x0, depth=0) at csi-sum.c:21
  $>         __PT_counter_arr = {2, -1}
  $>         __PT_counter_idx = 1
  $>         __PT_current_path = 6
  $>         __CC_arr = {true, true}
  $>         __BBC_arr = {true, true, true, false, true, false, true, true, false, false}
  $> __FC_arr_csi_sum_c_digit = false
  $> __CC_arr_csi_sum_c_number = {false, true}
  $> END
  $> clew coverage csi-sum.o odd.txt | grep -v '^ '
  main    unknown  returned ? of 2     blocks ? of 5
  number  entered  returned 1 of 2     blocks ? of 10
  digit   never                        blocks ? of 4
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  contradiction: frame #0 (digit) is on the stack, but according to __FC_arr_csi_sum_c_digit the function was never entered
  contradiction: frame #0 (digit): a frame is at line 10, but block 3 (line 10) is not marked; entering a block marks it
  contradiction: frame #1 (number): call site 0 (line 18: number) returned, but block 3 (line 18) is not marked; the block must have been entered before
  contradiction: frame #1 (number): call site 0 (line 18: number) is marked in this activation, but not in __CC_arr_csi_sum_c_number, which covers all activations
  note: 6 of the metadata's 8 global arrays have no value
  
  this activation: #0 digit csi-sum.c:10
  digit  entered                      blocks 1 of 4
  contradiction: digit: a frame is at line 10, but block 3 (line 10) is not marked; entering a block marks it
  
  this activation: #1 number csi-sum.c:21
  number  entered  returned 2 of 2     blocks 6 of 10
  contradiction: number: call site 0 (line 18: number) returned, but block 3 (line 18) is not marked; the block must have been entered before
  $ clew suffix csi-sum.o odd.txt
  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
      block 19 (line 8) is on the path, but BBC1 (line 8) is false
      block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  
  #1 number csi-sum.c:21  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 21
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
  $ clew coverage --bbc=completed csi-sum.o odd.txt | grep contradiction
  contradiction: frame #0 (digit) is on the stack, but according to __FC_arr_csi_sum_c_digit the function was never entered
  contradiction: frame #1 (number): call site 0 (line 18: number) returned, but block 3 (line 18) is not marked, and no frame is in it; it must have completed (or a longjmp or an exception left it)
  contradiction: frame #1 (number): call site 0 (line 18: number) is marked in this activation, but not in __CC_arr_csi_sum_c_number, which covers all activations
  contradiction: number: call site 0 (line 18: number) returned, but block 3 (line 18) is not marked, and no frame is in it; it must have completed (or a longjmp or an exception left it)

Coverage may rule candidates out, on request, and says by which bit.

  $ printf '#0  number () at csi-sum.c\n__PT_pathArr = {2, -1}\n__PT_arrIndex = 1\n__PT_curPath = 6\n__CC_arr = {0, 0}\n__BBC_arr = {1, 1, 1, 0, 1, 0, 1, 0, 0, 0}\n' >open.txt
  $> clew suffix csi-sum.o open.txt; clew suffix --prune csi-sum.o open.txt
  #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      candidate 1   8,9,13,15,16    lines 16 17 19 21 (16?)
                    increments from 16~>8 give 6
      candidate 2   8,9,13,15       lines 16 17 19 (21?)
                    increments from 16~>8 give 6
      completed     6,8,9,13,15,16
      2 candidates fit; the block being executed decides: block 16 (line 16), block 15 (line 21)
      block 15 (line 21) is on the path, but CC1 (line 21: digit) is false: it never returned
      block bits: unknown (the names of path variables and the form of .debug_BBC disagree; `set bbc` changes it)
  #0 number csi-sum.c  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 (21?)
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
      path 2 in slot 0 ran block 15, but CC1 (line 21: digit) is false: it never returned
      ruled out: 8,9,13,15,16: block 15, CC1 (line 21: digit) is false: it never returned
      block 15 (line 21) is on the path, but CC1 (line 21: digit) is false: it never returned
      block bits: unknown (the names of path variables and the form of .debug_BBC disagree; `set bbc` changes it)
  $ clew suffix --prune --json csi-sum.o open.txt
  {"frame":0,"function":"number","file":"csi-sum.c","line":null,"status":"unique","wrapped":false,"completed":[[6,8,9,13,15,16]],"candidates":[{"blocks":[6,8,9,13,15,16,8,9,13,15],"current":[8,9,13,15],"lines":[13,15,16,17,19,21,16,17,19,21],"lines_proven":9,"reasons":["increments from 16~>8 give 6"]}],"ruled_out":["8,9,13,15,16: block 15, CC1 (line 21: digit) is false: it never returned"],"notes":["path 2 in slot 0 ran block 15, but CC1 (line 21: digit) is false: it never returned","block 15 (line 21) is on the path, but CC1 (line 21: digit) is false: it never returned"]}
  $ clew -c 'paste open.txt' -c 'set prune on' -c bt -c candidates -c 'set prune off' -c bt csi-sum.o
  > #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
  > #0 number csi-sum.c  unique, 1 path, none lost
  > 1  lines 16 17 19 (21?)  blocks 8,9,13,15  increments from 16~>8 give 6
  > #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost

Damaged entries are named; the others are read.

  $ clew coverage csi/bad-hole.bbc
  csi/bad-hole.bbc:3:1: index 3 of function "largest" leaves a hole: no entry has index 2
  largest  unknown                      blocks damaged
  report   unknown                      blocks ? of 1
  call bits: the call returned; block bits: completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)
  $ clew coverage --strict csi/bad-hole.bbc
  clew: csi/bad-hole.bbc:3:1: index 3 of function "largest" leaves a hole: no entry has index 2
  [1]
  $ clew coverage csi/bad-header.cc
  csi/bad-header.cc:1:9: found the end of the line, expected "|" and the name of an array, in "#largest"
  csi/bad-header.cc:3:2: found "|__CC_arr_nobody", expected the name of a function, in "#|__CC_arr_nobody"
  csi/bad-header.cc:4:9: found the end of the line, expected a global __FC_arr_..., in "#report|"
  (no name) (entry 0)  unknown
  (no name) (entry 1)  unknown
  (no name) (entry 2)  unknown
  report               unknown
  main                 unknown  returned ? of 1
  call bits: the call returned

Command lines that are wrong.

  $ clew coverage
  clew: name a GNATcoverage TRACE, or a program with CSI metadata; clew coverage --help says more
  [2]
  $ clew coverage --function=nobody csi-sum.o csi-sum.txt
  clew: no coverage metadata of a function `nobody`: `coverage` lists the functions
  [1]
  $ clew coverage --frame=9 csi-sum.o csi-sum.txt
  clew: no frame 9: `backtrace` lists the frames
  [1]
  $ clew coverage --bbc=perhaps csi-sum.o
  clew: --bbc takes entered, completed or inferred, not: perhaps; clew coverage --help says more
  [2]
  $ clew coverage csi-sum.o csi-sum.txt more.txt
  clew: too many debugger texts; the second is: more.txt; clew coverage --help says more
  [2]
