Execution traces of GNATcoverage. The example of its user's guide:

  $ clew dump-trace gnatcov/good-seed.trace
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : dc 07 02 15 08 00 25 00
         2012-02-21 08:00:37
  
  Tag  : EXEC_FILE_NAME
  Len  : 16
  Data : obj/test_divmod2
  
  Tag  : USER_DATA (User_Tag)
  Len  : 10
  Data : sample tag
  
  Traces:
  fffffffc-fffffffb ?: 20 ---- fault
  fffffffc-ffffffff ?: 11 ---t block
  fff0067c-fff006b3 ?: 11 ---t block
  fff006bc-fff006bf ?: 12 --t- block

Relocated by the load address of a kernel module, as it stands, and merged; the kind on request.

  $ clew dump-trace gnatcov/good-kernel.trace
  Tag  : EXEC_FILE_NAME
  Len  : 9
  Data : obj/mod.o
  
  Tag  : KERNEL_FILE_NAME
  Len  : 7
  Data : vxWorks
  
  Traces:
  Kernel was loaded at: 02000000
  00000040-00000047 ?: 11 ---t block
  00000048-0000004f ?: 12 --t- block
  $ clew dump-trace --raw gnatcov/good-kernel.trace | sed 1,/Traces/d
  00000100-00000107 ?: 10 ---- block
  Kernel was loaded at: 02000000
  00000200-00000207 ?: 10 ---- block
  02000040-02000047 ?: 11 ---t block
  02000048-0200004f ?: 12 --t- block
  $ clew dump-trace --merged gnatcov/good-kernel.trace
  00000040-00000047 ?: 11 ---t block
  00000048-0000004f ?: 12 --t- block
  $ clew dump-trace --kind gnatcov/good-history.trace | head -4
  Kind: HISTORY
  
  Tag  : EXEC_FILE_NAME
  Len  : 5
  $ clew dump-trace --kind gnatcov/good-map.dmap
  Kind: DECISION_MAP
  
  Traces:
  00000100-00000103 ?: 00 ----
  00000200-00000203 ?: 00 ----
  00000300-00000303 ?: 00 ----

Shared objects: addresses in them are theirs.

  $ clew dump-trace gnatcov/good-objects.trace
  Tag  : EXEC_FILE_NAME
  Len  : 8
  Data : obj/main
  
  Traces:
  0000000000401000-0000000000401003 ?: 10 ---- block
  Loading shared object /lib/libfoo.so
     at 00007f0000000000 .. 00007f0000001fff
  0000000000000100-0000000000000105 ?: 11 ---t block
  0000000000001fff-0000000000002004 ?: 11 ---t block
  00007f0000002000-00007f0000002005 ?: 11 ---t block
  00007f0000000100-00007f0000000105 ?: 11 ---t block
  Loading shared object /lib/libfoo.so
     at 00007f1000000000 .. 00007f1000001fff
  0000000000000100-0000000000000105 ?: 12 --t- block
  00007f0000000100-00007f0000000105 ?: 12 --t- block
  $ clew dump-trace --raw gnatcov/good-objects.trace | sed 1,/Traces/d
  0000000000401000-0000000000401003 ?: 10 ---- block
  Loading shared object /lib/libfoo.so
     at 00007f0000000000 .. 00007f0000001fff
  00007f0000000100-00007f0000000105 ?: 11 ---t block
  00007f0000001fff-00007f0000002004 ?: 11 ---t block
  00007f0000002000-00007f0000002005 ?: 11 ---t block
  00007f0000000100-00007f0000000105 ?: 11 ---t block
  Loading shared object /lib/libfoo.so
     at 00007f1000000000 .. 00007f1000001fff
  00007f1000000100-00007f1000000105 ?: 12 --t- block
  00007f0000000100-00007f0000000105 ?: 12 --t- block
  $ clew dump-trace --merged gnatcov/good-objects.trace
  0000000000000100-0000000000000105 ?: 13 --tt block
  0000000000001fff-0000000000002004 ?: 11 ---t block
  0000000000401000-0000000000401003 ?: 10 ---- block
  00007f0000000100-00007f0000000105 ?: 13 --tt block
  00007f0000002000-00007f0000002005 ?: 11 ---t block
  $ clew dump-trace gnatcov/good-kernel-objects.trace | sed 1,/Traces/d
  Loading shared object /lib/a
     at 00001000 .. 00002fff
  Kernel was loaded at: 00008000
  00000100-00000103 ?: 11 ---t block
  00000100-00000103 ?: 12 --t- block
  Loading shared object /lib/b
     at 00009000 .. 00009fff
  00000010-00000013 ?: 12 --t- block
  00002000-00002003 ?: 13 --tt block
  $ clew dump-trace gnatcov/bad-overlap.trace 2>&1 | sed 1,/Traces/d
  0000000000401000-0000000000401003 ?: 10 ---- block
  Loading shared object /lib/a
     at 0000000000001000 .. 0000000000002fff
  Loading shared object /lib/b
     at 0000000000001800 .. 00000000000037ff
  00000000000007ff-0000000000000802 ?: 10 ---- block
  0000000000000000-0000000000000003 ?: 11 ---t block
  Loading shared object /lib/c
     at 0000000000000800 .. 00000000000027ff
  0000000000001000-0000000000001003 ?: 12 --t- block
  00000000000017ff-0000000000001802 ?: 13 --tt block
  0000000000001000-0000000000001003 ?: 10 ---- block
  0000000000001900-0000000000001903 ?: 11 ---t block
  clew: gnatcov/bad-overlap.trace: byte 192: warning: expected a range of its own, found 1800-37ff over the shared object loaded at 1000
  clew: gnatcov/bad-overlap.trace: byte 336: warning: expected a range of its own, found 800-27ff over the shared object loaded at 1000

