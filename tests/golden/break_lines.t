requires: recorder

A breakpoint at a line stops where debuggers do: at a loop's head once, before the first round, in a function on one line behind its prologue, and in each
copy of an inlined function.

  $ cat >l.c <<'END'
  $> int data[20];
  $> static int add(int a, int b) { int s = a + b; return s; }
  $> static inline __attribute__((always_inline)) int twice(int n)
  $> {
  $>     return add(n, n);
  $> }
  $> int main(void)
  $> {
  $>     int total = 0, k;
  $>     for (k = 0; k < 4; k++)
  $>         data[k] = add(k, 1);
  $>     for (int i = 0; i < 2; i++)
  $>         for (int j = 0; j < 3; j++)
  $>             total += data[i + j];
  $>     while (total > 20)
  $>         total -= 7;
  $>     do
  $>         total++;
  $>     while (total < 18);
  $>     k = twice(total);
  $>     total = 3;
  $>     return k + twice(total) == 0;
  $> }
  $> END
  $> gcc -g -O0 -no-pie -o l l.c && clew record -- ./l >/dev/null 2>&1
  $> for line in 2 5 10 11 12 13 14 15 18 19; do
  $>     { echo 'goto begin'; echo "break l.c:$line"; yes continue | head -20; } | clew -i l.clew 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/' | awk '/^breakpoint 1, .* at /{said=$0} /^breakpoint 1, l.c:[0-9]*$/{hits++} END{print said ": " hits " hits"}'
  $> done
  $> clew -c 'break l.c:2' -c 'goto begin' -c continue -c 'print a + b' l.clew 2>&1 | grep '^\$' | sed 's/,.*//'
  breakpoint 1, l.c:2 at ADDRESS: 6 hits
  breakpoint 1, l.c:5 at ADDRESS (2 locations): 2 hits
  breakpoint 1, l.c:10 at ADDRESS: 1 hits
  breakpoint 1, l.c:11 at ADDRESS: 4 hits
  breakpoint 1, l.c:12 at ADDRESS: 1 hits
  breakpoint 1, l.c:13 at ADDRESS: 2 hits
  breakpoint 1, l.c:14 at ADDRESS: 6 hits
  breakpoint 1, l.c:15 at ADDRESS: 1 hits
  breakpoint 1, l.c:18 at ADDRESS: 3 hits
  breakpoint 1, l.c:19 at ADDRESS: 3 hits
  $1 = 1  int

With gdb: the same numbers.

  $ if command -v gdb >/dev/null; then
  $>     for line in 2 5 10 11 12 13 14 15 18 19; do
  $>         { echo "break l.c:$line"; echo run; yes continue | head -20; } >ask; gdb -batch -nx -x ask ./l 2>/dev/null | grep -cE '^Breakpoint 1(\.[0-9]+)?, |^Breakpoint [0-9]+, '
  $>     done | paste -sd ' '
  $> else
  $>     echo 6 2 1 4 1 2 6 1 3 3
  $> fi
  6 2 1 4 1 2 6 1 3 3

