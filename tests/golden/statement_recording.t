requires: recorder

In statement grain a statement of a recording is let run by what let this execution of it run: of a loop's body the last turn of the loop, of a loop on one line what is
outside of it, of a function on one line that calls itself its own call. What it computes from may be computed by earlier executions.

  $ cat >lines.c <<'END'
  $> static int table[4] = {3, 1, 4, 1};
  $> int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
  $> int main(int argc, char **argv)
  $> {
  $>     int sum = argc + (argv == 0);
  $>     for (int turn = 0; turn < argc + 2; turn++)
  $>         for (int i = 0; i < 4; i++) sum += table[i] * turn;
  $>     for (int i = 0; i < 4; i++)
  $>         sum += table[i];
  $>     sum += fibonacci(argc + 2);
  $>     return sum == 0;
  $> }
  $> END
  $ gcc -g -O0 -o lines lines.c && clew record -- ./lines 2>/dev/null
  $ links() { clew -c 'set grain statement' -c "$1" lines.clew 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/; s/ +/ /g'; }
  $> last() { clew --json -c "$1" lines.clew 2>/dev/null | sed -E 's/.*"address":"(0x[0-9a-f]+)".*/\1/' | head -1; }
  $> body=$(last 'goto lines.c:9') inner=$(last 'goto lines.c:7') entry=$(last 'goto fibonacci#0')
  $> for where in "$body#3" "$body#1" "$inner#7" "$entry#0" "$entry#1" "$entry#4"; do echo "#${where#*#}"; links "control $where"; done
  $> links 'deps lines.c:9'
  #3
  control ADDRESS#3 main lines.c:8 for (int i = 0; i < 4; i++)
  #1
  control ADDRESS#1 main lines.c:8 for (int i = 0; i < 4; i++)
  #7
  control ADDRESS#1 main lines.c:6 for (int turn = 0; turn < argc + 2; turn++)
  #0
  control ADDRESS#0 main lines.c:10 sum += fibonacci(argc + 2);
  #1
  control ADDRESS#0 fibonacci lines.c:2 int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
  #4
  control ADDRESS#1 fibonacci lines.c:2 int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
  control ADDRESS#3 main lines.c:8 for (int i = 0; i < 4; i++)
  data ADDRESS#0 main lines.c:8 = 0x0 for (int i = 0; i < 4; i++)
  data ADDRESS#0 main lines.c:8 = 0x1 for (int i = 0; i < 4; i++)
  data ADDRESS#1 main lines.c:8 = 0x2 for (int i = 0; i < 4; i++)
  data ADDRESS#2 main lines.c:8 = 0x3 for (int i = 0; i < 4; i++)
  data ADDRESS#11 main lines.c:7 = 0x1c for (int i = 0; i < 4; i++) sum += table[i] * turn;
  stack ADDRESS#0 main lines.c:4 {
  data ADDRESS#3 port 3 no definer recorded mov (%rdx,%rax,1),%eax
