What ran, by execution traces of GNATcoverage. The program and two traces of it are made here; the marks below were written down from the traces.

  $ bash coverage.sh && ls *.trace program
  a.trace
  b.trace
  program

The report: what is covered least comes first.

  $ clew coverage --exec program a.trace
  Routines, least covered first (level branch)
    instructions      branches   address   name
  -     0/2       0%     0/0     0040102c  spare
  !     2/6      33%     0/0     00401000  _start
  !     7/11     64%     0/4     00401018  check
  
  Files, least covered first
  !  17% of    12 lines covered  coverage.s
  
  Lines not fully covered
    instructions  branches  place
  -     0/2         0/0     coverage.s:5  mov     $1, %edi ; call check
  -     0/1         0/0     coverage.s:6  mov     $60, %eax
  -     0/1         0/0     coverage.s:7  syscall
  !     2/2         0/1     coverage.s:11  check:  test    %edi, %edi ; je both
  -     0/2         0/1     coverage.s:12  dec     %edi ; jne never
  !     2/2         0/1     coverage.s:13  both:   test    %eax, %eax ; js never
  !     2/2         0/1     coverage.s:14  test    %edi, %edi ; je leave
  -     0/1         0/0     coverage.s:15  nop
  -     0/1         0/0     coverage.s:17  never:  ud2
  -     0/2         0/0     coverage.s:21  spare:  nop ; ret
  
  3 routines with code, 2 executed (67%):
    0 fully covered (0%)
    2 partially covered
    1 not executed
  12 lines with code, 5 executed (42%):
    2 fully covered (17%)
    3 partially covered
    7 not executed
  19 instructions analyzed:
    9 covered
    10 not executed
  4 conditional branches analyzed:
    0 fully covered
    3 partially covered
    1 not executed
  $ clew coverage --level=insn --exec program b.trace
  Routines, least covered first (level insn)
    instructions      address   name
  -     0/2       0%  0040102c  spare
  !     2/6      33%  00401000  _start
  !    10/11     91%  00401018  check
  
  Files, least covered first
  !  58% of    12 lines covered  coverage.s
  
  Lines not fully covered
    instructions place
  -     0/2      coverage.s:5  mov     $1, %edi ; call check
  -     0/1      coverage.s:6  mov     $60, %eax
  -     0/1      coverage.s:7  syscall
  -     0/1      coverage.s:17  never:  ud2
  -     0/2      coverage.s:21  spare:  nop ; ret
  
  3 routines with code, 2 executed (67%):
    0 fully covered (0%)
    2 partially covered
    1 not executed
  12 lines with code, 7 executed (58%):
    7 fully covered (58%)
    0 partially covered
    5 not executed
  19 instructions analyzed:
    12 covered
    7 not executed

Traces are merged; --exe is as good as --exec.

  $ clew coverage --annotate=asm --exe program a.trace b.trace
  Coverage level: branch
  _start !: 0000000000401000-0000000000401017
  0000000000401000 +:  31 ff            xor    %edi,%edi
  0000000000401002 +:  e8 11 00 00 00   call   0x401018  <check>
  0000000000401007 -:  bf 01 00 00 00   mov    $0x1,%edi
  000000000040100c -:  e8 07 00 00 00   call   0x401018  <check>
  0000000000401011 -:  b8 3c 00 00 00   mov    $0x3c,%eax
  0000000000401016 -:  0f 05            syscall
  check !: 0000000000401018-000000000040102b
  0000000000401018 +:  85 ff            test   %edi,%edi
  000000000040101a +:  74 04            je     0x401020  <check+0x8>
  000000000040101c +:  ff cf            dec    %edi
  000000000040101e v:  75 0a            jne    0x40102a  <check+0x12>
  0000000000401020 +:  85 c0            test   %eax,%eax
  0000000000401022 v:  78 06            js     0x40102a  <check+0x12>
  0000000000401024 +:  85 ff            test   %edi,%edi
  0000000000401026 +:  74 01            je     0x401029  <check+0x11>
  0000000000401028 +:  90               nop
  0000000000401029 +:  c3               ret
  000000000040102a -:  0f 0b            ud2
  spare -: 000000000040102c-000000000040102d
  000000000040102c -:  90               nop
  000000000040102d -:  c3               ret
  19 instructions analyzed:
    12 covered
    7 not executed
  4 conditional branches analyzed:
    2 fully covered
    2 partially covered
    0 not executed
  $ clew coverage --annotate=asm --level=insn --function spare --exec program a.trace
  Coverage level: insn
  spare -: 000000000040102c-000000000040102d
  000000000040102c -:  90               nop
  000000000040102d -:  c3               ret
  2 instructions analyzed:
    0 covered
    2 not executed
  $ printf 'a.trace\n\nb.trace\n' >list
  $> clew coverage --annotate=asm --exec program @list | cmp - <(clew coverage --annotate=asm --exec program a.trace b.trace) && echo the same
  the same

