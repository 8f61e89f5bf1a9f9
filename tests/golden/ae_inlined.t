requires: mips
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
    push  jr     $ra
    push  jr     $ra
  push  heap.c:17
  $ clew -c 'cache 1k 16 1 data' ae.out | grep -o 'heap$\|sorted$\|__aed.*' | sort
  heap
  sorted
