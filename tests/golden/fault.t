requires: recorder

A program that dies of a fault: its recording opens at the instruction that faulted, which has no value. Why the address is bad is a walk away: of the
list a name that was too long lies over the pointer to the next node.

  $ gcc -g -O0 -no-pie -o list list.c; { clew record -- ./list; } 2>/dev/null
  [139]
  $ printf '%s\n' '#!/bin/sh' "exec sed -E 's/0x40[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@T/; s/ +\$//'" >plain; chmod +x plain
  $ clew -c where -c print -c info list.clew 2>&1 | ./plain | grep -e '^[l A]' -e '^no' -e '^fault' -e '^status'
  list.clew: killed by SIGSEGV, bad address 0x6d61682e6820: this instruction faulted and did not complete
  ADDRESS#2 of 3  length list.c:24  @T  faulted: SIGSEGV
    movzbl (%rax),%eax
  no value recorded
  status         signal SIGSEGV
  fault          ADDRESS#2  SIGSEGV, bad address 0x6d61682e6820: this instruction faulted and did not complete
  $ clew -c deps list.clew 2>/dev/null | ./plain
  data 1   ADDRESS#2  length list.c:24  = 0x6d61682e6820  mov    -0x18(%rbp),%rax  the bad address
  control  ADDRESS#2  length list.c:23                    jne    ADDRESS
  data 2   no definer recorded
  $ clew --json -c where -c deps list.clew 2>/dev/null | sed -E 's/"(id|time)":[0-9]+/"\1":N/g; s/0x40[0-9a-f]+/ADDRESS/g'
  {"id":N,"address":"ADDRESS","instance":2,"file":"list.c","function":"length","line":24,"faulted":"SIGSEGV","bad_address":"0x6d61682e6820","time":N}
  {"port":1,"kind":"data","id":N,"address":"ADDRESS","instance":2,"file":"list.c","function":"length","line":24,"cause":"the bad address"}
  {"port":0,"kind":"control","id":N,"address":"ADDRESS","instance":2,"file":"list.c","function":"length","line":23}

The walk: what read the pointer, who wrote the bytes it is made of, and the name that they are of.

  $ clew -c 'set grain statement' -c deps -c 'follow 1' -c deps list.clew 2>/dev/null | ./plain
  data     ADDRESS#1  length list.c:23  = 0x6d61682e6820  for (; list; list = list->next)  the bad address
  control  ADDRESS#2  length list.c:23                    for (; list; list = list->next)
  stack    ADDRESS#0  length list.c:21                    {
  ADDRESS#1 of 2  length list.c:23  @T
    for (; list; list = list->next)  = 0x6d61682e6820
  control  ADDRESS#0   main list.c:34                 printf("%d\n", length(list));
  data     ADDRESS#0   length list.c:21  = ADDRESS  {
  data     ADDRESS#3   add list.c:14     = ADDRESS  node->next = list;
  data     ADDRESS#2   add list.c:14     = ADDRESS  node->next = list;
  data     ADDRESS#16  add list.c:16     = 0x20       node->name[i] = name[i];
  data     ADDRESS#17  add list.c:16     = 0x68       node->name[i] = name[i];
  data     ADDRESS#18  add list.c:16     = 0x2e       node->name[i] = name[i];
  data     ADDRESS#19  add list.c:16     = 0x68       node->name[i] = name[i];
  data     ADDRESS#20  add list.c:16     = 0x61       node->name[i] = name[i];
  data     ADDRESS#21  add list.c:16     = 0x6d       node->name[i] = name[i];
  stack    ADDRESS#0   length list.c:21               {
  $ clew -c 'set grain statement' -c 'follow 1' -c 'follow 5' -c finish list.clew 2>/dev/null | ./plain | tail -4
    node->name[i] = name[i];  = 0x6d
  add returned ADDRESS
  ADDRESS#2 of 4  main list.c:33  @T
    list = add(list, names[i]);  = ADDRESS

