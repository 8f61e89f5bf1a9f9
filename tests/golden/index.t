The index of a text trace: made, used again, checked.

  $ clew index --help
  usage: clew index [--rebuild|--verify] [--x=instance|dense] [--threads=N] TRACE...
  
  Makes the index of each text trace that has no good one: NAME.clew beside it, or in the cache folder if its own cannot be written.
  clew does this itself when it opens a trace of 16 MB or more.
  
    --rebuild      make a new one in any case
    --verify       check the existing index: every page, and that reading the text again gives the same. Of a recording: every page. Writes nothing
    --x=HOW        how the text is numbered, if clew cannot tell
    --threads=N    read with N threads (default: 2, or 1 on a single processor)

  $ clew index good-instance.wet | sed 's/[0-9,]* bytes (.*each), .* %/N bytes (M each), P %/'; ls good-instance.wet.clew
  good-instance.wet.clew: 19 dependences in N bytes (M each), P % of the text; made
  good-instance.wet.clew
  $ clew index good-instance.wet good-history.lim good-wide-values.wet | sed 's/[0-9,]* bytes.*;/N bytes;/'
  good-instance.wet.clew: 19 dependences in N bytes; already there
  good-history.lim.clew: 7 dependences in N bytes; made
  good-wide-values.wet.clew: 0 dependences in N bytes; made
  $ clew index --verify good-instance.wet | sed 's/[0-9,]* bytes.*; already/N bytes; already/'
  good-instance.wet.clew: 19 dependences in N bytes; already there; verified
  $ clew index --rebuild --threads=1 good-instance.wet | sed 's/[0-9,]* bytes.*;/N bytes;/'
  good-instance.wet.clew: 19 dependences in N bytes; made

