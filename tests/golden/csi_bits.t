What the bit of a block means: clew takes what metadata and text show, says from what, and says where nothing shows it.

  $ cat >entered.txt <<'END'
  $> #f|__CC_arr_src_a_c_f
  $> 0|CC0|6|g
  $> #f|__BBC_arr_src_a_c_f
  $> 0|BBC0|3|4
  $> 1|BBC1|5|6
  $> END
  $> sed 's/|BBC./&:completed/' entered.txt >completed.txt; sed 's/src_a_c_//; s/|[BC]*[01]|/|/' entered.txt >documented.txt; cat documented.txt
  $> printf '#0  f () at a.c:%s\n__PT_%s = 0\n__CC_arr = {0}\n__BBC_arr = {1, %s}\n' 6 current_path 1 >active.txt
  $> printf '#0  f () at a.c:%s\n__PT_%s = 0\n__CC_arr = {0}\n__BBC_arr = {1, %s}\n' 4 curPath 0 >before.txt
  $> printf '#0  f () at a.c:%s\n__PT_%s = 0\n__CC_arr = {0}\n__BBC_arr = {1, %s}\n' 6 curPath 1 >named.txt
  #f|__CC_arr_f
  0|6|g
  #f|__BBC_arr_f
  0|3|4
  1|5|6
  $ for meta in entered completed documented; do for text in active before named; do echo "$meta $text"; clew coverage --frame=0 $meta.txt $text.txt 2>/dev/null | sed -n '/lines:/,$p'; done; done
  entered active
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  entered before
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    ?      5
    ?      6
  call bits: the call returned; block bits: unknown (the names of path variables and the form of .debug_BBC disagree; `set bbc` changes it)
  clew does not know whether a bit means entered or completed: a line gets ? unless both give it the same mark. Decide with `set bbc entered` or `set bbc completed`
  entered named
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: entered (inferred: the values contradict the other reading; `set bbc` changes it)
  completed active
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  contradiction: f: block 1 (lines 5-6) is marked, call site 0 (line 6: g) is not; a block holding a call cannot complete unless the call returned (a frame may be in it: perhaps this program marks blocks when they are entered)
  completed before
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    ?      5
    ?      6
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  completed named
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  contradiction: f: block 1 (lines 5-6) is marked, call site 0 (line 6: g) is not; a block holding a call cannot complete unless the call returned (a frame may be in it: perhaps this program marks blocks when they are entered)
  documented active
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: entered (inferred: the values contradict the other reading; `set bbc` changes it)
  documented before
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    ?      5
    ?      6
  call bits: the call returned; block bits: completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)
  documented named
    lines: + ran, - did not, ? maybe
    +      3
    +      4
    +      5
    +      6
  call bits: the call returned; block bits: completed (inferred: .debug_BBC has the form of the csi-cc documentation; `set bbc` changes it)
  contradiction: f: block 1 (lines 5-6) is marked, call site 0 (line 6: g) is not; a block holding a call cannot complete unless the call returned (a frame may be in it: perhaps this program marks blocks when they are entered)

By the user's word; what contradicts the values is told.

  $ clew coverage --bbc=completed entered.txt active.txt | sed -n '/^call/,/^contra/p'; clew coverage --bbc=inferred entered.txt before.txt | grep '^call'
  call bits: the call returned; block bits: completed (set by you; `set bbc` changes it)
  the values contradict "completed" and fit "entered": `set bbc entered` reads them so
  contradiction: frame #0 (f): block 1 (lines 5-6) is marked, call site 0 (line 6: g) is not; a block holding a call cannot complete unless the call returned (a frame may be in it: perhaps this program marks blocks when they are entered)
  call bits: the call returned; block bits: unknown (the names of path variables and the form of .debug_BBC disagree; `set bbc` changes it)
  $ clew -c 'show bbc' -c 'set bbc' -c 'show bbc' -c 'set bbc' -c 'show bbc' -c 'set bbc inferred' -c 'show bbc' entered.txt
  bbc          inferred
  bbc          completed
  bbc          entered
  bbc          inferred
  $ clew coverage --json entered.txt before.txt | grep block_bits; clew coverage --json documented.txt | grep block_bits; cat entered.txt completed.txt >both.txt; clew coverage both.txt 2>&1 | tail -3
  {"block_bits":"unknown","block_bits_from":"nothing"}
  {"block_bits":"completed","block_bits_from":"form"}
  f (entry 1)  unknown                      blocks damaged
  f (entry 2)  unknown                      blocks damaged
  call bits: the call returned; block bits: differ by function (inferred: .debug_BBC has several forms; `set bbc` changes it)
  $ cat entered.txt >two.txt; sed 's/f|/h|/; s/_f$/_h/' completed.txt >>two.txt; clew coverage two.txt | grep bits; clew -c 'info trace' --json two.txt | grep -o '"block_bits.*'
  call bits: the call returned; block bits: differ by function (inferred: .debug_BBC has several forms; `set bbc` changes it)
  "block_bits":"mixed"}
