Ways in that lead nowhere: each error names the next step.

  $ clew; clew -z; clew --corr=x; clew --frobnicate -c where; clew --core; clew -c; clew --json=3 -c where; clew --core=core; clew --s
  clew: no trace given: `clew FILE` opens one, `clew record PROGRAM` makes one, `clew tour` shows how; clew --help says more
  clew: unknown option: -z; clew --help says more
  clew: unknown option --corr=x: the nearest is --core; clew --help says more
  clew: unknown option --frobnicate; clew --help says more
  clew: --core needs an argument: --core=ARGUMENT; clew --help says more
  clew: missing argument after: -c; clew --help says more
  clew: --json takes no argument; clew --help says more
  clew: no program given: use `clew --core=CORE PROGRAM` or `clew --dump=TEXT PROGRAM`; clew --help says more
  clew: unknown option --s; clew --help says more
  [2]
  $ clew recrod; clew break; clew xyzzy; clew break --help | head -2; clew help brek
  clew: recrod: no such file or tool: the nearest is record; `clew --help` lists the tools
  clew: break: no such file, but a clew command: `clew -c COMMAND FILE` runs it, `clew help COMMAND` explains it
  clew: xyzzy: no such file or tool: `clew --help` lists the tools
  break [LOCATION] [if EXPR]
    Sets a breakpoint at an instruction.
  clew: unknown command `brek`: the nearest is break; `help` lists the commands
  [1]
  $ clew max.c; clew -c where max.c; clew -c where csi-sum.txt; clew -c where /bin/true; clew -c where .; clew -c where nowhere; clew -c where
  clew: the full screen needs a terminal; -c COMMAND and -i work without one; clew --help says more
  clew: max.c: is not a trace; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  clew: csi-sum.txt: is not a trace; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  clew: /bin/true: a program without CSI metadata (sections .debug_PT .debug_CC .debug_BBC .debug_FC). To explain its crashes, build it with clew csi-cc. To record a run: clew record -- /bin/true
  clew: .: is a folder, not a file
  clew: nowhere: cannot be opened: No such file or directory
  clew: no trace is open: `open FILE` opens one
  [1]

The kind of a file is said; what is another one is told.

  $ clew --as=wet -c where good-instance.wet; clew --as=wt -c where good-instance.wet; clew --as=csi -c where good-instance.wet; clew --as=wet -c where gnatcov/good-history.trace
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  clew: --as takes wet, csi, ae or gnatcov, not: wt; clew --help says more
  clew: good-instance.wet: offset 0: not CSI metadata: it begins with "5", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a WET trace (instructions with dependences and values)
  gnatcov/good-history.trace:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went)
  [1]
  $ clew --as=wet -c where -c 'open csi-sum.pt' -c where good-history.lim
  0x114d#0
  main  block 0
  main  block 0

Several files, of which some cannot be opened: -c and -x run nothing then; the prompt goes on with the others. Where none can be opened each says why.

  $ clew -c where good-instance.wet nowhere; clew -c where nowhere good-instance.wet
  clew: nowhere: cannot be opened: No such file or directory
  clew: nowhere: cannot be opened: No such file or directory
  [1]
  $ printf 'where\ntrace\n' | clew -i good-instance.wet nowhere max.c good-history.lim
  clew: nowhere: cannot be opened: No such file or directory
  clew: max.c: is not a trace; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  > 1  wet good-instance.wet  0x114d#0/1 - largest max.c:8 - 5 insns
    2  history good-history.lim  0x114d#0 - 5 insns
  $ printf 'where\ntrace\n' | clew -i nowhere good-history.lim
  clew: nowhere: cannot be opened: No such file or directory
  0x114d#0
  > 1  history good-history.lim  0x114d#0 - 5 insns
  $ echo where | clew -i nowhere . max.c
  clew: nowhere: cannot be opened: No such file or directory
  clew: .: is a folder, not a file
  clew: max.c: is not a trace; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  [1]
  $ clew nowhere1.wet nowhere2.wet
  clew: nowhere1.wet: cannot be opened: No such file or directory
  clew: nowhere2.wet: cannot be opened: No such file or directory
  [1]

