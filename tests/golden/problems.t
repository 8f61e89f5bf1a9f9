Problems of a file: the first of each kind is announced, with the number of its kind; all can be listed; what is readable is there.

  $ ./first-problems bad-*.wet bad-*.lim | sort >found; grep -v '^#' problems.tsv | sort | diff - found
  $ for file in bad-*.wet bad-*.lim; do clew -c 'info' $file | sed -n 's/^problems *\([0-9]*\).*/problems \1/p'; done
  bad-after-values.wet:6:1: not a line of a WET trace (3)
  problems 3
  clew: bad-blank.wet: empty file
  bad-count-mismatch.wet:1:1: header says 6 instruction blocks, the file has 5
  problems 1
  bad-dangling-id.wet:12:7: id 60 has no instruction block
  problems 1
  bad-duplicate-address.wet:29:6: address 0x1142 belongs to id 30 too (line 17)
  problems 1
  bad-duplicate-id.wet:13:7: id 40 has no instruction block (3)
  bad-duplicate-id.wet:29:1: id 30 has a block already (line 17); clew drops this block
  problems 4
  clew: bad-empty.wet: empty file
  bad-instance-range.wet:12:10: execution 1 of id 10: the trace has 1 execution
  problems 1
  bad-line-place.wet:6:4: not a line of a WET trace (2)
  problems 2
  bad-line.wet:7:6: SIZE says 3, 2 entries follow
  bad-line.wet:9:5: not a line of a WET trace
  problems 2
  bad-missing-count.wet:1:1: first line must be the number of instruction blocks
  problems 1
  bad-missing-values.wet:6:1: instruction 20 has neither VALUES nor NO VALUES
  problems 1
  bad-number-range.wet:7:6: SIZE says 3, 2 entries follow (2)
  bad-number-range.wet:8:5: not a line of a WET trace (2)
  problems 4
  bad-ports-mismatch.wet:6:4: instruction 20 announces 3 ports, 2 SIZE lists follow
  problems 1
  bad-size-mismatch-values.wet:25:8: VALUES says 4, 3 entries follow
  problems 1
  bad-size-mismatch.wet:11:6: SIZE says 3, 4 entries follow
  problems 1
  bad-truncated-list.wet:45:5: not a line of a WET trace
  bad-truncated-list.wet:45:9: the file ends inside the block of instruction 50
  problems 2
  bad-truncated.wet:45:11: the file ends inside the block of instruction 50
  problems 1
  bad-x-duplicate.wet:14:5: X 1 a second time in this list
  problems 1
  bad-x-order.wet:14:5: X 1 after X 2
  problems 1
  bad-history-line.lim:3:1: not a line of a WET trace (2)
  problems 2
  bad-history-truncated.lim:7:19: the file ends inside a line
  problems 1
  $ clew -c problems bad-duplicate-id.wet 2>/dev/null
  bad-duplicate-id.wet:13:7: id 40 has no instruction block
  bad-duplicate-id.wet:14:7: id 40 has no instruction block
  bad-duplicate-id.wet:15:7: id 40 has no instruction block
  bad-duplicate-id.wet:29:1: id 30 has a block already (line 17); clew drops this block
  $ clew --json -c problems bad-line.wet 2>/dev/null
  {"kind":"size-mismatch","line":7,"column":6,"message":"SIZE says 3, 2 entries follow"}
  {"kind":"bad-line","line":9,"column":5,"message":"not a line of a WET trace"}
  $ clew -c problems good-instance.wet
  no problems

Good files have none.

  $ for file in good-*.wet good-*.lim; do clew -c 'problems' $file 2>&1; done | sort | uniq -c | sed 's/^ *[0-9]* //'
  no problems

With --strict the first of the file is an error.

  $ for file in bad-*.wet bad-*.lim; do clew --strict -c info $file && echo not refused; done
  bad-after-values.wet:6:1: not a line of a WET trace
  clew: bad-blank.wet: empty file
  bad-count-mismatch.wet:1:1: header says 6 instruction blocks, the file has 5
  bad-dangling-id.wet:12:7: id 60 has no instruction block
  bad-duplicate-address.wet:29:6: address 0x1142 belongs to id 30 too (line 17)
  bad-duplicate-id.wet:13:7: id 40 has no instruction block
  clew: bad-empty.wet: empty file
  bad-instance-range.wet:12:10: execution 1 of id 10: the trace has 1 execution
  bad-line-place.wet:6:4: not a line of a WET trace
  bad-line.wet:7:6: SIZE says 3, 2 entries follow
  bad-missing-count.wet:1:1: first line must be the number of instruction blocks
  bad-missing-values.wet:6:1: instruction 20 has neither VALUES nor NO VALUES
  bad-number-range.wet:7:6: SIZE says 3, 2 entries follow
  bad-ports-mismatch.wet:6:4: instruction 20 announces 3 ports, 2 SIZE lists follow
  bad-size-mismatch-values.wet:25:8: VALUES says 4, 3 entries follow
  bad-size-mismatch.wet:11:6: SIZE says 3, 4 entries follow
  bad-truncated-list.wet:45:5: not a line of a WET trace
  bad-truncated.wet:45:11: the file ends inside the block of instruction 50
  bad-x-duplicate.wet:14:5: X 1 a second time in this list
  bad-x-order.wet:14:5: X 1 after X 2
  bad-history-line.lim:3:1: not a line of a WET trace
  bad-history-truncated.lim:7:19: the file ends inside a line
  [1]
  $ clew --strict -c 'values 10' good-instance.wet
  #0      0x0

A compressed text that was cut is read up to there, and that is said:

  $ gzip -c good-instance.wet >whole.wet.gz; clew -c 'info trace' whole.wet.gz | sed 1d >whole; clew -c 'info trace' good-instance.wet | sed 1d | cmp - whole && echo same
  same
  $ (cat good-instance.wet; seq -f '    %.0f:7 7' 1 4000) | gzip -c | head -c 400 >cut.wet.gz; clew -c 'info trace' cut.wet.gz 2>&1 >/dev/null | head -1
  clew: read only the part before the damage: cut.wet.gz: offset 400: compressed data is damaged: the file ends within a gzip member