One step back ran before it; one forward there is none.

  $ clew -c rsi -c stepi -c stepi list.clew 2>&1 | ./plain | tail -5
  ADDRESS#2 of 3  length list.c:24  @T
    mov    -0x18(%rbp),%rax  = 0x6d61682e6820
  ADDRESS#2 of 3  length list.c:24  @T  faulted: SIGSEGV
    movzbl (%rax),%eax
  clew: this is where the trace ends
  $ { clew record -o l.wet -- ./list; } >/dev/null 2>&1; clew convert list.clew -o c.wet 2>/dev/null; cmp l.wet c.wet

A later time of the program makes it no other build where both have the same build id: clocks are set back, files are copied.

  $ touch -d tomorrow list; clew -c where list.clew 2>&1 | ./plain | head -2
  list.clew: killed by SIGSEGV, bad address 0x6d61682e6820: this instruction faulted and did not complete
  ADDRESS#2 of 3  length list.c:24  @T  faulted: SIGSEGV

A call that leads to where no code is has completed. A division has a divisor. What faults in skipped code does so on behalf of the call.

  $ cat >opening <<'END'
  $> gcc -g -w -O0 -no-pie -fno-stack-protector -o prog -xc - && { clew record -- ./prog; } >/dev/null 2>&1
  $> clew -c where -c 'deps' prog.clew 2>&1 | ./plain | sed -E 's/at 0x[0-9a-f]+ [^:]*libc[^:]*/at LIBC/' | head -${1:-4}
  $> END
  $ bash opening <<<'int (*table[2])(void); int main(int n) { return table[n](); }' 2>/dev/null
  prog.clew: killed by SIGSEGV, bad address 0x0: this led to where nothing can run
  ADDRESS#0 of 1  main <stdin>:1  @T  led to SIGSEGV
    call   *%rax  = ADDRESS
  data 1   ADDRESS#0  main <stdin>:1  = 0x0           mov    (%rdx,%rax,1),%rax  the bad address
  $ bash opening <<<'int ratio(int a, int b) { return a / b; } int main(int n) { return ratio(7, n - 1); }' 2>/dev/null
  prog.clew: killed by SIGFPE: this instruction faulted and did not complete
  ADDRESS#0 of 1  ratio <stdin>:1  @T  faulted: SIGFPE
    idivl  -0x8(%rbp)
  data 4   ADDRESS#0  ratio <stdin>:1  = 0x0           mov    %esi,-0x8(%rbp)  the divisor
  $ bash opening 3 <<<'int strlen(const char *); int main(int n) { const char *text = (char *)(long)(16 * n); return strlen(text); }' 2>/dev/null
  prog.clew: killed by SIGSEGV, bad address 0x10: at LIBC: this led to skipped code, which faulted
  ADDRESS#0 of 1  main <stdin>:1  @T  led to SIGSEGV
    call   ADDRESS <strlen@plt>  = ADDRESS
  $ bash opening <<<'int main(int n) { if (n == 1) __builtin_trap(); return 0; }' 2>/dev/null
  prog.clew: killed by SIGILL: this instruction faulted and did not complete
  ADDRESS#0 of 1  main <stdin>:1  @T  faulted: SIGILL
    ud2
  control  ADDRESS#0  main <stdin>:1  jne    ADDRESS
  $ bash opening <<<'void abort(void); int main(void) { abort(); }' 2>/dev/null
  prog.clew: killed by SIGABRT: this is the last instruction that ran
  ADDRESS#0 of 1  main <stdin>:1  @T
    call   ADDRESS <abort@plt>  = ADDRESS
  control  ADDRESS#0  _start          = ADDRESS  call   *0x2f77(%rip)  # ADDRESS
  $ bash opening 1 <<<'#include <pthread.h>
  $> unsigned long strlen(const char *); int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))strlen, (void *)16); pthread_join(t, 0); return 0; }' 2>/dev/null
  prog.clew: killed by SIGSEGV, bad address 0x10: at LIBC: skipped code faulted, and no listed code led to it

