requires: mips
requires: qemu

Files of an Abstract Execution that lie apart, or are none.

  $ cat >one.c <<'END'
  $> int main(void)
  $> {
  $>     return 0;
  $> }
  $> END
  $> mkdir run bin; (cd run && clew ae-cc -O1 -g -o one ../one.c && qemu-mips ./one && mv one ../bin)

The executable was moved: its schema lies beside the events yet.

  $ clew --exec=bin/one -c where run/ae.out | grep -o 'main  one.c:[0-9]*'
  main  one.c:4
  $ clew -c where bin/one run/ae.out | grep -o 'main  one.c:[0-9]*'
  main  one.c:4
  $ mv run/one.sma away.sma; clew -c where bin/one run/ae.out
  clew: bin/one: found no schema, and looked for bin/one.sma and run/one.sma. clew ae-cc writes it when it compiles the program. Name it (clew bin/one FILE.sma run/ae.out), or compile and run again
  [1]

What is no event file says what it is; a program that was killed leaves an empty one.

  $ bash coverage.sh 401000:4:10 >a.trace; clew regenerate a.trace; clew pp a.trace; clew cache 1k 16 1 a.trace; clew convert a.trace -o b.clew; clew index a.trace
  clew: a.trace: not an event file. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew a.trace` shows it
  clew: a.trace: not an event file. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew a.trace` shows it
  clew: a.trace: not an event file. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew a.trace` shows it
  clew: a.trace:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew a.trace` shows it
  clew: a.trace:1:1: not a WET trace: the first line must be the number of instruction blocks, or hold -->. It contains a GNATcoverage trace (which code an emulator executed, and which way its branches went); `clew a.trace` shows it
  [1]
  $ : >ae.out; clew regenerate ae.out; clew -c where ae.out; clew -c where bin/one away.sma ae.out; clew pp ae.out
  clew: ae.out: no events: the program ended, for example by a signal, before it wrote any
  clew: ae.out: offset 0: no events: the program ended, for example by a signal, before it wrote any
  clew: ae.out: no events: the program ended, for example by a signal, before it wrote any
  clew: ae.out: no events: the program ended, for example by a signal, before it wrote any
  [1]

A schema that is not there: what it is, who writes it, where it was looked for, and what to type.

  $ cd run; mkdir lone none; cp ae.out ../away.sma lone; cp ae.out none; printf 'AE1\n12345678' >other.out; cp ../away.sma ../bin/one none; printf 'AE1\n12345678' >none/ae.out
  $> for f in other.out lone/ae.out none/ae.out; do clew -c where $f; done 2>&1 | sed -E 's/[0-9a-f]{16}/ID/'
  clew: other.out: this folder has no schema for it, a file PROGRAM.sma with ae_id ID. clew ae-cc writes it beside PROGRAM. Name both: clew PROGRAM PROGRAM.sma other.out
  clew: lone/ae.out: its schema is lone/away.sma, but no program is beside it. Name the program too: clew PROGRAM lone/away.sma lone/ae.out
  clew: none/ae.out: the schema in its folder is from another build. Run the program again, or name the program and schema of that run: clew PROGRAM PROGRAM.sma none/ae.out
  $ printf '\1\2\3' >bare.out; clew -c where bare.out
  clew: bare.out: is not a trace; it looks like binary data: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  [1]

Several event files on one command line are several traces, each with the parts of its own that stand before or behind it; two of one run are not.

  $ cat >two.c <<'END'
  $> int main(void) { return 1; }
  $> END
  $> cp away.sma one.sma; cp bin/one .; cp run/ae.out one.out; clew ae-cc -O1 -g -o two two.c; qemu-mips ./two; mv ae.out two.out
  $> clew -c trace one.out two.out; clew -c trace one one.out two two.sma two.out; clew -c trace one.out two.sma two.out; clew -c 'open one.out two.out' -c trace
  > 1  ae one.out  @1 of 3 - main one.c:4
    2  ae two.out  @1 of 3 - main two.c:1
  > 1  ae one.out  @1 of 3 - main one.c:4
    2  ae two.out  @1 of 3 - main two.c:1
  > 1  ae one.out  @1 of 3 - main one.c:4
    2  ae two.out  @1 of 3 - main two.c:1
  @1 of 3  main  one.c:4  move   $v0, $zero
     called by code without schema
  > 1  ae one.out  @1 of 3 - main one.c:4
    2  ae two.out  @1 of 3 - main two.c:1
  $ clew -c where one.sma two.sma one.out; clew --as=ae -c trace one.out two.out
  clew: one.sma and 1 more schema: name their executable too
  > 1  ae one.out  @1 of 3 - main one.c:4
    2  ae two.out  @1 of 3 - main two.c:1
