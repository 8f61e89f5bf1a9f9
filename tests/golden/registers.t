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
  $> clew -c 'goto main' -c "stepi $1" "${commands[@]}" sum.clew 2>&1 | sed -nE 's/by 0x[0-9a-f]+/by ADDRESS/; s/^(\$|clew)/\1/p'
  $> END
  $ chmod +x at; gcc -g -o sum sum.s && clew record -- ./sum 2>/dev/null; ./at 3 'print $rax' 'print $eax' 'print/d $rbx' 'print $ebx' 'print/u $rbx' 'set hex off' 'print $rbx'
  $> ./at 4 'print $rax'; ./at 5 'print $rax'; ./at 6 'print $rax'
  $rax = 0x5  by ADDRESS#0  main sum.s:5
  $eax = 0x5  by ADDRESS#0  main sum.s:5
  $rbx = -7  by ADDRESS#0  main sum.s:6
  $ebx = 0xfffffff9  by ADDRESS#0  main sum.s:6
  $rbx = 18446744073709551609  by ADDRESS#0  main sum.s:6
  $rbx = -7  by ADDRESS#0  main sum.s:6
  $rax = 0xfffffffe  by ADDRESS#0  main sum.s:7
  $rax = 0xfffffffe  by ADDRESS#0  main sum.s:7
  $rax = 0x1  by ADDRESS#0  main sum.s:9
  $ clew --json -c 'goto main' -c 'stepi 3' -c 'print $rbx' sum.clew | tail -1
  $> [ "$(clew -c 'goto main' -c 'print $pc' sum.clew | tail -1)" = "$(nm sum | sed -nE 's/^0*([0-9a-f]+) T main$/$pc = 0x\1/p')" ] && echo 'the address of main'
  {"name":"$rbx","value":"0xfffffffffffffff9"}
  the address of main

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
  $> say() { clew "$@" back.clew 2>&1 | tail -1 | sed -E 's/  by 0x.*//'; }
  $> say -c 'goto by' -c 'print $rbx'
  $> for k in 0 1 2; do [ "$(say -c "goto back.s:5#$k" -c 'print $rdi')" = "\$rdi = $(say -c "print back.s:5#$k" | sed 's/.*= //')" ] && echo "callback $k has its own"; done
  $> say -c 'goto back.s:18' -c 'print $rbx'; say -c 'goto back.s:22' -c 'print $rax'
  $rbx = 0x10c020
  callback 0 has its own
  callback 1 has its own
  callback 2 has its own
  $rbx = 0x7
  $rax = 0x5634

Names that are none, traces that cannot tell.

  $ ./at 1 'print $raxx' 'print $xmm16' 'print/c $rax' 'print $mxcsr' 'print $fctrl'; clew -c 'print $rax' good-instance.wet
  clew: no register `$raxx`: the nearest is $rax; general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: no register `$xmm16`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: for registers use `print`, `print/x`, `print/d` or `print/u`
  $mxcsr = 0x1f80
  $fctrl = 0x37f
  clew: registers are not recorded: `print ID#N` shows what an execution computed, `deps` who wrote what it used
  [1]

Registers that are not general ones stand alone: not in expressions, formats and conditions, and not as the name of a convenience variable.

  $ ./at 1 'print $eflags & 1' 'print /x $eflags' 'print $mxcsr + 1' 'set $fs_base = 3' 'set $xmm15 = 3' 'set $cs = 3' 'print $mm0' 'print $fs_base2'
  $> for c in 'break back.s:22 if $eflags & 1' 'break back.s:22 if $ds == 1' 'break back.s:22 if $nothing == 1'; do clew -c "$c" back.clew 2>&1; done
  $> clew record --state=no -o bare.clew -- ./back 2>/dev/null; for c in 'print $eflags' 'print /x $eflags'; do clew --at main -c "$c" bare.clew 2>&1; done; clew -c 'print $eflags' good-instance.wet 2>&1
  clew: expressions and formats take only the general registers: `print $eflags` shows this one alone
  clew: expressions and formats take only the general registers: `print $eflags` shows this one alone
  clew: expressions and formats take only the general registers: `print $mxcsr` shows this one alone
  clew: `$fs_base` cannot be the name of a convenience variable
  clew: `$xmm15` cannot be the name of a convenience variable
  clew: `$cs` cannot be the name of a convenience variable
  clew: a recording does not keep the register `$mm0`
  clew: no register `$fs_base2`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  clew: column 1 of the condition: expressions and formats take only the general registers: `print $eflags` shows this one alone
  clew: column 1 of the condition: a recording does not keep the register `$ds`
  clew: column 1 of the condition: there is no register and no convenience variable `$nothing`
  clew: only a state stream keeps `$eflags`, and this recording has none or a damaged one
  clew: expressions and formats take only the general registers: `print $eflags` shows this one alone
  clew: registers are not recorded: `print ID#N` shows what an execution computed, `deps` who wrote what it used
  [1]
