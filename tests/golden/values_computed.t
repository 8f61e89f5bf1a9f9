requires: recorder

What optimized code keeps in no memory: a variable is computed from registers as the debug information says, also from what these held as the function was entered, and a register that nothing
used later is told by who wrote it last. So conditions hold there as they do in code that is not optimized.

  $ cat >perm.c <<'END'
  $> #include <stdio.h>
  $> static int used[8], count;
  $> static void visit(int *list, int n, int k)
  $> {
  $>     int m = n - k;
  $>     if (m == 0) {
  $>         count++;
  $>         return;
  $>     }
  $>     for (int i = 0; i < n; i++) {
  $>         if (used[i])
  $>             continue;
  $>         used[i] = 1;
  $>         list[k] = i;
  $>         visit(list, n, k + 1);
  $>         used[i] = 0;
  $>     }
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int list[8];
  $>     visit(list, argc + 2 * (argv != NULL), 0);
  $>     return printf("%d %d\n", count, list[0]) < 0;
  $> }
  $> END
  $> gcc -g -O2 -no-pie -o perm perm.c && clew record -- ./perm
  $> told() { clew "$@" perm.clew 2>&1 | sed -E 's/@[0-9]+/@T/g; s/0x[0-9a-f]+#[0-9]+ of [0-9]+/NODE/; s/%[a-z0-9]+/%REG/g; s/0x[0-9a-f]+/ADDRESS/g'; }
  $> told -c 'break perm.c:11 if m == 1' -c rc -c 'print m' -c 'print k' -c 'print n' -c 'who m' | grep -v '^  '
  $> told -c 'goto visit#3' -c 'print m' -c 'print n' -c 'print m[1]' -c 'why m' | tail -n +3
  $> told --json -c 'goto visit#3' -c 'print m' | tail -1
  6 2
  breakpoint 1, perm.c:11 at ADDRESS if m == 1
  breakpoint 1, perm.c:11
  NODE  visit perm.c:11  @T of 659
  $1 = 1  int, computed from %REG, %REG
  $2 = 2  int, computed from %REG
  $3 = 3  int, in %REG, written @T visit perm.c:4
  clew: `m` is computed from registers here, and not in memory; `print m` shows it
  $1 = 0  int, computed from %REG, %REG
  $2 = 3  int, in %REG, written @T visit perm.c:15
  clew: int has no elements
  clew: `m` is computed from registers here: nothing wrote it
  {"history":1,"value":"ADDRESS","type":"int"}

A structure in two registers is one in pieces: each is known by itself. What is in a vector register is not known, and said to be there.

  $ cat >pieces.c <<'END'
  $> struct pair { long a, b; };
  $> volatile long out;
  $> __attribute__((noinline)) static long take(struct pair pair, double weight)
  $> {
  $>     out = pair.b;
  $>     out += (long)weight;
  $>     return pair.a;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     return take((struct pair){argc + 3, argc + 5}, argc * 1.5) != 4 && argv;
  $> }
  $> END
  $> gcc -g -O2 -no-pie -o pieces pieces.c && clew record -- ./pieces && clew -c 'goto take' -c 'print pair' -c 'print pair.b' -c 'print weight' -c 'why pair' -c 'who pair.a' -c 'why pair.b value' pieces.clew 2>&1 | tail -n +3 | sed -E 's/@[0-9]+/@T/g; s/ \((mov|movsxd)\) / (WIDENED) /'
  $1 = {a = 4, b = 6}  struct pair, in pieces, the last written @T main pieces.c:11
  $2 = 6  long int, in pieces, the last written @T main pieces.c:11
  $3 = 1.5  double, in %xmm0
  clew: it has 16 bytes, and clew knows values of up to 8: ask for its members or elements
  clew: `pair.a` is in several pieces here, and not in memory; `print pair.a` shows it
  pieces.c:11   return take((struct pair){argc + 3..  = 0x6 (WIDENED)  made by skipped code
