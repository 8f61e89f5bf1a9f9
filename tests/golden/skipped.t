What skipped code and the kernel write to a variable is known to have been written: the value is unknown since then, unless your code reads it later.
requires: recorder
  $ cat >in.c <<'END'
  $> #include <stdio.h>
  $> #include <string.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> struct item { int id; char name[8]; };
  $> static struct item copy;
  $> int main(void)
  $> {
  $>     char t[8] = "none";
  $>     int number = 1, other = 5, status = 7, ends[2];
  $>     long big = 3;
  $>     struct item item = {7, "pear"};
  $>     sscanf("42 fig", "%d %7s", &number, t);
  $>     other++;
  $>     memcpy(&copy, &item, sizeof copy);
  $>     other++;
  $>     if (pipe(ends) || write(ends[1], "12345678", 8) != 8 || read(ends[0], &big, 8) != 8)
  $>         return 1;
  $>     if (fork() == 0)
  $>         _exit(3);
  $>     wait(&status);
  $>     other++;
  $>     printf("%s %d %ld\n", t, other, big);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -fno-builtin -o in in.c && clew record -- ./in >/dev/null 2>&1

sscanf wrote both. Nothing reads the number afterwards, nor the text.

  $ at() { clew -c "goto in.c:$1" -c "print $2" in.clew 2>&1 | tail -1 | sed -E 's/@[0-9]+/@T/g'; }; at 12 number; at 12 t; at 14 number; at 14 t; at 14 other
  $1 = 1  int, written @T main in.c:10
  $1 = "none\000\000\000"  char [8], last written @T main in.c:9
  $1 = 42  int, written in the call @T main in.c:13
  $1 = "fig\000\000\000\000"  char [8], last written in the call @T main in.c:13
  $1 = 6  int, written @T main in.c:14
  $ clew -c 'goto in.c:14' -c 'who number' in.clew 2>&1 | tail -n +3 | sed -E 's/@[0-9]+ */@T /g; s/0x[0-9a-f]+/CODE/g; s/ +/ /g'
  @T CODE#0 main in.c:10 = 1 movl $CODE,-CODE(%rbp)
  @T CODE#0 main in.c:13 = 42 call CODE <__isoc99_sscanf@plt> skipped code wrote it, at CODE
  $ clew -c 'goto in.c:14' -c 'info locals' in.clew 2>&1 | grep -E '^(number|t|other)' | sed -E 's/@[0-9]+/@T/g'
  t = "fig\000\000\000\000"  char [8], last written in the call @T main in.c:13
  number = 42  int, written in the call @T main in.c:13
  other = 6  int, written @T main in.c:14

memcpy, read and wait did. `big` is read by the line that prints it.

  $ at() { clew -c "goto in.c:$1" -c "print $2" in.clew 2>&1 | tail -1 | sed -E 's/@[0-9]+/@T/g'; }; at 14 copy; at 16 copy; at 12 big; at 18 big; at 19 status; at 22 status; at 22 other
  $1 = {id = 0, name = "\000\000\000\000\000\000\000"}  struct item, no recorded code wrote it before
  $1 = {id = 7, name = "pear\000\000\000"}  struct item, last written in the call @T main in.c:15
  $1 = 3  long int, written @T main in.c:11
  $1 = 4050765991979987505  long int, written in the call @T main in.c:17
  $1 = 7  int, written @T main in.c:10
  $1 = 768  int, written in the call @T main in.c:21
  $1 = 8  int, written @T main in.c:22

Other processes write to memory that is shared with them: what is there is known where your code reads or writes it, and unknown behind.

  $ cat >shared.c <<'END'
  $> #include <sys/mman.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> static int *count, other = 1;
  $> int main(void)
  $> {
  $>     count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  $>     *count = 5;
  $>     if (fork() == 0) {
  $>         *count = 42;
  $>         other = 2;
  $>         _exit(0);
  $>     }
  $>     wait(0);
  $>     other++;
  $>     other += *count;
  $>     munmap(count, 4096);
  $>     return other == 0;
  $> }
  $> END
  $ gcc -g -O0 -o shared shared.c && clew record --trace-children -o 'shared.%p.clew' -- ./shared >/dev/null 2>&1
  $> for f in shared.*.clew; do clew -c info $f | grep -q 'began *fork' && child=$f || parent=$f; done
  $> at() { clew -c "goto shared.c:$2" -c 'print *count' -c 'print other' $1 2>&1 | tail -2 | sed -E 's/@[0-9]+/@T/g'; }; at $parent 8; at $parent 15; at $parent 16
  $> clew -c 'goto shared.c:15' -c 'who *count' $parent 2>&1 | sed -n 3p | sed -E 's/@[0-9]+ */@T /g'; echo; at $child 10; at $child 11
  $1 = 5  int, written @T main shared.c:8
  $2 = 1  int, no recorded code wrote it before
  clew: `*count` is unknown since @T: the memory is shared, and others may have written it
  $1 = 2  int, written @T main shared.c:15
  clew: `*count` is unknown since @T: the memory is shared, and others may have written it
  $1 = 44  int, written @T main shared.c:16
  unknown since @T : the memory is shared, and others may have written it
  
  $1 = 42  int, written @T main shared.c:10
  $2 = 1  int, no recorded code wrote it before
  clew: `*count` is unknown since @T: the memory is shared, and others may have written it
  $1 = 2  int, written @T main shared.c:11
