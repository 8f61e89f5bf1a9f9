Metadata that is damaged: each says where, what was found and what was expected. What is whole stays usable, --strict refuses.

  $ cd csi; for f in bad-*.pt bad-*.cc bad-*.bbc bad-*.fc; do echo "$f"; clew -c where $f 2>&1 | sed 's/^/    /'; done
  bad-cycle.pt
      bad-cycle.pt:20:4: "->" edges form a cycle through block 2, so this is not a path-tracing graph, in "5->2|3$3"
      report  block 8
  bad-duplicate-id.pt
      bad-duplicate-id.pt:9:1: block 4 appears a second time; the first is in line 8, in "4|NULL"
      report  block 8
  bad-edge-line.pt
      bad-edge-line.pt:15:7: found the end of the line, expected "$", in "3->4|0"
      report  block 8
  bad-exit-lines.pt
      bad-exit-lines.pt:3:7: found "|9", expected the end of the line, in "1|EXIT|9"
      report  block 8
  bad-function-inside.pt
      bad-function-inside.pt:10:1: found "#", expected a block id up to 4294967295 or "$", in "#"
      report  block 8
  bad-garbage.pt
      clew: bad-garbage.pt: is not a trace; it looks like binary data: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  bad-id-range.pt
      bad-id-range.pt:7:1: found "4294967296", expected a block id up to 4294967295 or "$", in "4294967296|9|-1|9"
      report  block 8
  bad-line.pt
      bad-line.pt:6:5: found "six", expected a line number, -1 or NULL, in "3|6|six"
      report  block 8
  bad-lines-outside.pt
      bad-lines-outside.pt:1:1: found "Contents of section .debug_PT:", expected "#", where a function begins, in "Contents of section .debug_PT:"
      largest  block 0
  bad-negative-line.pt
      bad-negative-line.pt:4:11: found "-2", expected a line number, -1 or NULL, in "0|ENTRY|4|-2|5"
      report  block 8
  bad-no-dollar.pt
      bad-no-dollar.pt:11:2: found "->2", expected "|" or the end of the line, in "0->2|0$0"
      report  block 8
  bad-no-edges.pt
      bad-no-edges.pt:12:1: found "#", expected an edge: a function has at least one, in "#"
      report  block 8
  bad-no-entry.pt
      bad-no-entry.pt:11:1: function "largest" has no ENTRY block, in "$"
      report  block 8
  bad-no-exit.pt
      bad-no-exit.pt:10:1: function "largest" has no EXIT block, in "$"
      report  block 8
  bad-no-name.pt
      bad-no-name.pt:2:1: found "#", expected the name of a function, in "#"
      largest  block 0
  bad-number-range.pt
      bad-number-range.pt:20:6: found "18446744073709551616", expected a number up to 9223372036854775807, in "5~>2|18446744073709551616$3"
      report  block 8
  bad-tiling.pt
      largest  block 0
  bad-truncated-blocks.pt
      bad-truncated-blocks.pt:23:7: the text ends inside function "report", expected a block or "$"
      largest  block 0
  bad-truncated-edges.pt
      bad-truncated-edges.pt:25:2: the text ends inside function "report", expected an edge
      largest  block 0
  bad-truncated-line.pt
      bad-truncated-line.pt:26:6: found the end of the line, expected a number up to 9223372036854775807, in "8->9|"
      largest  block 0
  bad-truncated-name.pt
      bad-truncated-name.pt:21:2: the text ends after "#", expected the name of a function
      largest  block 0
  bad-two-entries.pt
      bad-two-entries.pt:8:3: a second ENTRY block, the first is 0 in line 4, in "4|ENTRY|7"
      report  block 8
  bad-two-exits.pt
      bad-two-exits.pt:9:3: a second EXIT block, the first is 1 in line 3, in "7|EXIT"
      report  block 8
  bad-unknown-source.pt
      bad-unknown-source.pt:19:1: function "largest" has no block 17, in "17->5|0$0"
      report  block 8
  bad-unknown-target.pt
      bad-unknown-target.pt:16:4: function "largest" has no block 17, in "3->17|1$1"
      report  block 8
  bad-weight-range.pt
      bad-weight-range.pt:20:8: found "9223372036854775808", expected a number up to 9223372036854775807, in "5~>2|3$9223372036854775808"
      report  block 8
  bad-duplicate-index.cc
      bad-duplicate-index.cc:4:1: index 1 of function "largest" appears a second time; the first is in line 3
      no function has metadata
  bad-header.cc
      bad-header.cc:1:9: found the end of the line, expected "|" and the name of an array, in "#largest"
      bad-header.cc:3:2: found "|__CC_arr_nobody", expected the name of a function, in "#|__CC_arr_nobody"
      bad-header.cc:4:9: found the end of the line, expected a global __FC_arr_..., in "#report|"
      no function has metadata
  bad-line.cc
      bad-line.cc:3:9: found "compare", expected a line number up to 9223372036854775807, in "1|seven|compare"
      no function has metadata
  bad-lines-outside.cc
      bad-lines-outside.cc:1:1: found "0", expected "#", where a function begins, in "0|6|compare"
      no function has metadata
  bad-no-callee.cc
      bad-no-callee.cc:3:9: found the end of the line, expected the name of the callee, or ?, in "1|CC1|7|"
      bad-no-callee.cc:5:9: found the end of the line, expected "|", in "0|CC0|13"
      no function has metadata
  bad-hole.bbc
      bad-hole.bbc:3:1: index 3 of function "largest" leaves a hole: no entry has index 2
      no function has metadata
  bad-index-range.bbc
      bad-index-range.bbc:2:1: found "9223372036854775808", expected an index up to 9223372036854775807, in "9223372036854775808|BBC0|4|4|5"
      bad-index-range.bbc:4:2: found "9223372036854775808", expected an index up to 9223372036854775807, in "-9223372036854775808|BBC0|13|13|14"
      no function has metadata
  bad-index.bbc
      bad-index.bbc:2:1: found "x", expected an index up to 9223372036854775807, in "x|BBC0|4|4|5"
      no function has metadata
  bad-line-range.bbc
      bad-line-range.bbc:2:10: found "-1", expected a line number up to 9223372036854775807 or NULL, in "0|BBC0|4|-1|5"
      bad-line-range.bbc:4:14: found "18446744073709551616", expected a line number up to 9223372036854775807 or NULL, in "0|BBC0|13|13|18446744073709551616"
      no function has metadata
  bad-no-lines.bbc
      bad-no-lines.bbc:2:3: found "BBC0", expected a line number up to 9223372036854775807 or NULL, in "0|BBC0"
      bad-no-lines.bbc:4:2: found the end of the line, expected "|", in "0"
      no function has metadata
  bad-entry.fc
      bad-entry.fc:2:1: found "0", expected "#": function coverage has no entries, in "0|6|compare"
      no function has metadata
  $ cd csi; for f in bad-*; do clew --strict -c where $f >/dev/null 2>&1 && echo "$f passes"; done
  [1]
  $ clew -c problems csi/bad-tiling.pt
  largest: path numbers 3 to 3 belong to no edge: 0->2 ends before, 5~>2 begins after
  $ clew -c problems csi/note-unreachable.pt; clew -c problems csi/note-nuls.pt; clew -c problems csi/bad-header.cc; clew --json -c problems csi/bad-line.pt
  csi/note-unreachable.pt:11:1: block 11 and 1 more are not reachable from ENTRY
  csi/note-nuls.pt: clew ignores 3 NUL bytes at the end
  csi/bad-header.cc:1:9: found the end of the line, expected "|" and the name of an array, in "#largest"
  csi/bad-header.cc:3:2: found "|__CC_arr_nobody", expected the name of a function, in "#|__CC_arr_nobody"
  csi/bad-header.cc:4:9: found the end of the line, expected a global __FC_arr_..., in "#report|"
  csi/bad-header.cc:1:9: found the end of the line, expected "|" and the name of an array, in "#largest"
  csi/bad-header.cc:3:2: found "|__CC_arr_nobody", expected the name of a function, in "#|__CC_arr_nobody"
  csi/bad-header.cc:4:9: found the end of the line, expected a global __FC_arr_..., in "#report|"
  csi/bad-line.pt:6:5: found "six", expected a line number, -1 or NULL, in "3|6|six"
  {"kind":"damage","source":"csi/bad-line.pt","line":6,"column":5,"message":"found \"six\", expected a line number, -1 or NULL, in \"3|6|six\""}
  $ clew suffix csi/bad-garbage.pt csi-sum.txt 2>&1 | sed 's/begins with ".*", and/begins with "...", and/'; clew suffix --strict csi/bad-tiling.pt csi-sum.txt
  clew: csi/bad-garbage.pt: offset 0: not CSI metadata: it begins with "...", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."
  clew: csi/bad-tiling.pt: largest: path numbers 3 to 3 belong to no edge: 0->2 ends before, 5~>2 begins after
  [1]

