The worked example of the documentation: with its current block the suffix is 2,4,5,8,9,4,5,7,9,4,5,8,9.

  $ printf '%s\n' '__PT_pathArr = {1, 3, 6, 3, 2, 4, 8, 9, 2, -1}' '__PT_arrIndex = 2' '__PT_curPath = 4' >first.txt
  $> (cat first.txt; echo 'PC (current block) = 9') | clew suffix "$SAMPLES/csi/docs/loop.debug_PT.txt"
  #0 (function not printed)  assumed to be main  unique, 2 paths, none lost
      path 1        2,4,5,8,9  lines 9 10 11 12 13 17 18
      path 3        4,5,7,9    lines 10 11 12 13 14 18
      now           4,5,8,9    lines 10 11 12 13 17 (18?)
                    increments from 9~>4 give 4
      suffix        2,4,5,8,9,4,5,7,9,4,5,8,9
      the function was not printed: inferred, because no other has this line or block
  $ (cat first.txt; echo 'PC (current block) = 9') | clew suffix --json "$SAMPLES/csi/docs/loop.debug_PT.txt"
  {"frame":0,"function":"main","inferred":true,"file":null,"line":null,"status":"unique","wrapped":false,"completed":[[2,4,5,8,9],[4,5,7,9]],"candidates":[{"blocks":[2,4,5,8,9,4,5,7,9,4,5,8,9],"current":[4,5,8,9],"lines":[9,10,11,12,13,17,18,10,11,12,13,14,18,10,11,12,13,17,18],"lines_proven":18,"reasons":["increments from 9~>4 give 4"]}],"notes":["the function was not printed: inferred, because no other has this line or block"]}
  $ (cat first.txt; echo 'line = 18') | clew suffix "$SAMPLES/csi/docs/loop.debug_PT.txt" 2>/dev/null | tail -2
      suffix        2,4,5,8,9,4,5,7,9,4,5,8,9
      the function was not printed: inferred, because no other has this line or block

Without block the current part is 4,5,8 or 4,5,8,9: both are shown.

  $ clew suffix "$SAMPLES/csi/docs/loop.debug_PT.txt" first.txt
  #0 (function not printed)  assumed to be main  ambiguous, 2 candidates, 2 paths, none lost
      path 1        2,4,5,8,9  lines 9 10 11 12 13 17 18
      path 3        4,5,7,9    lines 10 11 12 13 14 18
      candidate 1   4,5,8,9    lines 10 11 12 13 17 (18?)
                    increments from 9~>4 give 4
      candidate 2   4,5,8      lines 10 11 12 13 (17?)
                    increments from 9~>4 give 4
      completed     2,4,5,8,9,4,5,7,9
      2 candidates fit; the block being executed decides: block 9 (line 18), block 8 (line 17)
      the function was not printed: inferred, because the values fit 1 of the 2 functions tried
  $ clew suffix --json "$SAMPLES/csi/docs/loop.debug_PT.txt" first.txt
  {"frame":0,"function":"main","inferred":true,"file":null,"line":null,"status":"ambiguous","wrapped":false,"completed":[[2,4,5,8,9],[4,5,7,9]],"candidates":[{"blocks":[2,4,5,8,9,4,5,7,9,4,5,8,9],"current":[4,5,8,9],"lines":[9,10,11,12,13,17,18,10,11,12,13,14,18,10,11,12,13,17,18],"lines_proven":18,"reasons":["increments from 9~>4 give 4"]},{"blocks":[2,4,5,8,9,4,5,7,9,4,5,8],"current":[4,5,8],"lines":[9,10,11,12,13,17,18,10,11,12,13,14,18,10,11,12,13,17],"lines_proven":17,"reasons":["increments from 9~>4 give 4"]}],"notes":["the function was not printed: inferred, because the values fit 1 of the 2 functions tried","2 candidates fit; the block being executed decides: block 9 (line 18), block 8 (line 17)"]}

