requires: recorder

Watchpoints stop where the value changes, forward and back, and show both values. What skipped code and the kernel write counts: then the call is the place. A store of the same value
does not stop.

  $ cat >watched.c <<'END'
  $> #include <stdio.h>
  $> #include <string.h>
  $> #include <unistd.h>
  $> struct customer { int id; char name[8]; double paid; };
  $> static struct customer customers[3];
  $> static int counter;
  $> static char line[8];
  $> static int total(int n)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < n; i++) {
  $>         sum += i;
  $>         counter = sum > 3 ? 3 : sum;
  $>     }
  $>     return sum;
  $> }
  $> int main(void)
  $> {
  $>     int ends[2];
  $>     customers[0].id = 7;
  $>     strcpy(customers[0].name, "Emil");
  $>     memcpy(&customers[1], &customers[0], sizeof customers[0]);
  $>     if (sscanf("9 Ida 9.5", "%d %7s %lf", &customers[1].id, customers[1].name, &customers[1].paid) != 3 || pipe(ends) || write(ends[1], "abc", 4) != 4)
  $>         return 1;
  $>     if (read(ends[0], line, 4) != 4)
  $>         return 1;
  $>     counter = total(5) - 6;
  $>     memset(&customers[1], 0, sizeof customers[1]);
  $>     return counter + line[0] == 0;
  $> }
  $> struct unknown *pointer = (struct unknown *)line;
  $> END
  $ gcc -g -O0 -o watched watched.c && clew record -- ./watched >/dev/null 2>&1
  $ printf '%s\n' '#!/bin/bash' "clew \"\$@\" watched.clew 2>&1 | sed -E 's/@[0-9]+ of [0-9]+/@T/; s/0x[0-9a-f]+/ADDRESS/g' | grep -E 'point|clew:|watched.c'" >stops; chmod +x stops
  $ ./stops -c 'goto main' -c 'watch counter' -c continue -c continue -c continue -c continue -c continue -c continue -c reverse-continue -c reverse-continue
  ADDRESS#0 of 1  main watched.c:18  @T
  watchpoint 1, counter: 4 bytes at ADDRESS
  watchpoint 1, counter: Old value = 0, New value = 1
  ADDRESS#1 of 5  total watched.c:13  @T
  watchpoint 1, counter: Old value = 1, New value = 3
  ADDRESS#2 of 5  total watched.c:13  @T
  watchpoint 1, counter: Old value = 3, New value = 4
  ADDRESS#0 of 1  main watched.c:27  @T
  clew: this is where the trace ends
  clew: this is where the trace ends
  watchpoint 1, counter: Old value = 3, New value = 4
  ADDRESS#0 of 1  main watched.c:27  @T
  watchpoint 1, counter: Old value = 1, New value = 3
  ADDRESS#2 of 5  total watched.c:13  @T
  $ ./stops -c 'goto main' -c 'watch customers[1]' -c 'watch customers[1].paid' -c 'watch line' -c continue -c continue -c continue -c continue -c 'info breakpoints'
  ADDRESS#0 of 1  main watched.c:18  @T
  watchpoint 1, customers[1]: 24 bytes at ADDRESS
  watchpoint 2, customers[1].paid: 8 bytes at ADDRESS
  watchpoint 3, line: 8 bytes at ADDRESS
  watchpoint 1, customers[1]: Old value = {id = 0, name = "\000\000\000\000\000\000\000", paid = 0}, New value = {id = 7, name = "Emil\000\000\000", paid = 0}
  ADDRESS#0 of 1  main watched.c:22  @T
  watchpoint 1, customers[1]: Old value = {id = 7, name = "Emil\000\000\000", paid = 0}, New value = {id = 9, name = "Ida\000\000\000\000", paid = 9.5}; watchpoint 2, customers[1].paid: Old value = 0, New value = 9.5
  ADDRESS#0 of 1  main watched.c:23  @T
  watchpoint 3, line: Old value = "\000\000\000\000\000\000\000", New value = "abc\000\000\000\000"
  ADDRESS#0 of 1  main watched.c:25  @T
  watchpoint 1, customers[1]: Old value = {id = 9, name = "Ida\000\000\000\000", paid = 9.5}, New value = {id = 0, name = "\000\000\000\000\000\000\000", paid = 0}; watchpoint 2, customers[1].paid: Old value = 9.5, New value = 0
  ADDRESS#0 of 1  main watched.c:28  @T
  watchpoint 1, customers[1]: 24 bytes at ADDRESS, 3 hits
  watchpoint 2, customers[1].paid: 8 bytes at ADDRESS, 2 hits
  watchpoint 3, line: 8 bytes at ADDRESS, 1 hit
  $ ./stops -c 'goto main' -c 'tbreak watched.c:12' -c continue -c 'watch sum' -c 'continue 3' -c continue -c continue -c 'reverse-continue 2'
  ADDRESS#0 of 1  main watched.c:18  @T
  temporary breakpoint 1, watched.c:12 at ADDRESS
  temporary breakpoint 1, watched.c:12
  ADDRESS#0 of 5  total watched.c:12  @T
  watchpoint 2, sum: 4 bytes at ADDRESS
  watchpoint 2, sum: Old value = 3, New value = 6
  ADDRESS#3 of 5  total watched.c:12  @T
  watchpoint 2, sum: Old value = 6, New value = 10
  ADDRESS#4 of 5  total watched.c:12  @T
  watchpoint 2, sum: the function that you set it in has returned
  ADDRESS#0 of 1  main watched.c:27  @T
  watchpoint 2, sum: Old value = 3, New value = 6
  ADDRESS#3 of 5  total watched.c:12  @T

