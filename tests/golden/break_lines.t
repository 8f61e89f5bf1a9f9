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
