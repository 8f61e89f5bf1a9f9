A coverage trace in a session: the example of the user's guide. Its executable is not there, and that is said.

  $ clew -c where -c entries gnatcov/good-seed.trace
  gnatcov/good-seed.trace: the executable obj/test_divmod2 is missing: name it with --exec
  0xfffffffc
    @1 of 4  fffffffc-fffffffb  fault
    infos    infos; PowerPC, little-endian
    DATE_TIME            2012-02-21 08:00:37
    EXEC_FILE_NAME       obj/test_divmod2
    USER_DATA            sample tag
    entries  flat: what ran, in the order of first execution; PowerPC, 32 bits, little-endian
  > @1      fffffffc-fffffffb 20 ---- fault
    @2      fffffffc-ffffffff 11 ---t block
    @3      fff0067c-fff006b3 11 ---t block
    @4      fff006bc-fff006bf 12 --t- block

  $ clew -c 'goto end' -c 'goto begin' -c 'goto @3' -c 'goto 0xfff0067e' -c 'goto 50%' -c 'info trace' gnatcov/good-seed.trace 2>/dev/null
  0xfff006bc
    @4 of 4  fff006bc-fff006bf  block, fell through
  0xfffffffc
    @1 of 4  fffffffc-fffffffb  fault
  0xfff0067c
    @3 of 4  fff0067c-fff006b3  block, taken
  0xfff0067e
    @3 of 4  fff0067c-fff006b3  block, taken
  0xfffffffc
    @2 of 4  fffffffc-ffffffff  block, taken
  coverage trace: gnatcov/good-seed.trace
  executable             not found: name it with --exec=FILE
  entries                             4  in order of first execution
  ranges                              3  of code that ran, merged

What cannot be asked of it says why.

  $ clew -c next-uncovered gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: no names or lines without the executable: name it with --exec=FILE
  [1]

  $ clew -c step gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: a flat trace does not record the order of executions: use `next-uncovered`, `next-execution` or `goto +1` (the next entry). clew run-coverage --history records an order
  [1]

  $ clew -c 'break 0x100' gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: a flat trace does not record the order of executions, so nothing can stop: clew run-coverage --history records one
  [1]

  $ clew -c 'goto @99' gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: no entry @99: the trace has @1 to @2
  [1]

  $ clew -c 'deps' gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: `deps` needs a recording, but this is a coverage trace. Dependences are not recorded; `next-uncovered`, `branch` and `list` show what ran, `clew record` records dependences
  [1]

  $ clew -c 'goto main' gnatcov/good-2008.trace
  gnatcov/good-2008.trace: it does not name its executable: name it with --exec
  clew: no names or lines without the executable: name it with --exec=FILE
  [1]

For programs.

  $ clew --json -c where -c entries -c 'info trace' gnatcov/good-ops.trace 2>/dev/null | head -5
  {"address":"0x1000","function":null,"file":null,"line":null,"entry":1}
  {"section":"entries","kind":0,"machine":183,"address_size":8,"big_endian":false}
  {"entry":1,"size":4,"op":"0x0","block":false,"fault":false,"taken":false,"fell_through":false,"address":"0x1000","function":null,"file":null,"line":null}
  {"entry":2,"size":4,"op":"0x1","block":false,"fault":false,"taken":true,"fell_through":false,"address":"0x1010","function":null,"file":null,"line":null}
  {"entry":3,"size":4,"op":"0x2","block":false,"fault":false,"taken":false,"fell_through":true,"address":"0x1020","function":null,"file":null,"line":null}

Shared objects and kernel modules: addresses are those of their files.

  $ clew -c entries gnatcov/good-objects.trace
  gnatcov/good-objects.trace: the executable obj/main is missing: name it with --exec
  gnatcov/good-objects.trace: the shared object /lib/libfoo.so is missing: name it with --exec
    infos    infos; x86-64, little-endian
    EXEC_FILE_NAME       obj/main
    entries  flat: what ran, in the order of first execution; x86-64, 64 bits, little-endian
  > @1      00401000-00401003 10 ---- block
    @2      shared object loaded at 0x7f0000000000  /lib/libfoo.so
    @3      00000100-00000105 11 ---t block
    @4      00001fff-00002004 11 ---t block
    @5      00007f0000002000-00007f0000002005 11 ---t block
    @6      shared object unloaded at 0x7f0000000000  /lib/libfoo.so
    @7      00007f0000000100-00007f0000000105 11 ---t block
    @8      shared object loaded at 0x7f1000000000  /lib/libfoo.so
    @9      00000100-00000105 12 --t- block
    @10     00007f0000000100-00007f0000000105 12 --t- block

  $ clew -c 'goto @4' -c 'goto @6' gnatcov/good-objects.trace 2>/dev/null
  0x1fff
    @4 of 10  00001fff-00002004  block, taken
  0x7f0000000000
    @6 of 10  shared object unloaded at 0x7f0000000000  /lib/libfoo.so

  $ clew -c entries -c where gnatcov/good-kernel.trace
  gnatcov/good-kernel.trace: the executable obj/mod.o is missing: name it with --exec
    infos    infos; PowerPC, little-endian
    EXEC_FILE_NAME       obj/mod.o
    KERNEL_FILE_NAME     vxWorks
    entries  flat: what ran, in the order of first execution; PowerPC, 32 bits, little-endian
    @1      00000100-00000107 10 ---- block        not in the module: before its load, or below it
    @2      kernel module loaded at 0x2000000
    @3      00000200-00000207 10 ---- block        not in the module: before its load, or below it
  > @4      00000040-00000047 11 ---t block
    @5      00000048-0000004f 12 --t- block
  0x40
    @4 of 5  00000040-00000047  block, taken

A decision map says what is to be watched, and nothing ran.

  $ clew -c where -c coverage gnatcov/good-map.dmap
  clew: a decision map lists what an emulator should watch, not what ran
  gnatcov/good-map.dmap: it does not name its executable: name it with --exec
  0x100
    @1 of 3  00000100-00000103
  clew: a decision map lists what an emulator should watch, not what ran
  [1]

Damage is told, and what precedes it is there.

  $ clew -c where -c problems gnatcov/bad-entry-cut.trace
  gnatcov/bad-entry-cut.trace: offset 132: expected an entry of 8 bytes, found 5 up to the end of the file
  gnatcov/bad-entry-cut.trace: the executable obj/test_divmod2 is missing: name it with --exec
  0xfffffffc
    @1 of 3  fffffffc-fffffffb  fault
  gnatcov/bad-entry-cut.trace: offset 132: expected an entry of 8 bytes, found 5 up to the end of the file
  gnatcov/bad-entry-cut.trace: the executable obj/test_divmod2 is missing: name it with --exec

  $ clew -c where gnatcov/bad-no-entries.trace
  gnatcov/bad-no-entries.trace: offset 88: expected a second header, found the end of the file: a trace without entries
  gnatcov/bad-no-entries.trace: the executable obj/test_divmod2 is missing: name it with --exec
  clew: this trace has no entry of code
  this trace has no entry of code

  $ clew --strict -c where gnatcov/bad-date.trace
  clew: gnatcov/bad-date.trace: offset 20: expected a date, found year 2011, month 2, day 31, 8:0:37
  [1]

  $ clew -c where gnatcov/bad-magic.trace
  clew: gnatcov/bad-magic.trace: is not a trace; it looks like binary data: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  [1]

  $ clew -c where gnatcov/bad-source.srctrace
  clew: gnatcov/bad-source.srctrace: offset 0: expected an execution trace, found a GNATcov source trace file, version 4, which needs the .sid files of the instrumentation
  [1]