Both byte orders, the two headers of different ones, and every tag (bytes beyond ASCII go out as they are).

  $ clew dump-trace gnatcov/good-big-32.trace gnatcov/good-two-orders.trace
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : 07 ea 0b 14 08 1e 00 00
         2026-11-20 08:30:00
  
  Tag  : EXEC_FILE_NAME
  Len  : 6
  Data : ./prog
  
  Tag  : EXEC_FILE_SIZE
  Len  : 5
  Data :  4096
  
  Tag  : EXEC_FILE_TIME_STAMP
  Len  : 19
  Data : 2026-11-20 08:29:00
  
  Tag  : EXEC_FILE_CRC32
  Len  : 11
  Data :  2513415012
  
  Tag  : USER_DATA (User_Tag)
  Len  : 5
  Data : a run
  
  Traces:
  fff00100-fff00107 ?: 11 ---t block
  fff00108-fff0133b ?: 12 --t- block
  fff00100-fff00107 ?: 02 --t-
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : ea 07 02 1c 17 3b 3b 00
         2026-02-28 23:59:59
  
  Tag  : EXEC_FILE_NAME
  Len  : 1
  Data : a
  
  Traces:
  00000100-00000203 ?: 10 ---- block
  $ clew dump-trace gnatcov/good-x86-64.trace | sed 1,/Traces/d
  0000000000401000-0000000000401005 ?: 11 ---t block
  0000000000401006-0000000000401025 ?: 10 ---- block
  0000000000401000-0000000000401005 ?: 02 --t-
  fffffffffffffff0-ffffffffffffffff ?: 10 ---- block
  0000000000401040-000000000041103e ?: 13 --tt block
  0000000000401026-0000000000401025 ?: 20 ---- fault
  $ clew dump-trace gnatcov/good-tags.trace | LC_ALL=C grep -ac $'^Data : na\xefve \xc3\xa9$'
  1
  $ clew dump-trace gnatcov/good-tags.trace | grep -ac '^Data : 63 61 66 c3 89$'
  1
  $ clew dump-trace gnatcov/good-tags.trace | grep -a -A3 '^Tag  : [CDK]'
  Tag  : COVERAGE_OPTIONS
  Len  : 1
  Data : x
  
  --
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : e8 07 02 1d 00 00 00 07
         2024-02-29 00:00:00
  --
  Tag  : KERNEL_FILE_NAME
  Len  : 0
  Data : 
  
  --
  Tag  : COVERAGE_CONTEXT
  Len  : 40
  Data : 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27
  

Ranges that overlap are split where they begin and end; a branch outcome alone belongs to the whole range before it.

  $ clew dump-trace --merged gnatcov/good-merge.trace
  000000f8-000000ff ?: 10 ---- block
  00000100-00000107 ?: 12 --t- block
  00000108-0000010f ?: 12 --t- block
  00000110-0000011f ?: 13 --tt block
  $ clew dump-trace --merged gnatcov/good-x86-64.trace
  0000000000401000-0000000000401005 ?: 13 --tt block
  0000000000401006-0000000000401025 ?: 10 ---- block
  0000000000401040-000000000041103e ?: 13 --tt block
  fffffffffffffff0-ffffffffffffffff ?: 10 ---- block
  $ clew dump-trace --mreged gnatcov/good-merge.trace; clew dump-trace --raw=1 gnatcov/good-merge.trace; clew aec --heder; clew aec -o
  clew: unknown option --mreged: the nearest is --merged; clew dump-trace --help says more
  clew: --raw takes no argument; clew dump-trace --help says more
  clew: unknown option --heder: the nearest is --header; clew aec --help says more
  clew: missing argument after: -o; clew aec --help says more
  [2]
  $ clew dump-trace --merged gnatcov/good-merge.trace gnatcov/good-2008.trace
  000000f8-000000ff ?: 10 ---- block
  00000100-00000107 ?: 12 --t- block
  00000108-0000010f ?: 12 --t- block
  00000110-0000011f ?: 13 --tt block
  00000100-00000107 ?: 11 ---t block
  00000108-0000010b ?: 12 --t- block

