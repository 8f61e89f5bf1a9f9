requires: recorder

Enumerators, flags, equal elements and places in vector registers as gdb writes them. Enumerators are flags if each is 0 or one bit; the bits without a name stay visible. A list of 10 equal elements
is written in full, one of 11 is not. A local hides a position of its name: begin.

  $ cat >notation.c <<'END'
  $> enum count { ZERO, ONE, TWO, THREE, FOUR, FIVE };
  $> enum flags { F1 = 1, F2 = 2, F4 = 4 };
  $> volatile double sink;
  $> __attribute__((noinline)) static int take(double weight, float *begin, int end)
  $> {
  $>     sink = weight;
  $>     return *begin > weight && end;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     volatile enum count many = 6 + argc * 0, three = THREE;
  $>     volatile enum flags both = F1 | F4, more = 21 * argc, none = 0;
  $>     volatile int ten[11] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}, eleven[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  $>     float number = 2.5f;
  $>     int result = take(argc + 0.25, &number, 3);
  $>     return result + many + three + both + more + none + ten[0] + eleven[0] == 0 && argv;
  $> }
  $> END
  $> gcc -g -O1 -no-pie -o notation notation.c && clew record -- ./notation
  $> clew -c 'goto notation.c:16' -c 'print many' -c 'print three' -c 'print both' -c 'print more' -c 'print none' -c 'print ten' -c 'print eleven' notation.clew | grep '^$[0-9]* =' | sed 's/  .*//'
  $> clew -c 'goto take' -c 'print weight' -c 'print begin' -c 'print *begin' -c 'print end' -c 'whatis begin' -c 'who weight' notation.clew 2>&1 | tail -n +3 | sed -E 's/@[0-9]+/@T/g; s/0x1f[0-9a-f]+/ADDRESS/'
  $1 = 6
  $2 = THREE
  $3 = (F1 | F4)
  $4 = (F1 | F4 | unknown: 0x10)
  $5 = 0
  $6 = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}
  $7 = {1 <repeats 11 times>, 2}
  $1 = 1.25  double, in %xmm0
  $2 = ADDRESS  float *, in %rdi, written @T main notation.c:15
  $3 = 2.5  float, written @T main notation.c:14
  $4 = 3  int, in %esi, written @T main notation.c:15
  type = float *
  clew: `weight` is in a register here, and not in memory; `print weight` shows it