A condition, reads, and both; a local variable is watched as long as its function runs.

  $ ./stops -c 'goto main' -c 'watch counter if counter == 3' -c continue -c 'delete' -c 'rwatch counter' -c continue -c continue -c 'delete' -c 'awatch counter' -c reverse-continue -c reverse-continue
  ADDRESS#0 of 1  main watched.c:18  @T
  watchpoint 1, counter: 4 bytes at ADDRESS if counter == 3
  watchpoint 1, counter: Old value = 1, New value = 3
  ADDRESS#2 of 5  total watched.c:13  @T
  deleted watchpoint 1, counter: 4 bytes at ADDRESS if counter == 3
  read watchpoint 2, counter: 4 bytes at ADDRESS
  read watchpoint 2, counter: Value = 4
  ADDRESS#0 of 1  main watched.c:29  @T
  deleted read watchpoint 2, counter: 4 bytes at ADDRESS
  access watchpoint 3, counter: 4 bytes at ADDRESS
  access watchpoint 3, counter: Value = 4
  ADDRESS#0 of 1  main watched.c:29  @T
  access watchpoint 3, counter: Old value = 3, New value = 4
  ADDRESS#0 of 1  main watched.c:27  @T

The same stops as in gdb, which watches the memory instruction by instruction.

  $ for what in counter 'customers[1].id' line 'customers[0].name'; do
  $>     clew -c 'goto main' -c "watch $what" $(yes -- '-ccontinue' | head -9) watched.clew 2>/dev/null | sed -nE 's/.*: Old value = (.*), New value = (.*)$/\1 -> \2/p' >ours
  $>     command -v gdb >/dev/null && gdb -q -batch -ex 'set can-use-hw-watchpoints 0' -ex 'break main' -ex run -ex "watch $what" $(printf -- '-ex continue %.0s' $(seq 9)) watched 2>/dev/null </dev/null |
  $>         sed -nE 's/^Old value = (.*)/\1/p; s/^New value = (.*)/ -> \1/p' | paste -d '' - - >theirs || cp ours theirs
  $>     cat ours; diff ours theirs; done
  0 -> 1
  1 -> 3
  3 -> 4
  0 -> 7
  7 -> 9
  9 -> 0
  "\000\000\000\000\000\000\000" -> "abc\000\000\000\000"
  "\000\000\000\000\000\000\000" -> "Emil\000\000\000"

What cannot be watched says why.

  $ ./stops -c 'watch nothing' -c 'watch' -c 'watch main' -c 'watch counter,0' -c 'watch counter,5000' -c 'watch 5' -c 'watch *pointer' -c 'watch *pointer,4'
  clew: no variable `nothing` is known here
  clew: which memory? As in `watch VAR`, `watch p->next`, `watch 0xADDRESS,8`
  clew: no variable `main` is known here: it is a function
  clew: expected a number of bytes, at least 1, not 0
  clew: it has 5000 bytes, and clew watches up to 4096: name a part of it
  clew: `5` is a value and no place in memory
  clew: the size of `*pointer` is unknown: give it in bytes, as in `who *pointer 4` or `watch *pointer,4`
  watchpoint 1, *pointer,4: 4 bytes
  $ clew record --state=no -o without.clew -- ./watched >/dev/null 2>&1; clew -c 'watch counter' without.clew
  clew: this recording does not keep what memory held: record without --state=no. `who VAR` lists the writes that it has
  [1]

