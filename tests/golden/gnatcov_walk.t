A history: blocks as often as they ran, in their order. Without an executable a block is the smallest step.

  $ clew -c entries gnatcov/good-history.trace
  gnatcov/good-history.trace: the executable obj/h is missing: name it with --exec
    infos    infos; PowerPC, little-endian
    EXEC_FILE_NAME       obj/h
    entries  history: executions, in order; PowerPC, 32 bits, little-endian
  > @1      00000100-00000107 11 ---t block
    @2      00000108-0000010b 12 --t- block
    @3      00000100-00000107 11 ---t block
    @4      00000100-00000107 12 --t- block

  $ clew -c step -c step -c stepi -c reverse-step -c 'goto end' gnatcov/good-history.trace 2>/dev/null
  0x108
    @2 of 4  00000108-0000010b  block, fell through
  0x100
    @3 of 4  00000100-00000107  block, taken
  0x100
    @4 of 4  00000100-00000107  block, fell through
  0x100
    @3 of 4  00000100-00000107  block, taken
  0x100
    @4 of 4  00000100-00000107  block, fell through

  $ clew -c 'break 0x104' -c continue -c continue -c reverse-continue -c 'info breakpoints' gnatcov/good-history.trace 2>/dev/null
  breakpoint 1, 0x104
  breakpoint 1, 0x104
  0x104
    @1 of 4  00000100-00000107  block, taken
  breakpoint 1, 0x104
  0x104
    @3 of 4  00000100-00000107  block, taken
  breakpoint 1, 0x104
  0x104
    @1 of 4  00000100-00000107  block, taken
  breakpoint 1, 0x104, 3 hits

  $ clew -c 'goto end' -c 'step' gnatcov/good-history.trace 2>&1 | tail -1
  clew: this is where the trace ends

  $ clew -c next gnatcov/good-history.trace 2>&1 | tail -1
  clew: the trace does not record calls and returns: use `step`, `stepi`, `continue` or `until`

For programs: why a walk ended is told with where it did.

  $ clew --json -c 'break 0x108' -c continue -c continue -c 'reverse-step 2' gnatcov/good-history.trace 2>/dev/null
  {"number":1,"kind":"breakpoint","what":"0x108","address":"0x108","hits":0,"ignore":0,"enabled":true,"temporary":false}
  {"address":"0x108","function":null,"file":null,"line":null,"entry":2,"stopped":"breakpoint 1, 0x108"}
  {"address":"0x100","function":null,"file":null,"line":null,"entry":4,"stopped":"the trace ends here"}
  {"address":"0x108","function":null,"file":null,"line":null,"entry":2}
