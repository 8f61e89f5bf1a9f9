requires: recorder

What a register held where one is, as gdb prints it: before the instruction there. The next execution that used it tells who wrote it; where nothing used it before
it was written again, the one tells that wrote it last, if nothing but plain instructions of the same call ran since; else it is not known. The program is written out, so that its registers are the same everywhere.

  $ cat >sum.s <<'END'
  $> .globl main
  $> .type main, @function
  $> main:
  $>     push %rbx
  $>     mov $5, %eax
  $>     mov $-7, %rbx
  $>     add %ebx, %eax
  $>     mov %eax, %edx
  $>     mov $1, %eax
  $>     mov $0, %eax
  $>     pop %rbx
  $>     ret
  $> .size main, . - main
  $> .section .note.GNU-stack, "", @progbits
  $> END
  $ cat >at <<'END'
  $> #!/bin/bash
  $> for line in "${@:2}"; do commands+=(-c "$line"); done
  $> clew -c 'goto main' -c "stepi $1" "${commands[@]}" sum.clew 2>&1 | sed -nE 's/0x[0-9a-f]+#/ADDRESS#/; s/@[0-9]+/@T/; s/^(\$|clew)/\1/p'
  $> END
  $ chmod +x at; gcc -g -o sum sum.s && clew record -- ./sum 2>/dev/null; ./at 3 'print $rax' 'print $eax' 'print/d $rbx' 'print $ebx' 'print/u $rbx' 'set hex off' 'print $rbx'
  $> ./at 4 'print $rax'; ./at 5 'print $rax'; ./at 6 'print $rax'
  $1 = 5  long, in %rax, written @T main sum.s:5
  $2 = 5  int, in %eax, written @T main sum.s:5
  $3 = -7  long, in %rbx, written @T main sum.s:6
  $4 = -7  int, in %ebx, written @T main sum.s:6
  $5 = 18446744073709551609  long, in %rbx, written @T main sum.s:6
  $6 = -7  long, in %rbx, written @T main sum.s:6
  $1 = 4294967294  long, in %rax, written @T main sum.s:7
  $1 = 4294967294  long, in %rax, written @T main sum.s:7
  $1 = 1  long, in %rax, written @T main sum.s:9
  $ clew --json -c 'goto main' -c 'stepi 3' -c 'print $rbx' sum.clew | tail -1
  $> clew -c 'goto main' -c 'print $pc' sum.clew | tail -1 | sed -E "s/0x[0-9a-f]* </RUN </; s/0x$(nm sum | sed -nE 's/^0*([0-9a-f]+) T main$/\1/p') /FILE /"
  {"history":1,"value":"0xfffffffffffffff9","type":"long","time":32}
  $1 = RUN <main>  void (*)(), FILE in the file

