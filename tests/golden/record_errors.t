requires: recorder

One line where a program cannot be recorded, and the program has not run.

  $ gcc -g -o fine -xc - <<<'#include <stdio.h>
  $> int main(void) { puts("ran"); return 0; }'
  $ head -c 100 fine >cut; cp fine other; printf '#!/no/interpreter\n' >script; printf '#!./cut\n' >second; printf '#!./second\n' >first
  $> chmod +x cut script first second; chmod u+s other
  $> for p in cut script first other; do clew record --wait -o x.clew ./$p; echo $?; done
  clew: ./cut: is cut short: its ELF program headers are missing
  1
  clew: /no/interpreter: cannot be run: No such file or directory (the interpreter of ./script)
  1
  clew: ./cut: is cut short: its ELF program headers are missing (the interpreter of ./first)
  1
  clew: ./other: runs as another user or group (set-user-id, set-group-id); clew cannot record such programs
  1
  $ clew record --wait -o - ./fine
  clew: standard output belongs to the program: -o takes a file or, for text, a pipe such as -o >(gzip), not: -; clew record --help says more
  [2]
  $ clew record --wait -o '' ./fine
  clew: -o takes the name of a file; clew record --help says more
  [2]

So where the recorder is missing, is none, or says nothing.

  $ echo nothing >none; chmod +x none
  $> for r in /no/recorder ./none /bin/false; do CLEW_RECORDER=$r clew record --wait -o x.clew ./fine; echo $?; done
  clew: /no/recorder: cannot be run: No such file or directory (the recorder that CLEW_RECORDER names)
  1
  clew: ./none: cannot execute the recorder
  1
  clew: /bin/false: the recorder ended with status 1 and wrote nothing
  1
  $ CLEW_RECORDER=/bin/false clew record --wait --trace-children -o x.%p.clew ./fine
  clew: /bin/false: the recorder ended with status 1 and wrote nothing
  [1]
  $ ls *.clew 2>/dev/null
  [2]

What Valgrind cannot execute is told with its place; the program dies of SIGILL there.

  $ gcc -g -no-pie -o wide -xc - <<<'int main(void) { __asm__ volatile("vpaddd %zmm1,%zmm2,%zmm3"); return 0; }'
  $ (clew record --wait ./wide; echo $?) 2>&1 | grep -v '^bash' | sed -E 's/0x[0-9a-f]+/ADDRESS/'
  clew: SIGILL: ADDRESS main <stdin>:1: vpaddd %zmm1,%zmm2,%zmm3 (62 f1 6d 48 fe d9): Valgrind does not support AVX-512; compile the program for a processor without it (-march=x86-64-v3)
  132

A recording of a script names the interpreter and the script; its own name is the script's.

  $ printf '#!/bin/sh -e\necho "$0 $*"\n' >script; clew record --wait ./script one
  $> clew -c info script.clew 2>/dev/null | grep -E '^(program|script|arguments)' | sed 's:/.*/::'
  ./script one
  program        dash
  script         script
  arguments      one

A process that executes what cannot be recorded goes on unrecorded, which is counted.

  $ clew record --wait --trace-children -o x.%n.%p.clew sh -c './other; exec ./other' 2>&1 | grep -v '^clew: process'
  ran
  ran
  clew: 2 processes executed a program that clew cannot record (32-bit, set-user-id), and ran on unrecorded
  $ ls x.*.clew | sed 's/[0-9]*[.]clew$/N.clew/'
  x.sh.N.clew
  x.sh.N.clew

Arguments stand where they belong: not with a program that was executed later.

  $ clew record --wait --trace-children -o y.%n.%p.clew sh -c 'exec ./fine 1 2' 2>/dev/null
  $> for t in y.sh.*.clew y.fine.*.clew; do clew -c info $t 2>/dev/null | grep -E '^(program|arguments)' | sed 's:  /.*/:  :'; done
  ran
  program        dash
  arguments      -c 'exec ./fine 1 2'
  program        fine

A TMPDIR that is not there does no harm: nothing is put there.

  $ TMPDIR=/no/such clew record --wait ./fine; TMPDIR=/no/such clew record --wait -o sh.clew sh -c 'echo $TMPDIR'
  ran
  /no/such
