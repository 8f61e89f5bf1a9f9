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
  clew: bin/one.sma: cannot be opened: No such file or directory
  [1]

What is no event file says what it is; a program that was killed leaves an empty one.

  $ bash coverage.sh 401000:4:10 >a.trace; clew regenerate a.trace; clew pp a.trace; clew cache 1k 16 1 a.trace; clew convert a.trace -o b.clew; clew index a.trace
  clew: a.trace: offset 0: these are no events; by its content it is: GNATcoverage trace: which code an emulator saw executed, and how its branches went
  clew: a.trace: offset 0: these are no events; by its content it is: GNATcoverage trace: which code an emulator saw executed, and how its branches went
  clew: a.trace: offset 0: these are no events; by its content it is: GNATcoverage trace: which code an emulator saw executed, and how its branches went
  clew: a.trace:1:1: no WET trace: the first line must be the number of instruction blocks, or hold -->; by its content it is: GNATcoverage trace: which code an emulator saw executed, and how its branches went
  clew: a.trace:1:1: no WET trace: the first line must be the number of instruction blocks, or hold -->; by its content it is: GNATcoverage trace: which code an emulator saw executed, and how its branches went
  [1]
  $ : >ae.out; clew regenerate ae.out; clew -c where ae.out; clew -c where bin/one away.sma ae.out; clew pp ae.out
  clew: ae.out: offset 0: no events: the program was ended, as by a signal, before it wrote any
  clew: ae.out: offset 0: no events: the program was ended, as by a signal, before it wrote any
  clew: ae.out: offset 0: no events: the program was ended, as by a signal, before it wrote any
  clew: ae.out: offset 0: no events: the program was ended, as by a signal, before it wrote any
  [1]
