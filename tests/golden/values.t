requires: recorder

What loads of vector registers read is known as what loads of others read; of 16 bytes the first 8.

  $ cat >weights.c <<'CODE'
  $> static volatile double weights[3] = {0.5, 1.5, 2.25};
  $> static volatile float factor = 4.5f;
  $> static double scale(double x, int i) { return x * weights[i]; }
  $> int main(void)
  $> {
  $>     double sum = 0;
  $>     for (int i = 0; i < 3; i++)
  $>         sum += scale(i, i) * factor;
  $>     return sum > 20;
  $> }
  $> CODE
  $> gcc -g -O0 -o weights weights.c && clew record -- ./weights
  $> clew -c 'goto weights.c:9' -c 'print weights[0]' -c 'print weights[1]' -c 'print weights[2]' -c 'print factor' weights.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+/@T/'
  $1 = 0.5  double, no recorded code wrote it before
  $2 = 1.5  double, no recorded code wrote it before
  $3 = 2.25  double, no recorded code wrote it before
  $4 = 4.5  float, no recorded code wrote it before
  $ cat >halves.s <<'CODE'
  $> .globl main
  $> .type main, @function
  $> main:
  $>     movups both(%rip), %xmm0
  $>     xor %eax, %eax
  $>     ret
  $> .size main, . - main
  $> .data
  $> both: .quad 0x1122334455667788, 0x99aabbccddeeff00
  $> .size both, 16
  $> .type both, @object
  $> .section .note.GNU-stack, "", @progbits
  $> CODE
  $> gcc -g -no-pie -o halves halves.s && clew record -- ./halves; both=0x$(nm halves | sed -n 's/ d both$//p' | sed 's/^0*//')
  $> clew -c 'goto main' -c "print *$both" -c "print *$(printf '0x%x' $((both + 8)))" halves.clew 2>&1 | grep -E '^(\$|clew)' | sed -E 's/@[0-9]+/@T/'; clew -c 'goto main' -c "print $both" -c "print **$both" halves.clew 2>&1 | grep -c '= 0x88'
  $1 = 0x88  no recorded code wrote it before
  $2 = 0x0  no recorded code wrote it before
  2

An address alone: all that each write wrote; of a size asked for the part of it.

  $ cat >wide.c <<'CODE'
  $> static long cell;
  $> int main(void)
  $> {
  $>     cell = 0x109260;
  $>     *((char *)&cell + 2) = 0x33;
  $>     return 0;
  $> }
  $> CODE
  $> gcc -g -O0 -no-pie -o wide wide.c && clew record -- ./wide; cell=$(nm wide | sed -n 's/ b cell$//p' | sed 's/^0*/0x/')
  $> who() { clew -c "who $1" wide.clew 2>&1 | grep -E '^(who|@)' | sed -E 's/^@[0-9]+ +0x[0-9a-f]+/@T ID/; s/0x4[0-9a-f]{5}/CELL/g; s/seen from @[0-9]+/seen from @T/; s/ (movq?b?|movb) .*\)  / .. /; s/ +/ /g'; }
  $> who $cell; who "$cell 1"; who "$cell 2"; who $(printf '0x%x' $((cell + 2)))
  @T ID#0 main wide.c:4 = 0x109260 .. # CELL 8 bytes
  @T ID#0 main wide.c:4 = 0x60 .. # CELL byte 0 of 0x109260
  @T ID#0 main wide.c:4 = 0x9260 .. # CELL bytes 0 to 1 of 0x109260
  @T ID#0 main wide.c:4 = 0x109260 .. # CELL 8 bytes from CELL, byte 2 of them here
  @T ID#0 main wide.c:5 = 0x33 .. 1 byte