The second one: wrapped, 38 blocks, and the end 4,6.

  $ printf '%s\n' '__PT_pathArr = {4, 5, 4, 4, 4, 4, 3, 4, 4, 4}' '__PT_arrIndex = 2' '__PT_curPath = 0' >second.txt
  $> clew suffix "$SAMPLES/csi/docs/loop.debug_PT.txt" second.txt
  #0 (function not printed)  assumed to be main  unique, 10 paths, older ones lost
      path 4 x4     4,5,8,9   lines 10 11 12 13 17 18
      path 3        4,5,7,9   lines 10 11 12 13 14 18
      path 4 x4     4,5,8,9   lines 10 11 12 13 17 18
      now           4,6       lines 10 (20 21?)
                    block 6 records its path before it has run
      suffix        4,5,8,9,4,5,8,9,4,5,8,9,4,5,8,9,4,5,7,9,4,5,8,9,4,5,8,9,4,5,8,9,4,5,8,9,4,6
      the function was not printed: inferred, because the values fit 1 of the 2 functions tried
  $ clew suffix "$SAMPLES/csi/docs/loop.debug_PT.txt" second.txt | sed -n 's/^ *suffix *//p' | tr , '\n' | wc -l
  38

The graph of it, and the steps.

  $ (echo 'function = main'; cat first.txt; echo 'block = 9') >nine.txt
  $> clew -c 'paste nine.txt' -c graph -c 'reverse-step 4' -c graph -c rc -c 'until 14' "$SAMPLES/csi/docs/loop.debug_PT.txt"
  clew: nine.txt:5: clew takes "block = " as the frame's position
  > #0 main  unique, 2 paths, none lost
              [2 9]
                ┃
  ┏━━━━━━━━━━>[4 10]
  ┃        ┏━━━━┹─────┐
  ┃    [5 11-13]   6 20-21
  ┃    ┏━━━┻━━━┓
  ┃  [7 14]  [8 17]
  ┃    ┗━━━┳━━━┛
  ┗━━━━━━*9 18*
  #0 main  step 9 of 13: 7 -> 9  lines 18
              [2 9]
                ┃
  ┏━━━━━━━━━━>[4 10]
  ┃        ┏━━━━┹─────┐
  ┃    [5 11-13]   6 20-21
  ┃    ┏━━━┻━━━┓
  ┃  [7 14]  [8 17]
  ┃    ┗━━━┳━━━┛
  ┗━━━━━━*9 18*
  #0 main  step 1 of 13: 2  lines 9
  #0 main  step 8 of 13: 5 -> 7  lines 14
  $ (echo 'function = main'; cat first.txt; echo 'block = 9') >nine.txt; export LC_ALL=C; clew -c 'paste nine.txt' -c graph "$SAMPLES/csi/docs/loop.debug_PT.txt"
  clew: nine.txt:5: clew takes "block = " as the frame's position
  > #0 main  unique, 2 paths, none lost
              [2 9]
                #
  #==========>[4 10]
  #        #====#-----.
  #    [5 11-13]   6 20-21
  #    #===#===#
  #  [7 14]  [8 17]
  #    #===#===#
  #======*9 18*

