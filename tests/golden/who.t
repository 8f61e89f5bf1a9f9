requires: recorder

Who wrote to a variable, in order of time: a local of the frame one is in, a part of what a pointer leads to, a variable of the caller's frame. Times, ids and addresses are the
compiler's.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ who() { clew "$@" mean.clew 2>&1 | sed -E 's/^@[0-9]+ +0x[0-9a-f]+#([0-9]+)/@T #\1/; s/ +/ /g; s/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+/@T/g; s/(= -?[0-9]+) .*(  .*|$)/\1/'; }
  $> who -c 'goto mean.c:24' -c 'who sum' | tail -n +3
  $> who -c 'goto mean.c:24' -c 'who window->sample[2]' -c 'who main::window.limit' | tail -n +3
  @T #0 window_sum mean.c:21 = 0
  @T #0 window_sum mean.c:23 = 11
  @T #1 window_sum mean.c:23 = 19
  @T #2 window_sum mean.c:23 = 32
  @T #3 window_sum mean.c:23 = 42
  @T #4 window_sum mean.c:23 = 57
  @T #5 window_sum mean.c:23 = 69
  @T #6 window_sum mean.c:23 = 78
  @T #7 window_sum mean.c:23 = 92
  @T #8 window_sum mean.c:23 = 1092
  @T #2 window_fill mean.c:15 = 13
  @T #0 window_fill mean.c:16 = 1000

JSON has a line for each write.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ clew --json -c 'goto mean.c:24' -c 'who sum' mean.clew 2>/dev/null | tail -n +2 | sed -E 's/"(time|id)":[0-9]+/"\1":N/g; s/"address":"0x[0-9a-f]+"/"address":ADDRESS/'
  {"time":N,"id":N,"address":ADDRESS,"instance":0,"file":"mean.c","function":"window_sum","line":21,"value":"0x0","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":0,"file":"mean.c","function":"window_sum","line":23,"value":"0xb","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":1,"file":"mean.c","function":"window_sum","line":23,"value":"0x13","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":2,"file":"mean.c","function":"window_sum","line":23,"value":"0x20","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":3,"file":"mean.c","function":"window_sum","line":23,"value":"0x2a","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":4,"file":"mean.c","function":"window_sum","line":23,"value":"0x39","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":5,"file":"mean.c","function":"window_sum","line":23,"value":"0x45","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":6,"file":"mean.c","function":"window_sum","line":23,"value":"0x4e","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":7,"file":"mean.c","function":"window_sum","line":23,"value":"0x5c","hidden":false}
  {"time":N,"id":N,"address":ADDRESS,"instance":8,"file":"mean.c","function":"window_sum","line":23,"value":"0x444","hidden":false}

What cannot be answered says why.

  $ gcc -g -w -O2 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ said() { clew "$@" 2>&1 | grep clew:; }; for e in nothing argc '' 'main::argc[' '0x' '*0x10 3' window. 12 'main::argc]' '0x4010 0'; do said -c 'goto main' -c "who $e" mean.clew; done
  clew: no variable `nothing` is known here
  clew: `argc` is in a register here, and not in memory; `print argc` shows it
  clew: `who` needs a variable or an address: who VAR, who 0xADDRESS [SIZE]
  clew: the expression `main::argc[` ends at column 12: expected a value, such as 3, 'a', a variable or $rax
  clew: column 1 of the expression: `0x` is not a number of up to 64 bits
  clew: the expression `window.` ends at column 8: expected the name of a member
  clew: `12` is a value and no place in memory
  clew: column 11 of the expression: found `]`, expected an operator such as == or &&, or the end
  clew: size 0: a size is at least 1 byte
  $ clew -c 'who x' good-blanks.wet 2>&1 | grep clew:
  clew: `who` needs a recording, which has the order of execution: `clew record` makes one

