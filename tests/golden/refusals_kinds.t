requires: recorder

Every command that a kind of trace cannot answer says what answers the question there. Commands that say the same stand together.

  $ cat >refused <<'END'
  $> #!/bin/bash
  $> for command in $(clew -c help | sed -nE 's/^  ([a-z-]+).*/\1/p' | sort -u); do
  $>     clew -c "$command" "$@" 2>&1 </dev/null | sed -n "s/^clew: .$command. \(needs .*, but this is \)/\1/p; s/^clew: \(.* is not available in \)/\1/p" | tail -1 | sed "s/^/$command|/"
  $> done | awk -F'|' '{ if (!($2 in names)) order[++n] = $2; names[$2] = names[$2] " " $1 } END { for (i = 1; i <= n; i++) printf "%s\n   %s\n", substr(names[order[i]], 2), order[i] }'
  $> END
  $ chmod +x refused; ./refused good-instance.wet
  awatch rwatch watch
     needs a recording, but this is a WET trace. No order is recorded; `find-value` and `values` show computed values, `deps` and `uses` who wrote and who read them
  backtrace down frame up
     a call stack is not available in a WET trace. `control` shows the branch or call that let an execution run
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, but this is a WET trace. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  break breakpoints condition delete disable enable ignore tbreak
     needs a recording, but this is a WET trace. No order is recorded, so nothing can step or stop; use `goto LOCATION`, then `next-execution` and `previous-execution`
  cache
     needs an address stream, but this is a WET trace. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows how often each function ran
  calls
     needs a recording, but this is a WET trace. No order is recorded; `control` shows the call that let an execution run, `info functions` how often each function ran
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  coverage
     needs CSI metadata or a coverage trace, but this is a WET trace. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  find-output output
     needs a recording, but this is a WET trace. Output is not recorded; `clew record` records it, `find-value` finds computed values
  pp
     needs an address stream, but this is a WET trace. `deps` and `uses` list the links from one iteration of a loop to another
  thread
     needs a recording, but this is a WET trace. Threads are not recorded; `clew record` records them, and `info trace` shows what this trace has
  whatis
     needs a recording, but this is a WET trace. Locations of variables are not recorded; `list` shows their source lines, `values` the computed values
  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean 2>/dev/null; ./refused mean.clew
  mean response time: 136 ms
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, but this is a recording. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  cache
     needs an address stream, but this is a recording. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows how often each function ran
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, but this is a recording. The whole run is recorded, not only its end; `backtrace` shows the frames, `reverse-step` walks back, `why` explains
  coverage
     needs CSI metadata or a coverage trace, but this is a recording. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  pp
     needs an address stream, but this is a recording. `deps` and `uses` list the links from one iteration of a loop to another, `next-execution` goes through the iterations
  $ ./refused csi-sum.pt
  awatch rwatch watch
     needs a recording or an address stream, but this is CSI metadata. No memory is recorded; `until LINE` and `reverse-step` go through the lines that ran last
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, but this is CSI metadata. `coverage` shows what ran, `coverage lines` lists each line
  break breakpoints condition delete disable enable ignore tbreak
     needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line; `step`, `reverse-step` and `reverse-continue` walk the suffix
  cache pp
     needs an address stream, but this is CSI metadata. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `coverage` shows what ran
  calls
     needs a recording or an address stream, but this is CSI metadata. `backtrace` lists the frames, `suffix all` shows what ran last in each
  chop control deps follow grain links next-member previous-member slice uses who why
     needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  diff
     needs a recording, but this is CSI metadata. `suffix all` shows what ran last in each frame, one dump at a time
  disassemble
     needs a recording, but this is CSI metadata. `graph` draws the blocks of the function, `list` shows its lines
  executions
     needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line, `suffix` lists all steps
  find find-addr find-next find-previous
     needs a recording, but this is CSI metadata. `goto FUNCTION` and `until LINE` go to code, `info functions` lists the functions
  find-bytes find-value print values x
     needs a recording, but this is CSI metadata. Values are in the core file, not in the metadata; gdb prints them, `step` and `suffix` show the path to here
  find-output output
     needs a recording, but this is CSI metadata. Output is not recorded; `suffix` shows the lines that ran last
  index
     needs a WET trace, but this is CSI metadata. It has no index, because clew reads it whole; `info trace` shows what it contains
  next-execution previous-execution
     needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line, `reverse-step` goes back
  whatis
     needs a recording, but this is CSI metadata. `list` shows where variables are declared, gdb prints their types
  $ cp $SAMPLES/ae/golden/fig1.EB.exe fig1; cp $SAMPLES/ae/golden/ae.out.EB ae.out; ./refused fig1 fig1.sma ae.out
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, but this is an address stream. `list` shows how often each line ran, if the executable has line information; `info functions` lists the functions
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, but this is an address stream. The whole run is recorded, not only its end; `backtrace` shows the frames, `reverse-step` walks back
  chop control deps follow grain links next-member previous-member slice uses why
     needs a recording, but this is an address stream. Addresses are recorded, but no dependences. `who ADDRESS` lists writes there, `watch ADDRESS` and `reverse-continue` go to them
  coverage
     needs CSI metadata or a coverage trace, but this is an address stream. `list` shows how often each line ran, if the executable has line information; `info functions` lists the functions
  executions
     needs a recording, but this is an address stream. `next-execution` and `previous-execution` go from one execution to the next, `goto 0xADDRESS#K` to number K
  find find-addr find-next find-previous
     needs a recording, but this is an address stream. `goto FUNCTION` or `goto 0xADDRESS` goes to the next execution, `break` and `continue` to each one
  find-bytes find-value values
     needs a recording, but this is an address stream. `print` shows a register, `info registers` all known ones, `watch` stops at writes to an address
  find-output output
     needs a recording, but this is an address stream. Output is not recorded; `break FUNCTION` and `continue` go to calls that print
  index
     needs a WET trace, but this is an address stream. An address stream has no index, because clew recomputes its addresses; `info trace` shows what it contains
  thread
     needs a recording, but this is an address stream. It has one thread; `backtrace` lists its frames
  whatis
     needs a recording, but this is an address stream. `list` shows where variables are declared; `print` shows what registers hold
  $ ./refused gnatcov/good-history.trace
  awatch rwatch watch
     needs a recording or an address stream, but this is a coverage trace. No memory is recorded; in a history, `break` and `continue` stop at code
  backtrace down frame up
     a call stack is not available in a coverage trace. `info line` and `list` show where you are
  cache pp
     needs an address stream, but this is a coverage trace. All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows what ran
  calls
     needs a recording or an address stream, but this is a coverage trace. Which code ran is recorded, but no calls; `info functions` and `next-uncovered` show what ran
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, but this is a coverage trace. `list` and `next-uncovered` show what ran; `clew csi-cc` builds programs whose crashes show their path
  chop control deps follow grain links next-member previous-member slice uses who why
     needs a recording, but this is a coverage trace. Dependences are not recorded; `next-uncovered`, `branch` and `list` show what ran, `clew record` records dependences
  diff
     needs a recording, but this is a coverage trace. In the shell, `clew coverage --diff A B` lists code that only one of two traces covers
  executions
     needs a recording, but this is a coverage trace. `next-execution` and `previous-execution` go from one entry that covers the instruction here to the next
  find find-addr find-next find-previous
     needs a recording, but this is a coverage trace. `goto FUNCTION`, `goto FILE:LINE` or `goto 0xADDRESS` goes to code, `next-uncovered` to code that did not run
  find-bytes find-value print values x
     needs a recording, but this is a coverage trace. Which code ran is recorded, but no values; `list` and `branch` show what ran
  find-output output
     needs a recording, but this is a coverage trace. Which code ran is recorded, but no output; `list` shows whether a line that prints ran
  index
     needs a WET trace, but this is a coverage trace. It has no index, because clew reads it whole; `info trace` shows what it contains
  thread
     needs a recording, but this is a coverage trace. Which code ran is recorded, but no threads; `list` and `info functions` show what ran
  whatis
     needs a recording, but this is a coverage trace. Which code ran is recorded, but no values; `list` shows where variables are declared
