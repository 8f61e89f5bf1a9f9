requires: mips
requires: qemu

The calls of an address stream. What is printed of it depends on no address.

  $ clew ae-cc -O1 -g -o fig1 fig1.c && qemu-mips ./fig1 && clew -c calls ae.out
  > 51,217 - main  called by code without schema  817 alone  @1
    50,400  + sub  x 100  fig1.c:9  @18
  $ clew -c 'goto 50%' -c calls -c 'calls @20' ae.out | grep -v '^@\|^   loop'
  > 51,217 - main  called by code without schema  817 alone  @1
    50,400  + sub  x 100  fig1.c:9  @18
    51,217 - main  called by code without schema  817 alone  @1
  >    504    sub  fig1.c:9  @18
    49,896  + sub  x 99  fig1.c:9  @630
  $ clew -c 'calls sub' ae.out | sed -n '1p; $p'
    504   sub  from main fig1.c:9  @18
    504   sub  from main fig1.c:9  @60606
  $ clew --json -c calls ae.out | sed 's/"0x[0-9a-f]*"/"ADDRESS"/g'
  {"thread":1,"depth":1,"calls":1,"instructions":51217,"alone":817,"since":1,"address":"ADDRESS","function":"main","file":"fig1.c","line":7,"call":null,"caller":null,"caller_file":null,"caller_line":null,"returned":null,"goes_on_in":null,"handler":false,"from_hidden":true}
  {"thread":1,"depth":2,"calls":100,"instructions":50400,"alone":50400,"since":18,"address":"ADDRESS","function":"sub","file":"fig1.c","line":15,"call":"ADDRESS","caller":"main","caller_file":"fig1.c","caller_line":9,"handler":false,"from_hidden":false}
  $ clew -c 'calls nothing' -c 'calls depth x' ae.out
  clew: no function `nothing`: `info functions` lists them
  clew: `depth` needs a number of levels, as in `calls depth 3`
  [1]

Recursion, and calls that go through code without schema.

  $ cat >calls.c <<'END'
  $> #include <stdlib.h>
  $> static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
  $> int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  $> int main(void) { int v[3] = {3, 1, 2}; qsort(v, 3, sizeof *v, compare); return fib(v[2]) == 0; }
  $> END
  $ clew ae-cc -O1 -g -o calls calls.c && qemu-mips ./calls && clew -c calls ae.out | sed 's/  @[0-9]*$//'
  > 133 - main  called by code without schema  23 alone
     15  + compare  x 3  calls.c:4  called through a pointer or by code without schema
     95  - fib  calls.c:4  25 alone
     55   - fib  calls.c:3  25 alone
     15      fib  calls.c:3
     15      fib  calls.c:3
     15     fib  calls.c:3