Of a mistyped file the near ones of its folder are named, wherever a file is asked for.

  $ cp good-instance.wet mean.wet; clew meen.wet; clew -c where meen.wet; clew -c 'open meen.wet'; clew meen; clew -c where --exec=meen.c mean.wet; clew -c 'open csi/good-bsae.pt'
  clew: meen.wet: cannot be opened: No such file or directory: the nearest is mean.wet
  clew: meen.wet: cannot be opened: No such file or directory: the nearest is mean.wet
  clew: meen.wet: cannot be opened: No such file or directory: the nearest is mean.wet
  clew: meen: no such file or tool: `clew --help` lists the tools
  clew: meen.c: cannot be opened: No such file or directory: the nearest is mean.c
  clew: csi/good-bsae.pt: cannot be opened: No such file or directory: the nearest is good-base.pt
  [1]
  $ clew coverage gnatcov/good-histry.trace; clew dump-trace gnatcov/good-histry.trace; clew suffix csi-sun.pt; clew index meen.wet; clew record ./meen.c; clew record meen.c; clew -x tour.scrip mean.wet
  clew: gnatcov/good-histry.trace: cannot be opened: No such file or directory: the nearest is good-history.trace
  clew: gnatcov/good-histry.trace: error: No such file or directory: the nearest is good-history.trace
  clew: csi-sun.pt: cannot be opened: No such file or directory: the nearest is csi-sum.pt
  clew: meen.wet: cannot be opened: No such file or directory: the nearest is mean.wet
  clew: ./meen.c: cannot be run: No such file or directory: the nearest is mean.c
  clew: meen.c: no such program in $PATH, nor here: the nearest is mean.c
  clew: tour.scrip: cannot be opened: No such file or directory: the nearest is tour.script
  [1]

Commands that come through a pipe stand before their answers only where --echo asks for it, as those of -c do.

  $ printf 'where\ninfo nonsense\nwhere\n' | clew -i --echo good-history.lim
  (clew) where
  0x114d#0
  (clew) info nonsense
  clew: unknown topic `nonsense`: expected one of trace, functions, line, executions, values, marks, problems, source, history, slice
  (clew) where
  0x114d#0
  [1]
  $ printf 'where\n' | clew -i --echo --json good-history.lim
  {"id":null,"address":"0x114d","instance":0,"file":null,"function":null,"line":null}
  $ printf 'where\n' | clew -i good-history.lim
  0x114d#0

