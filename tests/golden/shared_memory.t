requires: recorder

What others write to shared memory: another mapping of it, its file, another process. The definer that the recording has is then not the last writer.

  $ cat >twice.c <<'END'
  $> #define _GNU_SOURCE
  $> #include <sys/mman.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> int main(void)
  $> {
  $>     int file = memfd_create("x", 0), sum;
  $>     sum = ftruncate(file, 4096);
  $>     int *one = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  $>     int *two = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  $>     *one = 5;
  $>     int own = *one;
  $>     *two = 6;
  $>     int other = *one;
  $>     sum += pwrite(file, "ABCD", 4, 0);
  $>     int written = *one;
  $>     if (fork() == 0) {
  $>         *one = 7;
  $>         _exit(0);
  $>     }
  $>     wait(0);
  $>     int child = *one, again = *one;
  $>     return sum + own + other + written + child + again == 0;
  $> }
  $> END
  $ gcc -g -O0 -o twice twice.c && clew record -o twice.clew -- ./twice 2>/dev/null
  $> clew -c 'goto twice.c:23' -c 'why own 2' -c 'why other 2' -c 'why written 2' -c 'why child 2' -c 'why again 2' twice.clew 2>&1 | sed '1,2d; s/  */ /g'
  $> clew -c 'goto twice.c:11' -c uses twice.clew 2>&1 | sed '1,2d; s/  */ /g'
  $> clew -c 'goto twice.c:11' -c 'awatch *one' -c 'print *one' -c next -c 'print *one' -c continue -c continue -c continue -c continue twice.clew 2>&1 | sed '1,2d; s/@[0-9]*/@T/g; s/  */ /g; /0x[0-9a-f]*#/d; /^ *mov /d'
  $> clew -c 'goto twice.c:12' -c 'watch *one' -c 'goto @1' -c continue twice.clew 2>&1 | grep Old
  twice.c:12 int own = *one; = 0x5
   twice.c:11 *one = 5; = 0x5 constant
  2 more lines: why 0x122c#0 4
  twice.c:14 int other = *one; = 0x6
   twice.c:11 *one = 5; = 0x5 constant something else wrote this shared memory in between
  2 more lines: why 0x123f#0 4
  twice.c:16 int written = *one; = 0x44434241
   twice.c:11 *one = 5; = 0x5 constant something else wrote this shared memory in between
  2 more lines: why 0x126d#0 4
  twice.c:22 int child = *one, again = *one; = 0x7 (mov)
   twice.c:11 *one = 5; = 0x5 constant something else wrote this shared memory in between
  3 more lines: why 0x129d#0 4
  twice.c:22 int child = *one, again = *one; = 0x7
   twice.c:11 *one = 5; = 0x5 constant something else wrote this shared memory in between
  3 more lines: why 0x12a6#0 4
  data 0x122a#0 main twice.c:12 = 0x5 mov (%rax),%eax
  data 0x123d#0 main twice.c:14 = 0x6 mov (%rax),%eax something else wrote this shared memory in between
  data 0x126b#0 main twice.c:16 = 0x44434241 mov (%rax),%eax something else wrote this shared memory in between
  data 0x129b#0 main twice.c:22 = 0x7 mov (%rax),%eax something else wrote this shared memory in between
  data 0x12a4#0 main twice.c:22 = 0x7 mov (%rax),%eax something else wrote this shared memory in between
  clew: the memory is shared: clew does not see what others write to it
  access watchpoint 1, *one: 4 bytes
  $1 = 5 int, written @T main twice.c:11
  clew: `*one` is unknown since @T: the memory is shared, and others may have written it
  access watchpoint 1, *one: Value = 5
  access watchpoint 1, *one: Value = 6
  access watchpoint 1, *one: Value = 1145258561
  access watchpoint 1, *one: Value = 7
  watchpoint 1, *one: Old value = <unknown>, New value = 5
