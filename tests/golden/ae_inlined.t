requires: mips
requires: gcc
requires: qemu

An address stream of optimised code. Calls lead to where the trace's own addresses are, as branches do, not to the entry that writes events.

  $ cat >heap.c <<'END'
  $> static struct heap { int n; int item[64]; } heap;
  $> static int sorted[64];
  $> static void swap(int *a, int *b)
  $> {
  $>     int t = *a;
  $>     *a = *b;
  $>     *b = t;
  $> }
  $> static __attribute__((noinline)) void push(struct heap *h, int v)
  $> {
  $>     int i = h->n++;
  $>     h->item[i] = v;
  $>     while (i > 0 && h->item[(i - 1) / 2] > h->item[i]) {
  $>         swap(&h->item[i], &h->item[(i - 1) / 2]);
  $>         i = (i - 1) / 2;
  $>     }
  $> }
  $> static __attribute__((noinline)) int pop(struct heap *h)
  $> {
  $>     int top = h->item[0];
  $>     int i = 0;
  $>     h->item[0] = h->item[--h->n];
  $>     for (;;) {
  $>         int c = 2 * i + 1;
  $>         if (c >= h->n)
  $>             break;
  $>         if (c + 1 < h->n && h->item[c + 1] < h->item[c])
  $>             c++;
  $>         if (h->item[i] <= h->item[c])
  $>             break;
  $>         swap(&h->item[i], &h->item[c]);
  $>         i = c;
  $>     }
  $>     return top;
  $> }
  $> int main(void)
  $> {
  $>     for (int i = 0; i < 20; i++)
  $>         push(&heap, i * 7 % 20);
  $>     for (int i = 0; i < 20; i++)
  $>         sorted[i] = pop(&heap);
  $>     return sorted[0];
  $> }
  $> END
  $> clew ae-cc -O2 -g -o heap heap.c && qemu-mips ./heap
  $ clew -c 'info functions' -c 'disassemble main' ae.out >main
  $> awk '/ instructions / { at[$2] = $1; next } /jal/ { name = substr($4, 2, length($4) - 2); sub(/0x/, "0x00", $3); print "jal", name, at[name] == $3 ? "where it is" : $3 }' main
  jal push where it is
  jal pop where it is

Breakpoints at a function stop in its inlined copies too, and only its own code is disassembled.

  $ clew -c 'break swap' -c continue -c where ae.out | sed -E 's/ at 0x[0-9a-f]*//; s/^@[0-9]* of [0-9]*  //; s/\+0x[0-9a-f]*//g; s/^([a-z]*  heap.c:[0-9]*)  .*/\1/; /^ /d'
  breakpoint 1, swap (3 locations)
  breakpoint 1, swap
  push  heap.c:6
  breakpoint 1, swap
  push  heap.c:6
  $ clew -c 'disassemble swap' ae.out | wc -l
  6

A line at which no statement begins, as where each return has its own copy of a brace, has code all the same. Static data has its own name.

  $ clew -c 'break heap.c:17' -c 'info line 17' -c 'goto heap.c:17' ae.out | sed -E 's/0x[0-9a-f]*//g; s/^@[0-9]* of [0-9]*  //; s/\+//g; s/^([a-z]*  heap.c:[0-9]*)  .*/\1/; /^   /d'
  breakpoint 1, heap.c:17 at  (2 locations)
  heap.c:17 ran 20 times
    push  jr     $ra
    push  jr     $ra
  push  heap.c:17
  $ clew -c 'cache 1k 16 1 data' ae.out | grep -o 'heap$\|sorted$\|__aed.*' | sort
  heap
  sorted