A crash as gdb and lldb print it, in four forms: frame 0, and what is the same of all frames.

  $ cd "$SAMPLES/csi/debugger"; clew suffix metadata/crash-O0.debug_PT.txt session-O0.txt
  clew: session-O0.txt:95: __PT_counter_arr of frame #2 (rec) is cut here: line 31 has the complete value, which clew keeps
  clew: session-O0.txt:99: __BBC_arr of frame #2 (rec) is cut here: line 35 has the complete value, which clew keeps
  #0 walk crash.c:9  unique, 8 paths, none lost
      path 7        24,26,27,30,32,33,34,36,37  lines 6 7 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 16       26,27,30,32,33,34,36,37     lines 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 16       26,27,30,32,33,34,36,37     lines 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 14       26,27,30,31,39,33,34,36,37  lines 8 9 11 13 16
      path 9        26,27,29,34,35,37           lines 8 9 10 13 14
      now           26,27                       lines 8 9
                    increments from 37~>26 give 9
      suffix        24,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,31,39,33,34,36,37,26,27,29,34,35,37,26,27
  
  #1 rec crash.c:23  unique, 0 paths, none lost
      now           9,11      lines 20 21 22 23
                    increments from ENTRY give 0
      suffix        9,11
  
  #2 rec crash.c:34  unique, 1 path, none lost
      now           9,12,13,14,16,20,21,22     lines 20 21 22 25 26 27 28 31 34
                    the path was recorded before block 22 had run
      suffix        9,12,13,14,16,20,21,22
  
  #3 rec crash.c:34  unique, 2 paths, none lost
      path 1        9,12,13,14,15         lines 20 21 22 25 26 27
      now           13,14,16,19,21,22     lines 25 26 27 28 30 31 34
                    the path was recorded before block 22 had run
      suffix        9,12,13,14,15,13,14,16,19,21,22
  
  #4 rec crash.c:34  unique, 3 paths, none lost
      path 1        9,12,13,14,15      lines 20 21 22 25 26 27
      path 6        13,14,15           lines 25 26 27
      now           13,14,16,18,22     lines 25 26 27 28 29 34
                    the path was recorded before block 22 had run
      suffix        9,12,13,14,15,13,14,15,13,14,16,18,22
  
  #5 main crash.c:43  unique, 10 paths, older ones lost
      path 4 x9     5,6,8     lines 39 40 41 39
      now           5,7       lines 39 43
                    block 7 records its path before it has run
      suffix        5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,6,8,5,7
  $ cd "$SAMPLES/csi/debugger"; for f in core-docnames-O0 interactive-prompts; do
  $>   clew suffix --json metadata/crash-O0.debug_PT.txt $f.txt | cmp - <(clew suffix --json metadata/crash-O0.debug_PT.txt session-O0.txt 2>/dev/null) && echo the same; done
  the same
  the same
  $ cd "$SAMPLES/csi/debugger"; clew suffix metadata/crash-O0.debug_PT.txt lldb-core.txt
  clew: lldb-core.txt:24: clew takes values before the first frame as those of frame #0, which lldb marks as selected
  #0 walk crash.c:9  unique, 8 paths, none lost
      path 7        24,26,27,30,32,33,34,36,37  lines 6 7 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 16       26,27,30,32,33,34,36,37     lines 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 16       26,27,30,32,33,34,36,37     lines 8 9 11 13 16
      path 10       26,27,29,34,36,37           lines 8 9 10 13 16
      path 14       26,27,30,31,39,33,34,36,37  lines 8 9 11 13 16
      path 9        26,27,29,34,35,37           lines 8 9 10 13 14
      now           26,27                       lines 8 9
                    increments from 37~>26 give 9
      suffix        24,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,32,33,34,36,37,26,27,29,34,36,37,26,27,30,31,39,33,34,36,37,26,27,29,34,35,37,26,27
  
  #1 rec crash.c:23  no values
      completed     unknown
      the path-tracing variables of this frame were not printed
  
  #2 rec crash.c:34  values missing, 4 candidates, no known path, none lost
      -- unknown paths from slot 0 on --
      candidate 1   19,21,22  lines 30 31 34
                    the path was recorded before block 22 had run; what ran earlier is unknown
      candidate 2   20,21,22  lines 31 34
                    the path was recorded before block 22 had run; what ran earlier is unknown
      candidate 3   17,22     lines 32 34
                    the path was recorded before block 22 had run; what ran earlier is unknown
      candidate 4   18,22     lines 29 34
                    the path was recorded before block 22 had run; what ran earlier is unknown
      completed     unknown
      the index is missing: print it with `frame 2` and `p __PT_arrIndex`
      the index is missing; the chain of paths allows 0, 1
      4 candidates fit; the block being executed decides: block 22 (line 34)
  
  #3 rec crash.c:34  no values
      completed     unknown
      the path-tracing variables of this frame were not printed
  
  #4 rec crash.c:34  no values
      completed     unknown
      the path-tracing variables of this frame were not printed
  
  #5 main crash.c:43  no values
      completed     unknown
      the path-tracing variables of this frame were not printed
  
  #6 __libc_start_call_main libc_start_call_main.h:58  no-metadata
  
  #7 __libc_start_main_impl libc-start.c:360  no-metadata
  
  #8 _start in crash-docnames-O0  no-metadata

Variables without metadata.

  $ cd "$SAMPLES/csi/debugger"; clew suffix metadata/crash-O0.debug_PT.txt hand-gcc-O0.txt; clew suffix metadata/crash-O0.debug_PT.txt hand-clang-O2.txt
  #0 f hand.c:8  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  
  #1 main hand.c:10  no values
      completed     unknown
      the path-tracing variables of this frame were not printed
  clew: hand-clang-O2.txt:12: __CC_arr of frame #0 (f) is <optimized out>: the debugger has no value for it here
  #0 f hand.c:8  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  
  #1 __libc_start_call_main libc_start_call_main.h:58  no-metadata
  
  #2 __libc_start_main_impl libc-start.c:360  no-metadata
  
  #3 _start  no-metadata