A list without names, and the program among the traces.

  $ printf '\n\n' >list; clew coverage @list
  clew: list: error: the list names no trace
  [1]
  $ clew coverage --level=insn program a.trace | head -3
  Routines, least covered first (level insn)
    instructions      address   name
  -     0/2       0%  0040102c  spare
  $ clew coverage --diff program a.trace a.trace
  a.trace covers, a.trace does not: nothing
  a.trace covers, a.trace does not: nothing

Not executed, then in part, then in full: a branch that went one way keeps its routine before those with fewer branches. What has no source lines comes behind.

  $ printf '.globl one, two, bare; .type one, @function; one: nop; .size one, 1; .type two, @function; two: jz two; nop; .size two, . - two\n' >order.s
  $> printf '.globl bare; .type bare, @function; bare: nop; .size bare, 1; .type bare2, @function; bare2: nop; .size bare2, 1\n' >bare.s
  $> as -g -o order.o order.s && as -o bare.o bare.s && ld -e one -Ttext=0x401000 -o order order.o bare.o
  $> bash coverage.sh 401000:1:10 401001:2:12 401003:1:10 401004:1:10 >order.trace; nm order | grep -E ' (one|two|bare)'
  0000000000401004 T bare
  0000000000401005 t bare2
  0000000000401000 T one
  0000000000401001 T two
  $ clew coverage --exec order order.trace | sed '/^Files/,$d'
  Routines, least covered first (level branch)
    instructions      branches   address   name
  !     2/2     100%     0/1     00401001  two
  +     1/1     100%     0/0     00401000  one
  Routines without source lines
  -     0/1       0%     0/0     00401005  bare2
  +     1/1     100%     0/0     00401004  bare
  

No lines, sources that are not there, and sources that changed since.

  $ as -o bare.o bare.s && ld -e bare -Ttext=0x401000 -o bare bare.o; bash coverage.sh 401000:1:10 >bare.trace; for format in lcov html; do clew coverage --format=$format --exec bare bare.trace -o /dev/null; done
  clew: bare: no line information: compile with -g
  clew: bare: no line information: compile with -g
  $ clew coverage --annotate=source --exec bare bare.trace
  clew: bare: no line information: compile with -g
  $ cp coverage.s kept.s; rm coverage.s; clew coverage --exec program a.trace -o report; cp kept.s coverage.s; touch -r program -d '+1 hour' coverage.s
  $> for how in --annotate=report --annotate=source --format=lcov --format=html; do clew coverage $how --exec program a.trace -o report; done; touch -r program coverage.s
  clew: coverage.s: source file not found: name its folder with --source-path
  clew: coverage.s: source file newer than program: its lines may have changed
  clew: coverage.s: source file newer than program: its lines may have changed
  clew: coverage.s: source file newer than program: its lines may have changed
  clew: coverage.s: source file newer than program: its lines may have changed

