requires: recorder
requires: gcc

A recording knows which blocks the program allocated, and where it misused memory. Enter goes to the access.

  $ cat >heap.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> struct pair { int left, right; };
  $> static int sum(const int *numbers, int count)
  $> {
  $>     int total = 0;
  $>     for (int i = 0; i <= count; i++)
  $>         total += numbers[i];
  $>     return total;
  $> }
  $> int main(void)
  $> {
  $>     int *numbers = calloc(6, sizeof *numbers);
  $>     int total = sum(numbers, 6);
  $>     free(numbers);
  $>     if (numbers[4] == total)
  $>         total++;
  $>     struct pair *pair = malloc(sizeof *pair), *again;
  $>     pair->left = 3;
  $>     if (pair->right == 3)
  $>         total++;
  $>     again = realloc(pair, 200);
  $>     free(again);
  $>     return total == 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o heap heap.c 2>/dev/null
  $ clew record -o heap.clew -- ./heap >/dev/null 2>&1
  $ clew -c 'info faults' heap.clew 2>/dev/null
  @121  sum heap.c:8    reads 4 bytes just behind a block of 24 bytes: calloc @34 main heap.c:13
  @136  main heap.c:16  reads 4 bytes at offset 16 of a freed block of 24 bytes: calloc @34 main heap.c:13, free @133 main heap.c:15
  @145  main heap.c:20  reads 4 unwritten bytes at offset 4 of a block of 8 bytes: malloc @140 main heap.c:18; a branch depends on them @147 main heap.c:20
  $ clew -c 'goto heap.c:20' -c 'info heap' heap.clew | sed 's/at 0x[0-9a-f]*/at ADDRESS/'
  clew: 1 block, 8 bytes
  0x40120b#0 of 1  main heap.c:20  @147 of 176
    jne    0x401211
  @140  main heap.c:18  malloc  8 bytes at ADDRESS
  $ clew -c 'goto heap.c:23' -c 'info heap numbers' -c 'info heap &again->right' heap.clew | sed 's/0x[0-9a-f]*/ADDRESS/g'
  ADDRESS#0 of 1  main heap.c:23  @155 of 176
    call   ADDRESS <free@plt>  = ADDRESS
  @34 main heap.c:13  allocated by calloc: 24 bytes at ADDRESS
  @133 main heap.c:15  freed by free: 24 bytes at ADDRESS
  @140 main heap.c:18  allocated by malloc: 8 bytes at ADDRESS
  @151 main heap.c:22  freed by realloc: 8 bytes at ADDRESS
  @151 main heap.c:22  allocated by realloc: 200 bytes at ADDRESS  allocated at your place
  @155 main heap.c:23  freed by free: 200 bytes at ADDRESS
  @34 main heap.c:13  allocated by calloc: 24 bytes at ADDRESS, 4 bytes before ADDRESS
  @133 main heap.c:15  freed by free: 24 bytes at ADDRESS, 4 bytes before ADDRESS
  @140 main heap.c:18  allocated by malloc: 8 bytes at ADDRESS, 4 bytes before ADDRESS
  @151 main heap.c:22  freed by realloc: 8 bytes at ADDRESS, 4 bytes before ADDRESS
  @151 main heap.c:22  allocated by realloc: 200 bytes at ADDRESS, 4 bytes before ADDRESS  allocated at your place
  @155 main heap.c:23  freed by free: 200 bytes at ADDRESS, 4 bytes before ADDRESS
  $ clew --json -c 'info faults' heap.clew 2>/dev/null | sed -n 's/.*\("fault":"[^"]*","count":[0-9]*\).*/\1/p'
  "fault":"outside-read","count":1
  "fault":"freed-read","count":1
  "fault":"unwritten","count":1
  $ clew -c 'goto heap.c:16' -c 'print numbers[4]' -c 'info heap 0x10' -c 'print numbers[4]' heap.clew
  0x4011e3#0 of 1  main heap.c:16  @138 of 176
    jne    0x4011e9
  = 0  int, written in the call @34 main heap.c:13
  no block ever held 0x10
  = 0  int, written in the call @34 main heap.c:13, in a freed block (free @133 main heap.c:15)
  $ clew -c 'info heap nothing' heap.clew
  clew: no variable `nothing` is known here
  [1]
  $ clew -c 'info heap 0x10' heap.clew
  no block ever held 0x10

Recordings without a state stream, and texts, say what they lack.

  $ clew record --state=no -o none.clew -- ./heap >/dev/null 2>&1
  $ clew -c 'info faults' none.clew
  clew: the recording keeps no state stream, which tells what was allocated: record the program without --state=no
  [1]
  $ clew -c 'info heap' good-crlf.wet
  clew: `info heap` is not available in a WET trace. Allocations are not recorded; `clew record` records them. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  [1]