`why` says on the line that faulted what killed the program and at which address, and names the function where a line is but a bracket; a row is no wider than the screen for the sake of marks.

  $ cat >jump.c <<'C'
  $> int (*table[2])(void);
  $> int run(int n)
  $> {
  $>     return table[n]();
  $> }
  $> int main(int n)
  $> {
  $>     if (n < 3)
  $>         return run(n);
  $>     return 0;
  $> }
  $> C
  $> gcc -g -O0 -no-pie -o jump jump.c; { clew record -- ./jump; } >/dev/null 2>&1; clew -c why -c 'why control' jump.clew 2>/dev/null | ./plain
  jump.c:4     return table[n]();     led to SIGSEGV at 0x0
   jump.c:7  + address: { of main   = 0x1  made by skipped code  2 copies
    jump.c:8   because: if (n < 3)
  jump.c:4     return table[n]();         led to SIGSEGV at 0x0
   jump.c:9    because: return run(n);
    jump.c:8   because: if (n < 3)        _start let it run

Of skipped code it is known what formed the address if it went there as it was handed over. If that code has computed it, what was handed over and is equal is named as that; the stack pointer, which a call uses too, is neither.

  $ cat >name.c <<'C'
  $> int direct(const char *text), computed(const char *text, int n);
  $> static const char *name(int n) { return n > 5 ? "x" : (const char *)0x7f0000001000; }
  $> int main(int n)
  $> {
  $>     if (n > 1)
  $>         return direct(name(n)) + n + n + n + n + n + n + n;
  $>     return computed(name(n), 7);
  $> }
  $> C
  $ cat >away.s <<'S'
  $> .globl direct, computed
  $> .type direct, @function
  $> .type computed, @function
  $> direct: movzbl (%rdi), %eax
  $>     ret
  $> .size direct, . - direct
  $> computed: mov %rdi, %rax
  $>     and $-16, %rax
  $>     movzbl (%rax), %eax
  $>     add %esi, %eax
  $>     ret
  $> .size computed, . - computed
  $> .section .note.GNU-stack, "", @progbits
  $> S
  $ gcc -g -O0 -no-pie -o name name.c away.s; echo 'clew -c where -c deps -c why name.clew 2>&1 | ./plain | sed -E "s/0x1ff[0-9a-f]+/STACK/"' >ask
  $ { clew record --wait --skip=direct --skip=computed -- ./name 2; } >/dev/null 2>&1; bash ask
  name.clew: killed by SIGSEGV, bad address 0x7f0000001000: at ADDRESS direct in name: this led to skipped code, which faulted
  ADDRESS#0 of 1  main name.c:6  @T  led to SIGSEGV
    call   ADDRESS <direct>  = ADDRESS
  carried  ADDRESS#0  main name.c:6  = 0x7f0000001000      mov    %rax,%rdi  the bad address
  control  ADDRESS#0  main name.c:5                        jle    ADDRESS
  data     ADDRESS#0  name name.c:2  = STACK (rsp)  ret
  name.c:6    return direct(name(n)) + n + n..    led to SIGSEGV at 0x7f0000001000
   name.c:2   address: static const char *nam..  = 0x7f0000001000  the bad address  constant
   name.c:4   { of main                          = 0x2  made by skipped code
   name.c:5   because: if (n > 1)
  $ { clew record --wait --skip=direct --skip=computed -- ./name; } >/dev/null 2>&1; bash ask
  name.clew: killed by SIGSEGV, bad address 0x7f0000001000: at ADDRESS computed in name: this led to skipped code, which faulted
  ADDRESS#0 of 1  main name.c:7  @T  led to SIGSEGV
    call   ADDRESS <computed>  = ADDRESS
  carried  ADDRESS#0  main name.c:7  = 0x7f0000001000      mov    %rax,%rdi  equals the bad address
  control  ADDRESS#0  main name.c:5                        jle    ADDRESS
  data     ADDRESS#0  name name.c:2  = STACK (rsp)  ret
  name.c:7    return computed(name(n), 7);        led to SIGSEGV at 0x7f0000001000
   name.c:2   address: static const char *nam..  = 0x7f0000001000  equals the bad address  constant
   name.c:4   { of main                          = 0x1  made by skipped code
   name.c:5   because: if (n > 1)