Source files, each line with its mark.

  $ clew coverage --annotate=source --exec program a.trace | sed 's|^/.*/||'
  coverage.s:
  17% of 12 lines covered
  Coverage level: branch
     1 .: # A program with every kind of coverage: see coverage.sh.
     2 .:         .globl  _start, check, spare
     3 .:         .type   _start, @function
     4 +: _start: xor     %edi, %edi ; call check
     5 -:         mov     $1, %edi ; call check
     6 -:         mov     $60, %eax
     7 -:         syscall
     8 .:         .size   _start, . - _start
     9 .: 
    10 .:         .type   check, @function
    11 !: check:  test    %edi, %edi ; je both
    12 -:         dec     %edi ; jne never
    13 !: both:   test    %eax, %eax ; js never
    14 !:         test    %edi, %edi ; je leave
    15 -:         nop
    16 +: leave:  ret
    17 -: never:  ud2
    18 .:         .size   check, . - check
    19 .: 
    20 .:         .type   spare, @function
    21 -: spare:  nop ; ret
    22 .:         .size   spare, . - spare
  $ clew coverage --annotate=source --details --function check --exec program a.trace | sed 's|^/.*/||'
  coverage.s:
  14% of 7 lines covered
  Coverage level: branch
    11 !: check:  test    %edi, %edi ; je both
  <check+0000000000000000>:!
  0000000000401018 +:  85 ff            test   %edi,%edi
  000000000040101a >:  74 04            je     0x401020  <check+0x8>
    12 -:         dec     %edi ; jne never
  <check+0000000000000004>:-
  000000000040101c -:  ff cf            dec    %edi
  000000000040101e -:  75 0a            jne    0x40102a  <check+0x12>
    13 !: both:   test    %eax, %eax ; js never
  <check+0000000000000008>:!
  0000000000401020 +:  85 c0            test   %eax,%eax
  0000000000401022 v:  78 06            js     0x40102a  <check+0x12>
    14 !:         test    %edi, %edi ; je leave
  <check+000000000000000c>:!
  0000000000401024 +:  85 ff            test   %edi,%edi
  0000000000401026 >:  74 01            je     0x401029  <check+0x11>
    15 -:         nop
  <check+0000000000000010>:-
  0000000000401028 -:  90               nop
    16 +: leave:  ret
  <check+0000000000000011>:+
  0000000000401029 +:  c3               ret
    17 -: never:  ud2
  <check+0000000000000012>:-
  000000000040102a -:  0f 0b            ud2

A branch in the middle of a longer entry ran, but which way is not recorded.

  $ bash coverage.sh 401018:8:10 >longer.trace
  $> clew coverage --annotate=asm --function check --exec program longer.trace | head -5
  $> clew coverage --annotate=asm --function check --exec program longer.trace | tail -5
  Coverage level: branch
  check !: 0000000000401018-000000000040102b
  0000000000401018 +:  85 ff            test   %edi,%edi
  000000000040101a ?:  74 04            je     0x401020  <check+0x8>
  000000000040101c +:  ff cf            dec    %edi
  4 conditional branches analyzed:
    0 fully covered
    0 partially covered
    2 not executed
    2 outcome not recorded

One file, one routine, and names that are none.

  $ clew coverage --file coverage.s --function spare --exec program a.trace
  Routines, least covered first (level branch)
    instructions      branches   address   name
  -     0/2       0%     0/0     0040102c  spare
  
  Files, least covered first
  -   0% of     1 lines covered  coverage.s
  
  Lines not fully covered
    instructions  branches  place
  -     0/2         0/0     coverage.s:21  spare:  nop ; ret
  
  1 routine with code, 0 executed (0%):
    0 fully covered (0%)
    0 partially covered
    1 not executed
  1 line with code, 0 executed (0%):
    0 fully covered (0%)
    0 partially covered
    1 not executed
  2 instructions analyzed:
    0 covered
    2 not executed
  0 conditional branches analyzed:
    0 fully covered
    0 partially covered
    0 not executed
  $ clew coverage --function nobody --exec program a.trace
  clew: no routine is named `nobody`: the report without --function lists them
  [1]
  $ clew coverage --file nowhere.c --exec program a.trace
  clew: no source file with code is named `nowhere.c`: the report without --file lists them
  [1]

