requires: qemu
requires: plugins

clew run-coverage runs a program under QEMU's user emulator. The program notices nothing: its name, arguments, environment, folder, input and descriptors are
those it was given, and what it ends with is what clew ends with.

  $ cat >notice.c <<'END'
  $> #include <fcntl.h>
  $> #include <signal.h>
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> #include <unistd.h>
  $> extern char **environ;
  $> int main(int count, char **words)
  $> {
  $>     char line[100] = "", folder[500] = "";
  $>     int file = open("/dev/null", O_RDONLY), variables = 0;
  $>     for (int i = 4; i < 1000; i++)
  $>         if (fcntl(i, F_GETFD) >= 0)
  $>             printf("descriptor %d is open\n", i);
  $>     while (environ[variables])
  $>         variables++;
  $>     if (fgets(line, sizeof line, stdin))
  $>         line[strcspn(line, "\n")] = 0;
  $>     printf("%s, %d words, first descriptor %d, %d variables, read '%s', in %s\n", words[0], count, file, variables, line,
  $>            strrchr(getcwd(folder, sizeof folder), '/') + 1);
  $>     fprintf(stderr, "to standard error\n");
  $>     fflush(stdout);
  $>     if (count > 2)
  $>         raise(atoi(words[2]));
  $>     return count > 1 ? atoi(words[1]) : 0;
  $> }
  $> END
  $> gcc -g -O0 -o notice notice.c && mkdir -p sub && mv notice sub && cd sub && echo hello | env -i A=1 B=2 ./notice 7 >../alone 2>&1; echo $?
  $> echo hello | env -i A=1 B=2 $(command -v clew) run-coverage -o ../notice.trace ./notice 7 >../traced 2>&1; echo $?
  $> cd ..; diff alone traced && sed '/^descriptor/d; s/first descriptor [0-9]*/first descriptor N/' traced; ls -1 *.trace*
  7
  7
  to standard error
  ./notice, 2 words, first descriptor N, 2 variables, read 'hello', in sub
  notice.trace

The name is the one it was called by; so is the signal.

  $ { echo hello | clew run-coverage sub/notice 0 15 | grep -o '^[a-z/]*, . words'; echo ${PIPESTATUS[1]}; echo hello | PATH=$PATH:sub clew run-coverage -- notice 0 9 | grep -o '^[a-z/]*, . words'
  $>   echo ${PIPESTATUS[1]}; } 2>/dev/null; ls -1 *.trace*
  sub/notice, 3 words
  143
  notice, 3 words
  137
  notice.trace

The infos that GNATcoverage's own runs write, in their order; a tag; a name for the trace. A trace is only there when it is whole, and what a link leads to is
replaced, not the link.

  $ rm -f *.trace && ln -s real.trace link.trace && clew run-coverage -o real.trace true
  $> clew run-coverage -T 'run 1' -o link.trace sub/notice </dev/null >/dev/null 2>&1; clew dump-trace link.trace | awk '/^Tag/ { print $3 } /sample|run 1/ { print }'
  $> [ -L link.trace ] && ls -1 *.trace*; clew dump-trace link.trace | grep -c block | awk '{ print ($1 > 10 && $1 < 100) }'
  DATE_TIME
  EXEC_FILE_NAME
  EXEC_FILE_SIZE
  EXEC_FILE_TIME_STAMP
  EXEC_FILE_CRC32
  USER_DATA
  Data : run 1
  link.trace
  real.trace
  1

Every execution, in order, with --history: the loop runs five times, and its branch goes back four times. A limit is kept, and said.

  $ cat >loop.c <<'END'
  $> volatile int n, sum;
  $> int never(int x) { if (x <= 1000) return x; return sum = 0; }
  $> int main(void)
  $> {
  $>     for (n = 0; n < 5; n++)
  $>         sum += never(n);
  $>     return sum;
  $> }
  $> END
  $> gcc -g -O0 -fcf-protection=none -o loop loop.c
  $> clew run-coverage --history loop; clew run-coverage --history ./loop; echo $?
  $> never=$(nm loop | awk '$3 == "never" { print $1 }')
  $> clew dump-trace --kind loop.trace | head -1; clew dump-trace loop.trace | grep -c "^$never"
  $> clew run-coverage --history --limit=1000 ./loop 2>&1 | sed 's/[0-9][0-9]*/N/'
  clew: loop: no such program in $PATH: use ./loop for the one here
  10
  Kind: HISTORY
  5
  clew: N basic blocks at the end of the run, libraries' included, not logged: the history's limit was reached; --limit raises it