Print shows what a variable holds where one is.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ holds() { clew "$@" mean.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+/@T/; s/= -?[0-9]{5,}/= LEFTOVER/'; }; holds -c 'goto mean.c:24' -c 'print sum' -c 'print i' -c 'print main::seed' -c 'print window->limit' -c 'print window->sample[14]' -c 'print nothing' -c 'print window->x' -c 'print *window->sample' -c 'print *sum' -c 'print window->' -c 'print (window->sample[0'; holds -c 'goto mean.c:23' -c 'print window->sample[i]'
  $1 = 1092  int, written @T window_sum mean.c:23
  $2 = 9  int, written @T window_sum mean.c:22
  $3 = 3  int, written @T main mean.c:36
  $4 = 1000  int, written @T window_fill mean.c:16
  $5 = LEFTOVER  int, written in the call @T _start
  clew: no variable `nothing` is known here, and no function has this name: `info functions` lists them
  clew: const struct window has no member `x`
  $6 = 11  int, written @T window_fill mean.c:15
  clew: `sum` is not a pointer
  clew: the expression `window->` ends at column 9: expected the name of a member
  clew: the expression `(window->sample[0` ends at column 18: expected an operator or ]
  $1 = 1000  int, written @T window_fill mean.c:16

Numbers are written as their types say: enumerators, flags, bit fields by themselves, what was written byte by byte as a whole. A format is one of gdb's, and what it shows is the same.

  $ printf '%s\n' 'enum color { RED, GREEN = 5, BLUE = -2 }; enum flags { FA = 1, FB = 2, FC = 4 };' 'struct bits { unsigned a : 3, b : 7, c : 20; int d : 5; signed char e : 4; unsigned long long f : 37; _Bool g : 1; } bits;' 'union { float f; unsigned char byte[4]; } u;' 'int main(void)' '{' '    signed char low = -5, tab = 9; double tenth = -0.1; enum color color = BLUE; enum flags both = FA | FC, none = 8;' '    bits.a = 5; bits.b = 100; bits.c = 0x54321; bits.d = -9; bits.e = -3; bits.f = 0x1234567890; bits.g = 1;' '    u.f = 2.5f; u.byte[1] = 0x41;' '    return low + tab + (int)tenth + (int)color + (int)both + (int)none;' '}' > bits.c
  $ all() { gcc -g -gdwarf-$1 -O0 -no-pie -o bits bits.c; clew record -- ./bits; shift; for e; do echo "$e$(clew -c 'goto bits.c:9' -c "print$e" bits.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/^\$[0-9]+ =|  .*//g')"; done; }; for d in 2 4 5; do all $d ' bits.a' ' bits.b' ' bits.c' ' bits.d' ' bits.e' ' bits.f' ' bits.g' | paste -sd,; done; all 5 ' low' ' tab' ' tenth' ' color' ' both' ' none' ' u.f'
  $> all 5 '/x bits.d' '/u bits.d' '/d bits.a' '/t bits.e' '/o bits.c' '/x tenth' '/c low' '/d color' '/a low' '/q low'
   bits.a 5, bits.b 100, bits.c 344865, bits.d -9, bits.e -3 '\375', bits.f 78187493520, bits.g true
   bits.a 5, bits.b 100, bits.c 344865, bits.d -9, bits.e -3 '\375', bits.f 78187493520, bits.g true
   bits.a 5, bits.b 100, bits.c 344865, bits.d -9, bits.e -3 '\375', bits.f 78187493520, bits.g true
   low -5 '\373'
   tab 9 '\t'
   tenth -0.1
   color BLUE
   both (FA | FC)
   none (unknown: 0x8)
   u.f 2.5039673
  /x bits.d 0xfffffff7
  /u bits.d 4294967287
  /d bits.a 5
  /t bits.e 11111101
  /o bits.c 01241441
  /x tenth 0xbfb999999999999a
  /c low -5 '\373'
  /d color -2
  /a low 0xfb
  /q lowclew: unknown format `/q`: expected /x (hexadecimal), /d (signed), /u (unsigned), /o (octal), /t (binary), /c (characters), /a (addresses), /f (floating point), /z (all digits), /s (strings) or /r (raw members)

Debug information may be compressed, in either way, or a file of its own. Files of split DWARF are not read, and that is said.

  $ told() { clew record -- ./mean >/dev/null 2>&1; clew -c 'goto mean.c:24' -c 'print sum' mean.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed 's/@[0-9]*/@T/'; }; for z in zlib zlib-gnu; do gcc -g -O0 -gz=$z -o mean mean.c; told; done; objcopy --only-keep-debug mean mean.debug; strip -g mean; objcopy --add-gnu-debuglink=mean.debug mean; told; for d in 4 5; do gcc -g -gdwarf-$d -O0 -gsplit-dwarf -o mean mean.c; told; done
  $1 = 1092  int, written @T window_sum mean.c:23
  $1 = 1092  int, written @T window_sum mean.c:23
  $1 = 1092  int, written @T window_sum mean.c:23
  clew: `sum` is unknown: this program describes its variables in .dwo files (-gsplit-dwarf), which clew does not read
  clew: `sum` is unknown: this program describes its variables in .dwo files (-gsplit-dwarf), which clew does not read
What was written or read long ago, and what only a load long after tells of, is found as well: skipped code writes x, which is read 240,000 executions later.

  $ cat >far.c <<'CODE'
  $> #include <stdio.h>
  $> static int y = 5;
  $> int main(void)
  $> {
  $>     int x = 1, quiet = 0;
  $>     sscanf("42 17", "%d", &x);
  $>     for (int i = 0; i < 40000; i++)
  $>         quiet += i & 3;
  $>     return x + y + quiet == 60047 ? 0 : 1;
  $> }
  $> CODE
  $> gcc -g -O0 -fno-builtin -o far far.c && clew record -- ./far
  $> clew -c 'goto far.c:6#0' -c 'print x' -c 'goto far.c:8#0' -c 'print x' -c 'print y' -c 'goto far.c:9' -c 'print x' -c 'print y' -c 'print quiet' far.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+/@T/'
  $1 = 42  int, written in the call @T main far.c:6
  $2 = 42  int, written in the call @T main far.c:6
  $3 = 5  int, no recorded code wrote it before
  $4 = 42  int, written in the call @T main far.c:6
  $5 = 5  int, no recorded code wrote it before
  $6 = 60000  int, written @T main far.c:8
