requires: recorder

What print says of an expression, after each move; elsewhere nothing, and what cannot be said says why.

  $ cat >sum.c <<'END'
  $> #include <stdio.h>
  $> int main(int argc, char **argv)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < 2; i++)
  $>         sum += i + argc;
  $>     printf("%d\n", sum);
  $>     return argv[argc] != NULL;
  $> }
  $> int half(int given)
  $> {
  $>     return given / 2;
  $> }
  $> END
  $ gcc -g -O0 -o sum sum.c && clew record -- ./sum >/dev/null 2>&1
  $ clew -i sum.clew <<'END' 2>&1 | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g; s/@[0-9]+/@T/g'
  $> display
  $> goto sum.c:7
  $> display sum
  $> display i
  $> display given
  $> reverse-next
  $> where
  $> info display
  $> display
  $> undisplay 7
  $> undisplay 1 3
  $> reverse-next
  $> undo
  $> reverse-next
  $> save displays
  $> undisplay
  $> reverse-next
  $> END
  no displays: `display EXPR` prints EXPR after each move
  ADDRESS#0 of 1  main sum.c:7  @T of 91
    call   ADDRESS <printf@plt>  = ADDRESS
  1: sum = 3  int, written @T main sum.c:6
  2: i = 2  int, written @T main sum.c:5
  3: given unknown: no variable `given` is known here: half has one, and no function has this name: `info functions` lists them
  ADDRESS#0 of 1  main sum.c:7  @T of 91
    mov    -0x4(%rbp),%eax  = 0x3
  1: sum = 3  int, written @T main sum.c:6
  2: i = 2  int, written @T main sum.c:5
  3: given unknown: no variable `given` is known here: half has one, and no function has this name: `info functions` lists them
  ADDRESS#0 of 1  main sum.c:7  @T of 91
    mov    -0x4(%rbp),%eax  = 0x3
  1: sum
  2: i
  3: given
  1: sum = 3  int, written @T main sum.c:6
  2: i = 2  int, written @T main sum.c:5
  3: given unknown: no variable `given` is known here: half has one, and no function has this name: `info functions` lists them
  clew: there is no display `7`: `info display` lists them
  ADDRESS#1 of 2  main sum.c:5  @T of 91
    addl   $0x1,-0x8(%rbp)  = 0x2
  2: i = 2  int, written @T main sum.c:5
  undone: undisplay 1 3
  ADDRESS#1 of 2  main sum.c:6  @T of 91
    mov    -0x8(%rbp),%edx  = 0x1
  1: sum = 1  int, written @T main sum.c:6
  2: i = 1  int, written @T main sum.c:5
  3: given unknown: no variable `given` is known here: half has one, and no function has this name: `info functions` lists them
  saved displays: 1 trace, 3 displays
  ADDRESS#0 of 2  main sum.c:5  @T of 91
    addl   $0x1,-0x8(%rbp)  = 0x1
  $ grep display displays; clew -x displays -c 'save again' >/dev/null 2>&1; cmp displays again && echo the same
  display sum
  display i
  display given
  the same
  $ clew --json -c 'display sum' -c 'goto sum.c:7' sum.clew 2>&1 | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g; s/"time":[0-9]+/"time":T/; s/"(id|instance)":[0-9]+/"\1":N/g'
  {"display":1,"expression":"sum","value":"3"}
  {"id":N,"address":"ADDRESS","instance":N,"file":"sum.c","function":"main","line":7,"time":T}
  {"display":1,"expression":"sum","value":"3"}
  $ clew -c 'display 20#1' -c 'goto 10' -c 'display /d 50' -c 'goto 20' good-instance.wet
  1: 20#1: this instruction defines no value
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  1: 20#1: this instruction defines no value
  2: /d 50 = 127  of 0x114d#0  largest max.c:8
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  1: 20#1: this instruction defines no value
  2: /d 50 = 127  of 0x114d#0  largest max.c:8
  $ clew --json -c 'display 20#1' -c 'display /d 50' good-instance.wet
  {"display":1,"expression":"20#1","value":null}
  {"display":2,"expression":"/d 50","value":"127"}
  $ clew -c 'goto sum.c:7' -c 'display $pc' -c 'display $rsp' sum.clew | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g; s/@[0-9]+/@T/g'
  ADDRESS#0 of 1  main sum.c:7  @T of 91
    call   ADDRESS <printf@plt>  = ADDRESS
  1: $pc = ADDRESS <main+72>  void (*)(), ADDRESS in the file
  2: $rsp = ADDRESS  void *, in %rsp, written @T main sum.c:3
  $ clew --json -c 'goto sum.c:7' -c 'display $pc' sum.clew | tail -1 | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g'
  {"display":1,"expression":"$pc","value":"ADDRESS <main+72>"}

What is nothing anywhere in the program is refused; what is only not known here is taken.

  $ for e in nothing '$nonsense' '/q sum' 'sum + 1' sum.x 9999999#0 half::given half::nothing 'argv[nothing]' 0x123456789 +1000 '$a' '$rip' 'argv[given]'; do
  $>   echo "$e:"; clew -c 'goto sum.c:7' -c "display $e" sum.clew 2>&1 | tail -n +3 | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g; s/@[0-9]+/@T/g'
  $> done
  nothing:
  clew: no variable `nothing` is known here, and no function has this name: `info functions` lists them
  $nonsense:
  clew: no register `$nonsense`: general registers are $rax to $r15, $pc is where you are; $a to $z are marks
  /q sum:
  clew: unknown format `/q`: expected /x (hexadecimal), /d (signed), /u (unsigned), /o (octal), /t (binary), /c (characters), /a (addresses), /f (floating point), /z (all digits), /s (strings) or /r (raw members)
  sum + 1:
  1: sum + 1 = 4  int
  sum.x:
  clew: int is no structure: it has no member `x`
  9999999#0:
  clew: no instruction has id 9999999: the nearest is 82
  half::given:
  1: half::given unknown: no frame of `half` on the stack has a variable `given`: `backtrace` lists the frames
  half::nothing:
  clew: no frame of `half` on the stack has a variable `nothing`: `backtrace` lists the frames
  argv[nothing]:
  clew: no variable `nothing` is known here
  0x123456789:
  1: ADDRESS unknown here: nothing in the recording tells it; perhaps no memory is there
  +1000:
  1: +1000 unknown: no later execution: this is #0; `(+1000)` is the number
  $a:
  1: $a unknown: mark a is not set, nor is any other: `mark a` sets it
  $rip:
  1: $rip = ADDRESS <main+72>  void (*)(), ADDRESS in the file
  argv[given]:
  1: argv[given] unknown: no variable `given` is known here: half has one
  $ clew -c 'display 6#1' -c 'display sum' -c 'display 77#0' good-instance.wet
  clew: no instruction has id 6: the nearest is 10
  clew: no function `sum` in this trace: `info functions` lists them
  clew: no instruction has id 77: the nearest is 50
  [1]
  $ clew -c 'open sum.clew' -c 'trace 1' -c 'display sum' -c 'display nothing' good-instance.wet 2>&1 | tail -2
  1: sum unknown: no function `sum` in this trace: `info functions` lists them
  clew: no function `nothing` in this trace: `info functions` lists them
  $ clew -c 'display sum' -c 'open gnatcov/good-2008.trace' -c 'goto end' -c 'display' 2>/dev/null
  display 1 shows nothing here: there are no values
  0x100
    @1 of 2  00000100-00000107  block, taken
  0x108
    @2 of 2  00000108-0000010b  block, fell through
  1: sum
