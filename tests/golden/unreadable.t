An executable or a source that is there and cannot be read: one line says so, info says it always, and the status tells that answers lack it. Both files are
larger than clew reads, and nearly all hole.

  $ cp $ROOT/data/demo/recorded/mean.clew $ROOT/data/demo/recorded/mean $ROOT/data/demo/mean.c . && clew -c 'list 20,21' mean.clew
    20     x1  {
    21     x1      int sum = 0;

  $ truncate -s 3G mean.c && clew -c 'list 20,21' mean.clew
  clew: ./mean.c is larger than 64 MB, the limit for such a file: answers lack its contents
  clew: ./mean.c is larger than 64 MB, the limit for such a file; `directory FOLDER` adds a folder to search
  [1]

  $ clew -c 'list 20,21' -c info mean.clew 2>/dev/null | tail -1
  cannot be read ./mean.c is larger than 64 MB, the limit for such a file

  $ clew -c info mean.clew 2>/dev/null | tail -1; clew -c 'info source' mean.clew 2>/dev/null
  cannot be read ./mean.c is larger than 64 MB, the limit for such a file
  mean.c                  ./mean.c is larger than 64 MB, the limit for such a file
  [1]

  $ cp $ROOT/data/demo/mean.c . && truncate -s 20G mean && clew -c where -c 'where @20' mean.clew
  clew: mean is larger than 2048 MB, the limit for such a file: answers lack its contents
  0x1278#0 of 1  main mean.c:41  @335 of 356
    }  = 0x1fff000670
  0x10c0#0 of 1  register_tm_clones  @20 of 356
    = 0x10c020
  [1]

  $ clew -c info mean.clew 2>/dev/null | tail -1
  cannot be read mean is larger than 2048 MB, the limit for such a file


A file of debug information is named as it lies, too.

  $ cp $ROOT/data/demo/recorded/mean . && objcopy --only-keep-debug mean mean.debug && objcopy --strip-debug --add-gnu-debuglink=mean.debug mean && truncate -s 3G mean.debug
  $> (clew -c info mean.clew 2>&1 >/dev/null; clew -c info mean.clew 2>/dev/null | tail -1) | sed "s|$PWD|HERE|"
  clew: debug file HERE/mean.debug: is larger than 2048 MB, the limit for such a file: answers lack its contents
  cannot be read debug file HERE/mean.debug: is larger than 2048 MB, the limit for such a file

A file of that name that is not an ELF file was not looked for: it is said, and the trace is written.

  $ cp $ROOT/data/demo/mean.c . && gcc -g -o mean mean.c && objcopy --only-keep-debug mean mean.debug && objcopy --strip-debug --add-gnu-debuglink=mean.debug mean
  $> : >mean.debug; clew record -o empty.clew -- ./mean && clew -c where empty.clew 2>&1 | sed "s|$PWD|HERE|g" | head -1
  mean response time: 136 ms
  clew: HERE/mean: clew does not use its debug file: HERE/mean.debug: not an ELF file
