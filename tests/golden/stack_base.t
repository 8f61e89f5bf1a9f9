requires: recorder
requires: clang

LLVM describes locals by the stack pointer that a function has behind its prologue. They lie there, too, before the prologue has run and behind the epilogue.

  $ cat >base.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> __attribute__((noinline)) int add(int a, int b)
  $> {
  $>     char text[40];
  $>     snprintf(text, sizeof text, "%d", a);
  $>     int c = a + b + atoi(text);
  $>     return c;
  $> }
  $> __attribute__((noinline)) int line(int a, int b) { int c = a + abs(b) * b; return c; }
  $> __attribute__((noinline)) int leaf(int a, int b) { int c = a - b; return c; }
  $> int main(void)
  $> {
  $>     printf("%d %d %d\n", add(5, 6), line(1, 2), leaf(9, 4));
  $>     return 0;
  $> }
  $> END
  $ clang -w -O0 -g -fomit-frame-pointer -o base base.c && clew record -- ./base
  $> cat >at <<'END'
  $> clew "${@}" -c 'info args' -c 'info locals' base.clew 2>&1 | sed 's/  .*@.*//; s/, last written.*//'
  $> END
  $> for where in 'goto add' 'goto base.c:6' 'goto base.c:8' 'goto line' 'goto base.c:10' 'goto leaf' 'goto base.c:11'; do echo "$where"; bash at -c "$where" | grep '^[abc] = '; done
  16 5 5
  goto add
  a = 5
  b = 6
  c = 0
  goto base.c:6
  a = 5
  b = 6
  c = 0
  goto base.c:8
  a = 5
  b = 6
  c = 16
  goto line
  a = 1
  b = 2
  c = 0
  goto base.c:10
  a = 1
  b = 2
  c = 5
  goto leaf
  a = 9
  b = 4
  c = 5
  goto base.c:11
  a = 9
  b = 4
  c = 5

