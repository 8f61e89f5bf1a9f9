What a frame did last, from the values of its variables. `largest` of csi/good-base.pt has six paths:
0: 0,2,3,4,5  1: 0,2,3,7,5  2: 0,2,6  3: 2,3,4,5  4: 2,3,7,5  5: 2,6; those that end in block 5 go on in block 2.

  $ cat >ask <<'END'
  $> #!/bin/sh
  $> name=$1 values="__PT_pathArr = $2;__PT_arrIndex = $3;__PT_curPath = $4;$5"
  $> printf "function = $name;$values\n" | tr ';' '\n' | clew suffix $JSON csi/good-base.pt
  $> END
  $> chmod +x ask

An array that is full to the brim has lost nothing yet: its oldest path is the one that begins at ENTRY. One path later it is gone.

  $ ./ask largest '{0, 3, 4, 3, 4}' 0 4 'block = 5' 2>/dev/null | head -1
  #0 largest  unique, 5 paths, none lost
  $ ./ask largest '{3, 3, 4, 3, 4}' 1 4 'block = 5' 2>/dev/null | head -1
  #0 largest  unique, 5 paths, older ones lost

One path is completed, the second is being walked; the slots behind are stale and never looked at. With a block, a line, or neither.

  $ ./ask largest '{0, 77, -5, 9, -1}' 1 4 'block = 5'
  clew: standard input:5: clew takes "block = " as the frame's position
  #0 largest  unique, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      now           2,3,7,5    lines 5 6 (5?)
                    increments from 5~>2 give 4
      suffix        0,2,3,4,5,2,3,7,5
  $ ./ask largest '{0, 77, -5, 9, -1}' 1 4 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  inconsistent, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      completed     0,2,3,4,5
      line 6 does not fit the sum 4, which leads to block 5 (line 5), block 7; a frame interrupted inside the recording code looks like this
  [1]
  $ ./ask largest '{0, 77, -5, 9, -1}' 1 4
  #0 largest  ambiguous, 2 candidates, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      candidate 1   2,3,7,5    lines 5 6 (5?)
                    increments from 5~>2 give 4
      candidate 2   2,3,7      lines 5 6
                    increments from 5~>2 give 4, no source line
      completed     0,2,3,4,5
      2 candidates fit; the block being executed decides: block 5 (line 5), block 7
  $ ./ask largest '{0, 3, -1}' 2 3 'line = 7'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 7  unique, 2 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 3        2,3,4,5    lines 5 6 7 5
      now           2,3,4      lines 5 6 7
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4,5,2,3,4
  $ ./ask largest '{0, 3, -1}' 2 3 'block = 4'
  clew: standard input:5: clew takes "block = " as the frame's position
  #0 largest  unique, 2 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 3        2,3,4,5    lines 5 6 7 5
      now           2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4,5,2,3,4

Wrapped: the array was full, so older paths are lost; the oldest stands at the index.

  $ ./ask largest '{3, 4, 3, 3}' 1 3 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  unique, 4 paths, older ones lost
      path 4        2,3,7,5   lines 5 6 5
      path 3 x3     2,3,4,5   lines 5 6 7 5
      now           2,3       lines 5 6
                    increments from 5~>2 give 3
      suffix        2,3,7,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3
  $ ./ask largest '{5, 4, 3, 3}' 1 0 'line = 9'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 9  unique, 4 paths, older ones lost
      path 4        2,3,7,5   lines 5 6 5
      path 3 x2     2,3,4,5   lines 5 6 7 5
      now           2,6       lines 5 9
                    block 6 records its path before it has run
      suffix        2,3,7,5,2,3,4,5,2,3,4,5,2,6
  $ ./ask largest '{4, 3, 4}' 0 4 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  inconsistent, 3 paths, older ones lost
      path 4        2,3,7,5   lines 5 6 5
      path 3        2,3,4,5   lines 5 6 7 5
      path 4        2,3,7,5   lines 5 6 5
      completed     2,3,7,5,2,3,4,5,2,3,7,5
      line 6 does not fit the sum 4, which leads to block 5 (line 5), block 7; a frame interrupted inside the recording code looks like this
  [1]
  $ ./ask largest '{4}' 0 3 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  unique, 1 path, older ones lost
      path 4        2,3,7,5   lines 5 6 5
      now           2,3       lines 5 6
                    increments from 5~>2 give 3
      suffix        2,3,7,5,2,3
  $ ./ask largest '{-1}' 0 0 'line = 4'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 4  unique, 0 paths, none lost
      now           0         lines 4
                    increments from ENTRY give 0
      suffix        0