A watchpoint on a local, also on what a local points to, ends with its function: the walk stops behind its return, backwards at its call. With -l it goes on.

  $ cat >w.c <<'END'
  $> #include <stdio.h>
  $> struct node { int value; };
  $> static struct node shared = {1};
  $> static void add(struct node *node, int by)
  $> {
  $>     int sum = by;
  $>     node->value += sum;
  $>     sum *= 2;
  $>     node->value += sum;
  $> }
  $> int main(void)
  $> {
  $>     add(&shared, 1);
  $>     shared.value = 50;
  $>     add(&shared, 2);
  $>     return printf("%d\n", shared.value) < 0;
  $> }
  $> END
  $> gcc -g -no-pie -o w w.c && clew record -- ./w >/dev/null
  $> for w in 'watch node->value' 'watch sum' 'watch -l node->value'; do echo "== $w"; clew -c 'goto w.c:7#0' -c "$w" -c continue -c continue -c continue -c reverse-continue -c reverse-continue -c reverse-continue w.clew 2>&1 | tail -n +3 | grep '^[a-z]' | sed -E 's/0x[0-9a-f]+/0x/g; s/Old value = -?[0-9]+, New value = 1$/Old value = LEFT, New value = 1/'; done
  == watch node->value
  watchpoint 1, node->value: 4 bytes at 0x
  watchpoint 1, node->value: Old value = 2, New value = 4
  watchpoint 1, node->value: the function that you set it in has returned
  the trace ends here
  watchpoint 1, node->value: Old value = 2, New value = 4
  watchpoint 1, node->value: Old value = 1, New value = 2
  watchpoint 1, node->value: the function that you set it in is called here
  == watch sum
  watchpoint 1, sum: 4 bytes at 0x
  watchpoint 1, sum: Old value = 1, New value = 2
  watchpoint 1, sum: the function that you set it in has returned
  the trace ends here
  watchpoint 1, sum: Old value = 1, New value = 2
  watchpoint 1, sum: Old value = LEFT, New value = 1
  watchpoint 1, sum: the function that you set it in is called here
  == watch -l node->value
  watchpoint 1, -l node->value: 4 bytes at 0x
  watchpoint 1, -l node->value: Old value = 2, New value = 4
  watchpoint 1, -l node->value: Old value = 4, New value = 50
  watchpoint 1, -l node->value: Old value = 50, New value = 52
  watchpoint 1, -l node->value: Old value = 4, New value = 50
  watchpoint 1, -l node->value: Old value = 2, New value = 4
  watchpoint 1, -l node->value: Old value = 1, New value = 2

What the C library writes to the stack of main, once main has returned, is no change of its locals.

  $ cat >ended.c <<'END'
  $> #include <stdio.h>
  $> struct pair { int first, second; };
  $> static int twice(volatile int *number) { return *number += *number; }
  $> int main(void)
  $> {
  $>     volatile int before = 1;
  $>     struct pair pair = {2, 3};
  $>     volatile long room[24] = {0};
  $>     before += twice(&before);
  $>     printf("%d\n", before + pair.first + (int)room[1]);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o ended ended.c && clew record -- ./ended
  6
  $ for what in before pair room '*&before'; do
  $>     clew -c 'goto ended.c:10' -c "watch $what" -c continue -c delete -c 'goto ended.c:10' -c "watch $what" -c 'goto end' -c 'reverse-continue' ended.clew 2>&1 | grep '^watchpoint.*:.*:' | sed -E 's/Old value = .*, New/Old value = LEFT, New/'
  $> done

A library that was just loaded has the bytes of its file.

  $ printf 'static int total = 100;\nint add(int n) { total += n; return total; }\n' >plug.c && gcc -g -O0 -fPIC -shared -o libplug.so plug.c
  $ cat >use.c <<'END'
  $> #include <dlfcn.h>
  $> int main(void) { int (*add)(int) = (int (*)(int))dlsym(dlopen("./libplug.so", RTLD_NOW), "add"); return add(3) + add(4) == 0; }
  $> END
  $> gcc -g -O0 -o use use.c -ldl && clew record --only=exe --only=libplug -o use.clew -- ./use
  $> clew -c 'goto add' -c back -c 'break add' -c 'goto @1' -c continue -c 'watch total' -c continue -c continue use.clew 2>&1 | grep Old
  watchpoint 2, total: Old value = 100, New value = 103