A block with variables on its loop's line, a function on one line with a loop, a line with two functions.

  $ cat >ask <<'END'
  $> # hits of a breakpoint at each place: in clew, and in gdb if there is one: "PLACE: HITS" and, where they differ, gdb's
  $> program=$1; shift
  $> for place; do
  $>     ours=$({ echo 'goto begin'; echo "break $place"; yes continue | head -150; } | clew -i $program.clew 2>&1 | grep -c '^breakpoint 1, [^ ]*$')
  $>     if command -v gdb >/dev/null; then
  $>         { echo 'set breakpoint pending on'; echo "break $place"; echo run; yes continue | head -150; } >commands
  $>         theirs=$(gdb -batch -nx -x commands ./$program 2>/dev/null | grep -cE '^Breakpoint [0-9]+(\.[0-9]+)?, ')
  $>     else
  $>         theirs=$ours
  $>     fi
  $>     if [ $ours = $theirs ]; then echo "$place: $ours"; else echo "$place: $ours, gdb $theirs"; fi
  $> done
  $> END
  $> cat >b.c <<'END'
  $> static int g(int n) { return n + 1; }
  $> static int f(int n) { for (int i = 0; i < n; i++) g(i); return 0; }
  $> static int h(int n) { return g(n) + 1; } static int k(int n) { return g(n) + 2; }
  $> int main(void)
  $> {
  $>     int total = 0;
  $>     for (int i = 0; i < 4; i++) { int q = g(i); total += q; }
  $>     for (int i = 0; i < 3; i++)
  $>     { int q = g(i); total += q; }
  $>     f(3);
  $>     f(2);
  $>     return h(1) + k(2) + h(3) + total == 0;
  $> }
  $> END
  $> gcc -g -O0 -no-pie -o b b.c && clew record -- ./b && sh ask b b.c:1 b.c:2 b.c:3 b.c:7 b.c:8 b.c:9 b.c:10 b.c:12 f g
  $> { echo 'goto begin'; echo 'break b.c:2'; yes 'continue
  $> print n' | head -4; } | clew -i b.clew 2>&1 | grep '^\$' | sed 's/,.*//'
  b.c:1: 15
  b.c:2: 2
  b.c:3: 3
  b.c:7: 1
  b.c:8: 1
  b.c:9: 3
  b.c:10: 1
  b.c:12: 1
  f: 2
  g: 15
  $1 = 3  int
  $2 = 2  int

A library, with an inline function that the executable has, too. In a function on one line `print` shows its own variable, not that of the function it calls.

  $ cat >h.h <<'END'
  $> static inline int twice(int n)
  $> {
  $>     return n * 2;
  $> }
  $> END
  $> cat >x.c <<'END'
  $> #include "h.h"
  $> int lib(int n) { return twice(n * 10 + 7); }
  $> END
  $> cat >exe.c <<'END'
  $> #include "h.h"
  $> int lib(int n);
  $> int main(void)
  $> {
  $>     int total = twice(1);
  $>     for (int i = 0; i < 10; i++)
  $>         total += lib(i);
  $>     return total == 0;
  $> }
  $> END
  $> gcc -g -O0 -fPIC -shared -o libx.so x.c && gcc -g -O0 -no-pie -o exe exe.c -L. -lx -Wl,-rpath,"$PWD" && clew record --only=exe --only=libx.so -- ./exe
  $> sh ask exe h.h:3 x.c:2 twice lib exe.c:6
  $> clew -c 'goto begin' -c 'break lib' -c c -c c -c c -c 'print n' exe.clew 2>&1 | grep '^\$' | sed 's/,.*//'
  h.h:3: 11
  x.c:2: 10
  twice: 11
  lib: 10
  exe.c:6: 1
  $1 = 2  int

Optimised code. The unlikely part of a line lies below its function; of a vectorised loop each call runs other parts. No call runs the line without a stop. A
loop stops at its head once in each call, also with n = 0, where gdb stops in each round.

  $ cat >cold.c <<'END'
  $> volatile int sink;
  $> __attribute__((cold, noinline)) static void note(int n) { sink += n; }
  $> __attribute__((noinline)) static int f(int n)
  $> {
  $>     int r = n;
  $>     if (__builtin_expect(n % 20 == 0, 0)) note(n), r = sink + n * 3; else r = sink + n;
  $>     return r;
  $> }
  $> int main(void)
  $> {
  $>     int total = 0;
  $>     for (int i = 0; i < 100; i++)
  $>         total += f(i);
  $>     return total == 0;
  $> }
  $> END
  $> sed 's/)) note(/))\n        note(/' cold.c >cold2.c
  $> gcc -g -O2 -no-pie -o cold2 cold2.c && clew record -- ./cold2 && sh ask cold2 cold2.c:6 cold2.c:7 cold2.c:14 f
  $> cat >sum.c <<'END'
  $> __attribute__((noinline, noclone)) static int sum(const int *p, int n)
  $> {
  $>     int s = 0;
  $>     for (int i = 0; i < n; i++)
  $>         s += p[i];
  $>     return s;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     static const int sizes[] = {64, 67, 3, 1, 16, 2, 0};
  $>     static int d[80];
  $>     int total = argv[0][0];
  $>     for (int i = 0; i < 80; i++)
  $>         d[i] = i + argc;
  $>     for (int k = 0; k < 7; k++)
  $>         total += sum(d, sizes[k]);
  $>     return total == 0;
  $> }
  $> END
  $> gcc -g -O3 -no-pie -o sum sum.c && clew record -- ./sum && sh ask sum sum.c:3 sum.c:6 sum.c:16 sum
  $> for line in 4 5; do
  $>     { echo 'goto begin'; echo "break sum.c:$line"; yes 'continue
  $> print n' | head -200; } | clew -i sum.clew 2>&1 | sed -n 's/^\$[0-9]* = \([0-9]*\).*/\1/p' | uniq | paste -sd ' '
  $> done
  cold2.c:6: 100
  cold2.c:7: 100
  cold2.c:14: 100
  f: 100
  sum.c:3: 7
  sum.c:6: 3
  sum.c:16: 1
  sum: 7
  64 67 3 1 16 2 0
  64 67 3 1 16 2

Behind a `*` stands an address, or an expression for one. The breakpoint keeps the address.

  $ for at in '$pc' 'main + 4' '&add' data 'main + 3' 'add + nothing' ''; do clew -c 'goto l.c:11' -c "break *$at" -c 'goto begin' -c continue l.clew 2>&1 | grep -v '^  ' | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/  @.*//' | sed '1d; /_start/d; /^the trace/d; /_fini/d'; done
  breakpoint 1, *ADDRESS
  breakpoint 1, *ADDRESS
  ADDRESS#0 of 4  main l.c:11
  breakpoint 1, *ADDRESS
  breakpoint 1, *ADDRESS
  ADDRESS#0 of 1  main l.c:8
  breakpoint 1, *ADDRESS
  breakpoint 1, *ADDRESS
  ADDRESS#0 of 6  add l.c:2
  clew: no instruction at ADDRESS ran
  clew: no instruction at ADDRESS ran
  clew: no variable `nothing` is known here
  clew: the expression is empty: expected an expression such as i == 3

A function means its entry, also where its cold code lies below that.

  $ for program in cold2 sum; do clew -c "goto $([ $program = sum ] && echo sum || echo f)#0" -c 'print $pc' $program.clew | sed -n 's/.*<\(.*\)>.*/\1/p'; done
  f
  sum
