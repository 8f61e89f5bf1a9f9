A trace in another form: a recording, text, a history.

  $ clew convert --help
  usage: clew convert [--format=store|wet|history] [--history=N] [--dense] [--x=instance|dense] IN -o OUT
  
  Writes a WET trace in another form:
    store      a recording: everything in one compact file that opens at once (default, and for OUT.clew)
    wet        text, one definer per execution and port if the trace knows their order (for OUT.wet; - is standard output)
    history    the last dependences of a recording with a clock, as text (for OUT.lim)
  
    -o, --output=OUT    the file to write
    --history=N         a history of the last N dependences (default 100000)
    --dense             number the text's entries 0, 1, ... instead of by execution
    --x=HOW             how the text IN is numbered, if clew cannot tell

Text becomes a recording, and that text again: the same bytes, where the text is as clew writes it.

  $ { clew convert good-instance.wet -o a.clew && clew convert a.clew -o a.wet && clew convert a.wet -o b.clew && clew convert b.clew -o b.wet && clew convert b.wet -o c.clew; } 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
  $> cmp a.wet b.wet && cmp b.clew c.clew && echo the same
  clew: a.clew: 5 instructions, 19 dependences, 8 values, N bytes
  clew: a.wet: 5 instructions, 19 dependences, 8 values
  clew: b.clew: 5 instructions, 19 dependences, 8 values, N bytes
  clew: b.wet: 5 instructions, 19 dependences, 8 values
  clew: c.clew: 5 instructions, 19 dependences, 8 values, N bytes
  the same
  $ for t in good-*.wet; do clew convert --format=wet "$t" -o direct.wet 2>/dev/null && clew convert "$t" -o by.clew 2>/dev/null && clew convert by.clew -o by.wet 2>/dev/null
  $>   cmp direct.wet by.wet && echo "$t"; done
  good-blanks.wet
  good-crlf.wet
  good-dense.wet
  good-extremes.wet
  good-instance.wet
  good-named-only.wet
  good-names.wet
  good-none.wet
  good-wide-values.wet

What a recording answers is what the text answers, its problems aside.

  $ for t in *.wet; do clew convert "$t" -o r.clew 2>/dev/null || continue
  $>   for c in info\ functions 'list 20' links 'values 10#0' 'values 20#1' 'deps 20#1' 'uses 10#0'; do
  $>     diff <(clew -c "$c" "$t" 2>/dev/null) <(clew -c "$c" r.clew 2>/dev/null) >/dev/null || echo "$t: $c"; done; done

Wide values, dangling ids and what is said of no values are kept.

  $ clew convert good-wide-values.wet -o w.clew 2>&1 | sed 's/[0-9,]* bytes/N bytes/'; clew convert w.clew -o -
  clew: w.clew: 1 instructions, 0 dependences, 5 values, N bytes
  1
  7 1 4000 ? ? 0
  SIZE 0
  VALUES 5
      0:0
      1:ffffffffffffffff
      2:10000000000000000
      3:f123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
      4:abc
  $ clew convert bad-dangling-id.wet -o d.clew 2>&1 | sed 's/[0-9,]* bytes/N bytes/'; clew convert d.clew -o d.wet; clew -c problems d.wet
  clew: d.clew: 5 instructions, 19 dependences, 8 values, N bytes
  clew: bad-dangling-id.wet: 1 problem not kept in the output: `clew -c problems` lists it
  clew: d.wet: 5 instructions, 19 dependences, 8 values
  d.wet:12:7: id 60 has no instruction block
  d.wet:12:7: id 60 has no instruction block
  $ clew convert good-dense.wet -o e.clew 2>/dev/null; clew -c 'info' e.clew | grep -i -e dense -e entries; clew convert --dense good-instance.wet -o - | head -4
  numbered densely (no mark of clew, no list with gaps): links of lists that are shorter than the executions are uncertain
  5
  10 1 1139 max.c largest 4
  SIZE 0
  VALUES 1

Text to text normalises; a name with blanks is written as it can be read.

  $ clew convert --format=wet good-blanks.wet -o - | head -5
  5 		   		 		 		   		  	 	 			 			
  10 1 1139 max.c largest 4
  SIZE 0
  VALUES 1
      0:0
  $ clew convert good-names.wet -o n.wet; clew -c 'info functions' n.wet | head -5
  clew: n.wet: 18 instructions, 0 dependences, 0 values
  (below main)                    1 instruction
  begin                           1 instruction
  begin                           1 instruction           iterator
  caf�                            1 instruction           na�ve.c
  inflate                         1 instruction