The last path ended in EXIT: it is recorded before the block behind the marker has run.

  $ ./ask largest '{0, 5, -1}' 2 0
  #0 largest  unique, 2 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      now           2,6        lines 5 (9?)
                    block 6 records its path before it has run
      suffix        0,2,3,4,5,2,6
  $ ./ask report '{0, -1}' 1 0
  #0 report  unique, 1 path, none lost
      now           8         lines (13 14?)
                    block 8 records its path before it has run
      suffix        8
  $ ./ask report '{7, -1}' 0 0
  #0 report  unique, 0 paths, none lost
      now           8         lines (13 14?)
                    increments from ENTRY give 0
      suffix        8
  $ ./ask report '{0, -1}' 1 0 'line = 14'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 report line 14  unique, 1 path, none lost
      now           8         lines 13 14
                    block 8 records its path before it has run
      suffix        8

What cannot be is said, and what is known all the same is shown; the status is 1.

  $ ./ask largest '{6, -1}' 1 3
  #0 largest  impossible, 4 candidates, no known path, none lost
      path 6  no such path: its blocks are unknown
      candidate 1   2,3,4,5   lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4     lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3       lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2         lines (5?)
                    increments from 5~>2 give 3
      completed     unknown
      slot 0: path 6 is impossible: largest has paths 0 to 5
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{0, 6, 3, -1}' 3 4 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  impossible, 2 paths and gaps, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 6  no such path: its blocks are unknown
      path 3        2,3,4,5    lines 5 6 7 5
      completed     0,2,3,4,5,?,2,3,4,5
      slot 1: path 6 is impossible: largest has paths 0 to 5
      line 6 does not fit the sum 4, which leads to block 5 (line 5), block 7; a frame interrupted inside the recording code looks like this
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{0, -9, 3, -1}' 3 3
  #0 largest  impossible, 4 candidates, 2 paths and gaps, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path -9  no such path: its blocks are unknown
      path 3        2,3,4,5    lines 5 6 7 5
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5,?,2,3,4,5
      slot 1: path -9 is impossible: largest has paths 0 to 5
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{0, -1}' 1 6
  #0 largest  impossible, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      completed     0,2,3,4,5
      the current sum 6 is impossible: largest has paths 0 to 5
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{0, 0, -1}' 2 3
  #0 largest  inconsistent, 4 candidates, 2 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      -- the next path does not continue this one --
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5,?,0,2,3,4,5
      slot 1: path 0 begins with ENTRY, but path 0 in slot 0 before it ended in 5~>2
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{3, -1}' 1 3
  #0 largest  inconsistent, 4 candidates, 1 path, none lost
      -- no call begins with the next path --
      path 3        2,3,4,5   lines 5 6 7 5
      candidate 1   2,3,4,5   lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4     lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3       lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2         lines (5?)
                    increments from 5~>2 give 3
      completed     2,3,4,5
      slot 0: path 3 begins with 5~>2, but the first path of a call begins at ENTRY
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{2, 3, -1}' 2 3
  #0 largest  inconsistent, 4 candidates, 2 paths, none lost
      path 2        0,2,6     lines 4 5 9
      -- the next path does not continue this one --
      path 3        2,3,4,5   lines 5 6 7 5
      candidate 1   2,3,4,5   lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4     lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3       lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2         lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,6,?,2,3,4,5
      slot 1: path 3 begins with 5~>2, but path 2 in slot 0 before it ended in EXIT
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{2, 2, -1}' 2 0
  #0 largest  inconsistent, 2 paths, none lost
      path 2        0,2,6     lines 4 5 9
      now           0,2,6     lines 4 5 (9?)
                    block 6 records its path before it has run
      suffix        0,2,6,?,0,2,6
      slot 1: path 2 begins with ENTRY, but path 2 in slot 0 before it ended in EXIT
      the metadata is intact: the values come from another build, were changed, or longjmp led into the frame
  [1]
  $ ./ask largest '{2, -1}' 1 3
  #0 largest  inconsistent, 1 path, none lost
      path 2        0,2,6     lines 4 5 9
      completed     0,2,6
      the last path, 2, ended in EXIT: the sum must be 0, but it is 3; a frame interrupted inside the recording code looks like this
  [1]
  $ ./ask largest '{0, -1}' 1 0
  #0 largest  inconsistent, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      completed     0,2,3,4,5
      no continuation of path 0, the last one, has increments that give 0; a frame interrupted inside the recording code looks like this
  [1]
  $ ./ask largest '{0, -1}' 12 0
  #0 largest  inconsistent, 6 candidates, 0 paths, older ones may be lost
      candidate 1   0,2,3,4,5  lines 4 5 6 7 (5?)
                    increments from ENTRY give 0
      candidate 2   0,2,3,4    lines 4 5 6 (7?)
                    increments from ENTRY give 0
      candidate 3   0,2,3      lines 4 5 (6?)
                    increments from ENTRY give 0
      candidate 4   0,2        lines 4 5
                    increments from ENTRY give 0
      candidate 5   0          lines (4 5?)
                    increments from ENTRY give 0
      candidate 6   6          lines (9?)
                    block 6 records its path before it has run; what ran earlier is unknown
      completed     unknown
      index 12 is outside the array of 2
      6 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5), block 0 (line 4), block 6 (line 9)
  [1]
  $ ./ask largest '{0, -1}' -2 0
  #0 largest  inconsistent, 6 candidates, 0 paths, older ones may be lost
      candidate 1   0,2,3,4,5  lines 4 5 6 7 (5?)
                    increments from ENTRY give 0
      candidate 2   0,2,3,4    lines 4 5 6 (7?)
                    increments from ENTRY give 0
      candidate 3   0,2,3      lines 4 5 (6?)
                    increments from ENTRY give 0
      candidate 4   0,2        lines 4 5
                    increments from ENTRY give 0
      candidate 5   0          lines (4 5?)
                    increments from ENTRY give 0
      candidate 6   6          lines (9?)
                    block 6 records its path before it has run; what ran earlier is unknown
      completed     unknown
      index -2 is outside the array of 2
      6 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5), block 0 (line 4), block 6 (line 9)
  [1]
  $ ./ask largest '{0, -1}' 1 3 'line = 9'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 9  inconsistent, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      completed     0,2,3,4,5
      line 9 does not fit the sum 3, which leads to block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5); a frame interrupted inside the recording code looks like this
  [1]