What cannot be merged is told, and what is not there.

  $ clew dump-trace --merged gnatcov/good-map.dmap 2>told; echo $?; sed 's/: expected .*//' told
  1
  clew: gnatcov/good-map.dmap: byte 13: error
  $ clew dump-trace --merged gnatcov/bad-no-bytes.trace gnatcov/bad-wrap.trace gnatcov/bad-wrap-64.trace 2>told; echo $?; sed 's/: expected .*//' told
  00000100-00000103 ?: 10 ---- block
  fffffffe-ffffffff ?: 11 ---t block
  fffffffffffffffe-ffffffffffffffff ?: 11 ---t block
  0
  clew: gnatcov/bad-no-bytes.trace: byte 20: warning
  clew: gnatcov/bad-no-bytes.trace: byte 36: warning
  clew: gnatcov/bad-wrap.trace: byte 20: warning
  clew: gnatcov/bad-wrap-64.trace: byte 20: warning

Nothing is lost that stands before damage, and the next file is read.

  $ clew dump-trace gnatcov/bad-padding-cut.trace gnatcov/bad-second-kind.trace gnatcov/bad-special.trace gnatcov/good-2008.trace
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : dc 07 02 15 08 00 25 00
         2012-02-21 08:00:37
  
  Tag  : EXEC_FILE_NAME
  Len  : 16
  Data : obj/test_divmod2
  
  Tag  : USER_DATA (User_Tag)
  Len  : 10
  Data : sample tag
  
  clew: gnatcov/bad-padding-cut.trace: byte 78: error: expected 2 bytes of padding, found 1 up to the end of the file
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : dc 07 02 15 08 00 25 00
         2012-02-21 08:00:37
  
  Tag  : EXEC_FILE_NAME
  Len  : 16
  Data : obj/test_divmod2
  
  Tag  : USER_DATA (User_Tag)
  Len  : 10
  Data : sample tag
  
  clew: gnatcov/bad-second-kind.trace: byte 101: error: expected kind 0 (FLAT) or 1 (HISTORY) of the second header, found 2
  Tag  : DATE_TIME (Date)
  Len  : 8
  Data : dc 07 02 15 08 00 25 00
         2012-02-21 08:00:37
  
  Tag  : EXEC_FILE_NAME
  Len  : 16
  Data : obj/test_divmod2
  
  Tag  : USER_DATA (User_Tag)
  Len  : 10
  Data : sample tag
  
  Traces:
  fffffffc-fffffffb ?: 20 ---- fault
  clew: gnatcov/bad-special.trace: byte 116: error: expected 1 (load address), 2 (load) or 3 (unload) in a special entry, found 4
  Traces:
  00000100-00000107 ?: 11 ---t block
  00000108-0000010b ?: 12 --t- block
  [1]
  $ clew dump-trace --merged gnatcov/bad-entry-cut.trace
  fff0067c-fff006b3 ?: 11 ---t block
  fffffffc-ffffffff ?: 11 ---t block
  clew: gnatcov/bad-entry-cut.trace: byte 132: error: expected an entry of 8 bytes, found 5 up to the end of the file
  [1]
  $ clew dump-trace gnatcov/bad-no-entries.trace 2>&1 | tail -2
  Traces:
  clew: gnatcov/bad-no-entries.trace: byte 88: warning: expected a second header, found the end of the file: a trace without entries
  $ clew dump-trace gnatcov/bad-no-base.trace gnatcov/bad-zero-base.trace 2>&1 | grep -v '^Tag\|^Len\|^Data\|^$'
  Traces:
  00000100-00000107 ?: 11 ---t block
  02000040-02000047 ?: 12 --t- block
  clew: gnatcov/bad-no-base.trace: byte 100: error: expected a load address for KERNEL_FILE_NAME, found none; addresses are not relocated
  Traces:
  00000100-00000107 ?: 11 ---t block
  02000040-02000047 ?: 12 --t- block
  clew: gnatcov/bad-zero-base.trace: byte 92: error: expected the load address of a kernel module, found 0; addresses are not relocated
  $ clew dump-trace gnatcov/bad-object-sizes.trace gnatcov/bad-object-end.trace 2>&1 | grep -v '^Tag\|^Len\|^Data\|^$'
  Traces:
  0000000000401000-0000000000401003 ?: 10 ---- block
  0000000000005100-0000000000005103 ?: 10 ---- block
  clew: gnatcov/bad-object-sizes.trace: byte 80: error: expected a decimal EXEC_CODE_SIZE above 0 of the shared object, found 0; it is not loaded
  clew: gnatcov/bad-object-sizes.trace: byte 196: error: expected a decimal EXEC_CODE_SIZE above 0 of the shared object, found another text; it is not loaded
  Traces:
  0000000000401000-0000000000401003 ?: 10 ---- block
  Loading shared object /lib/libfoo.so
     at fffffffffffff000 .. ffffffffffffffff
  0000000000000fff-0000000000000fff ?: 10 ---- block
  0000000000000000-0000000000000000 ?: 10 ---- block
  clew: gnatcov/bad-object-end.trace: byte 80: warning: expected code that ends in the address space, found 4097 bytes; clew ignores those past its end
  $ clew dump-trace gnatcov/bad-tag.trace gnatcov/bad-date.trace 2>&1 | sed -n '/UNKNOWN/p; /Bad/p; /^clew/p'
  Tag  : UNKNOWN (2147483649)
  Tag  : UNKNOWN (11)
  clew: gnatcov/bad-tag.trace: byte 36: warning: expected a tag from 0 to 10, found 2147483649
  clew: gnatcov/bad-tag.trace: byte 60: warning: expected a tag from 0 to 10, found 11
         !Bad Format!
  clew: gnatcov/bad-date.trace: byte 20: warning: expected a date, found year 2011, month 2, day 31, 8:0:37
  $ cat gnatcov/good-2008.trace | clew dump-trace -
  Traces:
  00000100-00000107 ?: 11 ---t block
  00000108-0000010b ?: 12 --t- block
  $ clew dump-trace nothing.trace gnatcov gnatcov/good-2008-empty.trace
  clew: nothing.trace: error: No such file or directory
  clew: gnatcov: error: is a folder, not a file
  Traces:
  [1]

