requires: recorder

What ran and is not shown. This program works in a library, which the trace does not show: clew names it, and the option that shows it.

  $ cat >work.c <<'END'
  $> unsigned work(unsigned n) { unsigned sum = 0; for (unsigned i = 0; i < n; i++) sum = sum * 3 + i; return sum; }
  $> END
  $> cat >ask.c <<'END'
  $> #include <stdlib.h>
  $> unsigned work(unsigned n);
  $> int main(int count, char **words) { return count > 1 ? work(atoi(words[1])) == 1 : 0; }
  $> END
  $> gcc -g -O0 -shared -fPIC -o libwork.so.1 work.c && gcc -g -O0 -o ask ask.c ./libwork.so.1
  $ clew record --wait -o ask.clew ./ask 200000 2>&1 | sed -E 's/9[0-9]%/MOST/'
  clew: most instructions ran in skipped code: libwork MOST. To see them, record with --only=libwork

Whoever has chosen what is shown is not told, and a small program is not worth it. Each process has a line of its own.

  $ clew record --wait -o ask.clew --only=exe --only=libwork ./ask 200000
  $ clew record --wait -o ask.clew --skip=libwork ./ask 200000
  $ clew record --wait -o ask.clew ./ask 10
  $ clew record --wait --trace-children -o 'ask.%p.clew' ./ask 200000 2>&1 | sed -E 's/9[0-9]%/MOST/' | grep -v process
  clew: most instructions ran in skipped code: libwork MOST. To see them, record with --only=libwork

With a window, what ran before it does not count.

  $ cat >late.c <<'END'
  $> unsigned work(unsigned n);
  $> void late(void) { }
  $> int main(void) { unsigned n = work(200000); late(); return n == 1; }
  $> END
  $> gcc -g -O0 -o late late.c ./libwork.so.1
  $ clew record --wait -o late.clew ./late 2>&1 | grep -c libwork
  1
  $ clew record --wait -o late.clew --from=late ./late

Processes that the program made ran unrecorded; they are counted and named, by what they executed last.

  $ cat >family.c <<'END'
  $> #include <stdlib.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> int main(void) {
  $>     if (fork() == 0) _exit(0);
  $>     for (int i = 0; i < 2; i++) if (fork() == 0) { execl("/no/such", "such", (char *)0); execl("/bin/true", "true", (char *)0); }
  $>     while (wait(NULL) > 0) continue;
  $>     return system("exit 0"); }
  $> END
  $> gcc -g -O0 -o family family.c
  $ clew record --wait ./family
  clew: 4 processes that the program started ran unrecorded: 2 true, family, sh. To record them, use --trace-children
  $ clew record --wait --trace-children -o 'f.%p.clew' ./family 2>&1 | grep -c unrecorded
  0
  [1]
