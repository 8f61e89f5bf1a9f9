requires: recorder

A function that the compiler inlined ends where its caller goes on, which backtrace names: finish stops there, not behind the function whose frame both share.
The compiler mixes their instructions; the caller's own count.

  $ cat >inlined.c <<'END'
  $> #include <stdio.h>
  $> #define INLINED static inline __attribute__((always_inline))
  $> INLINED int sum(const int *p, int n)
  $> {
  $>     int s = 0;
  $>     for (int i = 0; i < n; i++)
  $>         s += p[i];
  $>     return s;
  $> }
  $> INLINED int weigh(const int *p, int n)
  $> {
  $>     int s = sum(p, n);
  $>     return s * 3 + p[0];
  $> }
  $> __attribute__((noinline)) int work(const int *p, int n)
  $> {
  $>     int w = weigh(p, n);
  $>     return w * 7;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int v[4] = {1, 2, 3, argc};
  $>     int total = sum(v, argc + 3);
  $>     total += work(v, argc + 3);
  $>     printf("%d\n", total);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o inlined inlined.c && clew record -- ./inlined
  161
  $ cat >ask <<'END'
  $> clew "$@" inlined.clew 2>&1 | grep -v '^  [^>#]' | sed -E 's/^0x[0-9a-f]*#[0-9]+ of [0-9]+  (.*)  @.*/\1/; s/  since @.*//; /#[1-9]/d; s/ at 0x.*//'
  $> END
  $ bash ask -c 'goto main' -c 'break inlined.c:7' -c 'continue 5' -c 'delete' -c backtrace -c finish -c backtrace -c finish -c finish
  main inlined.c:21
  breakpoint 1, inlined.c:7
  breakpoint 1, inlined.c:7
  sum inlined.c:7
  deleted breakpoint 1, inlined.c:7
  > #0  sum inlined.c:7  inlined in weigh:12, work:17
  left sum, inlined in weigh
  weigh inlined.c:12
  > #0  weigh inlined.c:12  inlined in work:17
  left weigh, inlined in work
  work inlined.c:17
  work returned 0x9a
  main inlined.c:24

Backwards it goes to where the inlined code began.

  $ bash ask -c 'goto weigh' -c reverse-step -c reverse-finish -c reverse-finish
  weigh inlined.c:12
  sum inlined.c:8
  work inlined.c:16
  main inlined.c:24

With -O2 the compiler mixes two calls of one function: what the other one does is not the caller's.

  $ cat >inlined.c <<'END'
  $> #define INLINED static inline __attribute__((always_inline))
  $> static volatile int sink;
  $> INLINED int square(int x)
  $> {
  $>     int r = x * x;
  $>     sink = r;
  $>     return r + sink;
  $> }
  $> INLINED int both(int x)
  $> {
  $>     int a = square(x), b = square(x + 1);
  $>     sink += b;
  $>     return a + b;
  $> }
  $> __attribute__((noinline)) static int work(int x) { sink++; return x; }
  $> int main(int argc, char **argv) { return both(argc) + work(argc) == 0; }
  $> END
  $ gcc -g -O2 -no-pie -o inlined inlined.c && clew record -- ./inlined
  $ bash ask -c 'goto square' -c finish -c 'goto inlined.c:6' -c backtrace -c finish -c backtrace -c finish
  square inlined.c:5
  left square, inlined in both
  both inlined.c:11
  square inlined.c:6
  > #0  square inlined.c:6  inlined in both:11, main:16
  left square, inlined in both
  both inlined.c:12
  > #0  both inlined.c:12  inlined in main:16
  left both, inlined in main
  main inlined.c:16