Problems are named twenty at a time.

  $ for i in $(seq 30); do printf '#\nf%d\n1|EXIT\n$\n' $i; done >thirty.pt; clew -c where thirty.pt 2>&1 | tail -3; clew -c problems thirty.pt 2>/dev/null | wc -l
  thirty.pt:80:1: function "f20" has no ENTRY block, in "$"
  clew: ... 30 problems in all: `problems` lists them
  no function has metadata
  30

Files that are not there, or not what is asked for.

  $ for f in nowhere . /dev/null good-instance.wet csi-sum.txt csi-sum.c; do clew suffix $f csi-sum.txt; done
  clew: nowhere: cannot be opened: No such file or directory
  clew: .: is a folder, not a file
  clew: /dev/null: is a device, not a file
  clew: good-instance.wet: offset 0: not CSI metadata: it begins with "5", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a WET trace (instructions with dependences and values); `clew good-instance.wet` shows it
  clew: csi-sum.txt: offset 0: not CSI metadata: it begins with "Program received signal SIGSEGV, Segment", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  clew: csi-sum.c: offset 0: not CSI metadata: it begins with "#include <stddef.h>", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  [1]
  $ : >empty; clew suffix empty csi-sum.txt; clew suffix csi-sum.pt empty; clew suffix csi-sum.pt nowhere; clew suffix csi-sum.pt .; clew suffix csi-sum.pt csi-sum.c
  clew: empty: an empty file: no function was instrumented
  clew: empty: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: nowhere: cannot be opened: No such file or directory
  clew: .: is a folder, not a file
  clew: csi-sum.c: it looks like source text, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ clew suffix csi-sum.pt </dev/null
  clew: standard input: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ clew suffix csi-sum.fc csi-sum.txt | head -3
  #0 digit csi-sum.c:10  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  