Every file has exactly the diagnostics of the table, in both forms, and the exit status that goes with them.

  $ cd gnatcov; for form in always merged; do
  $>     option=; [ $form = always ] || option=--merged
  $>     for file in $(ls | grep -v '^README\|tsv$'); do
  $>         clew dump-trace $option "$file" 2>../told >/dev/null; status=$?
  $>         awk -F'\t' -v file="$file" -v form=$form -v status=$status '
  $>             FNR == NR { if ($1 == file && ($5 == "always" || form == "merged")) { row[++rows] = $2 ": " $3 ": "; has[rows] = $6; bad = bad || $3 == "error" } next }
  $>             { n++; start = "clew: " file ": byte " row[n]; if (n > rows || index($0, start) != 1 || !index($0, has[n])) print "not in the table: " $0 }
  $>             END { if (n != rows) print file, form, "has", n + 0, "diagnostics, not", rows + 0; if (status != bad + 0) print file, form, "ends with", status }' \
  $>             problems.tsv ../told; done; done; cd ..; wc -l <told
  0

More than a thousand of them are counted.

  $ (cat gnatcov/good-2008-empty.trace; for i in $(seq 1100); do printf '\0\0\0\0\0\0\0\1\0\3\200\0\0\0\0\0'; done) >many.trace
  $> clew dump-trace many.trace 2>&1 | sed -n '1,2p; $p' | cut -c 1-60
  Traces:
  clew: many.trace: byte 20: warning: expected the base of a l
  clew: many.trace: and 100 more errors or warnings

A reader that has seen enough is no reason for words, and nobody is told to use it wrongly without a hint.

  $ (cat gnatcov/good-2008-empty.trace; head -c 1600000 /dev/zero) >long.trace
  $> clew dump-trace long.trace | head -2
  Traces:
  0000000000000000-ffffffffffffffff ?: 00 ----
  $ clew dump-trace
  clew: no trace given; clew dump-trace --help says more
  [2]
  $ clew dump-trace --raw --merged gnatcov/good-2008.trace
  clew: --raw or --merged, not both; clew dump-trace --help says more
  [2]
  $ clew dump-trace --cooked gnatcov/good-2008.trace
  clew: unknown option --cooked; clew dump-trace --help says more
  [2]
  $ clew dump-trace --help
  Usage: clew dump-trace [--raw | --merged] [--kind] FILE...
  
  Prints GNATcoverage traces: their infos and entries, relocated. Problems in a trace go to standard error.
  
    --raw     addresses as in the file, not relocated
    --merged  only the ranges that the entries of a file cover, merged and ascending
    --kind    print the kind of the trace first: FLAT, HISTORY, INFO or DECISION_MAP
