requires: recorder

What a user of gdb types first, on a recording.

  $ cat >null.c <<'END'
  $> #include <stddef.h>
  $> struct node { int value; struct node *next; };
  $> int main(int argc, char **argv)
  $> {
  $>     struct node last = {argc, NULL}, *first = &last;
  $>     return first->value > 100 || argv[0] == NULL;
  $> }
  $> END
  $> gcc -g -o null null.c && clew record -- ./null
  $> for e in 'print 0x10' 'print/x 0x10 + 1' 'print first->next->value' 'print *first->next' 'print first->next->next' 'print first->next == 0' 'print *(int *)0' 'print/i $pc' 'print/i' 'catch throw' 'catch catch' 'info functions ^ma' 'info functions nowhere' \
  $>     'info functions (' 'display first->next->value' 'break null.c:6 if first->next->value == 1'; do clew -c 'goto null.c:6' -c "$e" null.clew 2>&1 | tail -n +3 | sed -E 's/0x[0-9a-f]{4,}/0x/g; s/[0-9]+ instructions/N instructions/'; done
  $1 = 16  int
  $1 = 0x11  int
  clew: `first->next->value` would lie at address 0x0, where no memory is: a null pointer leads there
  clew: `*first->next` would lie at address 0x0, where no memory is: a null pointer leads there
  clew: `first->next->next` would lie at address 0x8, where no memory is: a null pointer leads there
  $1 = 1  int
  clew: `*(int *)0` would lie at address 0x0, where no memory is: a null pointer leads there
  clew: `/i` shows instructions at an address, with `x`: `x/i $pc`
  clew: `/i` shows instructions at an address, with `x`: `x/i`
  clew: no `throw` of your code ran; `catch catch` stops where your code takes exceptions, also those of libraries
  clew: no `catch` of your code ran
  main                            N instructions         null.c
  no function that ran has such a name
  clew: not a regular expression: Unmatched ( or \(
  1: first->next->value unknown: `first->next->value` would lie at address 0x0, where no memory is: a null pointer leads there
  breakpoint 1, null.c:6 at 0x if first->next->value == 1
