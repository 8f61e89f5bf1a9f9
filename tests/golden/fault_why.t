requires: recorder

At a crash the recording opens at the instruction that faulted. It did nothing, so `why` and `print` name the writes before it.

  $ cat >list.c <<'END'
  $> struct node { int v; struct node *next; };
  $> int walk(struct node *p)
  $> {
  $>     int s = 0;
  $>     for (;;) {
  $>         s += p->v;
  $>         p = p->next;
  $>     }
  $> }
  $> int main(void)
  $> {
  $>     struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
  $>     return walk(&a);
  $> }
  $> END
  $ gcc -g -o list list.c && clew record -- ./list 2>&1 | tail -1; clew -c 'print p' -c 'why p' -c 'print s' -c 'why s' list.clew | sed 's/0x1ff[0-9a-f]*/ADDRESS/g; s/@[0-9]*/@T/'
  list.clew: killed by SIGSEGV, bad address 0x0: this instruction faulted and did not complete
  $1 = 0x0  struct node *, written @T walk list.c:7
  list.c:7   + p = p->next;                          x 3: ADDRESS, ... 0x0
   list.c:12   struct node c = {3, 0}, b = {2, &c}, a..  = 0x0 (mov)  on the stack
   list.c:13 + address: return walk(&a);  = ADDRESS (mov)  on the stack  1 copy
  $2 = 6  int, written @T walk list.c:6
  list.c:6   + s += p->v;                            x 3: 0x1, ... 0x6
   list.c:12   struct node c = {3, 0}, b = {2, &c}, a..  = 0x3 (mov)  on the stack
   list.c:4    int s = 0;                            = 0x0  constant
   list.c:7  + address: p = p->next;               x 2: ADDRESS, ADDRESS
   list.c:13 + address: return walk(&a);  = ADDRESS (mov)  on the stack  1 copy

`info faults` ends with the access that killed the program, and the block that held its address last.

  $ cat >gone.c <<'END'
  $> #include <stdlib.h>
  $> int main(void)
  $> {
  $>     char *a = malloc(1 << 20);
  $>     a[5] = 1;
  $>     free(a);
  $>     return a[5];
  $> }
  $> END
  $ gcc -w -g -O0 -o gone gone.c && clew record -- ./gone 2>&1 | tail -1 >/dev/null; for r in list gone; do clew -c 'info faults' $r.clew 2>/dev/null | sed 's/accesses 0x[0-9a-f][0-9a-f]*5/accesses ADDRESS/; s/@[0-9]*/@T/g'; done
  @T  walk list.c:6  SIGSEGV: accesses 0x0
  @T  main gone.c:7  SIGSEGV: accesses ADDRESS, at offset 5 of a freed block of 1048576 bytes: malloc @T main gone.c:4, free @T main gone.c:6
  $ printf 'int main(void)\n{\n    void (*call)(void) = 0;\n    call();\n    return 0;\n}\n' >call.c; gcc -w -g -O0 -o call call.c && clew record -- ./call 2>&1 | tail -1 >/dev/null; clew -c 'info faults' call.clew 2>/dev/null | sed 's/@[0-9]*/@T/'
  @T  main call.c:4  SIGSEGV: goes to 0x0
