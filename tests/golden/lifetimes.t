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
  @140  main heap.c:18  malloc    8 bytes at ADDRESS
  $ clew -c 'goto heap.c:23' -c 'info heap numbers' -c 'info heap &again->right' heap.clew | sed 's/0x[0-9a-f]*/ADDRESS/g'
  ADDRESS#0 of 1  main heap.c:23  @155 of 176
    call   ADDRESS <free@plt>  = ADDRESS
  @34 main heap.c:13  mapped by brk: 135168 bytes at ADDRESS, ADDRESS is at offset 672  still mapped here
  @34 main heap.c:13  allocated by calloc: 24 bytes at ADDRESS
  @133 main heap.c:15  freed by free: 24 bytes at ADDRESS
  @140 main heap.c:18  allocated by malloc: 8 bytes at ADDRESS
  @151 main heap.c:22  freed by realloc: 8 bytes at ADDRESS
  @151 main heap.c:22  allocated by realloc: 200 bytes at ADDRESS  still allocated here
  @155 main heap.c:23  freed by free: 200 bytes at ADDRESS
  @34 main heap.c:13  mapped by brk: 135168 bytes at ADDRESS, ADDRESS is at offset 676  still mapped here
  @34 main heap.c:13  allocated by calloc: 24 bytes at ADDRESS, ADDRESS is at offset 4
  @133 main heap.c:15  freed by free: 24 bytes at ADDRESS, ADDRESS is at offset 4
  @140 main heap.c:18  allocated by malloc: 8 bytes at ADDRESS, ADDRESS is at offset 4
  @151 main heap.c:22  freed by realloc: 8 bytes at ADDRESS, ADDRESS is at offset 4
  @151 main heap.c:22  allocated by realloc: 200 bytes at ADDRESS, ADDRESS is at offset 4  still allocated here
  @155 main heap.c:23  freed by free: 200 bytes at ADDRESS, ADDRESS is at offset 4
  $ clew --json -c 'info faults' heap.clew 2>/dev/null | sed -nE 's/.*("fault":"[^"]*","(count|loads)":[0-9]*).*/\1/p'
  "fault":"outside-read","count":1
  "fault":"freed-read","count":1
  "fault":"unwritten","loads":1
  $ clew -c 'goto heap.c:16' -c 'print numbers[4]' -c 'info heap 0x10' -c 'print numbers[4]' heap.clew
  0x4011e3#0 of 1  main heap.c:16  @138 of 176
    jne    0x4011e9
  $1 = 0  int, written in the call @34 main heap.c:13, in a freed block (free @133 heap.c:15)
  no block ever held 0x10
  $2 = 0  int, written in the call @34 main heap.c:13, in a freed block (free @133 heap.c:15)
  $ clew -c 'info heap nothing' heap.clew
  clew: no variable `nothing` is known here
  [1]
  $ clew -c 'info heap 0x10' heap.clew
  no block ever held 0x10