The documented example of coverage contradicts itself: it is shown as it is, with a warning.

  $ echo | gcc -c -x c - -o docs.o && for s in FC CC BBC; do objcopy --add-section .debug_$s="$SAMPLES/csi/docs/funcs.debug_$s.txt" docs.o; done
  $> cat >docs.txt <<'END'
  $> #0  a () at funcs.c:18
  $>         __CC_arr = {0, 0, 1, 0, 0}
  $>         __BBC_arr = {1, 1, 0, 0}
  $> #1  b () at funcs.c:26
  $> #2  main () at funcs.c:36
  $> __FC_arr_abc = 1
  $> __FC_arr_a = 1
  $> __FC_arr_b = 1
  $> __FC_arr_main = 1
  $> __CC_arr_a = {1, 1, 1, 1, 1}
  $> __CC_arr_b = {0}
  $> __CC_arr_main = {1, 1, 0, 0}
  $> __BBC_arr_abc = {1, 0, 1, 1}
  $> __BBC_arr_a = {1, 1, 1, 1}
  $> __BBC_arr_b = {1, 0, 0, 0}
  $> __BBC_arr_main = {0}
  $> END
  $> clew coverage docs.o docs.txt
  abc   entered                      blocks 3 of 4
  a     entered  returned 5 of 5     blocks 4 of 4
  b     entered  returned 0 of 1     blocks 1 of 4
  main  entered  returned 2 of 4     blocks 0 of 1
  call bits: the call returned; block bits: completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)
  contradiction: frame #0 (a): block 1 (line 14) is marked, call site 1 (line 14: printf) is not; a block holding a call cannot complete unless the call returned
  
  this activation: #0 a funcs.c:18
  a  entered  returned 1 of 5     blocks 2 of 4
    call sites: did they return?
      no          line 20           call of printf
      no          line 14           call of printf
      yes         line 17           call of abc
      no          line 18           call of abc
      no          line 19           call of abc
    statements
      yes         lines 11-13       block 0
      yes         line 14           block 1
      no          line 16           block 2
      no          lines 17-21       block 3
    lines: + ran, - did not, ? maybe
    +     11
    +     12
    +     13
    +     14
    -     16
    +     17
    +     18
    ?     19
    ?     20
    ?     21
  contradiction: a: block 1 (line 14) is marked, call site 1 (line 14: printf) is not; a block holding a call cannot complete unless the call returned
  $ clew coverage --bbc=completed docs.o docs.txt | grep -v '^ '
  abc   entered                      blocks 3 of 4
  a     entered  returned 5 of 5     blocks 4 of 4
  b     entered  returned 0 of 1     blocks 1 of 4
  main  entered  returned 2 of 4     blocks 0 of 1
  call bits: the call returned; block bits: completed (set by you; `set bbc` changes it)
  contradiction: frame #0 (a): block 1 (line 14) is marked, call site 1 (line 14: printf) is not; a block holding a call cannot complete unless the call returned
  
  this activation: #0 a funcs.c:18
  a  entered  returned 1 of 5     blocks 2 of 4
  contradiction: a: block 1 (line 14) is marked, call site 1 (line 14: printf) is not; a block holding a call cannot complete unless the call returned
  $ clew coverage --function=a docs.o docs.txt
  a  entered  returned 5 of 5     blocks 4 of 4
    call sites: did they return?
      yes         line 20           call of printf
      yes         line 14           call of printf
      yes         line 17           call of abc
      yes         line 18           call of abc
      yes         line 19           call of abc
    statements
      yes         lines 11-13       block 0
      yes         line 14           block 1
      yes         line 16           block 2
      yes         lines 17-21       block 3
    lines: + ran, - did not, ? maybe
    +     11
    +     12
    +     13
    +     14
    +     16
    +     17
    +     18
    +     19
    +     20
    +     21
  call bits: the call returned; block bits: completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)

Every metadata text of the collection is read without a problem.

  $ cd "$SAMPLES/csi"; find . -name '*debug_*.txt' | wc -l
  82
  $ cd "$SAMPLES/csi"; find . -name '*debug_*.txt' | sort | while read -r f; do clew -c problems "$f" 2>&1 | grep -vx 'no problems' | sed "s|^|$f |"; done