The branch that was never taken is one whose mark is v, in a line whose mark is !.

  $ clew run-coverage ./loop
  $> clew coverage --level=branch --annotate=asm --function=never loop.trace | grep -o ' .: .*jg' | tr -s ' ' | cut -c1-3
  $> clew coverage --level=branch --annotate=source --file=loop.c loop.trace 2>/dev/null | grep -E 'never\(int|for \(' | cut -c1-40
   v:
     2 !: int never(int x) { if (x <= 1000
     5 +:     for (n = 0; n < 5; n++)

Traces of two builds are not merged.

  $ sed 's/1000/2000/; $s/^/ /' loop.c >other.c; gcc -g -O1 -fcf-protection=none -o other other.c; clew run-coverage ./other
  $> clew coverage --level=insn --function=never loop.trace other.trace 2>&1 >merged | sed 's/[0-9][0-9]*, not [0-9]*/A, not B/'; clew coverage --level=insn --function=never loop.trace | cmp - merged
  clew: other.trace: error: belongs to another executable than loop.trace (size A, not B): clew does not merge it
  $ clew coverage loop.trace other.trace >merged 2>&1; echo $?
  1

What cannot be run is refused in one line.

  $ printf '#!/bin/sh\necho\n' >script; echo text >text; chmod +x script text
  $> for p in ./script ./text ./nothing nothing sub; do clew run-coverage $p; done; clew run-coverage --target=nothing ./loop; clew run-coverage --limit=0 ./loop; clew run-coverage; clew run-coverage --limit=5 ./loop; clew run-coverage --bogus ./loop; clew run-coverage -T x -hz ./loop; clew run-coverage --histroy ./loop; clew run-coverage --history -zT x ./loop; clew run-coverage --tag; clew run-coverage -o - ./loop; clew run-coverage -o ./loop ./loop; ls -1 *.part* 2>/dev/null
  clew: ./script: is a script, not an ELF program: run its interpreter, with the script as its argument
  clew: ./text: is not a program: not an ELF file
  clew: ./nothing: cannot be run: No such file or directory
  clew: nothing: no such program in $PATH
  clew: sub: no such program in $PATH, and the one here is a folder
  clew: no qemu-nothing: the Debian package qemu-user has QEMU's emulators
  clew: --limit takes a number from 1 to 4294967296, not: 0; clew run-coverage --help says more
  clew: no program given; clew run-coverage --help says more
  clew: --limit needs --history; clew run-coverage --help says more
  clew: unknown option --bogus; clew run-coverage --help says more
  clew: unknown option: -z; clew run-coverage --help says more
  clew: unknown option --histroy: the nearest is --history; clew run-coverage --help says more
  clew: unknown option: -z; clew run-coverage --help says more
  clew: --tag needs an argument: --tag=ARGUMENT; clew run-coverage --help says more
  clew: standard output is the program's: -o takes the name of a file, not: -; clew run-coverage --help says more
  clew: ./loop: is the program to run: name another file with -o
  [2]


A function that is only there as inlined copies: a breakpoint stops in each. Where one looks at no source, a bare number is a line of the file with main.

  $ cat >grade.c <<'END'
  $> static int grade(int points)
  $> {
  $>     return points > 90 ? 1 : points > 50 ? 2 : 3;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     volatile int sum = grade(argc * 60);
  $>     sum += grade(argc * 95 + **argv);
  $>     return sum == 0;
  $> }
  $> END
  $> gcc -g -O2 -fcf-protection=none -o grade grade.c && clew run-coverage --history ./grade
  $ clew -c 'break grade' -c continue -c where grade.trace | grep -o 'breakpoint 1, grade\|([0-9] locations)\|grade.c:[0-9]'
  breakpoint 1, grade
  (2 locations)
  breakpoint 1, grade
  grade.c:3
  grade.c:3
  $ clew -c 'goto _start' -c 'info line 8' grade.trace | grep -c '^[+!>v?-] 0x'
  7
  $ clew -c 'goto grade' -c 'where' grade.trace | grep -o 'grade.c:[0-9]'
  grade.c:3
  grade.c:3

A file of another kind is not written over, and the program does not run then; a coverage trace is.

  $ echo 'int main(void) { return 0; }' >none.c; gcc -o none none.c; cp none.c kept.c; clew run-coverage -o kept.c ./none; echo $?; cmp kept.c none.c; for i in 1 2; do clew run-coverage -o twice.trace ./none; echo $?; done
  clew: kept.c: exists and is not a coverage trace, so clew does not overwrite it: name another file with -o
  1
  0
  0

A name that is relative is looked for from the trace's folder as well: traces are opened from elsewhere. Where what lies in the current folder has another size than
what ran, that one is not it.

  $ echo 'int main(void) { return 0; }' >beside.c && gcc -g -o beside beside.c && mkdir runs && (cd runs && clew run-coverage -o r.trace ../beside)
  $ mkdir -p away/deep && cp beside.c beside away && cd away/deep && clew -c 'goto main' ../../runs/r.trace | head -1 | cut -d' ' -f3,4
  main beside.c:1

  $ cd away/deep && echo another >../beside && clew -c 'goto main' ../../runs/r.trace | head -1 | cut -d' ' -f3,4
  main beside.c:1

The handler of a signal is no outcome of the system call that it comes behind: only where the call returns to is one.

  $ cat >sig.c <<'END'
  $> #include <signal.h>
  $> #include <unistd.h>
  $> static void handle(int number) { (void)number; }
  $> int main(void)
  $> {
  $>     long made;
  $>     signal(SIGUSR1, handle);
  $>     __asm__ volatile("send: syscall\nsent:" : "=a"(made) : "0"(62L), "D"((long)getpid()), "S"((long)SIGUSR1) : "rcx", "r11", "memory");
  $>     return (int)made;
  $> }
  $> END
  $ gcc -no-pie -o sig sig.c && clew run-coverage -o sig.trace ./sig && sent=$(nm sig | sed -n 's/ t sent$//p') && clew dump-trace sig.trace |
  $>     grep -E "(-$(printf %016x $((0x$sent - 1)))|^$sent-)" | sed -E 's/^[0-9a-f]*-[0-9a-f]*/BLOCK/'
  BLOCK ?: 10 ---- block
  BLOCK ?: 11 ---t block
