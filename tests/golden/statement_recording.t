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
  data ADDRESS#11 main lines.c:7 = 0x1c (add) for (int i = 0; i < 4; i++) sum += table[i] * turn;
  stack ADDRESS#0 main lines.c:4 {
  data ADDRESS#3 port 3 no definer recorded mov (%rdx,%rax,1),%eax

A walk stops in a statement's first instruction. What is called the statement's value is what it computes as a whole, wherever in it one stands, and its links are those of
the whole; what a call is handed is none. A value on the way, which an instruction that was named computed, has that instruction behind it.

  $ cat >ask <<'END'
  $> clew -c 'set grain statement' -c 'break lines.c:9' -c reverse-continue "$@" lines.clew 2>/dev/null | tail -n +4 |
  $>     sed -E 's/0x[0-9a-f]{4,}(#[0-9.]+)?/A\1/g; s/@[0-9]+ of [0-9]+/@T/; s/ +$//; s/ +(main|port)/ \1/'
  $> END
  $ bash ask -c print -c links -c 'list 9' | grep -v '  [1-78][0-9]* '
    sum += table[i];  = 0x25
  $1 = 0x25
  A#3 of 4 main lines.c:9  @T
    sum += table[i];  = 0x25
  
  depends upon
    control  A#3 main lines.c:8                  for (int i = 0; i < 4; i++)
    data     A#0 main lines.c:8  = 0x0           for (int i = 0; i < 4; i++)
    data     A#0..2 main lines.c:8  = 0x1, ... 0x3  for (int i = 0; i < 4; i++)
    data     A#11 main lines.c:7  = 0x1c (add)    for (int i = 0; i < 4; i++) sum += table[i] * turn;
    stack    A#0 main lines.c:4                  {
    data     A#3 port 3  no definer recorded  mov    (%rdx,%rax,1),%eax
  
  needed by
    data     A#0 main lines.c:10  = 0x27  sum += fibonacci(argc + 2);
  >  9     x4          sum += table[i];  = 0x25
  $ first=$(clew --json -c 'break lines.c:9' -c reverse-continue -c where lines.clew 2>/dev/null | sed -nE 's/.*"address":"(0x[0-9a-f]+)".*"time".*/\1/p' | head -1)
  $> bash ask -c "print $first#2" -c "instances $first" -c "why $first#3 2" | tail -n +3
  #0      @198  = 0x0 (mov)  from _start through skipped code
  #1      @207  = 0x1 (mov)  from _start through skipped code
  #2      @216  = 0x2 (mov)  from _start through skipped code
  #3      @225  = 0x3 (mov)  from _start through skipped code
  lines.c:9     sum += table[i];             = 0x3 (mov)
   lines.c:8  + for (int i = 0; i < 4; i++)  x 3: 0x1, ... 0x3  constant
  $ gcc -g -O0 -w -o call -xc - <<<'int printf(const char *, ...); int main(int argc) { 
  $>   printf("%d %d\n", argc, 7);
  $>   return 0; }' && clew record -- ./call 2>/dev/null
  $> clew -c 'set grain statement' -c 'goto main#0' -c step -c where -c print call.clew 2>/dev/null | tail -3 | sed -E 's/0x[0-9a-f]{4,}/A/g; s/@[0-9]+ of [0-9]+/@T/'
  1 7
  A#0 of 1  main <stdin>:2  @T
    mov    -0x4(%rbp),%eax
  $1 = 0x1 (mov)
  $ clew --json -c 'set grain statement' -c 'break lines.c:9' -c reverse-continue -c print lines.clew 2>/dev/null | tail -1 | sed -E 's/"(id|address)":("[^"]*"|[0-9]+)/"\1":N/g'
  {"history":1,"id":N,"address":N,"instance":3,"file":"lines.c","function":"main","line":9,"value":"0x25"}

At its end a function gives registers back that it saved for its caller as it began. That is said of the link, which stands behind the others: nothing was computed.

  $ cat >saved.c <<'END'
  $> __attribute__((noinline)) static int twice(int a)
  $> {
  $>     return 2 * a;
  $> }
  $> __attribute__((noinline)) static int mix(int a, int b)
  $> {
  $>     int x = twice(a), y = twice(b);
  $>     return x * y + twice(x);
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     (void)argv;
  $>     return mix(argc, 3) > 100;
  $> }
  $> END
  $ for level in 0 1; do gcc -g -O$level -fcf-protection=none -o saved saved.c && clew record --only=exe -o saved.clew -- ./saved 2>/dev/null
  $>     clew -c 'set grain statement' -c 'goto saved.c:9' -c deps saved.clew | grep -v ' of ' | sed -E 's/0x[0-9a-f]+#/CODE#/; s/= 0x[0-9a-f]+/= N/; s/ +$//; s/ {3,}/   /g'; done
    }  = N
  control   CODE#0  main saved.c:13   return mix(argc, 3) > 100;
  data   CODE#0  main saved.c:13   return mix(argc, 3) > 100;
  stack   CODE#2  twice saved.c:4   }
  restored  CODE#0  mix saved.c:6   {
  restored  CODE#0  mix saved.c:6   = N (push)  {
    }
  control   CODE#0  main saved.c:13   return mix(argc, 3) > 100;
  data   CODE#0  main saved.c:13   return mix(argc, 3) > 100;
  stack   CODE#2  twice saved.c:4   }
  restored  CODE#0  mix saved.c:6   = N (push)  {
  restored  CODE#0  mix saved.c:6   = N (push)   {
  $ clew --json -c 'set grain statement' -c 'goto saved.c:9' -c deps saved.clew | grep -c '"restored":true'
  2
