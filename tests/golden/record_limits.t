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
  $ clew record ./threads 2>&1 | grep -v 'skipped code'
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
  $ clew record ./memory
  clew: Valgrind gives a program 8 MB by brk, and this one asked for more: sbrk failed; malloc takes memory from mmap instead
  [1]
  $ clew record ./memory 0x58000000
  clew: Valgrind keeps the memory at 0x58000000 for itself: the program could not map its own there
  [1]
  $ clew record ./memory 0x30000000

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
  $ clew record ./strict 2>&1 | grep '^clew'; clew -c info strict.clew 2>/dev/null | grep ^status; clew -c where strict.clew 2>/dev/null | sed 's/^0x[^ ]* of 1 *//; s/ *@.*//' | head -1
  clew: the program restricted its system calls (seccomp), and the kernel ended it at one that Valgrind needs: the trace ends there
  status         signal SIGKILL
  main strict.c:6