Files that are there: a recording is replaced, something else is not; the trace itself never is.

  $ clew convert good-none.wet -o w.clew 2>/dev/null && clew -c info w.clew | head -1
  WET trace, comprehensive: w.clew
  $ echo mine >mine.clew; clew convert good-none.wet -o mine.clew; echo $?; cat mine.clew
  clew: mine.clew: exists and is neither a clew recording nor an index: clew does not overwrite it
  1
  mine
  $ clew convert good-none.wet -o good-none.wet
  clew: the output is the trace itself: good-none.wet; clew convert --help says more
  [2]
  $ clew convert good-none.wet -o /nowhere/x.clew
  clew: /nowhere/x.clew: cannot be written: No such file or directory
  [1]
  $ cp max.c kept.c; for o in kept.c; do clew convert --format=wet good-none.wet -o $o; echo $?; cmp max.c $o; done
  clew: kept.c: exists and is not a trace: clew does not overwrite it
  1
  $ clew convert --format=wet good-none.wet -o w.clew && : >none && clew convert --format=wet good-none.wet -o none && head -1 w.clew none
  clew: w.clew: 0 instructions, 0 dependences, 0 values
  clew: none: 0 instructions, 0 dependences, 0 values
  ==> w.clew <==
  0
  
  ==> none <==
  0

A disk that is full is the output's matter.

  $ clew convert good-instance.wet -o - >/dev/full
  clew: standard output: cannot be written: No space left on device
  [1]
  $ clew convert --format=wet good-instance.wet -o /dev/full
  clew: /dev/full: cannot be written: No space left on device
  [1]
  $ ls -A | grep part
  [1]

What cannot be converted is said.

  $ clew convert good-history.lim -o h.clew
  clew: good-history.lim: a history has neither ids nor ports, which a recording needs
  [1]
  $ clew convert good-history.lim -o h.wet
  clew: good-history.lim: a history cannot be written as a comprehensive trace
  [1]
  $ clew convert good-instance.wet -o h.lim
  clew: good-instance.wet: it records no order between instructions, which a history needs
  [1]
  $ clew convert a.clew -o h.lim
  clew: a.clew: it records no order between instructions, which a history needs
  [1]
  $ clew convert
  clew: no trace given; clew convert --help says more
  [2]
  $ clew convert good-none.wet
  clew: no output given (-o); clew convert --help says more
  [2]
  $ clew convert good-none.wet good-dense.wet -o x.clew
  clew: too many traces, expected one; the second is: good-dense.wet; clew convert --help says more
  [2]
  $ clew convert --format=xml good-none.wet -o x
  clew: --format takes store, wet or history, not: xml; clew convert --help says more
  [2]
  $ clew convert --history=0 good-none.wet -o x.lim
  clew: --history takes a number of dependences, not: 0; clew convert --help says more
  [2]
  $ clew convert --x=maybe good-none.wet -o x.clew
  clew: --x takes instance or dense, not: maybe; clew convert --help says more
  [2]
  $ clew convert --dense good-none.wet -o x.clew
  clew: --dense numbers the entries of text: add --format=wet; clew convert --help says more
  [2]
  $ clew convert --frob good-none.wet
  clew: unknown option --frob; clew convert --help says more
  [2]
  $ clew convert --forma=wet --denes good-none.wet
  clew: unknown option --denes: the nearest is --dense; clew convert --help says more
  [2]
  $ clew convert good-none.wet -o
  clew: missing argument after: -o; clew convert --help says more
  [2]
  $ clew convert --dense=1 good-none.wet -o x.wet
  clew: --dense takes no argument; clew convert --help says more
  [2]
  $ clew convert --dense -zo x.wet good-none.wet
  clew: unknown option: -z; clew convert --help says more
  [2]
  $ clew convert none.wet -o x.clew
  clew: none.wet: cannot be opened: No such file or directory: the nearest is long.wet
  [1]
  $ for o in x.clew x.wet; do clew convert max.c -o $o; echo $?; ls $o 2>/dev/null; done
  clew: max.c:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  1
  clew: max.c:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  1
  [2]
  $ cat by.clew | clew convert - -o x.wet
  clew: -: a recording needs random access, which a pipe or standard input lacks: name its file
  [1]
  $ clew convert bad-empty.wet -o x.clew
  clew: bad-empty.wet: empty file
  [1]