A whole tool that is given a file of another kind says which that is, and what shows it.

  $ printf 'clew store\n' >run.clew; for tool in coverage suffix sections regenerate pp dump-trace aec index record run-coverage; do clew $tool run.clew </dev/null; done
  clew: run.clew: offset 0: not CSI metadata: it begins with "clew store", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: offset 0: not CSI metadata: it begins with "clew store", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: not an ELF file. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: not an event file. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: not an event file. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: byte 0: error: the file ends inside the header, which has 20 bytes: only 11 are there
  clew: run.clew: is no trace. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: is no program. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: is neither a clew recording nor an index
  clew: run.clew: no such program in $PATH; the file here is not executable. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  clew: run.clew: no such program in $PATH; the file here is not executable. It contains a clew recording (a WET trace in one compact file, with the order of execution); `clew run.clew` shows it
  [1]
  $ for tool in coverage suffix regenerate; do clew $tool good-instance.wet </dev/null; clew $tool max.c </dev/null; done
  clew: good-instance.wet: offset 0: not CSI metadata: it begins with "5", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a WET trace (instructions with dependences and values); `clew good-instance.wet` shows it
  clew: max.c: offset 0: not CSI metadata: it begins with "/* Finds the largest of three numbers. *", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  clew: good-instance.wet: offset 0: not CSI metadata: it begins with "5", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a WET trace (instructions with dependences and values); `clew good-instance.wet` shows it
  clew: max.c: offset 0: not CSI metadata: it begins with "/* Finds the largest of three numbers. *", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  clew: good-instance.wet: not an event file. It contains a WET trace (instructions with dependences and values); `clew good-instance.wet` shows it
  clew: max.c: this event file does not name its program. Name program and schema too: clew PROGRAM PROGRAM.sma max.c; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  [1]
  $ clew suffix gnatcov/good-history.trace; clew convert gnatcov/good-history.trace -o x.clew; clew dump-trace csi-sum.pt; clew coverage fig1.sma; clew suffix csi-sum.txt
  clew: gnatcov/good-history.trace: offset 0: not CSI metadata: it begins with "#QEMU-Traces\x01\x02\x04", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew gnatcov/good-history.trace` shows it
  clew: gnatcov/good-history.trace:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew gnatcov/good-history.trace` shows it
  clew: csi-sum.pt: byte 0: error: expected "#QEMU-Traces", found "#\x0amain\x0a1|EXI"
  clew: csi-sum.pt: is no trace. It contains CSI metadata (control-flow graphs or coverage probes, the text of a debug section); `clew csi-sum.pt` shows it
  clew: fig1.sma: offset 0: not CSI metadata: it begins with "; The program of figure 1 in Larus, "Abs", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains an AE schema (what clew needs to regenerate addresses from the events of Abstract Execution); `clew PROGRAM fig1.sma EVENTS` shows a run, given its program and its events
  clew: csi-sum.txt: offset 0: not CSI metadata: it begins with "Program received signal SIGSEGV, Segment", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  [1]
  $ clew coverage gnatcov/good-history.trace good-instance.wet; cp good-instance.wet 'a b.wet'; clew suffix 'a b.wet'; clew suffix gnatcov/bad-magic.trace
  clew: good-instance.wet: is no trace. It contains a WET trace (instructions with dependences and values); `clew good-instance.wet` shows it
  clew: good-instance.wet: byte 0: error: expected "#QEMU-Traces", found "5\x0a10 1 1139 "
  clew: gnatcov/good-history.trace: the executable obj/h is missing: name it with --exec
  clew: a b.wet: offset 0: not CSI metadata: it begins with "5", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...". It contains a WET trace (instructions with dependences and values); `clew FILE` shows it
  clew: gnatcov/bad-magic.trace: offset 0: not CSI metadata: it begins with "$QEMU-Traces\x01\x02\x04", and has no line "#" or "#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_..."
  [1]

What is no trace is said to be what it looks like; who says that it is one is told what is wrong with it.

  $ mkdir things; cd things; printf 'Dear Anna,\nI am well.\n' >letter; printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >picture; : >nothing; mkdir folder; printf '[\n{"a": 1}]\n' >data; printf '\1\2\3\0' >bytes
  $> printf '#!/bin/sh\necho\n' >script; printf 'PK\003\004....' >archive; printf 'Traceback (most recent call last):\n' >python; printf '\r\n' >line; for f in *; do clew -c info $f; done; clew -c 'open letter as wet'
  clew: archive: is not a trace; it looks like a ZIP archive: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: bytes: is not a trace; it looks like binary data: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: data: is not a trace; it looks like JSON: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: folder: is a folder, not a file
  clew: letter: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: line: empty file
  clew: nothing: empty file
  clew: picture: is not a trace; it looks like a PNG image: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: python: is not a trace; it looks like a Python traceback: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: script: is not a trace; it looks like a script: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  letter:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->
  [1]
  $ cd things; for f in archive bytes data letter nothing line picture python script ../csi-sum.pt ../csi-sum.txt ../max.c; do cat $f | clew -c info -; done; clew -c info - <letter
  clew: -: is not a trace; it looks like a ZIP archive: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a trace; it looks like binary data: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a trace; it looks like JSON: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: empty file
  clew: -: empty file
  clew: -: is not a trace; it looks like a PNG image: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a trace; it looks like a Python traceback: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a trace; it looks like a script: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  clew: -: is not a WET trace. It contains CSI metadata (control-flow graphs or coverage probes, the text of a debug section); save it to a file and open that
  clew: -: is not a trace; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  clew: -: is not a trace; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  clew: -: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  [1]

A QEMU that was built without plugins cannot say what ran. It is not started.

  $ mkdir plain && cp /bin/true plain/qemu-x86_64 && PATH=$PWD/plain:$PATH clew run-coverage -o none.trace /bin/true 2>&1 | sed "s|$PWD|HERE|"; ls none.trace
  clew: HERE/plain/qemu-x86_64 was built without plugins, which clew run-coverage needs: put one built with --enable-plugins, like Debian 12's, first in PATH
  ls: cannot access 'none.trace': No such file or directory
  [2]