Tracing was off; a function without metadata; a block or line that the function does not have.

  $ ./ask largest '{0, -1}' -1 0
  #0 largest  off
      completed     unknown
      index -1: path tracing was off in this frame
  $ ./ask compare '{0, -1}' 1 3
  #0 compare  no-metadata
      this function has path-tracing variables, but no metadata: it is not in .debug_PT
  $ ./ask largest '{0, -1}' 1 3 'block = 17'
  clew: standard input:5: clew takes "block = " as the frame's position
  #0 largest  ambiguous, 4 candidates, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5
      block 17 is not a block of largest that can be executed
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
  $ ./ask largest '{0, -1}' 1 3 'line = 99'
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 99  ambiguous, 4 candidates, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5
      line 99 is not in the metadata of largest: another build, or inlined code
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
  $ ./ask largest '{0, -1}' 1 3 'block = 4;line = 9'
  clew: standard input:5: clew takes "block = " as the frame's position
  clew: standard input:6: clew takes "line = " as the frame's position
  #0 largest line 9  unique, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      now           2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4
      line 9 is not in block 4: clew uses the block

Values that are missing: each says which, why, and what is known without it.

  $ ./ask largest '<optimized out>' 1 3
  clew: standard input:2: __PT_pathArr of largest is <optimized out>: the debugger has no value for it here
  #0 largest  values missing, 4 candidates, 0 paths, older ones may be lost
      candidate 1   2,3,4,5   lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4     lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3       lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2         lines (5?)
                    increments from 5~>2 give 3
      completed     unknown
      the path array is missing: <optimized out>
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
  $ ./ask largest '{0, 3, -1}' '<optimized out>' 3
  clew: standard input:3: __PT_arrIndex of largest is <optimized out>: the debugger has no value for it here
  #0 largest  values missing, 4 candidates, 1 path and gaps, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      -- unknown paths from slot 1 on --
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5
      the index is missing: <optimized out>
      the index is missing; the chain of paths allows 1, 2
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
  $ ./ask largest '{3, 3, 3}' '<optimized out>' 3 'line = 6'
  clew: standard input:3: __PT_arrIndex of largest is <optimized out>: the debugger has no value for it here
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  values missing, 0 paths, older ones lost
      now           2,3       lines 5 6
                    increments from 5~>2 give 3
      suffix        2,3
      the index is missing: <optimized out>
      the index is missing; the chain of paths allows 0, 1, 2
  $ ./ask largest '{0, -1}' 1 '<optimized out>'
  clew: standard input:4: __PT_curPath of largest is <optimized out>: the debugger has no value for it here
  #0 largest  values missing, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      completed     0,2,3,4,5
      the current sum is missing: <optimized out>
  $ ./ask largest '<optimized out>' '<optimized out>' '<optimized out>'
  clew: standard input:2: __PT_pathArr of largest is <optimized out>: the debugger has no value for it here
  clew: standard input:3: __PT_arrIndex of largest is <optimized out>: the debugger has no value for it here
  clew: standard input:4: __PT_curPath of largest is <optimized out>: the debugger has no value for it here
  #0 largest  no values
      completed     unknown
      the path array is missing: <optimized out>
      the index is missing: <optimized out>
      the current sum is missing: <optimized out>
  $ ./ask largest '{0, 3, 4...}' 2 3 'line = 6'
  clew: standard input:2: __PT_pathArr of largest is cut after 3 elements ("..."): `set print elements 0` makes the debugger print all
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  values missing, 2 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 3        2,3,4,5    lines 5 6 7 5
      now           2,3        lines 5 6
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4,5,2,3
      the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`
      slot 0 begins at ENTRY: the array has not wrapped
  $ ./ask largest '{3, 3, 4...}' 2 3 'line = 6'
  clew: standard input:2: __PT_pathArr of largest is cut after 3 elements ("..."): `set print elements 0` makes the debugger print all
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  values missing, 2 paths, older ones lost
      path 3 x2     2,3,4,5   lines 5 6 7 5
      now           2,3       lines 5 6
                    increments from 5~>2 give 3
      suffix        2,3,4,5,2,3,4,5,2,3
      the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`
      slot 0 does not begin at ENTRY: the array has wrapped, older paths were not printed
  $ ./ask largest '{0, 3, 4...}' 5 3 'line = 6'
  clew: standard input:2: __PT_pathArr of largest is cut after 3 elements ("..."): `set print elements 0` makes the debugger print all
  clew: standard input:5: clew takes "line = " as the frame's position
  #0 largest line 6  values missing, 3 paths and gaps, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 3        2,3,4,5    lines 5 6 7 5
      path 4        2,3,7,5    lines 5 6 5
      -- unknown paths from slot 3 on --
      now           2,3        lines 5 6
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4,5,2,3,7,5,?,2,3
      the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`
      slot 0 begins at ENTRY: the array has not wrapped
  $ ./ask largest '{0, 99999999999999999999, -1}' 2 3
  clew: standard input:2: __PT_pathArr of largest has a number above 64 bits, which clew treats as missing
  clew: standard input:2: __PT_pathArr of largest lacks 1 of 3 elements: the text has no 64-bit number for element 1
  #0 largest  values missing, 4 candidates, 1 path and gaps, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      -- unknown paths from slot 1 on --
      candidate 1   2,3,4,5    lines 5 6 7 (5?)
                    increments from 5~>2 give 3
      candidate 2   2,3,4      lines 5 6 (7?)
                    increments from 5~>2 give 3
      candidate 3   2,3        lines 5 (6?)
                    increments from 5~>2 give 3
      candidate 4   2          lines (5?)
                    increments from 5~>2 give 3
      completed     0,2,3,4,5
      4 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5)
  $ ./ask largest '<optimized out>' '<optimized out>' 0
  clew: standard input:2: __PT_pathArr of largest is <optimized out>: the debugger has no value for it here
  clew: standard input:3: __PT_arrIndex of largest is <optimized out>: the debugger has no value for it here
  #0 largest  values missing, 6 candidates, 0 paths, older ones may be lost
      candidate 1   0,2,3,4,5  lines 4 5 6 7 (5?)
                    increments from ENTRY give 0
      candidate 2   0,2,3,4    lines 4 5 6 (7?)
                    increments from ENTRY give 0
      candidate 3   0,2,3      lines 4 5 (6?)
                    increments from ENTRY give 0
      candidate 4   0,2        lines 4 5
                    increments from ENTRY give 0
      candidate 5   0          lines (4 5?)
                    increments from ENTRY give 0
      candidate 6   6          lines (9?)
                    block 6 records its path before it has run; what ran earlier is unknown
      completed     unknown
      the path array is missing: <optimized out>
      the index is missing: <optimized out>
      6 candidates fit; the block being executed decides: block 5 (line 5), block 4 (line 7), block 3 (line 6), block 2 (line 5), block 0 (line 4), block 6 (line 9)

The forms that a debugger and the documentation print.

  $ printf '__PT_pathArr= {0, 77, -1}__PT_arrIndex= 1__PT_curPath= 4 PC (current block) = 5\n' | clew suffix csi/good-base.pt
  #0 (function not printed)  assumed to be largest  unique, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      now           2,3,7,5    lines 5 6 (5?)
                    increments from 5~>2 give 4
      suffix        0,2,3,4,5,2,3,7,5
      the function was not printed: inferred, because no other has this line or block
  $ printf '__PT_counter_arr = {[0] = 0, [1 ... 8] = 7, [9] = 0xffffffffffffffff}\n__PT_counter_idx = 0x1\n__PT_current_path = 04\n' | clew suffix csi/good-base.pt
  #0 (function not printed)  assumed to be largest  ambiguous, 2 candidates, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      candidate 1   2,3,7,5    lines 5 6 (5?)
                    increments from 5~>2 give 4
      candidate 2   2,3,7      lines 5 6
                    increments from 5~>2 give 4, no source line
      completed     0,2,3,4,5
      2 candidates fit; the block being executed decides: block 5 (line 5), block 7
      the function was not printed: inferred, because the values fit 1 of the 2 functions tried
  $ printf '#0  largest (v=0x1, n=3) at max.c:6\n        __PT_pathArr = {0, 3 <repeats 12 times>, 18446744073709551615}\n        __PT_arrIndex = 13\n        __PT_curPath = 3\n' | clew suffix csi/good-base.pt
  #0 largest max.c:6  unique, 13 paths, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      path 3 x12    2,3,4,5    lines 5 6 7 5
      now           2,3        lines 5 6
                    increments from 5~>2 give 3
      suffix        0,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3,4,5,2,3

Two functions of one name: the line, then the values, say which; if neither does, both are shown.

  $ printf '#0  report () at r.c:22\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n' | clew suffix csi/good-two-objects.pt
  #0 report r.c:22  report (entry 0 of that name)  ambiguous, 2 functions of this name fit
      now           8         lines (13 14?)
                    block 8 records its path before it has run
      suffix        8
      line 22 is not in the metadata of report: another build, or inlined code
      2 functions of this name fit: the function is ambiguous
  #0 report r.c:22  report (entry 1 of that name)  ambiguous, 2 functions of this name fit
      now           0         lines (30 31?)
                    block 0 records its path before it has run
      suffix        0
      line 22 is not in the metadata of report: another build, or inlined code
  $ printf '#0  report () at r.c\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n' | clew suffix csi/good-two-objects.pt
  #0 report r.c  report (entry 0 of that name)  ambiguous, 2 functions of this name fit
      now           8         lines (13 14?)
                    block 8 records its path before it has run
      suffix        8
      2 functions of this name fit: the function is ambiguous
  #0 report r.c  report (entry 1 of that name)  ambiguous, 2 functions of this name fit
      now           0         lines (30 31?)
                    block 0 records its path before it has run
      suffix        0

The same as JSON, one object a frame or an entry of its function.

  $ export JSON=--json; ./ask largest '{0, 77, -5, 9, -1}' 1 4
  {"frame":0,"function":"largest","file":null,"line":null,"status":"ambiguous","wrapped":false,"completed":[[0,2,3,4,5]],"candidates":[{"blocks":[0,2,3,4,5,2,3,7,5],"current":[2,3,7,5],"lines":[4,5,6,7,5,6,5],"lines_proven":6,"reasons":["increments from 5~>2 give 4"]},{"blocks":[0,2,3,4,5,2,3,7],"current":[2,3,7],"lines":[4,5,6,7,5,6],"lines_proven":6,"reasons":["increments from 5~>2 give 4, no source line"]}],"notes":["2 candidates fit; the block being executed decides: block 5 (line 5), block 7"]}
  $ export JSON=--json; ./ask largest '{0, 6, 3, -1}' 3 4 'line = 6'
  clew: standard input:5: clew takes "line = " as the frame's position
  {"frame":0,"function":"largest","file":null,"line":6,"status":"impossible","wrapped":false,"completed":[[0,2,3,4,5],null,[2,3,4,5]],"candidates":[],"notes":["slot 1: path 6 is impossible: largest has paths 0 to 5","line 6 does not fit the sum 4, which leads to block 5 (line 5), block 7; a frame interrupted inside the recording code looks like this","the metadata is intact: the values come from another build, were changed, or longjmp led into the frame"]}
  [1]
  $ export JSON=--json; ./ask largest '{0, 3, 4...}' 2 3 'line = 6'
  clew: standard input:2: __PT_pathArr of largest is cut after 3 elements ("..."): `set print elements 0` makes the debugger print all
  clew: standard input:5: clew takes "line = " as the frame's position
  {"frame":0,"function":"largest","file":null,"line":6,"status":"partial-data","wrapped":false,"completed":[[0,2,3,4,5],[2,3,4,5]],"candidates":[{"blocks":[0,2,3,4,5,2,3,4,5,2,3],"current":[2,3],"lines":[4,5,6,7,5,6,7,5,6],"lines_proven":9,"reasons":["increments from 5~>2 give 3"]}],"notes":["the array was cut: its last slot, which says whether the array has wrapped, is unknown; try `set print elements 0`","slot 0 begins at ENTRY: the array has not wrapped"]}
  $ export JSON=--json; ./ask compare '{0, -1}' 1 3
  {"frame":0,"function":"compare","file":null,"line":null,"status":"no-metadata","wrapped":null,"completed":[],"candidates":[],"notes":["this function has path-tracing variables, but no metadata: it is not in .debug_PT"]}
  $ printf '#0  report () at r.c\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n' | clew suffix --json csi/good-two-objects.pt
  {"frame":0,"function":"report","file":"r.c","line":null,"entry":0,"status":"ambiguous","wrapped":false,"completed":[[8]],"candidates":[{"blocks":[8],"current":[8],"lines":[13,14],"lines_proven":0,"reasons":["block 8 records its path before it has run"]}],"notes":["2 functions of this name fit: the function is ambiguous"]}
  {"frame":0,"function":"report","file":"r.c","line":null,"entry":1,"status":"ambiguous","wrapped":false,"completed":[[0]],"candidates":[{"blocks":[0],"current":[0],"lines":[30,31],"lines_proven":0,"reasons":["block 0 records its path before it has run"]}],"notes":["2 functions of this name fit: the function is ambiguous"]}

Numbers that do not fit each other are decoded, with a warning; a damaged function has no suffix, the others have.

  $ printf '#0 largest () at max.c:6\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 4\n' | clew suffix csi/bad-tiling.pt
  #0 largest max.c:6  unique, 1 path, none lost
      path 0        0,2,3,4,5  lines 4 5 6 7 5
      now           2,3        lines 5 6
                    increments from 5~>2 give 4
      suffix        0,2,3,4,5,2,3
      metadata: path numbers 3 to 3 belong to no edge: 0->2 ends before, 5~>2 begins after: paths may be wrong
  $ printf '#0 report () at max.c:14\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n#1 largest () at max.c:6\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 3\n' | clew suffix csi/bad-cycle.pt
  csi/bad-cycle.pt:20:4: "->" edges form a cycle through block 2, so this is not a path-tracing graph, in "5->2|3$3"
  #0 report max.c:14  unique, 1 path, none lost
      now           8         lines 13 14
                    block 8 records its path before it has run
      suffix        8
  
  #1 largest max.c:6  no-metadata
      the metadata of this function is damaged

A whole crash: csi-sum.c built with all probes, stopped where `value` is null. `number` calls itself for what stands behind a +.

  $ clew suffix csi-sum.pt csi-sum.txt
  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
  
  #1 number csi-sum.c:21  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 21
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
  
  #2 number csi-sum.c:18  unique, 3 paths, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      path 6        8,9,13,15,16    lines 16 17 19 21 16
      now           8,9,12          lines 16 17 18
                    block 12 records its path before it has run
      suffix        6,8,9,13,15,16,8,9,13,15,16,8,9,12
  
  #3 number csi-sum.c:18  unique, 2 paths, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,12          lines 16 17 18
                    block 12 records its path before it has run
      suffix        6,8,9,13,15,16,8,9,12
  
  #4 main csi-sum.c:30  unique, 2 paths, none lost
      path 0        0,2,3,5   lines 29 30 29
      path 2        2,3,5     lines 29 30 29
      now           2,3       lines 29 30
                    increments from 5~>2 give 2
      suffix        0,2,3,5,2,3,5,2,3
  $ clew suffix --frame=1 --json csi-sum.pt csi-sum.txt
  {"frame":1,"function":"number","file":"csi-sum.c","line":21,"status":"unique","wrapped":false,"completed":[[6,8,9,13,15,16]],"candidates":[{"blocks":[6,8,9,13,15,16,8,9,13,15],"current":[8,9,13,15],"lines":[13,15,16,17,19,21,16,17,19,21],"lines_proven":10,"reasons":["increments from 16~>8 give 6"]}],"notes":[]}
  $ clew suffix csi-sum.pt <csi-sum.txt | head -3
  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
  $ clew suffix csi-sum.pt csi-threads.txt
  clew: csi-threads.txt:2: frames of 2 threads: clew keeps each thread apart
  thread 2  #0 __libc_pause pause.c:29  no-metadata
  
  thread 2  #1 number csi-sum.c:21  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 21
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
  
  thread 1  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
  
  thread 1  #1 number csi-sum.c:21  unique, 0 paths, none lost
      now           6,8,9,13,15  lines 13 15 16 17 19 21
                    increments from ENTRY give 2
      suffix        6,8,9,13,15