Text of debuggers that is cut, optimized away, limited to 200 elements, or of two threads without their headers.

  $ clew suffix csi-sum.pt csi/dumps/cut.txt
  clew: csi/dumps/cut.txt:1: the text begins inside a value, without its name: clew ignores it
  clew: csi/dumps/cut.txt:4: __PT_pathArr of frame #4 (main) is cut after 9 elements: the text goes on with something else inside the value
  clew: csi/dumps/cut.txt:6: __CC_arr of frame #5 (outer) is cut after 1 elements: the text goes on with something else inside the value
  clew: csi/dumps/cut.txt:9: more stack frames follow, but not in the text
  clew: csi/dumps/cut.txt:11: __PT_pathArr of frame #0 (walk) has a number above 64 bits, which clew treats as missing
  clew: csi/dumps/cut.txt:11: __PT_pathArr of frame #0 (walk) is cut after 7 elements: the text ends inside the value
  clew: frames #1 to #3 are not in the text
  #0 (function not printed)  assumed to be main  ambiguous, 3 functions of this name fit
      completed     unknown
      the path array is missing: print it with `p __PT_pathArr`
      the current sum is missing: print it with `p __PT_curPath`
      the function was not printed: inferred, because the values fit 3 of the 3 functions tried
  #0 (function not printed)  assumed to be number  ambiguous, 3 functions of this name fit
      completed     unknown
      the path array is missing: print it with `p __PT_pathArr`
      the current sum is missing: print it with `p __PT_curPath`
  #0 (function not printed)  assumed to be digit  ambiguous, 3 functions of this name fit
      completed     unknown
      the path array is missing: print it with `p __PT_pathArr`
      the current sum is missing: print it with `p __PT_curPath`
  
  #0 walk crash.c:9  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  
  #4 main crash.c:43  values missing
      completed     unknown
      line 43 is not in the metadata of main: another build, or inlined code
      the index is missing: print it with `frame 4` and `p __PT_arrIndex`
      index and last slot are unknown: so is the history
      the current sum is missing: print it with `frame 4` and `p __PT_curPath`
  
  #5 outer crash.c:50  no-metadata
  $ clew suffix csi-sum.pt csi/dumps/mixed.txt
  clew: csi/dumps/mixed.txt:5: frame #0 was in walk before, and is in pause here: clew starts a new snapshot, for a later stop or another thread
  #0 pause in libc.so.6  no-metadata
  
  #1 wait_here pair.c:10  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  $ clew suffix csi-sum.pt csi/dumps/optimized.txt
  clew: csi/dumps/optimized.txt:15: __PT_counter_arr of frame #0 (count) appears twice under one header: clew keeps the first, of the innermost block
  clew: csi/dumps/optimized.txt:16: __PT_counter_idx of frame #0 (count) appears twice under one header: clew keeps the first, of the innermost block
  clew: csi/dumps/optimized.txt:17: __PT_current_path of frame #0 (count) appears twice under one header: clew keeps the first, of the innermost block
  clew: csi/dumps/optimized.txt:18: __CC_arr of frame #0 (count) appears twice under one header: clew keeps the first, of the innermost block
  clew: csi/dumps/optimized.txt:19: __BBC_arr of frame #0 (count) appears twice under one header: clew keeps the first, of the innermost block
  clew: csi/dumps/optimized.txt:23: __PT_pathArr of frame #1 (main) is cut after 200 elements ("..."): `set print elements 0` makes the debugger print all
  #0 count count.c:23  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  
  #1 main count.c:35  impossible, 2 paths and gaps, none lost
      path 0        0,2,3,5   lines 29 30 29
      path 3        2,4       lines 29 31
      path 6  no such path: its blocks are unknown
      path 9  no such path: its blocks are unknown
      path 12  no such path: its blocks are unknown
      path 15  no such path: its blocks are unknown
      path 18  no such path: its blocks are unknown
      path 21  no such path: its blocks are unknown
      path 24  no such path: its blocks are unknown
      path 27  no such path: its blocks are unknown
      path 30  no such path: its blocks are unknown
      path 33  no such path: its blocks are unknown
      path 36  no such path: its blocks are unknown
      path 39  no such path: its blocks are unknown
      path 42  no such path: its blocks are unknown
      path 45  no such path: its blocks are unknown
      path 48  no such path: its blocks are unknown
      completed     0,2,3,5,2,4
      line 35 is not in the metadata of main: another build, or inlined code
      the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`
      slot 16: path 48 is impossible: main has paths 0 to 3
      slot 15: path 45 is impossible: main has paths 0 to 3
      slot 14: path 42 is impossible: main has paths 0 to 3
      slot 13: path 39 is impossible: main has paths 0 to 3
      slot 12: path 36 is impossible: main has paths 0 to 3
      slot 11: path 33 is impossible: main has paths 0 to 3
      slot 10: path 30 is impossible: main has paths 0 to 3
      slot 9: path 27 is impossible: main has paths 0 to 3
      slot 8: path 24 is impossible: main has paths 0 to 3
      slot 7: path 21 is impossible: main has paths 0 to 3
      slot 6: path 18 is impossible: main has paths 0 to 3
      slot 5: path 15 is impossible: main has paths 0 to 3
      slot 4: path 12 is impossible: main has paths 0 to 3
      slot 3: path 9 is impossible: main has paths 0 to 3
      slot 2: path 6 is impossible: main has paths 0 to 3
      slot 0 begins at ENTRY: the array has not wrapped
      the current sum 9223372036854775807 is impossible: main has paths 0 to 3
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ clew suffix csi-sum.pt csi/dumps/elements.txt | head -4
  clew: csi/dumps/elements.txt:32: __PT_pathArr of frame #3 (main) is cut after 200 elements ("..."): `set print elements 0` makes the debugger print all
  #0 count count.c:23  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  
  #1 count count.c:22  no-metadata
  $ head -c 330 csi-sum.txt | clew suffix csi-sum.pt
  clew: standard input:8: __PT_counter_arr of frame #0 (digit) is cut after 1 elements: the text ends inside the value
  #0 digit csi-sum.c:10  values missing
      completed     unknown
      the index is missing: print it with `frame 0` and `p __PT_counter_idx`
      index and last slot are unknown: so is the history
      the current sum is missing: print it with `frame 0` and `p __PT_current_path`
  $ printf '#0 digit () at csi-sum.c:10\n__PT_pathArr = {1, 0, 0...}\n__PT_arrIndex = 1\n__PT_curPath = 0\n' | clew suffix csi-sum.pt
  clew: standard input:2: __PT_pathArr of frame #0 (digit) is cut after 3 elements ("..."): `set print elements 0` makes the debugger print all
  #0 digit csi-sum.c:10  values missing, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
      the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`
      slot 0 begins at ENTRY: the array has not wrapped
  $ printf '#0 digit () at csi-sum.c:10\n__PT_pathArr = <optimized out>\n__PT_arrIndex = <error: Cannot access memory at address 0x10>\n__PT_curPath = 0\n' | clew suffix csi-sum.pt
  clew: standard input:2: __PT_pathArr of frame #0 (digit) is <optimized out>: the debugger has no value for it here
  clew: standard input:3: __PT_arrIndex of frame #0 (digit) has no value: found <error: Cannot access memory at address 0x10>
  #0 digit csi-sum.c:10  values missing, 3 candidates, 0 paths, older ones may be lost
      candidate 1   23,20     lines 10
                    the path was recorded before block 20 had run; what ran earlier is unknown
      candidate 2   21,20     lines 9 10
                    the path was recorded before block 20 had run; what ran earlier is unknown
      candidate 3   22,20     lines 10
                    the path was recorded before block 20 had run; what ran earlier is unknown
      completed     unknown
      the path array is missing: <optimized out>
      the index is missing: <error: Cannot access memory at address 0x10>
      3 candidates fit; the block being executed decides: block 20 (line 10)
  $ printf '#0 digit () at csi-sum.c:10\nNo symbol "__PT_pathArr" in current context.\n' | clew suffix csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  #0 digit csi-sum.c:10  no values
      completed     unknown
      the path-tracing variables of this frame were not printed