In a callback registers hold what the code that called it left there, which is not shown: what its caller had in them, and finds in them again, tells nothing, nor
does what another callback found. Who used one byte does not tell who wrote the others.

  $ cat >back.s <<'END'
  $> .globl main
  $> .type main, @function
  $> .type by, @function
  $> by:
  $>     mov %rdi, %rax
  $>     mov %rsi, %rdx
  $>     mov (%rax), %eax
  $>     sub (%rdx), %eax
  $>     ret
  $> .size by, . - by
  $> main:
  $>     push %rbx
  $>     mov $7, %rbx
  $>     lea numbers(%rip), %rdi
  $>     mov $3, %esi
  $>     mov $4, %edx
  $>     lea by(%rip), %rcx
  $>     call qsort@PLT
  $>     mov %rbx, %rax
  $>     mov $0x1234, %eax
  $>     mov $0x56, %ah
  $>     mov $3, %cl
  $>     mul %cl
  $>     mov $0, %eax
  $>     pop %rbx
  $>     ret
  $> .size main, . - main
  $> .data
  $> numbers: .long 5, 3, 4
  $> .section .note.GNU-stack, "", @progbits
  $> END
  $ gcc -g -o back back.s && clew record -- ./back 2>/dev/null
  $> say() { clew "$@" back.clew 2>&1 | tail -1 | sed -E 's/  .*//; s/^.* = //'; }
  $> say -c 'goto by' -c 'print/x $rbx'
  $> for k in 0 1 2; do [ "$(say -c "goto back.s:5#$k" -c 'print/x $rdi')" = "$(say -c "print back.s:5#$k")" ] && echo "callback $k has its own"; done
  $> say -c 'goto back.s:18' -c 'print $rbx'; say -c 'goto back.s:22' -c 'print/x $rax'
  0x10c020
  callback 0 has its own
  callback 1 has its own
  callback 2 has its own
  7
  0x5634

Names that are none, traces that cannot tell.

  $ ./at 1 'print $raxx' 'print $xmm16' 'print/c $rax' 'print $mxcsr' 'print $fctrl'; clew -c 'print $rax' good-instance.wet
  clew: no register `$raxx`: the nearest is $rax; general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: no register `$xmm16`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  $1 = 41 ')'  long, in %rax
  $2 = [ IM DM ZM OM UM PM ]  i386_mxcsr
  $3 = 895  int
  clew: registers are not recorded: `print ID#N` shows what an execution computed, `deps` who wrote what it used
  [1]

Registers that are not general ones have the types that gdb gives them, in expressions, formats and conditions. They are no names of convenience variables.

  $ cat >vector.c <<'END'
  $> #include <stdio.h>
  $> double half(float a, double b)
  $> {
  $>     return a / 2 + b;
  $> }
  $> int main(void)
  $> {
  $>     long double x = 7.5L;
  $>     x = x * half(3, 0.25);
  $>     return printf("%Lg\n", x) < 0;
  $> }
  $> END
  $> gcc -g -o vector vector.c && clew record -- ./vector >/dev/null 2>&1
  $ for e in '$xmm0.v4_float[0]' '$xmm1.v2_double' '$xmm1.v2_int64[0]' '/x $xmm1.uint128' '/x $xmm1.v4_int32' 'sizeof($xmm0)' 'sizeof($ymm0)' '$ymm1.v4_double[0] * 2' '$xmm1 + 1' '$xmm0.v3_float' '$mxcsr' '$mxcsr & 0x80' '/x $mxcsr' '$fctrl' \
  $>     '$fs_base == $fs_base + 8 - 8' '($eflags & 4) < 5' '(int)$eflags == ($eflags | 0)' '/t $mxcsr' '$st0'; do printf 'print%s\n' "${e/#[^\/]/ ${e:0:1}}"; done >asked
  $> clew --at half -c 'print half' vector.clew | tail -1 | sed 's/0x[0-9a-f]*/0x/'; clew --at half -i vector.clew <asked 2>&1
  $> for e in '$xmm1' '$eflags' '$mxcsr' '$st0' '$fs_base' '$fctrl' '$pc' '$xmm1.v8_int16[0]'; do clew --at half -c "whatis $e" vector.clew 2>&1 | head -1; done
  $> clew --at half -c 'break vector.c:4 if $xmm1.v2_double[0] == 0.25' -c continue -c 'print a' -c 'print b' -c 'display $xmm1.v2_double[1]' vector.clew 2>&1 | sed -E 's/0x[0-9a-f]+/0x/g; s/@[0-9]+( of [0-9]+)?/@T/g'
  $1 = 0x
  $1 = 3  float
  $2 = {0.25, 0}  double [2]
  $3 = 4598175219545276416  int64_t
  $4 = 0x3fd0000000000000  uint128_t
  $5 = {0x0, 0x3fd00000, 0x0, 0x0}  int32_t [4]
  $6 = 16  unsigned long
  $7 = 32  unsigned long
  $8 = 0.5  double
  clew: `$xmm1` is a structure: name one of its members
  clew: union vec128 has no member `v3_float`
  $9 = [ IM DM ZM OM UM PM ]  i386_mxcsr
  $10 = 128  int
  $11 = 0x1f80  i386_mxcsr
  $12 = 895  int
  $13 = 1  int
  $14 = 1  int
  $15 = 1  int
  $16 = 1111110000000  i386_mxcsr
  $17 = 0  double, empty
  type = union vec128
  type = i386_eflags
  type = i386_mxcsr
  type = double
  type = long
  type = int
  type = void (*)()
  type = int16_t
  breakpoint 1, vector.c:4 at 0x if $xmm1.v2_double[0] == 0.25
  breakpoint 1, vector.c:4
  0x#0 of 1  half vector.c:4  @T
    movss  -0x(%rbp),%xmm0  = 3
  $1 = 3  float, written @T half vector.c:3
  $2 = 0.25  double, written @T half vector.c:3
  1: $xmm1.v2_double[1] = 0  double
  $ ./at 1 'set $fs_base = 3' 'set $xmm15 = 3' 'set $cs = 3' 'print $mm0' 'print $fs_base2' 'print $mm0 + 1'
  $> for c in 'break back.s:22 if $eflags & 4' 'break back.s:22 if $ds == 1' 'break back.s:22 if $nothing == 1'; do clew -c "$c" back.clew 2>&1 | sed 's/0x[0-9a-f]*/0x/'; done
  $> clew record --state=no -o bare.clew -- ./back 2>/dev/null; for c in 'print $eflags' 'print /x $eflags' 'print $xmm0.v2_double'; do clew --at main -c "$c" bare.clew 2>&1; done; clew -c 'print $eflags' good-instance.wet 2>&1
  clew: `$fs_base = 3` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions
  clew: `$xmm15 = 3` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions
  clew: `$cs` cannot be the name of a convenience variable
  clew: a recording does not keep the register `$mm0`
  clew: no register `$fs_base2`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: a recording does not keep the register `$mm0`
  breakpoint 1, back.s:22 at 0x if $eflags & 4
  clew: column 1 of the condition: a recording does not keep the register `$ds`
  clew: column 1 of the condition: there is no register and no convenience variable `$nothing`
  clew: `$eflags` is unknown: only a state stream keeps it, and this recording has none or a damaged one
  clew: `$eflags` is unknown: only a state stream keeps it, and this recording has none or a damaged one
  clew: `$xmm0` is unknown: only a state stream keeps it, and this recording has none or a damaged one
  clew: registers are not recorded: `print ID#N` shows what an execution computed, `deps` who wrote what it used
  [1]

A double that optimised code keeps in a vector register, and a structure in two of them.

  $ cat >kept.c <<'END'
  $> #include <stdio.h>
  $> struct pair { double x, y; };
  $> __attribute__((noinline)) static double product(struct pair p, double scale)
  $> {
  $>     double z = p.x * scale;
  $>     return z * p.y;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     struct pair p = {argc + 0.5, 4};
  $>     return printf("%g\n", product(p, (double)argc * 2)) < 0 || !argv;
  $> }
  $> END
  $> gcc -g -O2 -o kept kept.c && clew record -- ./kept >/dev/null 2>&1
  $> clew --at product -c 'print p' -c 'print p.y * 2' -c 'print scale' -c 'print -scale' -c 'who scale' -c 'print &scale' kept.clew 2>&1 | grep -E '^(\$|clew)'
  $1 = {x = 1.5, y = 4}  struct pair, in pieces
  $2 = 8  double
  $3 = 2  double, in %xmm2
  $4 = -2  double
  clew: `scale` is in a register here, and not in memory; `print scale` shows it
  clew: `scale` is in a register here, and not in memory: it has no address

The list of registers, and some of them.

  $ clew -c 'goto main' -c 'stepi 4' -c 'info registers' sum.clew | tail -1
  $> for words in rax '$eflags ebx bl' '$st0 rbx' nothing 'all rax'; do clew -c 'goto main' -c 'stepi 4' -c "info registers $words" sum.clew 2>&1 | sed '1,/^  [0-9a-f ]*[a-z]/d' | grep -E '^(\$|clew)' | sed -E 's/0x[0-9a-f]+#/ADDRESS#/; s/@[0-9]+/@T/'; done
  $eflags = 0x80 [ SF ]
  $rax = 0xfffffffe  by ADDRESS#0  main sum.s:7
  $eflags = 0x80 [ SF ]
  $ebx = -7  int, in %ebx, written @T main sum.s:6
  $bl = -7 '\371'  signed char, in %ebx, written @T main sum.s:6
  $st0 = 0  (empty)
  $rbx = 0xfffffffffffffff9  by ADDRESS#0  main sum.s:6
  clew: no register `$nothing`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: no register `$all`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
