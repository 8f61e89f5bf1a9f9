requires: recorder

Each value that print shows has a number, as in gdb: $1, $ the last one, $$ the one before it, $$2 the one before that. A number stands for a place at its time.

  $ cat >list.c <<'END'
  $> #include <stdio.h>
  $> struct node { int value; char *name; struct node *next; };
  $> static struct node second = {2, "two", NULL}, first = {1, "one", &second};
  $> static int total;
  $> static int add(struct node *node)
  $> {
  $>     int copy = node->value;
  $>     node->value = 100;
  $>     total += copy;
  $>     return total;
  $> }
  $> int main(void)
  $> {
  $>     add(&first);
  $>     add(&second);
  $>     return printf("%d\n", total) < 0;
  $> }
  $> END
  $> gcc -g -no-pie -fcf-protection=none -o list list.c && clew record -- ./list >/dev/null 2>&1
  $> clew -i list.clew <<'END' 2>&1 | grep -E '^(\$|clew|=|[0-9]:|  )' | sed -E 's/0x[0-9a-f]{6,}/0x/g; s/@[0-9]+/@T/g'
  $> print $
  $> show values
  $> goto list.c:7#0
  $> print *node
  $> print node
  $> print $1.value + 1
  $> print $$2
  $> print $
  $> print nothing
  $> print &total
  $> print main
  $> print/x $1
  $> goto list.c:16
  $> print $1
  $> print *$2
  $> print $2->next->value
  $> set $p = $2
  $> print *$p
  $> print *$6
  $> print total
  $> print $
  $> display $1.value
  $> print $20
  $> print $$20
  $> print $$0 + $$
  $> print &$1.value
  $> print *($2 + 0)
  $> set $1 = 3
  $> print $_streq($1.name, "one")
  $> whatis $2
  $> info display
  $> show values 3
  $> show values 500
  $> END
  clew: there is no value `$`: `print` has shown none yet
    mov    %eax,-0x4(%rbp)  = 0x1
  $1 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before
  $2 = 0x <first>  struct node *, written @T add list.c:6
  $3 = 2  int
  $4 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before
  $5 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before
  clew: no variable `nothing` is known here, and no function has this name: `info functions` lists them
  $6 = 0x <total>  int *, to 4 bytes
  $7 = 0x1  of 0x#0  main list.c:13
  $8 = {value = 0x1, name = 0x, next = 0x}  struct node, no recorded code wrote it before
    movzbl %al,%eax  = 0x0
  $9 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $10 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $11 = 2  int, no recorded code wrote it before, as of @T
  $12 = {value = 100, name = 0x "one", next = 0x <second>}  struct node, last written @T add list.c:8
  $13 = 0  int, no recorded code wrote it before, as of @T
  $14 = 3  int, written @T add list.c:9
  $15 = 3  int, written @T add list.c:9
  1: $1.value = 1  int, no recorded code wrote it before, as of @T
  clew: there is no value `$20`: the last one is $15; `show values` lists them
  clew: there is no value `$$20`: the last one is $15; `show values` lists them
  $16 = 6  int
  $17 = 0x <first>  int *, to 4 bytes
  $18 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  clew: `$1` cannot be the name of a convenience variable
  $19 = 1  int
      int value;  at 0, 4 bytes
      char *name;  at 8, 8 bytes
      struct node *next;  at 16, 8 bytes
  1: $1.value
  $1 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $2 = 0x <first>  struct node *, written @T add list.c:6, as of @T
  $3 = 2  int, as of @T
  $4 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $5 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $6 = 0x <total>  int *, as of @T
  $7 = 1  unsigned long, as of @T
  $8 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $9 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  $10 = {value = 1, name = 0x "one", next = 0x <second>}  struct node, no recorded code wrote it before, as of @T
  clew: there is no value $500: the last one is $19

Numbers go on from trace to trace on their own; JSON has them as a field. Displays, lists of locals and set take none. Values of single instructions have them, too.

  $ clew --json -c 'goto list.c:9#0' -c 'print copy' -c 'display copy' -c 'info locals' -c 'set $n = copy' -c 'print $ + $n' -c 'print' -c 'print $+1' list.clew | grep history | sed -E 's/"time":[0-9]+/"time":T/'
  {"history":1,"value":"0x1","type":"int","time":T}
  {"history":2,"value":"0x2","type":"int"}
  {"history":3,"instance":0,"value":"0x1"}
  {"history":4,"value":"0x2","type":"unsigned long"}
  $ clew -c 'print $1' good-instance.wet; clew -c 'print 12#0' -c 'show values' good-instance.wet 2>&1 | tail -1
  clew: only a recording numbers the values that `print` shows
  values       on