A file has also the name that its folder makes it; a routine has all its names, and where routines overlap their code counts once.

  $ clew coverage --file $PWD/coverage.s --function spare --exec program a.trace | head -3
  Routines, least covered first (level branch)
    instructions      branches   address   name
  -     0/2       0%     0/0     0040102c  spare
  $ clew coverage --file overage.s --exec program a.trace
  clew: no source file with code is named `overage.s`: the nearest is coverage.s; the report without --file lists them
  [1]
  $ { cat coverage.s; echo '.set same, check; .size same, 20; .type same, @function; .set wide, check; .size wide, 22; .type wide, @function'; } >wide.s
  $> as -o wide.o wide.s && ld -Ttext=0x401000 -o wide wide.o
  $> clew coverage --exec wide a.trace | sed -n '3,6p;$p'
  $> clew coverage --exec wide a.trace | grep -A 1 analyzed
  $> clew coverage --annotate=asm --level=insn --exec wide --function same --function wide a.trace | grep -E '^[a-z]|analyzed'
  -     0/2       0%     0/0     0040102c  spare
  !     2/6      33%     0/0     00401000  _start
  !     7/13     54%     0/4     00401018  wide
  !     7/11     64%     0/4     00401018  check
    1 not executed
  19 instructions analyzed:
    9 covered
  --
  4 conditional branches analyzed:
    0 fully covered
  check !: 0000000000401018-000000000040102b
  wide !: 0000000000401018-000000000040102d
  13 instructions analyzed:

  $ clew coverage --exec wide --annotate=asm longer.trace | grep -A 5 branches
  4 conditional branches analyzed:
    0 fully covered
    0 partially covered
    2 not executed
    2 outcome not recorded

Of a source file with --function the lines of other routines are left out, and those without code between the routine's own are not.

  $ clew coverage --annotate=source --function _start --function spare --exec program a.trace | sed 1d
  20% of 5 lines covered
  Coverage level: branch
     4 +: _start: xor     %edi, %edi ; call check
     5 -:         mov     $1, %edi ; call check
     6 -:         mov     $60, %eax
     7 -:         syscall
     8 .:         .size   _start, . - _start
     9 .: 
    10 .:         .type   check, @function
    18 .:         .size   check, . - check
    19 .: 
    20 .:         .type   spare, @function
    21 -: spare:  nop ; ret

A machine whose instructions are not known.

  $ cp program strange && printf '\52' | dd of=strange bs=1 seek=18 conv=notrunc status=none
  $> clew coverage --exec strange --level=insn --function check a.trace
  clew: strange: machine is 42, but a.trace recorded 62 (x86-64)
  Routines, least covered first (level insn)
    instructions      address   name
  !    13/20     65%  00401018  check
  
  Files, least covered first
  !  57% of     7 lines covered  coverage.s
  
  Lines not fully covered
    instructions place
  -     0/4      coverage.s:12  dec     %edi ; jne never
  -     0/1      coverage.s:15  nop
  -     0/2      coverage.s:17  never:  ud2
  
  1 routine with code, 1 executed (100%):
    0 fully covered (0%)
    1 partially covered
    0 not executed
  7 lines with code, 4 executed (57%):
    4 fully covered (57%)
    0 partially covered
    3 not executed
  20 instructions analyzed:
    13 covered
    7 not executed
  clew: strange: clew does not know the instructions of machine 42: it counts units of the smallest instruction size

A document takes its place when it is whole, and what stood there stays if it is not.

  $ echo old >document && clew coverage --exec program --function nobody a.trace -o document; cat document
  clew: no routine is named `nobody`: the report without --function lists them
  old
  $ clew coverage --exec program a.trace -o document && head -1 document && ls document*
  Routines, least covered first (level branch)
  document
  $ clew coverage --exec program a.trace -o /dev/stdout | head -1
  Routines, least covered first (level branch)
  $ clew coverage --exec program a.trace -o nowhere/document
  clew: nowhere/document: cannot be written: No such file or directory
  [1]

  $ echo old >document; (trap '' XFSZ; ulimit -f 1; clew coverage --annotate=asm --exec program a.trace b.trace -o document); cat document; ls document*
  clew: cannot write: File too large
  old
  document
  $ clew coverage --exec program a.trace -o /dev/full
  clew: cannot write: No space left on device
  [1]
  $ clew coverage --exec program a.trace >/dev/full
  clew: cannot write: No space left on device
  [1]

What ends clew leaves nothing half written either. (It waits for clew here, as it would come while clew writes.)

  $ rm document; env --block-signal=TERM sh -c 'kill -TERM $$; exec clew coverage --exec program a.trace -o document'; ls | grep document
  clew: stopped
  [1]
  $ env --ignore-signal=HUP --block-signal=HUP sh -c 'kill -HUP $$; exec clew coverage --exec program a.trace -o document'; ls | grep document
  document