Values of any size say what nothing wrote: all of it, or how many bytes. Bytes between members do not count.

  $ cat >fresh.c <<'END'
  $> #include <stdlib.h>
  $> #include <string.h>
  $> struct pear { char kind; int grams; char name[12]; union { int count; double mass; } u; };
  $> static int fill(struct pear *given)
  $> {
  $>     double d[3]; char big[300]; struct pear one, *more = malloc(4 * sizeof *more);
  $>     one.kind = 1;
  $>     strcpy(one.name, "ab");
  $>     d[1] = one.kind; big[0] = 2; more[1].grams = 3; given->kind = 4;
  $>     one.grams = one.u.count = 5;
  $>     memset(one.name, 6, sizeof one.name);
  $>     free(more);
  $>     return d[1] + big[0];
  $> }
  $> static int aligned(int n)
  $> {
  $>     _Alignas(32) char a[32];
  $>     int later;
  $>     a[0] = n;
  $>     later = a[0];
  $>     return later;
  $> }
  $> int main(void)
  $> {
  $>     struct pear mine;
  $>     return fill(&mine) + aligned(mine.kind);
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -o fresh fresh.c
  $ clew record -o fresh.clew -- ./fresh >/dev/null 2>&1
  [7]
  $ clew -c 'goto fresh.c:7' -c 'print d' -c 'print big' -c 'print one' -c 'print more[0]' -c 'print *more@4' -c 'print *given' fresh.clew | sed -nE 's/.*(  (double|char|struct).*)/\1/p'
    double [3], last written in the call @11 _start, unwritten in this frame
    char [300], last written in the call @11 _start, unwritten in this frame
    struct pear, last written @43 fill fresh.c:7, 24 of 25 bytes unwritten in this frame
    struct pear, the last write to it is unknown, unwritten since malloc @41 fresh.c:6
    struct pear [4], the last write to it is unknown, unwritten since malloc @41 fresh.c:6
    struct pear, last written in the call @11 _start, unwritten in its frame
  $ clew -c 'goto fresh.c:10' -c 'print d' -c 'print big' -c 'print one' -c 'print one.u' -c 'print *more@4' -c 'print *given' fresh.clew | sed -nE 's/.*(  (double|char|struct|union).*)/\1/p'
    double [3], last written @52 fill fresh.c:9, 16 of 24 bytes unwritten in this frame
    char [300], last written @53 fill fresh.c:9, 299 of 300 bytes unwritten in this frame
    struct pear, last written @61 fill fresh.c:10, 9 of 25 bytes unwritten in this frame
    union {...}, last written @59 fill fresh.c:10
    struct pear [4], last written @56 fill fresh.c:9, 96 of 100 bytes unwritten since malloc @41 fresh.c:6
    struct pear, last written @58 fill fresh.c:9, 24 of 25 bytes unwritten in its frame
  $ clew -c 'goto fresh.c:12' -c 'print one' fresh.clew | sed -n 3,6p
  $1 = {  struct pear, last written in the call @67 fill fresh.c:11
    kind = 1 '\001',
    grams = 5,
    name = '\006' <repeats 12 times>,
  $ clew -c 'goto fresh.c:19' -c 'print later' -c 'goto fresh.c:20' -c 'print a' -c 'print later' -c 'goto fresh.c:21' -c 'print later' fresh.clew | sed -nE 's/, written @[0-9]+ fill [^,]*//; s/.*(  (int|char).*)/\1/p'
    int, unwritten in this frame
    char [32], last written @90 aligned fresh.c:19, 31 of 32 bytes unwritten in this frame
    int, written @93 aligned fresh.c:20
    int, written @93 aligned fresh.c:20
  $ clew --json -c 'goto fresh.c:10' -c 'print d' -c 'print one.u' fresh.clew | grep -o '"unwritten[^,]*'
  "unwritten_bytes":16

A union is written if a whole member is; else the bytes that nothing wrote count.

  $ cat >unions.c <<'END'
  $> union u { int i; char c[16]; double d; };
  $> struct holder { int kind; union u u; };
  $> int main(void)
  $> {
  $>     union u byte, number, none, pair[2]; struct holder holder;
  $>     byte.c[2] = 1;
  $>     number.i = 1;
  $>     pair[1].d = 2;
  $>     holder.kind = 1;
  $>     holder.u.c[0] = 1;
  $>     return byte.c[2] + number.i;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -o unions unions.c && clew record -o unions.clew -- ./unions >/dev/null 2>&1
  [2]
  $ clew -c 'goto unions.c:11' -c 'print byte' -c 'print number' -c 'print none' -c 'print pair' -c 'print holder' unions.clew | sed -nE 's/.*(  (union|struct).*)/\1/p' | sed -E 's/, (last |no recorded |the last )*(wr[^,]*|code wr[^,]*)//'
    union u, 15 of 16 bytes unwritten in this frame
    union u
    union u, unwritten in this frame
    union u [2], 16 of 32 bytes unwritten in this frame
    struct holder, 15 of 20 bytes unwritten in this frame

Misuses are marked in `why`, `links` and `print`: loops with the time of the first one.

  $ cat >marks.c <<'END'
  $> #include <stdlib.h>
  $> struct pair { int left, right; };
  $> __attribute__((noinline)) int fill(int n)
  $> {
  $>     volatile int junk[8];
  $>     for (int i = 0; i < 8; i++)
  $>         junk[i] = n + i;
  $>     return junk[3];
  $> }
  $> __attribute__((noinline)) int use(int n)
  $> {
  $>     int x;
  $>     if (n > 5)
  $>         x = 3;
  $>     int y = x + n;
  $>     return y;
  $> }
  $> int *stale(int n)
  $> {
  $>     int local = n, *leaves = &local;
  $>     return leaves;
  $> }
  $> int main(void)
  $> {
  $>     int r = fill(7);
  $>     r += use(2);
  $>     struct pair *p = malloc(sizeof *p);
  $>     p->left = r;
  $>     r += p->right;
  $>     for (int i = 0; i < 3; i++)
  $>         r += ((int *)p)[i * 2];
  $>     free(p);
  $>     r += *stale(r);
  $>     return r - p->left;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -o marks marks.c 2>/dev/null
  $ clew record -o marks.clew -- ./marks >/dev/null 2>&1
  [27]
  $ clew -c 'goto marks.c:15' -c 'print x' -c 'goto marks.c:34' -c 'print *p' -c 'print p->right' marks.clew
  0x401182#0 of 1  use marks.c:15  @127 of 218
    mov    %eax,-0x8(%rbp)  = 0xa
  $1 = 8  int, written @110 fill marks.c:6, unwritten in this frame
  0x40123a#0 of 1  main marks.c:34  @199 of 218
    sub    %eax,%edx  = 0xffffc01b
  $2 = {left = 16437, right = 0}  struct pair, last written in the call @180 main marks.c:32, in a freed block (free @180 marks.c:32)
  $3 = 0  int, written in the call @180 main marks.c:32, in a freed block (free @180 marks.c:32)
  $ clew -c 'why marks.c:34' -c 'goto marks.c:29' -c links marks.clew | sed 's|0x1ff[0-9a-f]*|STACK|'
  marks.c:34       return r - p->left;                  = 0xffffc01b  reads freed memory (free @180 marks.c:32)
   marks.c:33      r += *stale(r);                      = 0x50  reads a stack frame that has ended
    marks.c:20   + int local = n, *leaves = &local;     = 0x28 (mov)
    marks.c:31   + r += ((int *)p)[i * 2];              x 3: 0x28, ... 0x28  @162 reads just behind a block of 8 bytes (malloc @133 marks.c:27)
     + and something never written in the trace: uninitialised, or given by the system, x 2
     marks.c:30  + for (int i = 0; i < 3; i++)          x 2: 0x1, 0x2  constant
     marks.c:29    r += p->right;                       = 0x14  reads unwritten bytes (malloc @133 marks.c:27)
      + and something never written in the trace: uninitialised, or given by the system
     marks.c:28    p->left = r;                         = 0x14
      marks.c:26   r += use(2);                         = 0x14
   marks.c:32      free(p);
    marks.c:27     struct pair *p = malloc(sizeof *p);  = 0x40352a0  made by skipped code
  7 more lines: why marks.c:34 20
  0x4011e5#0 of 1  main marks.c:29  @140 of 218
    add    %eax,-0x4(%rbp)  = 0x14
  0x4011e5#0 of 1  main marks.c:29  @140 of 218
    add    %eax,-0x4(%rbp)  = 0x14
  
  depends upon
    control  0x40106b#0  _start           = 0x401071      call   *0x2f67(%rip)  # 0x403fd8
    data 1   0x4011e2#0  main marks.c:29  = 0x0           mov    0x4(%rax),%eax  reads unwritten bytes (malloc @133 marks.c:27)
    data 2   0x401188#0  use marks.c:17   = STACK  pop    %rbp
    data 3   0x4011c4#0  main marks.c:26  = 0x14          add    %eax,-0x4(%rbp)
  
  needed by
    data     0x401209#0  main marks.c:31  = 0x28  add    %eax,-0x4(%rbp)
  $ clew --json -c 'why marks.c:34 12' marks.clew | sed -n 's/.*"line":\([0-9]*\).*\("misuse":"[^"]*"\).*/\1 \2/p'
  34 "misuse":"freed-read"
  33 "misuse":"ended-frame"
  31 "misuse":"outside-read"
  29 "misuse":"unwritten"

The program's own allocators, from `set allocators` or a clewrc. Names that it does not have are refused; in a clewrc, which is for all programs, they are not.

  $ cp $ROOT/tests/lifetimes/programs/pool.c . && gcc -g -O0 -no-pie -w -o pool pool.c 2>/dev/null && clew record -o pool.clew -- ./pool >/dev/null 2>&1
  $ clew -c 'info faults' -c 'set allocators pool_open(_) pool_get(pool, size) pool_put(_, block)  pool_clear(pool)' -c 'show allocators' -c 'info faults' -c 'goto pool.c:84' -c 'info heap c' \
  $>   -c 'print *c' -c 'why pool.c:80' pool.clew 2>&1 | sed 's/0x40[0-9a-f]*/ADDRESS/g'
  @220   main pool.c:77  reads 4 unwritten bytes at offset 52 of a block of 1016 bytes: malloc @41 pool_open pool.c:12; a branch depends on them @222 main pool.c:77
  @3451  main pool.c:87  reads 4 bytes at offset 964 of a freed block of 1016 bytes: malloc @2353 pool_get pool.c:20, free @3407 pool_clear pool.c:38
  allocators   pool_open(_) pool_get(pool, size) pool_put(_, block)  pool_clear(pool)
  @211   main pool.c:75  reads 4 bytes just behind a block of 24 bytes: pool_get @57 main pool.c:72
  @220   main pool.c:77  reads 4 unwritten bytes at offset 4 of a block of 24 bytes: pool_get @98 main pool.c:72; a branch depends on them @222 main pool.c:77
  @238   main pool.c:80  reads 4 bytes at offset 0 of a freed block of 24 bytes: pool_get @98 main pool.c:72, pool_put @227 main pool.c:79
  @3451  main pool.c:87  reads 4 bytes at offset 36 of a freed block of 40 bytes: pool_get @3339 main pool.c:82, pool_clear @3390 main pool.c:86
  ADDRESS#59 of 60  main pool.c:84  @3384 of 3605
    add    %eax,-0x4(%rbp)  = 0x6ef
  @41 pool_open pool.c:12  mapped by brk: 135168 bytes at ADDRESS, ADDRESS is at offset 3648  still mapped here
  @2353 pool_get pool.c:20  allocated by malloc: 1016 bytes at ADDRESS, ADDRESS is at offset 928  still allocated here
  @3407 pool_clear pool.c:38  freed by free: 1016 bytes at ADDRESS, ADDRESS is at offset 928
  @3339 main pool.c:82  allocated by pool_get: 40 bytes at ADDRESS  still allocated here
  @3390 main pool.c:86  freed by pool_clear: 40 bytes at ADDRESS
  $1 = 0  int, the last write to it is unknown
  pool.c:80        total += b[0];..                      = 0x5  reads freed memory (pool_put @227 pool.c:79)
   pool.c:76       b[0] = 5;                             = 0x5  constant
   pool.c:75     + total += a[i];..                      x 7: 0x0, ... 0x0  @211 reads just behind a block of 24 bytes (pool_get @57 pool.c:72)
    + and something never written in the trace: uninitialised, or given by the system
    pool.c:74    + for (int i = 0; i <= 6; i++)        x 6: 0x1, ... 0x6  constant
    pool.c:72      int *a = pool_get(&pool, 24), *b = pool_ge..  = ADDRESS (mov)
     pool.c:26   + return pool->chunks->bytes + pool-..  x 2: ADDRESS, ADDRESS
      pool.c:25  + pool->chunks->used += (size + 23) / 16 * 16;  x 2: 0x20, ADDRESS
      pool.c:12  + pool->chunks = malloc(sizeof *pool..  = ADDRESS  made by skipped code
    pool.c:73      memset(a, 0, 24);
    pool.c:70      int total = 0;                        = 0x0  constant
  2 more lines: why pool.c:80 20
  $ clew -c 'set allocators pool_gt(size)' -c 'set allocators pool_get' -c 'set allocators pool_get(pool size)' -c 'set allocators pool_get(size, size)' -c 'set allocators pool_get(_, _, _, _, _, _, size)' \
  $>   -c 'set allocators pool_get(count)' -c 'set allocators pool_get(result)' -c 'set allocators pool_get(24, pool)' -c 'set allocators pool get(size)' -c 'show allocators' pool.clew
  clew: the recorded files have no function `pool_gt`
  clew: `pool_get`: expected NAME(ARGUMENTS), as in pool_alloc(pool, size)
  clew: `pool_get`: expected size, count, block, pool, result, _ or a number of bytes, not `pool size`
  clew: `pool_get`: `size` appears twice
  clew: `pool_get` has more than 6 arguments
  clew: `pool_get`: `count` needs `size`, or a number of bytes
  clew: `pool_get`: `result` needs `size`, or a number of bytes
  clew: `pool_get`: the number of bytes comes last
  clew: `pool get(size)`: expected NAME(ARGUMENTS), as in pool_alloc(pool, size)
  allocators   none
  [1]
  $ echo 'set allocators pool_get(pool, size) other(block)' >own.rc
  $ clew --rc=own.rc -c 'show allocators' -c 'info heap' -c 'set allocators none' -c undo -c 'show allocators' pool.clew 2>&1 | sed 's/0x4[0-9a-f]*/ADDRESS/'
  allocators   pool_get(pool, size) other(block)
  clew: `set allocators`: the recorded files have no function `other`
  no block is allocated here
  clew: the recorded files have no function `other`
  allocators   none

Blocks from one line and one caller share a row; what is left at the end are leaks.

  $ cat >leak.c <<'END'
  $> #include <stdlib.h>
  $> static void *allocate(size_t size)
  $> {
  $>     return malloc(size);
  $> }
  $> struct node { struct node *next; int number; };
  $> int main(void)
  $> {
  $>     struct node *list = NULL;
  $>     char *name = allocate(7), *other = calloc(2, 4);
  $>     for (int i = 0; i < 5; i++) {
  $>         struct node *node = allocate(sizeof *node);
  $>         node->next = list;
  $>         list = node;
  $>     }
  $>     free(list);
  $>     return !name + !other;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o leak leak.c 2>/dev/null && clew record -o leak.clew -- ./leak >/dev/null 2>&1
  $ clew -c 'info heap' leak.clew | sed 's/0x40[0-9a-f]*/ADDRESS/'
  clew: 6 blocks, 79 bytes
  @61  allocate leak.c:4  malloc  + 4 blocks, 64 bytes, called at main leak.c:12
  @47  main leak.c:10     calloc    8 bytes at ADDRESS
  @41  allocate leak.c:4  malloc    7 bytes at ADDRESS, called at main leak.c:10
  $ clew --json -c 'info heap' leak.clew 2>/dev/null | sed -n 's/.*\("blocks":[0-9]*,"bytes":[0-9]*\).*/\1/p'
  "blocks":4,"bytes":64

Recordings without a state stream, and texts, say what they lack.

  $ clew record --state=no -o none.clew -- ./heap >/dev/null 2>&1
  $ clew -c 'info faults' none.clew
  clew: the recording keeps no state stream, which tells what was allocated: record the program without --state=no
  [1]
  $ clew -c 'info heap' good-crlf.wet
  clew: `info heap` is not available in a WET trace. Allocations are not recorded; `clew record` records them. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice
  [1]

Each execution has the block of its own: its free, its size. Stacks of other threads are no ended frames. Skipped code wrote what it wrote.

  $ cat >again.c <<'END'
  $> #include <pthread.h>
  $> #include <semaphore.h>
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> static sem_t ready, done;
  $> struct pair { int a, b; };
  $> static struct pair *where;
  $> static void *work(void *argument)
  $> {
  $>     struct pair pair;
  $>     where = &pair;
  $>     sem_post(&ready);
  $>     sem_wait(&done);
  $>     return argument;
  $> }
  $> static int look(int *p, int really)
  $> {
  $>     int value = p[1];
  $>     return really ? value > 3 : 0;
  $> }
  $> static void fill(int n)
  $> {
  $>     int x;
  $>     memset(&x, 1, n);
  $>     printf("%d\n", x);
  $> }
  $> int main(void)
  $> {
  $>     int sum = 0, *a[3], copy;
  $>     pthread_t thread;
  $>     for (int i = 0; i < 3; i++) {
  $>         int *p = malloc(24);
  $>         p[0] = 1;
  $>         free(p);
  $>         sum += p[3];
  $>     }
  $>     for (int i = 0; i < 3; i++)
  $>         a[i] = malloc(8 + 32 * i);
  $>     for (int i = 0; i < 3; i++)
  $>         sum += look(a[i], i == 2);
  $>     sem_init(&ready, 0, 0);
  $>     sem_init(&done, 0, 0);
  $>     pthread_create(&thread, NULL, work, NULL);
  $>     sem_wait(&ready);
  $>     copy = where->b;
  $>     sem_post(&done);
  $>     pthread_join(thread, NULL);
  $>     fill(4);
  $>     return (sum + copy) & 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -pthread -o again again.c 2>/dev/null && clew record -o again.clew -- ./again >/dev/null 2>&1
  $ clew -c 'info faults' -c 'why again.c:50 20' -c 'goto again.c:25' -c 'print x' again.clew 2>/dev/null | sed -nE 's/= 0x[0-9a-f]+, ... 0x[0-9a-f]+//; s/@[0-9]+ of.*//; s/: 0x[0-9a-f]+, \.\.\. 0x[0-9a-f]+//; /reads|int,/p'
  @47   main again.c:36  reads 4 bytes at offset 12 of a freed block of 24 bytes: malloc @38 main again.c:33, free @44 main again.c:35  x 3
  @193  look again.c:19  reads 4 unwritten bytes at offset 4 of a block of 72 bytes: malloc @117 main again.c:39; a branch depends on them @198 look again.c:20  one of 3 loads
  $1 = 16843009  int, written in the call @261 fill again.c:25
  $ clew -c 'set allocators pool_open(_) pool_get(pool, size) pool_put(_, block)  pool_clear(pool)' -c 'info faults' -c 'goto pool.c:80' -c 'print b[0]' pool.clew 2>/dev/null | tail -1
  $1 = 5  int, written @217 main pool.c:76, in a freed block (pool_put @227 pool.c:79)

An instruction may load unwritten bytes often, and the program may use few of them: the row has the first one.

  $ cat >one.c <<'END'
  $> #include <stdlib.h>
  $> int main(void)
  $> {
  $>     int *numbers = malloc(40), copy[10], sum = 0;
  $>     char *letter = malloc(1);
  $>     for (int i = 0; i < 10; i++)
  $>         copy[i] = numbers[i];
  $>     if (copy[7] == 7)
  $>         sum++;
  $>     if (*letter == 'x')
  $>         sum++;
  $>     return sum & 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -o one one.c 2>/dev/null && clew record -o one.clew -- ./one >/dev/null 2>&1
  $ clew -c 'info faults' one.clew 2>/dev/null
  @132  main one.c:7   reads 4 unwritten bytes at offset 28 of a block of 40 bytes: malloc @33 main one.c:4; a branch depends on them @165 main one.c:8  one of 10 loads
  @167  main one.c:10  reads 1 unwritten byte at offset 0 of a block of 1 byte: malloc @37 main one.c:5; a branch depends on it @169 main one.c:10
  $ clew --json -c 'info faults' one.clew 2>/dev/null | sed -nE 's/.*("fault":"[^"]*","(count|loads)":[0-9]*).*/\1/p'
  "fault":"unwritten","loads":10
  "fault":"unwritten","loads":1

A forked process reallocates a block of its parent's: its bytes are written.

  $ cat >forked.c <<'END'
  $> #include <stdlib.h>
  $> #include <string.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> int main(void)
  $> {
  $>     char *text = malloc(100);
  $>     memset(text, 'a', 100);
  $>     if (fork() == 0) {
  $>         text = realloc(text, 5000);
  $>         _exit(text[50] == 'b');
  $>     }
  $>     wait(NULL);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -w -o forked forked.c 2>/dev/null && clew record --trace-children -o forked.%p.clew -- ./forked >/dev/null 2>&1
  $ for trace in forked.*.clew; do clew -c 'info faults' $trace; done
  no misuse of memory found
  no misuse of memory found

Where rows may lack marks, clew says so: of later executions of a misuse that is frequent, and in long recordings.

  $ cat >many.c <<'END'
  $> #include <stdlib.h>
  $> int main(int argc, char **argv)
  $> {
  $>     unsigned *p = calloc(4, sizeof *p), sum = 0, rounds = argc > 1 ? 1000000 : 5000;
  $>     free(p);
  $>     for (unsigned i = 0; i < rounds; i++)
  $>         sum += p[i % 4];
  $>     return sum == 0;
  $> }
  $> END
  $ gcc -g -O1 -no-pie -w -o many many.c 2>/dev/null && clew record -o many.clew -- ./many >/dev/null 2>&1; clew record -o long.clew -- ./many long >/dev/null 2>&1
  $ clew -c 'info faults' many.clew 2>/dev/null | sed 's/.*freed/freed/'
  freed block of 16 bytes: calloc @35 main many.c:4, free @42 main many.c:5  x 5000
  $ clew -c 'goto many.c:7#4095' -c deps -c 'goto many.c:7#4097' -c deps many.clew 2>/dev/null | sed -nE 's/.*(reads|perhaps)/\1/p'
  reads freed memory (free @42 many.c:5)
  perhaps misuses memory: clew did not look at all executions
  $ clew -c 'goto many.c:7#3' -c deps -c deps -c 'info faults' -c deps long.clew 2>&1 | sed -nE 's/.*(clew:|reads|perhaps)/\1/p'
  clew: rows do not mark misuses of memory in this long recording yet: `info faults` looks for them
  reads 4 bytes at offset 0 of a freed block of 16 bytes: calloc @35 main many.c:4, free @42 main many.c:5  x 1000000
  reads freed memory (free @42 many.c:5)

A pointer to a local of a function that has returned leads to an ended frame, also just below the stack pointer. There a function without calls has locals of its own: these are unwritten.

  $ cat >red.c <<'END'
  $> #include <signal.h>
  $> #include <string.h>
  $> static volatile int total;
  $> static int leaf(int n) { int unset[4]; if (n > 3) unset[n & 3] = n; total += 1; return unset[2] ? 1 : 2; }
  $> static int late(void) { int unset[4]; for (volatile int i = 0; i < 1; i++) total++; return unset[1] ? 1 : 2; }
  $> static void handler(int number) { volatile int held[8] = {number}; total += held[0]; }
  $> static char *made(void) { char text[16]; strcpy(text, "stack text"); char *volatile made = text; return made; }
  $> int main(void)
  $> {
  $>     signal(SIGUSR1, handler);
  $>     char *text = made();
  $>     char first = text[0];
  $>     raise(SIGUSR1);
  $>     int n = leaf(1) + late();
  $>     return first == 's' ? n > 9 : 1;
  $> }
  $> END
  $ gcc -g -O0 -w -o red red.c && clew record -- ./red
  $ clew -c 'info faults' -c 'why first' -c 'goto red.c:13' -c 'why first' red.clew | sed 's/@[0-9]*/@T/g; s/0x1ff[0-9a-f]*/STACK/'
  @T   main red.c:12  reads 1 byte of a stack frame that has ended
  @T   leaf red.c:4   reads 4 unwritten bytes of the stack; a branch depends on them @T leaf red.c:4
  @T  late red.c:5   reads 4 unwritten bytes of the stack; a branch depends on them @T late red.c:5
  red.c:12    char first = text[0];                 = 0x73  reads a stack frame that has ended
   red.c:7    static char *made(void) { char tex..  = 0x6574206b63617473 (mov)  on the stack
   red.c:11   address: char *text = made();         = STACK
  0x1256#0 of 1  main red.c:13  @T of 142
    call   0x1030 <raise@Tplt>  = 0x10925b
  red.c:12    char first = text[0];                 = 0x73  reads a stack frame that has ended
   red.c:7    static char *made(void) { char tex..  = 0x6574206b63617473 (mov)  on the stack
   red.c:11   address: char *text = made();         = STACK
