A trace with its executable: an ARM program with source lines.


  $ cp $SAMPLES/gnatcov/r404/main $SAMPLES/gnatcov/r404/main.trace .; clew --exec=main -c where -c 'info trace' -c 'goto pkg__partially_covered_branch' -c branch main.trace
  0x800024c    bl     #0x8000680  <_stm32_start_common>
    + covered
    @1 of 76  0800024c-0800024f  block, taken
  coverage trace: main.trace
  executable             main
  entries                            76  in order of first execution
  ranges                             70  of code that ran, merged
  0x800006c  pkg__partially_covered_branch pkg.adb:16  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>
    v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    @31 of 76  0800006c-0800006d  block, fell through
  v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    taken         - 0x08000070  pkg__partially_covered_branch+0x4 pkg.adb:14  push   {r3, lr}
    fell through  + 0x0800006e  pkg__partially_covered_branch+0x2 pkg.adb:16  bx     lr
  > @31          0800006c-0800006d  block, fell through

  $ clew --exec=main -c 'goto pkg__partially_covered_branch' -c 'disassemble' main.trace
  0x800006c  pkg__partially_covered_branch pkg.adb:16  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>
    v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    @31 of 76  0800006c-0800006d  block, fell through
      pkg.adb:16
  > v 0x0800006c  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>  never taken
    + 0x0800006e  bx     lr
      pkg.adb:14
    - 0x08000070  push   {r3, lr}
      pkg.adb:17
    - 0x08000072  ldr    r0, [pc, #8]
    - 0x08000074  ldr    r1, [pc, #8]
    - 0x08000076  bl     #0x80000c8  <ada__text_io__put_line>
      pkg.adb:19
    - 0x0800007a  pop    {r3, pc}

  $ clew --exec=main -c 'goto pkg__partially_covered_branch' -c nu -c nu -c 'nu branch' -c 'pu branch' -c 'info line' main.trace
  0x800006c  pkg__partially_covered_branch pkg.adb:16  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>
    v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    @31 of 76  0800006c-0800006d  block, fell through
  0x8000070  pkg__partially_covered_branch+0x4 pkg.adb:14  push   {r3, lr}
    - not executed
    no entry covers it
  continued from the top
  0x8000034  adainit b__main.adb:15  bx     lr
    - not executed
    no entry covers it
  0x8000050  pkg__not_executed_branch pkg.adb:7  cbz    r0, #0x8000054  <pkg__not_executed_branch+0x4>
    > always taken: taken -> +0x4 :8 ran | else -> +0x2 :8 never ran
    @28 of 76  08000050-08000051  block, taken
  continued from the end
  0x800006c  pkg__partially_covered_branch pkg.adb:16  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>
    v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    @31 of 76  0800006c-0800006d  block, fell through
  v 0x0800006c  pkg__partially_covered_branch  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>  never taken
  + 0x0800006e  pkg__partially_covered_branch+0x2  bx     lr

  $ clew --exec=main -c 'goto pkg__partially_covered_branch' -c 'set level insn' -c nu -c 'show level' main.trace
  0x800006c  pkg__partially_covered_branch pkg.adb:16  cbnz   r0, #0x8000070  <pkg__partially_covered_branch+0x4>
    v never taken: taken -> +0x4 :14 never ran | else -> +0x2 :16 ran
    @31 of 76  0800006c-0800006d  block, fell through
  0x8000070  pkg__partially_covered_branch+0x4 pkg.adb:14  push   {r3, lr}
    - not executed
    no entry covers it
  level        insn

  $ clew --exec=main -c 'info functions' main.trace | grep pkg__
    + ##########    10/10       1/1       pkg__fully_covered_branch pkg.adb:21
    ! ##........     2/9        0/2       pkg__not_executed_branch pkg.adb:7
    ! ##........     2/7        0/1       pkg__partially_covered_branch pkg.adb:16

  $ clew --json --exec=main -c 'goto pkg__partially_covered_branch' -c 'nu branch' -c 'branch' main.trace
  {"address":"0x800006c","function":"pkg__partially_covered_branch","file":"/home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb","line":16,"entry":31,"mark":"v","coverage":"never taken"}
  {"address":"0x8000050","function":"pkg__not_executed_branch","file":"/home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb","line":7,"entry":28,"mark":">","coverage":"always taken","stopped":"continued from the top"}
  {"address":"0x8000050","function":"pkg__not_executed_branch","file":"/home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb","line":7,"mark":">","coverage":"always taken"}
  {"way":"taken","address":"0x8000054","function":"pkg__not_executed_branch","file":"/home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb","line":8,"mark":"+","coverage":"covered"}
  {"way":"fell through","address":"0x8000052","function":"pkg__not_executed_branch","file":"/home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb","line":8,"mark":"-","coverage":"not executed"}
  {"entry":28}