A trace with problems is indexed with them; one that is used afterwards says the same.

  $ clew -c problems bad-instance-range.wet >before; clew index bad-instance-range.wet >/dev/null
  $> clew -c problems bad-instance-range.wet | cmp - before && clew --json -c info bad-instance-range.wet | head -c 40
  bad-instance-range.wet:12:10: execution 1 of id 10: the trace has 1 execution
  bad-instance-range.wet:12:10: execution 1 of id 10: the trace has 1 execution
  bad-instance-range.wet:12:10: execution 1 of id 10: the trace has 1 execution
  {"kind":"wet","instructions":5,"instance

Every trace there is answers the same with its index.

  $ for t in *.wet *.lim; do clew -c info -c 'list 9' -c problems "$t" >before 2>&1; clew index $t >/dev/null 2>&1 || echo "$t: no index"
  $>   clew -c info -c 'list 9' -c problems "$t" >after 2>&1; cmp before after; done
  bad-blank.wet: no index
  bad-empty.wet: no index

A change of the trace, or of how it is numbered, makes it anew.

  $ clew index good-instance.wet >/dev/null; printf '\n' >>good-instance.wet; clew index good-instance.wet | sed 's/.*;//'
  clew: the index good-instance.wet.clew is unusable (the trace has another size now): clew builds it again from the trace
   made
  $ clew index --x=dense good-instance.wet | sed 's/.*;//'
  clew: the index good-instance.wet.clew is unusable (it was made with another --x): clew builds it again from the trace
   made
  $ cp good-instance.wet x && mv x good-instance.wet && clew index --x=dense good-instance.wet 2>&1 >/dev/null | sed 's/another.*/another .../'
  clew: the index good-instance.wet.clew is unusable (the trace has another ...

Damage is found: an index is made anew, but not to verify it, which writes nothing; a recording is refused.

  $ clew index good-wide-values.wet >/dev/null; printf DAMAGED. | dd of=good-wide-values.wet.clew bs=1 seek=100 conv=notrunc 2>/dev/null
  $> clew index --verify good-wide-values.wet 2>&1 | sed 's/[0-9,]* bytes.*;/N bytes;/; s/offset [0-9]*/offset N/'
  clew: good-wide-values.wet.clew: offset N: the table of the file is damaged: its checksum is another
  $ md5sum <good-wide-values.wet.clew >before; clew index --verify good-wide-values.wet 2>/dev/null; echo $?; md5sum <good-wide-values.wet.clew | cmp - before
  1
  $ clew -c info --index=always good-wide-values.wet 2>&1 | sed -n '1s/offset.*/offset/p'; clew index --verify good-wide-values.wet | sed 's/.*;//'
  clew: the index good-wide-values.wet.clew is unusable (offset
   verified
  $ printf '\n' >>good-wide-values.wet; clew index --verify good-wide-values.wet
  clew: good-wide-values.wet.clew: the trace has another size now
  [1]
  $ rm good-wide-values.wet.clew; clew index --verify good-wide-values.wet; echo $?; ls good-wide-values.wet*
  clew: good-wide-values.wet: it has no index
  1
  good-wide-values.wet
  $ clew index --verify --rebuild good-wide-values.wet
  clew: --rebuild and --verify contradict each other; clew index --help says more
  [2]
  $ clew convert good-wide-values.wet -o r.clew 2>/dev/null; clew index --verify r.clew | sed 's/[0-9,]* bytes.*;/N bytes;/'
  r.clew: 0 dependences in N bytes; verified
  $ truncate -s -1 r.clew; clew index r.clew 2>&1 | sed 's/[0-9][0-9]*/N/g'
  clew: r.clew: offset N: the file ends here, but its table ends at N
  $ clew -c where r.clew 2>&1 | sed 's/[0-9][0-9]*/N/g'
  clew: r.clew: offset N: the file ends here, but its table ends at N; clew needs the complete recording: copy it again, or record the run again

A compressed text that is cut: that is said again wherever its index is used.

  $ (cat good-instance.wet; seq -f '    %.0f:7 7' 1 4000) | gzip -c | head -c 400 >cut.wet.gz; for i in 1 2; do clew index cut.wet.gz 2>&1 | sed 's/[0-9,]* bytes.*;/N bytes;/'; done
  clew: read only the part before the damage: cut.wet.gz: offset 400: compressed data is damaged: the file ends within a gzip member
  cut.wet.gz.clew: 19 dependences in N bytes; made
  clew: read only the part before the damage: cut.wet.gz: offset 400: compressed data is damaged: the file ends within a gzip member
  cut.wet.gz.clew: 19 dependences in N bytes; already there
  $ clew -c 'info trace' --index=always cut.wet.gz 2>&1 >/dev/null | head -1
  clew: read only the part before the damage: cut.wet.gz: offset 400: compressed data is damaged: the file ends within a gzip member

What is in the way stays as it was.

  $ rm -f good-dense.wet.clew; echo mine >good-dense.wet.clew; clew index good-dense.wet | sed 's/[0-9,]* bytes.*;/N bytes;/'; echo ${PIPESTATUS[0]}; cat good-dense.wet.clew
  clew: no index is kept: good-dense.wet.clew: exists and is neither a clew recording nor an index: clew does not overwrite it
  good-dense.wet: 19 dependences in N bytes; not kept
  1
  mine
  $ clew convert good-none.wet -o good-none.wet.clew 2>/dev/null; clew index --rebuild good-none.wet | sed 's/[0-9,]* bytes.*;/N bytes;/'
  clew: no index is kept: good-none.wet.clew: is a recording: clew does not overwrite it
  good-none.wet: 0 dependences in N bytes; not kept
  $ clew -c info good-none.wet.clew | head -1
  WET trace, comprehensive: good-none.wet.clew

What cannot be done is said.

  $ clew index
  clew: no trace given; clew index --help says more
  [2]
  $ clew index --x=any good-none.wet
  clew: --x takes instance or dense, not: any; clew index --help says more
  [2]
  $ clew index --threads=0 good-none.wet
  clew: --threads takes 1 to 8, not: 0; clew index --help says more
  [2]
  $ clew index --frob good-none.wet
  clew: unknown option --frob; clew index --help says more
  [2]
  $ clew index --rebuidl good-none.wet; clew index --threads
  clew: unknown option --rebuidl: the nearest is --rebuild; clew index --help says more
  clew: --threads needs an argument: --threads=ARGUMENT; clew index --help says more
  [2]
  $ clew index none.wet bad-empty.wet .
  clew: none.wet: cannot be opened: No such file or directory: the nearest is long.wet
  clew: bad-empty.wet: empty file
  clew: .: is a folder, not a file
  [1]
  $ yes "$(printf '\377\1')" | head -c 3000 >random; for t in max.c random; do clew index $t; echo $?; ls $t.clew 2>/dev/null; done
  clew: max.c:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  1
  clew: random:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->
  1
  [2]
  $ clew index - <good-instance.wet 2>&1 | sed 's/[0-9,]* bytes.*;/N bytes;/'
  -: 19 dependences in N bytes; not kept
  clew: -: only a file with a name has an index
  $ clew index good-instance.wet.clew
  clew: good-instance.wet.clew: is the index of a text trace, not a trace: open the text itself
  [1]

An index is not there before it is whole: when memory runs out nothing is left.

  $ awk 'BEGIN { n = 200000; print n; for (i = 1; i <= n; i++) printf "%d %d %x f%d.c g%d 4\nSIZE 0\nVALUES 1\n    0:1\n", i, i, 4096 + i * 4, i % 1000, i % 1000 }' >many.wet
  $> (ulimit -c 0; ulimit -v 80000; clew index many.wet) 2>&1 | grep -qE 'out of memory|Sanitizer' && echo out of memory; ls many.wet*; rm many.wet
  out of memory
  many.wet

What was left where files have no other way says what it is.

  $ head -c 70000 /dev/zero >old.clew.0123abcd.part; clew -c where old.clew.0123abcd.part; cp good-instance.wet new.wet.part-aB3dE6; clew -c where new.wet.part-aB3dE6
  clew: old.clew.0123abcd.part: clew was killed while it wrote this file, and cannot read it: remove it, then record or open the trace again
  new.wet.part-aB3dE6: clew was killed while it wrote this file: its end may be missing
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  $ clew -c where new.clew.part-aB3dE6; cp good-instance.wet my.part; clew -c where my.part
  clew: new.clew.part-aB3dE6: cannot be opened: No such file or directory
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