Status 1 for what is impossible or inconsistent in any frame, 0 for what is open.

  $ say() { printf '#0 number () at csi-sum.c:%s\n__PT_pathArr = {%s, -1}\n__PT_arrIndex = 1\n__PT_curPath = %s\n' "$@" | clew suffix csi-sum.pt >/dev/null; echo $?; }
  $> say 21 2 6; say 0 2 6; say 16 2 4; say 21 8 6; say 21 4 6; say 23 2 6; say 21 2 99
  0
  0
  0
  1
  1
  1
  1

Names that would write on a terminal, or break out of JSON, do neither.

  $ printf '#\ne\033[31mv"\\\377\001l\n1|EXIT\n0|ENTRY|5|-1|5\n$\n0->1|0$0\n' >odd.pt
  $> printf '#0  e\033[31mv"\\\377\001l (x=1) at "a\033]0;t\007\\b.c:5\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\nThread 1 "\033[2m" received signal SIG"\001, x.\n' >odd.txt
  $> clew suffix odd.pt odd.txt; clew suffix --json odd.pt odd.txt
  #0 ev"\�l "a\b.c:5  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  {"frame":0,"function":"ev\"\\�l","file":"\"a\\b.c","line":5,"status":"no-metadata","wrapped":null,"completed":[],"candidates":[],"notes":["this function has path-tracing variables, but no metadata: it is not in .debug_PT"]}
  $ clew -c 'export dot odd.dot where' odd.pt; cat -v odd.dot
  odd.dot written
  digraph function {
    node [shape=box, fontname=monospace];
    labelloc=t;
    labeljust=l;
    label="e\\x1b[31mv\"\\M-oM-?M-=\\x01l\lheavy: ran, with the count; dotted: unknown\l";
    b0 [label="0\lline 5\l", style=dotted, peripheries=2];
  }
  $ clew -c 'info functions' -c 'goto e' -c 'graph x"\y' -c "coverage $(printf 'a\033b')" odd.pt; clew --json -c 'info functions' odd.pt
  e\x1b[31mv"\�\x01l              2 blocks      1 paths
  clew: no function `e` in the metadata: `info functions` lists them
  clew: no function `x"\y` in the metadata: `info functions` lists them
  clew: no coverage metadata of a function `a\x1bb`: `coverage` lists the functions
  {"function":"e\u001b[31mv\"\\�\u0001l","blocks":2,"edges":1,"paths":1}

Command lines that are wrong.

  $ clew suffix; clew suffix a b c; clew suffix --frobnicate csi-sum.pt; clew suffix --frame
  clew: META is missing: name a program, or texts of its sections; clew suffix --help says more
  clew: too many debugger texts; the second is: c; clew suffix --help says more
  clew: unknown option --frobnicate; clew suffix --help says more
  clew: --frame needs an argument: --frame=ARGUMENT; clew suffix --help says more
  [2]
  $ clew suffix --frame=9 csi-sum.pt csi-sum.txt; clew suffix --frame=x csi-sum.pt csi-sum.txt; clew suffix --bbc=maybe csi-sum.pt csi-sum.txt
  clew: no frame `9`: `backtrace` lists the frames
  clew: no frame `x`: `backtrace` lists the frames
  clew: --bbc takes entered, completed or inferred, not: maybe; clew suffix --help says more
  [2]
  $ clew suffix --pid=0 csi-sum.pt; clew suffix --pid=x csi-sum.pt; clew suffix --core=a --pid=3 csi-sum.pt; clew suffix --core=a csi-sum.pt csi-sum.txt
  clew: --pid needs a process number, not: 0; clew suffix --help says more
  clew: --pid needs a process number, not: x; clew suffix --help says more
  clew: give --core or --pid, not both; clew suffix --help says more
  clew: with --core or --pid clew asks gdb, and reads no text: csi-sum.txt; clew suffix --help says more
  [2]
  $ clew suffix --core=csi-sum.txt csi-sum.pt; clew suffix --core=csi-sum.txt --gdb=/nowhere/gdb --exec=csi-sum.c csi-sum.pt
  clew: a core file needs its executable: --exec=FILE names it
  clew: /nowhere/gdb: cannot be run as gdb: No such file or directory
  [1]
  $ clew suffix --from-gdb csi-sum.pt; clew suffix --from-gdb </dev/null
  clew: --from-gdb takes the program from standard input, not: csi-sum.pt; clew suffix --help says more
  clew: gdb did not name its program: `file PROGRAM` in gdb sets it
  [1]
  $ clew suffix --gdb-commands csi-sum.pt | sed 's/.*-- //'; clew suffix --gdb-commands nowhere
  info locals -q ^__[BCPT]*_[acp]
  info locals -q ^__[BCPT]*_[acp]
  clew: nowhere: cannot be opened: No such file or directory
  [1]
