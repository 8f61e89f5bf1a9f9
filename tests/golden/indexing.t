--index says whether the index of a text trace is kept, and the command index where it is.

Small texts are read anew each time, unless it is asked for.

  $ clew -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"; ls good-instance.wet*
  trace  good-instance.wet, N bytes
  index  kept in memory, N bytes
  good-instance.wet
  $ clew --index=always -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"; ls good-instance.wet*
  trace  good-instance.wet, N bytes
  index  good-instance.wet.clew, N bytes: made when the trace was opened
  good-instance.wet
  good-instance.wet.clew
  $ clew --index=always -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  trace  good-instance.wet, N bytes
  index  good-instance.wet.clew, N bytes: reused
  $ clew --index=auto -c index --json good-instance.wet | sed "s/size\":[0-9]*/size\":N/g"
  {"trace":"good-instance.wet","trace_size":N,"state":"reused","index":"good-instance.wet.clew","index_size":N}
  $ clew --index=never -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  trace  good-instance.wet, N bytes
  index  kept in memory, N bytes
  $ clew --index=rebuild -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  trace  good-instance.wet, N bytes
  index  good-instance.wet.clew, N bytes: made when the trace was opened
  $ clew -c 'index verify' good-instance.wet
  verified: every page is as it was written, and reading the text again gives the same
  $ clew --json -c 'index verify' good-instance.wet
  {"verified":true}
  $ clew --index=sometimes -c index good-instance.wet
  clew: --index takes auto, always, never or rebuild, not: sometimes; clew --help says more
  [2]

An index that is no good is made anew, and that is said. What is no index is not written over.

  $ printf X | dd of=good-instance.wet.clew bs=1 seek=20 conv=notrunc 2>/dev/null; clew --index=always -c index good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  clew: the index good-instance.wet.clew is unusable (offset 0: the head of the file has impossible sizes): clew builds it again from the trace
  trace  good-instance.wet, N bytes
  index  good-instance.wet.clew, N bytes: made when the trace was opened
  $ cp good-instance.wet other.wet; clew --index=always -c index other.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"; echo >>other.wet; clew --index=always -c index other.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  trace  other.wet, N bytes
  index  other.wet.clew, N bytes: made when the trace was opened
  clew: the index other.wet.clew is unusable (the trace has another size now): clew builds it again from the trace
  trace  other.wet, N bytes
  index  other.wet.clew, N bytes: made when the trace was opened
  $ printf 'nonsense' >good-instance.wet.clew; clew --index=always -c index -c 'deps 30#1' good-instance.wet 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  clew: no index is kept: good-instance.wet.clew: exists and is neither a clew recording nor an index: clew does not overwrite it
  trace  good-instance.wet, N bytes
  index  kept in memory, N bytes
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)
  data     0x1142#0  largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;

In batch the answers are exact from the start: nothing is provisional, also of a text that counts as large. At the prompt and through a pipe what shows or moves waits; index stop ends the
indexing, then answers say what they rest on, and index start begins it again.

  $ echo 0 43 >hold; CLEW_TEST_INDEXING=hold clew --index=never -c 'deps 30#1' good-instance.wet
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)
  data     0x1142#0  largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;
  $ printf 'index\nindex stop\nwhere\ndeps 30#1\nprint 60#0\nuses 20#0\nindex\nhelp index\n' | CLEW_TEST_INDEXING=hold clew --index=never -i good-instance.wet 2>&1 | sed "s/[0-9,]* bytes$/N bytes/"
  trace  good-instance.wet, N bytes
  index  indexing 43%
  trace  good-instance.wet, N bytes
  index  not indexed: you stopped it
  provisional: not indexed
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  provisional: not indexed
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)
  data     0x1142#0  largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;
  clew: 60#0 is not known yet: this needs the whole trace, which is not indexed (you stopped it); `index start` indexes it
  clew: this needs the whole trace, which is not indexed (you stopped it); `index start` indexes it
  trace  good-instance.wet, N bytes
  index  not indexed: you stopped it
  index [show|start|stop|verify]
    Shows the state of the trace's index.
    clew shows a large text at once and indexes it meanwhile. Until then what you see is provisional, and commands that need the whole trace wait. Outside the full screen every command waits.
    stop ends indexing, start begins it again.
    verify checks every page of the index, and that the text is still the same when read again.
  $ printf 'index stop\ndeps 30#1\ndeps 10#0\nlinks 30#1\nindex\n' | CLEW_TEST_INDEXING=hold clew --index=never -i --json good-instance.wet 2>&1 | sed "s/[0-9,]* bytes$/N bytes/"
  {"trace":"good-instance.wet","trace_size":517,"state":"not indexed"}
  {"provisional":true,"state":"not indexed"}
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5,"provisional":true}
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6,"provisional":true}
  {"provisional":true,"state":"not indexed"}
  {"provisional":true,"state":"not indexed"}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6,"provisional":true}
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5,"relation":"definer","provisional":true}
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6,"relation":"definer","provisional":true}
  {"relation":"user","known":false,"provisional":true}
  {"trace":"good-instance.wet","trace_size":517,"state":"not indexed"}
  $ { sleep 0.3; rm hold; } & printf 'where\nindex\n' | CLEW_TEST_INDEXING=hold clew --index=never -i good-instance.wet 2>&1; wait
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  trace  good-instance.wet, 517 bytes
  index  kept in memory, 618 bytes
  $ echo 0 43 >hold; printf 'index\nwhere\nwhere\n' | CLEW_TEST_INDEXING=hold env --default-signal=INT clew --index=never -i good-instance.wet >said 2>&1 &
  $> until grep -qs 43% said; do sleep 0.01; done; sleep 0.5; kill -INT $!; wait $!; rm hold; tail -n +3 said
  clew: interrupted; indexing goes on
  $ printf 'uses 20#0\nindex\nindex start\n' | CLEW_TEST_INDEXING=hold clew --index=never -i good-instance.wet 2>&1
  control  0x113e#1  largest max.c:5         for (; i < 3; i++)
  control  0x1142#0  largest max.c:6  = 0x5  best = value[i] > best ? value[i] : best;
  control  0x1148#0  largest max.c:5  = 0x1  for (; i < 3; i++)
  trace  good-instance.wet, 517 bytes
  index  kept in memory, 618 bytes
  clew: nothing to index: clew knows the whole trace
  [1]
  $ printf 'problems\n' | CLEW_TEST_INDEXING=hold clew --index=never -i bad-x-order.wet
  bad-x-order.wet:14:5: X 1 after X 2
  bad-x-order.wet:14:5: X 1 after X 2
  $ printf 'where\n' | CLEW_TEST_INDEXING=hold clew --strict --index=never -i bad-x-order.wet
  bad-x-order.wet:14:5: X 1 after X 2
  [1]

Other kinds have no index.

  $ clew -c index gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: `index` needs a WET trace, but this is a coverage trace. It has no index, because clew reads it whole; `info trace` shows what it contains
  [1]
  $ clew -c index good-history.lim 2>&1 | sed "s/[0-9,]* bytes/N bytes/"
  trace  good-history.lim, N bytes
  index  kept in memory, N bytes