What one of two traces covers.

  $ clew coverage --diff --exec program a.trace b.trace
  a.trace covers, b.trace does not: 0 instructions in 0 runs, 2 outcomes of branches, 0 lines
    0040101a                 taken         check+0x2  coverage.s:11
    00401026                 taken         check+0xe  coverage.s:14
  b.trace covers, a.trace does not: 3 instructions in 2 runs, 3 outcomes of branches, 2 lines
    0040101a                 fell through  check+0x2  coverage.s:11
    0040101c-0040101f      2 instructions  check+0x4  coverage.s:12
    0040101e                 fell through  check+0x6  coverage.s:12
    00401026                 fell through  check+0xe  coverage.s:14
    00401028-00401028      1 instruction   check+0x10  coverage.s:15
    coverage.s:12  ! instead of -
    coverage.s:15  + instead of -
  [1]
  $ clew coverage --diff --level=insn --exec program a.trace b.trace
  a.trace covers, b.trace does not: nothing
  b.trace covers, a.trace does not: 3 instructions in 2 runs, 0 outcomes of branches, 2 lines
    0040101c-0040101f      2 instructions  check+0x4  coverage.s:12
    00401028-00401028      1 instruction   check+0x10  coverage.s:15
    coverage.s:12  + instead of -
    coverage.s:15  + instead of -
  [1]
  $ clew coverage --diff --exec program a.trace a.trace
  a.trace covers, a.trace does not: nothing
  a.trace covers, a.trace does not: nothing
  $ clew coverage --diff --json --exec program b.trace a.trace | sed 's|"/[^"]*"|"FOLDER"|g'
  {"kind":"outcome","covered_by":"A","address":"0x40101a","outcome":"fell through","routine":"check","file":"coverage.s","line":11}
  {"kind":"run","covered_by":"A","address":"0x40101c","last":"0x40101f","instructions":2,"routine":"check","file":"coverage.s","line":12}
  {"kind":"outcome","covered_by":"A","address":"0x40101e","outcome":"fell through","routine":"check","file":"coverage.s","line":12}
  {"kind":"outcome","covered_by":"A","address":"0x401026","outcome":"fell through","routine":"check","file":"coverage.s","line":14}
  {"kind":"run","covered_by":"A","address":"0x401028","last":"0x401028","instructions":1,"routine":"check","file":"coverage.s","line":15}
  {"kind":"line","covered_by":"A","file":"coverage.s","folder":"FOLDER","line":12,"mark_a":"!","mark_b":"-"}
  {"kind":"line","covered_by":"A","file":"coverage.s","folder":"FOLDER","line":15,"mark_a":"+","mark_b":"-"}
  {"kind":"outcome","covered_by":"B","address":"0x40101a","outcome":"taken","routine":"check","file":"coverage.s","line":11}
  {"kind":"outcome","covered_by":"B","address":"0x401026","outcome":"taken","routine":"check","file":"coverage.s","line":14}
  {"kind":"total","equal":false}
  $ clew coverage --diff --exec program a.trace
  clew: --diff takes two traces; clew coverage --help says more
  [2]
  $ clew coverage --diff --exec program a.trace nowhere.trace
  clew: nowhere.trace: error: No such file or directory
  [2]

Without line table there are routines; without symbols there is code.

  $ strip -g -o plain program && clew coverage --exec plain a.trace
  Routines, least covered first (level branch)
    instructions      branches   address   name
  -     0/2       0%     0/0     0040102c  spare
  !     2/6      33%     0/0     00401000  _start
  !     7/11     64%     0/4     00401018  check
  
  Files, least covered first
    none: there is no line table
  
  3 routines with code, 2 executed (67%):
    0 fully covered (0%)
    2 partially covered
    1 not executed
  19 instructions analyzed:
    9 covered
    10 not executed
  4 conditional branches analyzed:
    0 fully covered
    3 partially covered
    1 not executed
  $ strip -o bare program && clew coverage --exec bare a.trace
  Routines, least covered first (level branch)
    none: the symbol table has no routine with a size
  
  Files, least covered first
    none: there is no line table
  
  19 instructions analyzed:
    9 covered
    10 not executed
  4 conditional branches analyzed:
    0 fully covered
    3 partially covered
    1 not executed

