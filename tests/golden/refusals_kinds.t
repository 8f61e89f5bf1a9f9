requires: recorder

Every command that a kind of trace cannot answer says what answers the question there. Commands that say the same stand together.

  $ cat >refused <<'END'
  $> #!/bin/bash
  $> for command in $(clew -c help | sed -nE 's/^  ([a-z-]+).*/\1/p' | sort -u); do
  $>     clew -c "$command" "$@" 2>&1 </dev/null | sed -n "s/^clew: $command \(needs .*, and this is \)/\1/p; s/^clew: \(.* is nothing that .* could tell\)/\1/p" | tail -1 | sed "s/^/$command|/"
  $> done | awk -F'|' '{ if (!($2 in names)) order[++n] = $2; names[$2] = names[$2] " " $1 } END { for (i = 1; i <= n; i++) printf "%s\n   %s\n", substr(names[order[i]], 2), order[i] }'
  $> END
  $ chmod +x refused; ./refused good-instance.wet
  awatch rwatch watch
     needs an address stream, and this is a WET trace: no order is recorded; find-value and values show what was computed, deps and uses who wrote and who read it
  backtrace down frame up
     a call stack is nothing that a WET trace could tell: control leads to the branch or call that made an execution run
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, and this is a WET trace: list shows how often each line ran, info functions each function, why not LINE why it never ran
  break breakpoints condition delete disable enable ignore tbreak
     needs a recording, and this is a WET trace: no order is recorded, so nothing walks or stops: goto LOCATION, then next-instance and previous-instance
  cache
     needs an address stream, and this is a WET trace: it takes all addresses of a run, which programs of clew ae-cc keep; info functions tells how often each ran
  calls
     needs a recording, and this is a WET trace: no order is recorded; control leads to the call that made an execution run, info functions tells how often each ran
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, and this is a WET trace: deps and why lead back from any execution, slice back lists all of it
  coverage
     needs CSI metadata or a coverage trace, and this is a WET trace: list shows how often each line ran, info functions each function, why not LINE why it never ran
  pp
     needs an address stream, and this is a WET trace: deps and uses lead from one iteration of a loop to another
  thread
     needs a recording, and this is a WET trace: threads are not recorded: clew record makes a trace that knows them
  whatis
     needs a recording, and this is a WET trace: where variables lie is not recorded; list shows their lines, values what was computed
  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean 2>/dev/null; ./refused mean.clew
  mean response time: 136 ms
  awatch rwatch watch
     needs an address stream, and this is a recording: who VAR lists all writes to it, print VAR shows what it holds here, uses who read a value
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, and this is a recording: list shows how often each line ran, info functions each function, why not LINE why it never ran
  cache
     needs an address stream, and this is a recording: it takes all addresses of a run, which programs of clew ae-cc keep; info functions tells how often each ran
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, and this is a recording: all that ran is recorded, not only the end: backtrace shows the frames, reverse-step walks back, why explains
  coverage
     needs CSI metadata or a coverage trace, and this is a recording: list shows how often each line ran, info functions each function, why not LINE why it never ran
  pp
     needs an address stream, and this is a recording: deps and uses lead from one iteration of a loop to another, next-instance goes through them
  $ ./refused csi-sum.pt
  awatch rwatch watch
     needs an address stream, and this is CSI metadata: no memory is recorded: until LINE and reverse-step walk the lines that ran last
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, and this is CSI metadata: coverage shows what ran at all, coverage lines each line
  break breakpoints condition delete disable enable ignore tbreak
     needs a recording, and this is CSI metadata: until LINE goes to the next step at a line, step, reverse-step and reverse-continue walk the suffix
  cache pp
     needs an address stream, and this is CSI metadata: it takes all addresses of a run, which programs of clew ae-cc keep; coverage shows what ran
  calls
     needs a recording or an address stream, and this is CSI metadata: backtrace lists the frames, suffix all what ran last in each
  chop control deps follow grain links next-member previous-member slice uses who why
     needs a recording, and this is CSI metadata: who wrote what is not recorded: suffix, step and graph show the way to here; clew record makes a trace that knows more
  diff
     needs a recording, and this is CSI metadata: suffix all shows what ran last in each frame, of one dump at a time
  disassemble
     needs a recording, and this is CSI metadata: graph draws the blocks of the function, list shows its lines
  find find-addr find-next find-previous
     needs a recording, and this is CSI metadata: goto FUNCTION and until LINE lead to code, info functions lists the functions
  find-value print values x
     needs a recording, and this is CSI metadata: values are in the core file, not in the metadata: gdb prints them; step and suffix show which way was taken
  index
     needs a WET trace, and this is CSI metadata: it has none, and is read as a whole: info trace tells what is in it
  instances
     needs a recording, and this is CSI metadata: until LINE goes to the next step at a line, suffix lists all steps
  next-instance previous-instance
     needs a recording, and this is CSI metadata: until LINE goes to the next step at a line, reverse-step back
  whatis
     needs a recording, and this is CSI metadata: list shows where variables are declared, gdb tells their types
  $ cp $SAMPLES/ae/golden/fig1.EB.exe fig1; cp $SAMPLES/ae/golden/ae.out.EB ae.out; ./refused fig1 fig1.sma ae.out
  branch entries next-uncovered previous-uncovered
     needs a coverage trace, and this is an address stream: list shows how often each line ran, if the executable has lines; info functions lists the functions
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, and this is an address stream: all that ran is recorded, not only the end: backtrace shows the frames, reverse-step walks back
  chop control deps follow grain links next-member previous-member slice uses why
     needs a recording, and this is an address stream: who wrote what is not recorded, but where: who ADDRESS lists who wrote there, watch ADDRESS and reverse-continue go there, up to the caller
  coverage
     needs CSI metadata or a coverage trace, and this is an address stream: list shows how often each line ran, if the executable has lines; info functions lists the functions
  find find-addr find-next find-previous
     needs a recording, and this is an address stream: goto FUNCTION or goto 0xADDRESS leads to its next execution, break and continue to each
  find-value values
     needs a recording, and this is an address stream: print shows registers, info registers all that are known, watch finds who writes to an address
  index
     needs a WET trace, and this is an address stream: it has none, and is computed anew: info trace tells what is in it
  instances
     needs a recording, and this is an address stream: next-instance and previous-instance go from one execution to the next, goto 0xADDRESS#K to the K-th
  thread
     needs a recording, and this is an address stream: it is of one thread, whose frames backtrace lists
  whatis
     needs a recording, and this is an address stream: list shows where variables are declared; print shows what registers hold
  $ ./refused gnatcov/good-history.trace
  awatch rwatch watch
     needs an address stream, and this is a coverage trace: no memory is recorded: break and continue stop at code, in a history
  backtrace down frame up
     a call stack is nothing that a coverage trace could tell: info line and list show where one is
  cache pp
     needs an address stream, and this is a coverage trace: it takes all addresses of a run, which programs of clew ae-cc keep; info functions shows what ran
  calls
     needs a recording or an address stream, and this is a coverage trace: calls are not recorded, only which code ran: info functions and next-uncovered show that
  candidate candidates core gdb-commands graph paste snapshot suffix
     needs CSI metadata, and this is a coverage trace: list and next-uncovered show what ran; clew csi-cc builds programs whose crashes tell their way
  chop control deps follow grain links next-member previous-member slice uses who why
     needs a recording, and this is a coverage trace: who wrote what is not recorded: next-uncovered, branch and list show what ran; clew record makes a trace that knows more
  diff
     needs a recording, and this is a coverage trace: clew coverage --diff A B, on the command line, tells what only one of two traces covers
  find find-addr find-next find-previous
     needs a recording, and this is a coverage trace: goto FUNCTION, goto FILE:LINE or goto 0xADDRESS leads to code, next-uncovered to what did not run
  find-value print values x
     needs a recording, and this is a coverage trace: no values are recorded, only which code ran: list and branch show that
  index
     needs a WET trace, and this is a coverage trace: it has none, and is read as a whole: info trace tells what is in it
  instances
     needs a recording, and this is a coverage trace: next-instance and previous-instance go from one entry that covers it to the next
  thread
     needs a recording, and this is a coverage trace: threads are not recorded, only which code ran: list and info functions show that
  whatis
     needs a recording, and this is a coverage trace: no values are recorded, only which code ran: list shows where variables are declared
