The content of a file tells of which kind it is; `as` says it instead, and the reader of that kind says what does not fit.

  $ printf 'no trace at all\n' >plain; clew -c 'open plain' -c where 2>&1; for kind in wet csi ae gnatcov; do clew -c "open plain as $kind" -c where 2>&1; done
  clew: plain: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: no trace is open: `open FILE` opens one
  plain:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->
  clew: no trace is open: `open FILE` opens one
  clew: plain: offset 0: not CSI metadata: it begins with "no trace at all", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."
  clew: no trace is open: `open FILE` opens one
  clew: plain: this event file does not name its program. Name program and schema too: clew PROGRAM PROGRAM.sma plain
  clew: no trace is open: `open FILE` opens one
  clew: plain: offset 0: the file ends inside the header, which has 20 bytes: only 16 are there
  clew: no trace is open: `open FILE` opens one
  [1]
  $ for kind in csi gnatcov wet; do clew -c "open gnatcov/good-history.trace as $kind" -c where 2>&1; done
  clew: gnatcov/good-history.trace: offset 0: not CSI metadata: it begins with "#QEMU-Traces\x01\x02\x04", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went)
  clew: no trace is open: `open FILE` opens one
  gnatcov/good-history.trace: the executable obj/h is missing: name it with --exec
  0x100
    @1 of 4  00000100-00000107  block, taken
  0x100
    @1 of 4  00000100-00000107  block, taken
  gnatcov/good-history.trace:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went)
  clew: no trace is open: `open FILE` opens one
  [1]
  $ clew -c 'open good-instance.wet as wet' -c where -c 'save kept' 2>&1; grep open kept | sed "s,$PWD,HERE,"; clew -c 'load kept' -c where
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  saved kept: 1 trace
  open "HERE/good-instance.wet" as wet
  clew: opened the saved session kept
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f

A kind that is none; several files; a name that ends so; two kinds side by side.

  $ clew -c 'open plain as x' 2>&1; clew -c 'open plain as' 2>&1; clew -c 'open plain plain plain plain as ae' 2>&1; clew -c 'open as wet' 2>&1
  clew: unknown kind `x`: expected one of wet, csi, ae, gnatcov
  clew: plain: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: two files look like the event file, plain and plain: name only one
  clew: as: cannot be opened: No such file or directory
  [1]
  $ cp good-instance.wet 'same as wet'; clew -c 'open same as wet' -c 'open gnatcov/good-history.trace as gnat' -c trace 2>/dev/null
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x100
    @1 of 4  00000100-00000107  block, taken
    1  wet same as wet  0x114d#0/1 - largest max.c:8 - 5 insns
  > 2  history good-history.trace  0x100 - @1 of 4