Shared objects that were loaded have documents of their own, by the addresses in their files.

  $ ld -shared -Bsymbolic -Ttext=0x2000 -o lib.so coverage.o
  $> bash coverage.sh 401000:7:11 so:7f0000000000:3000:./lib.so 7f0000002018:4:11 7f000000202c:2:11 >both.trace
  $> clew coverage --annotate=asm --function spare --exec program both.trace
  $> clew coverage --format=html --exec program both.trace 2>/dev/null | grep -c "<h3"
  $> mkdir moved; mv lib.so moved; clew coverage --annotate=asm --function spare --exec program both.trace | head -3
  $> clew coverage --annotate=asm --function spare --exec program --exec moved/lib.so both.trace 2>/dev/null | grep ====
  clew: both.trace: byte 36: warning: expected size, time stamp and CRC of the shared object, found no EXEC_FILE_SIZE
  ==== program
  Coverage level: branch
  spare -: 000000000040102c-000000000040102d
  000000000040102c -:  90               nop
  000000000040102d -:  c3               ret
  2 instructions analyzed:
    0 covered
    2 not executed
  0 conditional branches analyzed:
    0 fully covered
    0 partially covered
    0 not executed
  
  ==== ./lib.so
  Coverage level: branch
  spare +: 000000000000202c-000000000000202d
  000000000000202c +:  90               nop
  000000000000202d +:  c3               ret
  2 instructions analyzed:
    2 covered
    0 not executed
  0 conditional branches analyzed:
    0 fully covered
    0 partially covered
    0 not executed
  2
  clew: both.trace: byte 36: warning: expected size, time stamp and CRC of the shared object, found no EXEC_FILE_SIZE
  clew: both.trace: the shared object ./lib.so is missing: name it with --exec
  Coverage level: branch
  spare -: 000000000040102c-000000000040102d
  000000000040102c -:  90               nop
  ==== program
  ==== moved/lib.so

Without executable it is said what is missing.

  $ clew coverage a.trace
  clew: a.trace: it does not name its executable: name it with --exec
  [1]
  $ clew coverage --exec nowhere a.trace
  clew: nowhere: cannot be opened: No such file or directory
  [1]
  $ clew coverage --exec coverage.s a.trace
  clew: coverage.s: not an ELF file
  [1]

What is damaged is told, and what precedes the damage counts.

  $ head -c 70 a.trace >cut.trace; clew coverage --annotate=asm --function _start --exec program cut.trace | tail -6
  clew: cut.trace: byte 68: error: expected an entry of 16 bytes, found 2 up to the end of the file
    2 covered
    4 not executed
  0 conditional branches analyzed:
    0 fully covered
    0 partially covered
    0 not executed
  $ head -c 70 a.trace >cut.trace; clew coverage --exec program cut.trace >document; echo $?
  clew: cut.trace: byte 68: error: expected an entry of 16 bytes, found 2 up to the end of the file
  1
  $ clew coverage --exec program nowhere.trace
  clew: nowhere.trace: cannot be opened: No such file or directory
  [1]
  $ clew coverage --exec program --level=insn nowhere.trace a.trace >document; echo $?; tail -3 document
  clew: nowhere.trace: error: No such file or directory
  1
  19 instructions analyzed:
    9 covered
    10 not executed
  $ clew coverage --exec program --level=insn coverage.s
  clew: coverage.s: byte 0: error: expected "#QEMU-Traces", found "# A program "
  [1]
  $ clew coverage --exec program @nowhere
  clew: @nowhere: cannot be opened: No such file or directory
  [1]

A file that is neither trace nor CSI metadata.

  $ : >empty; clew coverage empty; clew coverage program
  clew: empty: an empty file: no function was instrumented
  clew: it is not a GNATcoverage trace either: `clew run-coverage PROGRAM` records one
  clew: program: a program without CSI metadata (sections .debug_PT .debug_CC .debug_BBC .debug_FC). To explain its crashes, build it with clew csi-cc. To record a run: clew record -- ./program
  clew: it is not a GNATcoverage trace either: `clew run-coverage PROGRAM` records one
  [1]