Where a function is entered its arguments are asked for behind its prologue, by print as by conditions. Why of a variable begins with who wrote it last.

  $ cat >entry.c <<'CODE'
  $> static int total;
  $> static void deposit(int n)
  $> {
  $>     total += n;
  $> }
  $> int main(void)
  $> {
  $>     for (int i = 1; i < 4; i++)
  $>         deposit(i * 5);
  $>     return total == 30 ? 0 : 1;
  $> }
  $> CODE
  $> gcc -g -O0 -o entry entry.c && clew record -- ./entry
  $> clew -c 'break deposit if n == 10' -c rc -c 'display n' -c 'print n' -c 'why n' -c 'why total' -c 'why nothing' entry.clew 2>&1 | grep -vE '^0x|^  ' | sed -E 's/@[0-9]+/@T/; s/at 0x[0-9a-f]+/at ADDRESS/' | head -20
  breakpoint 1, deposit at ADDRESS if n == 10
  breakpoint 1, deposit
  1: n = 10  int, written @T deposit entry.c:3
  $1 = 10  int, written @T deposit entry.c:3
  entry.c:3     { of deposit                 = 0xa
   entry.c:9    deposit(i * 5);              = 0xa (mov)
  entry.c:4   + total += n;              = 0x5  and something there from the start
   entry.c:9  + deposit(i * 5);              = 0x5 (mov)  1 copy: entry.c:3
  clew: no variable `nothing` is known here, and no function has this name: `info functions` lists them

A value that only its own line uses, a value of another execution, a line by its number.

  $ gcc -g -O0 -o entry entry.c && clew record -- ./entry
  $> said() { clew "$@" entry.clew 2>&1 | sed -E 's/0x[0-9a-f]+(#|  )/ID\1/g; s/^([> ]) [0-9]+ +/\1 N /' | tail -n +3; }
  $> id=$(clew -c 'info line entry.c:8' entry.clew | sed -nE 's/.*(0x[0-9a-f]+) .*addl.*/\1/p'); said -c "goto $id#2" -c 'set grain statement' -c "uses $id#2" -c 'p -1' -c 'info line 4'
  $> said -c 'goto entry.c:4' -c 'info line 0'
  only this line: ID#3
  $1 = ID  of ID#1  main entry.c:8
    N ID  deposit entry.c:4  x3  mov    0x2ede(%rip),%edx  # 0x4014
    N ID  deposit entry.c:4  x3  mov    -0x4(%rbp),%eax
    N ID  deposit entry.c:4  x3  add    %edx,%eax
    N ID  deposit entry.c:4  x3  mov    %eax,0x2ed3(%rip)  # 0x4014
  clew: line 0: lines are numbered from 1

Variables that optimized code keeps in registers, and constants. Who wants memory.

  $ cat >fast.c <<'CODE'
  $> static volatile int seed = 3;
  $> __attribute__((noipa)) static int twice(int x, long unused) { return 2 * x + (int)unused; }
  $> int main(void)
  $> {
  $>     const int four = 4;
  $>     int x = seed, sum = 0;
  $>     for (int i = 0; i < four; i++)
  $>         sum += twice(x, 7);
  $>     return sum == 52 ? 0 : 1;
  $> }
  $> CODE
  $> gcc -g -O2 -o fast fast.c && clew record -- ./fast
  $> clew -c 'goto fast.c:2#0' -c 'goto twice' -c 'print x' -c 'print/x unused' -c 'print main::four' -c 'who x' -c 'why main::four' fast.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+/@T/'
  $1 = 3  int, in %edi, written @T main fast.c:8
  $2 = 0x7  long int, in %rsi, written @T main fast.c:8
  $3 = 4  const int, a constant here
  clew: `x` is in a register here, and not in memory; `print x` shows it
  clew: `main::four` is a constant here: nothing wrote it

Optimized code computes among a line's instructions what is none of its statement's: the loop runs over pointers, not over i. What went into a variable is known.

  $ cat >moved.c <<'CODE'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> struct order { int items, cents; };
  $> static const char *texts[] = {"3 120", "1 999", "2 5"};
  $> __attribute__((noinline)) static int parse(const char *text, struct order *order)
  $> {
  $>     char *end;
  $>     order->items = (int)strtol(text, &end, 10);
  $>     order->cents = (int)strtol(end, NULL, 10);
  $>     return order->cents < 100;
  $> }
  $> int main(void)
  $> {
  $>     struct order order;
  $>     int refused = 0; _Pragma("GCC unroll 1")
  $>     for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
  $>         if (parse(texts[i], &order))
  $>             refused++;
  $>     printf("refused %d\n", refused);
  $>     return refused != 1;
  $> }
  $> CODE
  $> gcc -g -O2 -fno-ssa-phiopt -o moved moved.c && clew record -- ./moved
  $> clew -c 'set hex off' -c 'set grain statement' -c 'goto moved.c:19' -c 'list 15,20' -c 'goto moved.c:16' -c 'goto moved.c:18' moved.clew | sed -E 's/^0x.*(moved.c:[0-9]+).*/\1/'
  refused 1
  moved.c:19
    printf("refused %d\n", refused);
    15     x1      int refused = 0; _Pragma("GCC unroll 1")
    16     x3      for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    17     x3          if (parse(texts[i], &order))
    18     x3              refused++;  = 1
  > 19     x1      printf("refused %d\n", refused);
    20     x1      return refused != 1;
  moved.c:16
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
  moved.c:18
    refused++;  = 1

Behind longjmp the C library alone knows where the frame is. A variable that was stored there is not said to have been written by nobody.

  $ printf '%s\n' '#include <setjmp.h>' '#include <stdlib.h>' 'static jmp_buf there;' 'int main(void)' '{' '    volatile int kept = 1;' '    if (setjmp(there) == 0)' \
  $>     '        longjmp(there, 1);' '    int late = atoi("5") + kept;' '    return late == 0;' '}' >jump.c
  $ gcc -g -O0 -o jump jump.c && clew record -- ./jump; clew --at jump.c:10 -c 'print late' jump.clew 2>&1 | sed 's/@[0-9]*/@TIME/g'
  $1 = 6  int, written @TIME main jump.c:9
