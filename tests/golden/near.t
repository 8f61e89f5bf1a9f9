Names that are mistyped: those near to them are named, none is taken.

  $ clew -c brek -c bakctrace -c lsit -c tehme -c xyzzy -c 'help brek' -c 'info functons' -c 'set vales on' -c 'show vales' -c 'theme ligt' good-instance.wet
  clew: unknown command `brek`: the nearest is break; `help` lists the commands
  clew: unknown command `bakctrace`: the nearest is backtrace; `help` lists the commands
  clew: unknown command `lsit`: the nearest is list; `help` lists the commands
  clew: unknown command `tehme`: the nearest is theme; `help` lists the commands
  clew: unknown command `xyzzy`: `help` lists the commands
  clew: unknown command `brek`: the nearest is break; `help` lists the commands
  clew: unknown topic `functons`: the nearest is functions; expected one of trace, functions, line, executions, values, marks, problems, source, history, slice
  clew: unknown setting `vales`: the nearest is values; expected one of grain, hex, source-path, prune, bbc, level, mouse, values, resume, theme, print-elements, allocators, cache, substitute-path
  clew: unknown setting `vales`: the nearest is values; expected one of grain, hex, source-path, prune, bbc, level, mouse, values, resume, theme, print-elements, allocators, cache, substitute-path
  clew: there is no theme `ligt`: the nearest is light; `theme` lists them
  [1]
  $ clew -c 'goto larges' -c 'goto mux.c:7' -c 'goto nowhere.c:7' -c 'slice within larges' -c 'slice back 50#0 within larges' good-instance.wet
  clew: no function `larges` in this trace: the nearest is largest; `info functions` lists them
  clew: no code of file `mux.c` is known to have run: the nearest is max.c; `info source` lists the files
  clew: no code of file `nowhere.c` is known to have run: `info source` lists the files
  clew: unknown direction `within`: expected one of back, fwd, backward, forward
  clew: no function or file `larges` in this trace: the nearest is largest; `info functions` and `info source` list them
  [1]
  $ clew -c 'goto report1' -c 'goto lragest' -c 'goto zzz' csi-sum.pt; clew -c 'goto nubmer' -c 'goto MAIN' csi-sum.pt
  clew: no function `report1` in the metadata: `info functions` lists them
  clew: no function `lragest` in the metadata: `info functions` lists them
  clew: no function `zzz` in the metadata: `info functions` lists them
  clew: no function `nubmer` in the metadata: the nearest is number; `info functions` lists them
  clew: no function `MAIN` in the metadata: the nearest is main; `info functions` lists them
  [1]

What is hostile in a name is shown, not sent.

  $ clew -c "$(printf 'l\033st')" good-instance.wet
  clew: no function `\x1bst` in this trace: `info functions` lists them
  [1]

Topics that gdb has, and what tells them here.

  $ for topic in registers locals threads stack; do clew -c "info $topic" good-instance.wet; clew -c "info $topic" csi-sum.pt; clew -c "info $topic" gnatcov/good-history.trace 2>&1 | tail -1; done 2>&1 | sed 's/; it has .*//; s/: expected one of .*//'
  clew: `info registers` is not available in a WET trace. `deps` lists who wrote the values that the instruction here used. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  clew: `info registers` is not available in CSI metadata. gdb shows registers; `step` and `suffix` show the path to here. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  clew: `info registers` is not available in a coverage trace. Which code ran is recorded, but no values. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  clew: `info locals` is not available in a WET trace. `values` lists what an instruction computed, `deps` who wrote what it used. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  clew: `info locals` is not available in CSI metadata. Values are in the core file, and gdb prints them; `step` and `suffix` show the path to here. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  clew: `info locals` is not available in a coverage trace. Which code ran is recorded, but no values. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  clew: `info threads` is not available in a WET trace. Threads are not recorded. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  clew: `info threads` is not available in CSI metadata. `backtrace` lists the frames, `thread` switches to another thread. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  clew: `info threads` is not available in a coverage trace. Threads are not recorded. `info` has: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history
  clew: unknown topic `stack`
  clew: `info stack` is not available in CSI metadata. `backtrace` lists the frames. `info` has: trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  clew: unknown topic `stack`

Whole tools are no commands, but may be what was meant.

  $ clew -c 'record ./max' -c 'help record' -c 'recrod' -c 'help recrod' -c 'help wyh' -c 'record good-instance.wet' -c 'xyzzy' good-instance.wet; clew help recrod
  clew: `record` is a tool, not a command: run `clew record` in the shell; `clew help record` explains it
  clew: `record` is a tool, not a command: run `clew record` in the shell; `clew help record` explains it
  clew: unknown command `recrod`: the nearest is the tool `clew record`, in the shell; `help` lists the commands
  clew: unknown command `recrod`: the nearest is the tool `clew record`, in the shell; `help` lists the commands
  clew: unknown command `wyh`: the nearest is why; `help` lists the commands
  clew: `record` is a tool, not a command: run `clew record` in the shell; `clew help record` explains it
  clew: unknown command `xyzzy`: `help` lists the commands
  clew: unknown command `recrod`: the nearest is the tool `clew record`, in the shell; `help` lists the commands
  [1]