Wrong usage.

  $ clew coverage --level=stmt+mcdc --exec program a.trace
  clew: --level takes insn or branch (a trace lacks what source coverage needs), not: stmt+mcdc; clew coverage --help says more
  [2]
  $ clew coverage --annotate=xcov --exec program a.trace | cmp - <(clew coverage --annotate=source --exec program a.trace) && echo same
  same
  $ clew coverage --annotate=xcov+ --exec program a.trace | cmp - <(clew coverage --annotate=source --details --exec program a.trace) && echo same
  same
  $ clew coverage --annotate=html --exec program a.trace | cmp - <(clew coverage --format=html --exec program a.trace) && echo same
  same
  $ clew coverage --annotate=cobertura --exec program a.trace; clew coverage --annotate=cov --exec program a.trace
  clew: --annotate takes gnatcov's report, asm, xcov, xcov+ and html (for other tools --format=lcov), not: cobertura; clew coverage --help says more
  clew: --annotate takes report, source (xcov), asm or html, not: cov; clew coverage --help says more
  [2]
  $ clew coverage --format=pdf --exec program a.trace
  clew: --format takes text, json, lcov or html, not: pdf; clew coverage --help says more
  [2]
  $ clew coverage --format=html --annotate=asm --exec program a.trace
  clew: --annotate needs --format=text or json; clew coverage --help says more
  [2]
  $ clew coverage --details --exec program a.trace
  clew: --details needs --annotate=source and --format=text; clew coverage --help says more
  [2]
  $ clew coverage --level=insn
  clew: no trace given; clew coverage --help says more
  [2]
  $ clew coverage --frame=1 a.trace
  clew: unknown option --frame=1; clew coverage --help says more
  [2]
  $ clew coverage --bbc=entered a.trace; clew coverage --anotate=asm a.trace; clew coverage a.trace -o
  clew: for crashes only, not for GNATcoverage traces: --bbc; clew coverage --help says more
  clew: unknown option --anotate=asm: the nearest is --annotate; clew coverage --help says more
  clew: missing argument after: -o; clew coverage --help says more
  [2]
  $ clew coverage --help
  Usage: clew coverage [OPTIONS] TRACE...        which code ran, from GNATcoverage traces
         clew coverage --diff [OPTIONS] A B      what only one of two traces covers
  
  clew merges the traces; @LIST is a file with one trace name per line. Marks: + covered, - not executed, ! in part; of conditional branches > always
  taken, v never taken, ? executed without a recorded outcome. Statement, decision and MC/DC coverage cannot be computed from a trace and an executable.
  
    --level=insn|branch      only instructions, or also both ways of conditional branches (default: branch)
    --annotate=report        routines, files and lines, least covered first, and totals (the default)
    --annotate=source        source files with a mark per line; --details adds its instructions below
    --annotate=asm           routines with a mark per instruction, and the counts
    --annotate=xcov|xcov+|html   gnatcov's names for source, source with --details, and --format=html
    --format=text|json       for people, or one JSON object per line (default: text); --json is short for --format=json
    --format=lcov            a tracefile for genhtml and similar tools; counts are 1 or 0
    --format=html            one page with everything in it
    --exec=FILE              the executable, or a shared object that was loaded; may be repeated
    --function=NAME          only this routine and its lines; may be repeated
    --file=NAME              only this source file: its whole name, or the end after a slash; may be repeated
    --system                 add system files (/usr/include, /usr/lib, the same under /usr/local); without it clew leaves them out and
                             counts them, with the routines that begin in them
    --source-path=DIRS       folders with source files, separated by ':'
    -o, --output=FILE        write there, once complete, instead of to standard output
  
  Exit status: 0; 1 if a trace has an error or the executable is missing. With --diff: 0 if both cover the same, 1 if they differ, 2 for trouble.
  
  Usage: clew coverage [OPTIONS] META... [DUMP|-]
         clew coverage [OPTIONS] --core=CORE|--pid=PID PROGRAM [META...]
  
  Prints what ran, from the coverage arrays of a program that clew csi-cc built: one row per function, then each frame's own coverage.
  
    --core=CORE --pid=PID --gdb=GDB --gdb-commands --from-gdb    as in clew suffix
    --function=NAME    call sites, statements and lines of a function
    --details          the same for all functions
    --lines            the source lines of all functions, marked + ran, - did not run, ? may have run
    --bbc=entered|completed   what a block's bit means; without it clew infers that from metadata and text, and says how
    --exec=FILE        the executable, if META is text
    --source-path=DIRS folders with source files, separated by ':'
    --json             one JSON object per line
    --strict           treat damaged metadata as an error
