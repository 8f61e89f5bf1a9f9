requires: recorder

What Valgrind cannot do, a line says when a program comes to it. There is room for 4,095 threads at once.

  $ cat >threads.c <<'END'
  $> #include <pthread.h>
  $> #include <stdio.h>
  $> static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  $> static void *thread(void *p) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); return p; }
  $> int main(void) {
  $>     static pthread_t threads[600];
  $>     int made = 0;
  $>     pthread_mutex_lock(&lock);
  $>     while (made < 600 && pthread_create(&threads[made], NULL, thread, NULL) == 0) made++;
  $>     pthread_mutex_unlock(&lock);
  $>     for (int i = 0; i < made; i++) pthread_join(threads[i], NULL);
  $>     printf("%d threads\n", made);
  $>     return 0; }
  $> END
  $> gcc -pthread -o threads threads.c
  $ clew record --wait ./threads 2>&1 | grep -v 'skipped code'
  600 threads

Memory: 8 MB by brk, and none where Valgrind itself is.

  $ cat >memory.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <sys/mman.h>
  $> #include <unistd.h>
  $> int main(int count, char **words) {
  $>     int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  $>     if (count == 1) { for (int i = 0; i < 20; i++) if (sbrk(1 << 20) == (void *)-1) return 1; return 0; }
  $>     return mmap((void *)strtoul(words[1], NULL, 0), 4096, PROT_READ, flags, -1, 0) == MAP_FAILED; }
  $> END
  $> gcc -o memory memory.c
  $ clew record --wait ./memory
  clew: Valgrind limits brk to 8 MB, and the program asked for more: sbrk failed; malloc takes memory from mmap instead
  [1]
  $ clew record --wait ./memory 0x58000000
  clew: Valgrind keeps the memory at 0x58000000 for itself: the program could not map it
  [1]
  $ clew record --wait ./memory 0x30000000

A program that restricts its system calls restricts Valgrind's, too. What ran till then is recorded.

  $ cat >strict.c <<'END'
  $> #include <linux/seccomp.h>
  $> #include <sys/prctl.h>
  $> #include <sys/syscall.h>
  $> #include <unistd.h>
  $> int main(void) {
  $>     prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  $>     syscall(SYS_exit, 5); }
  $> END
  $> gcc -g -w -o strict strict.c
  $ clew record --wait ./strict 2>&1 | grep '^clew'; clew -c info strict.clew 2>/dev/null | grep ^status; clew -c where strict.clew 2>/dev/null | sed 's/^0x[^ ]* of 1 *//; s/ *@.*//' | head -1
  clew: the program restricted its system calls (seccomp), and the kernel killed it at one that Valgrind needs: the trace ends there
  status         signal SIGKILL
  main strict.c:6

Modes of floating-point numbers that Valgrind does not obey: the first one is said, with its place, and noted. Flags are no mode.

  $ cat >mode.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> int main(int count, char **words) {
  $>     unsigned mode = strtoul(words[1], NULL, 0);
  $>     static unsigned char area[512] __attribute__((aligned(16)));
  $>     if (count == 2) {
  $>         __asm__ volatile("ldmxcsr %0" : : "m"(mode));
  $>     } else {
  $>         __asm__ volatile("fxsave %0" : "=m"(area));
  $>         memcpy(area + 24, &mode, 4);
  $>         __asm__ volatile("fxrstor %0" : : "m"(area)); }
  $>     volatile double one = 1, three = 3;
  $>     return one / three == 0; }
  $> END
  $> gcc -g -w -no-pie -o mode mode.c
  $ for mode in 0x1f80 0x1fbf 0x5f80 0x3f80 0x9fc0 0x7f80 0xff40 0x1d80; do clew record --wait ./mode $mode 2>&1 | sed 's/0x40[0-9a-f]*/ADDRESS/'; done
  clew: ADDRESS main mode.c:8 sets MXCSR to 0x5f80 (round up). Valgrind obeys the rounding mode in conversions only: results after this may differ from a run without Valgrind
  clew: ADDRESS main mode.c:8 sets MXCSR to 0x3f80 (round down). Valgrind obeys the rounding mode in conversions only: results after this may differ from a run without Valgrind
  clew: ADDRESS main mode.c:8 sets MXCSR to 0x9fc0 (flush to zero, denormals are zero). Valgrind ignores it: results after this may differ from a run without Valgrind
  clew: ADDRESS main mode.c:8 sets MXCSR to 0x7f80 (round towards zero). Valgrind obeys the rounding mode in conversions only: results after this may differ from a run without Valgrind
  clew: ADDRESS main mode.c:8 sets MXCSR to 0xff40 (round towards zero, flush to zero, denormals are zero, exceptions raise SIGFPE). Valgrind obeys the rounding mode in conversions only and ignores the rest: results after this may differ from a run without Valgrind
  clew: ADDRESS main mode.c:8 sets MXCSR to 0x1d80 (exceptions raise SIGFPE). Valgrind ignores it: results after this may differ from a run without Valgrind
  $ clew record --wait ./mode 0x5f80 area 2>&1 | sed 's/0x40[0-9a-f]*/ADDRESS/'
  clew: ADDRESS main mode.c:12 sets MXCSR to 0x5f80 (round up). Valgrind obeys the rounding mode in conversions only: results after this may differ from a run without Valgrind
  $ clew record --wait ./mode 0x1f80 area
  $ clew record --wait ./mode 0x5f80 2>/dev/null; clew -c info mode.clew 2>/dev/null | grep ^floating | sed 's/0x40[0-9a-f]*/ADDRESS/'
  floating point ADDRESS main mode.c:8 sets MXCSR to 0x5f80 (round up). Valgrind obeys the rounding mode in conversions only: results after this may differ from a run without Valgrind
  $ gcc -g -w -o moved mode.c; clew record --wait ./moved 0x5f80 2>&1 | sed -E 's/clew: (0x[0-9a-f]*) .*/clew -c "goto \1#0" moved.clew/' | sh 2>/dev/null | sed 's/.*of 1 *//; s/ *@.*//'
  main mode.c:8
    ldmxcsr -0x4(%rbp)