How often lines ran, of the same program not optimised and optimised: a number without ~ is the same in both. What optimization left in pieces is about
right, and of what it left without code of its own nothing is claimed.

  $ cat >p.c <<'END'
  $> int table[64];
  $> static inline int mix(int a, int b)
  $> {
  $>     int r = a * 31;
  $>     r ^= b;
  $>     return r + (a >> 3);
  $> }
  $> __attribute__((noinline)) int work(int n)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < n; i++) {
  $>         int k = mix(i, n);
  $>         table[i & 63] = k;
  $>         if (k & 1)
  $>             sum += mix(k, i);
  $>         else
  $>             sum -= i;
  $>     }
  $>     return sum;
  $> }
  $> int main(void)
  $> {
  $>     int all = 0;
  $>     for (int j = 0; j < 3; j++)
  $>         all += work(20);
  $>     return all & 1;
  $> }
  $> END
  $> for o in 0 1 2; do clew ae-cc -O$o -g -o p p.c && { qemu-mips ./p; clew -c 'list 1,27' p p.sma ae.out | cut -c1-50 >O$o; }; done
  $> cut -c1-11 O0 >left; cut -c3-11 O1 | paste -d' ' left - >both; paste -d' ' both <(cut -c3- O2)
     1         1         1         int table[64];
     2         2    ~90  2   ~120  static inline int mix(int a, int b)
     3    x90  3         3         {
     4    x90  4    ~30  4    ~60      int r = a * 31;
     5    x90  5    ~90  5   ~120      r ^= b;
     6    x90  6    ~90  6   ~120      return r + (a >> 3);
     7    x90  7         7         }
     8         8         8         __attribute__((noinline)) int work(in
     9     x3  9     ~3  9     ~3  {
    10     x3 10     x3 10     x3      int sum = 0;
    11    x63 11    ~63 11    ~63      for (int i = 0; i < n; i++) {
    12    x60 12    ~60 12    ~60          int k = mix(i, n);
    13    x60 13    ~60 13    x60          table[i & 63] = k;
    14    x60 14    x60 14    x60          if (k & 1)
    15    x30 15    ~30 15    ~30              sum += mix(k, i);
    16        16        16                 else
    17    x30 17    ~30 17    ~30              sum -= i;
    18        18        18             }
    19     x3 19      ? 19      ?      return sum;
    20     x3 20      ? 20      ?  }
    21        21        21         int main(void)
  > 22     x1 22     x1 22     x1  {
    23     x1 23     ~1 23     x1      int all = 0;
    24     x4 24     ~1 24     ~3      for (int j = 0; j < 3; j++)
    25     x3 25     ~3 25     x3          all += work(20);
    26     x1 26     ~1 26     ~1      return all & 1;
    27     x1 27     x1 27     x1  }
  $ clew --json -c 'list 11' ae.out | sed -n 6p
  {"line":11,"executions":63,"about":true,"state":"ran","text":"    for (int i = 0; i < n; i++) {"}

A breakpoint at a line stops in every copy, also where two are inlined into one function, and at a line whose code is gone; `info line` lists what it has, and says how often the line ran.

  $ clew -c 'break p.c:5' -c 'info line p.c:5' -c continue -c continue -c continue p p.sma ae.out | sed -E 's/0x[0-9a-f]*/ADDRESS/g; s/^@[0-9]* of [0-9]*  //; s/\+//g; /^   /d'
  breakpoint 1, p.c:5 at ADDRESS (2 locations)
  p.c:5 ran about 120 times: optimised code splits it into pieces
  ADDRESS  workADDRESS  xor    $v1, $a0, $t0
  ADDRESS  workADDRESS  xor    $a3, $a2, $a3
  breakpoint 1, p.c:5
  workADDRESS  p.c:5  xor    $v1, $a0, $t0
  breakpoint 1, p.c:5
  workADDRESS  p.c:5  xor    $a3, $a2, $a3
  breakpoint 1, p.c:5
  workADDRESS  p.c:5  xor    $v1, $a0, $t0
  $ clew -c 'break p.c:12' -c 'continue' -c 'continue' p p.sma ae.out | sed -E 's/0x[0-9a-f]*/ADDRESS/g; s/\+//g; /^   /d; s/ of [0-9]*//'
  breakpoint 1, p.c:12 at ADDRESS
  breakpoint 1, p.c:12
  @19  workADDRESS  p.c:6  sra    $a3, $a2, 3
  breakpoint 1, p.c:12
  @39  workADDRESS  p.c:6  sra    $a3, $a2, 3
  $ clew -c 'break p.c:19' p p.sma ae.out | sed -E 's/0x[0-9a-f]*/ADDRESS/g'
  breakpoint 1, p.c:19 at ADDRESS

Data by name: parts of variables are watched by the types of the debugging information, and named where an instruction refers to them.

  $ cat >data.c <<'END'
  $> struct pair { int first; short second[4]; };
  $> struct pair pairs[8];
  $> static int table[16];
  $> char bytes[10];
  $> int main(void)
  $> {
  $>     int own[4];
  $>     for (int i = 0; i < 16; i++) {
  $>         own[i & 3] = i;
  $>         table[i] = own[0];
  $>         pairs[i & 7].second[i & 3] = 1;
  $>         bytes[i & 7] = 2;
  $>     }
  $>     return 0;
  $> }
  $> END
  $> clew ae-cc -O0 -g -o data data.c && qemu-mips ./data; echo "sed -E 's/0x[0-9a-f]*/ADDRESS/g; s/^@[0-9]* of [0-9]*  //; /^ /d'" >at
  $ clew -c 'watch pairs[5].second[1]' -c 'watch table[3]' -c 'watch bytes+6' -c 'watch pairs[2]' -c continue -c continue -c continue -c continue data data.sma ae.out | sh at
  watchpoint 1, pairs[5].second[1]: 2 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 2, table[3]: 4 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 3, bytes+6: 4 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 4, pairs[2]: 12 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 4, pairs[2]
  main+ADDRESS  data.c:11  sh     $v1, 4($v0)  W ADDRESS pairs[2].second[2]
  watchpoint 2, table[3]
  main+ADDRESS  data.c:10  sw     $v1, ($v0)  W ADDRESS table[3]
  watchpoint 1, pairs[5].second[1]
  main+ADDRESS  data.c:11  sh     $v1, 4($v0)  W ADDRESS pairs[5].second[1]
  watchpoint 3, bytes+6
  main+ADDRESS  data.c:12  sb     $v1, ($v0)  W ADDRESS bytes[6]
  $ clew -c 'goto data.c:9' -c stepi data data.sma ae.out | sh at
  main+ADDRESS  data.c:9  lw     $v0, 8($fp)  R ADDRESS stack
  main+ADDRESS  data.c:9  andi   $v0, $v0, 3
  $ for w in 'pairs[5].third' pairs.first 'table[i]' 'pairs[1]->first' 'table[3' own nothing+4 'bytes[2]' 'bytes+2' 'table[3],1'; do clew -c "watch $w" data data.sma ae.out; done 2>&1 | sh at
  clew: struct pair has no member `third`
  clew: struct pair [8] is no structure: it has no member `first`
  clew: `table[i]` needs a number as index or offset: the trace has no values of variables
  clew: `pairs[1]->first` follows a pointer, and the trace has no memory contents
  clew: table[3: expected ]
  clew: `own` has no fixed address, but is in the frame: use an address or a global variable
  clew: `nothing+4` is neither an address nor a global variable of the program
  watchpoint 1, bytes[2]: 1 byte at ADDRESS; code without schema (libraries) is not watched
  watchpoint 1, bytes+2: 4 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 1, table[3],1: 1 byte at ADDRESS; code without schema (libraries) is not watched
  $ mips-linux-gnu-strip -g -o bare data; for w in 'table[3]' 'bytes+2' 'bytes+9' bytes.x; do clew -c "watch $w" bare data.sma ae.out; done 2>&1 | sh at
  clew: `table[3]` has no type information: compile with -g, or use VAR+BYTES
  watchpoint 1, bytes+2: 4 bytes at ADDRESS; code without schema (libraries) is not watched
  watchpoint 1, bytes+9: 1 byte at ADDRESS; code without schema (libraries) is not watched
  clew: `bytes.x` has no type information: compile with -g, or use VAR+BYTES

Where misses are shared out by data, the stack is one owner, with what a function keeps there beside what the stack pointer itself refers to.

  $ cat >frame.c <<'END'
  $> int table[16];
  $> __attribute__((noinline)) int fill(int n)
  $> {
  $>     int own[8];
  $>     for (int i = 0; i < 8; i++)
  $>         own[i] = n + i;
  $>     for (int i = 0; i < 16; i++)
  $>         table[i] = own[i & 7];
  $>     return own[n & 7];
  $> }
  $> int main(void) { return fill(5) + fill(3) == 99; }
  $> END
  $> clew ae-cc -O2 -g -o frame frame.c && qemu-mips ./frame; clew -c 'cache 64 16 1 data' ae.out | tail -2 | sed 's/^ *[0-9]* *//'; clew cache 64 16 1 --by=data ae.out | grep -c '(stack)'
  52  the stack
  32  table
  1
