requires: mips
requires: qemu

The program of figure 1 in C, with lines: compiled, run, and walked as with gdb, both ways. What is printed of it depends on no address.

  $ clew ae-cc -O1 -g -o fig1 fig1.c && qemu-mips ./fig1 && ls ae.out fig1.sma
  ae.out
  fig1.sma
  $ walk() { printf '%s\n' "$@" | clew -i ae.out 2>&1; }
  $> where() { walk "$@" | sed 's/ at 0x[0-9a-f]*//; s/: [0-9]* bytes.*//; s/^@[0-9]* of [0-9]*  //; s/+0x[0-9a-f]*//g; s/^\([a-z]*  fig1.c:[0-9]*\)  .*/\1/; s/  / /; s/, called from code without schema//; /^ *called from code without schema/d'; }
  $> declare -f walk where >walks

Lines forwards and backwards, into a call, over it, out of it.

  $ . ./walks; where 'step' 'step' 'step' 'step'
  main fig1.c:8
    called by code without schema
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  $ . ./walks; where 'step 3' 'reverse-step' 'reverse-step' 'reverse-step' 'reverse-step'
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:8
    called by code without schema
  main fig1.c:7
    called by code without schema
  clew: this is where the trace begins
  $ . ./walks; where 'next 2' 'next' 'reverse-next'
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:8
    loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  $ . ./walks; where 'break sub' continue finish reverse-finish
  breakpoint 1, sub
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:8
    loop 0 iteration 1 of 100, called by code without schema
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  $ . ./walks; where 'break sub' continue up 'up' 'down'
  breakpoint 1, sub
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  #1 main fig1.c:9  back at the call; `back` returns
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  clew: no frame `1`: `backtrace` lists the frames
  clew: there is no inner frame here: `step` enters the next call, `back` takes back the last jump
  $ . ./walks; where 'goto sub#41' 'until' 'until' 'until'
  sub fig1.c:15
    called from main, loop 0 iteration 42 of 100, called by code without schema
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 42 of 100, called by code without schema
  main fig1.c:8
    loop 0 iteration 42 of 100, called by code without schema
  main fig1.c:9
    loop 0 iteration 43 of 100, called by code without schema
  $ . ./walks; where 'goto sub#41' 'next 2' 'until fig1.c:8' 'advance 16' 'goto sub#41' 'until main' 'until 8'
  sub fig1.c:15
    called from main, loop 0 iteration 42 of 100, called by code without schema
  sub fig1.c:15
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 42 of 100, called by code without schema
  main fig1.c:8
    loop 0 iteration 42 of 100, called by code without schema
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 43 of 100, called by code without schema
  sub fig1.c:15
    called from main, loop 0 iteration 42 of 100, called by code without schema
  sub returned before main ran
  main fig1.c:8
    loop 0 iteration 42 of 100, called by code without schema
  the trace ends here
  main fig1.c:11
    called by code without schema

Breakpoints: at a line, at a function, once only, to be ignored, in a loop.

  $ . ./walks; where 'break 9' 'tbreak sub' 'continue' 'continue' 'continue' 'reverse-continue' 'info breakpoints'
  breakpoint 1, fig1.c:9
  temporary breakpoint 2, sub
  breakpoint 1, fig1.c:9
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  temporary breakpoint 2, sub
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100, called by code without schema
  breakpoint 1, fig1.c:9
  main fig1.c:9
    loop 0 iteration 2 of 100, called by code without schema
  breakpoint 1, fig1.c:9
  main fig1.c:9
    loop 0 iteration 1 of 100, called by code without schema
  breakpoint 1, fig1.c:9, 3 hits
  $ . ./walks; where 'break fig1.c:16' 'ignore 1 57' 'continue' 'reverse-continue' 'info breakpoints'
  breakpoint 1, fig1.c:16
  the next 57 hits of breakpoint 1, fig1.c:16 do not stop
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 58 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 57 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  breakpoint 1, fig1.c:16, 59 hits
  $ . ./walks; where 'break loop 1 iteration 57' 'continue' 'continue' 'reverse-continue' 'reverse-continue'
  loop breakpoint 1, loop 1 iteration 57
  loop breakpoint 1, loop 1 iteration 57
  sub fig1.c:16
    loop 1 iteration 57 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  loop breakpoint 1, loop 1 iteration 57
  sub fig1.c:16
    loop 1 iteration 57 of 100, called from main, loop 0 iteration 2 of 100, called by code without schema
  loop breakpoint 1, loop 1 iteration 57
  sub fig1.c:16
    loop 1 iteration 57 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  the trace begins here
  main fig1.c:7
    called by code without schema
  $ . ./walks; where 'break 3' 'break fig1.c:99' 'break nofn' 'break other.c:1'
  clew: the schema has no code that begins at fig1.c:3: the nearest line with code is 7
  clew: the schema has no code that begins at fig1.c:99: the nearest line with code is 17
  clew: no function `nofn` in the schema: `info functions` lists them
  clew: the schema has no code that begins at other.c:1

Watchpoints: by name, a part of it; what `up` passes does not stop it.

  $ . ./walks; where 'watch a' 'continue' 'continue' 'goto end' 'reverse-continue' 'up' 'reverse-continue'
  watchpoint 1, a
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 2 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:11
    called by code without schema
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 100 of 100, called from main, loop 0 iteration 100 of 100, called by code without schema
  #1 main fig1.c:9  back at the call; `back` returns
  main fig1.c:9
    loop 0 iteration 100 of 100, called by code without schema
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 100 of 100, called from main, loop 0 iteration 99 of 100, called by code without schema
  $ . ./walks; where 'rwatch a' 'continue'
  read watchpoint 1, a
  the trace ends here (it lacks writes by code without schema)
  main fig1.c:11
    called by code without schema
  $ . ./walks; where 'awatch a,4' 'continue' 'continue'
  access watchpoint 1, a,4
  access watchpoint 1, a,4
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  the trace ends here (it lacks writes by code without schema)
  main fig1.c:11
    called by code without schema
  $ . ./walks; where 'watch b' 'watch a,0' 'watch'
  clew: `b` is neither an address nor a global variable of the program
  clew: expected a number of bytes, at least 1, not: 0
  clew: expected an address or a variable: VAR or 0xADDRESS

Code and lines, loops and frames.

  $ . ./walks; walk 'list' 'list' 'list sub' 'list 3' 'info source' | sed 's|^/.*/||'
     2          int a[100][100];
     3
     4          void sub(int x[], int i);
     5
     6          int main(void)
  >  7      x1  {
     8    ~101      for (int i = 0; i < 100; i = i + 1)
     9    x100          sub(a[i], i);
    10      ~1      return 0;
    11      x1  }
    12
    13          void sub(int x[], int i)
    14    ~100  {
    15 ~10,100      for (int j = 0; j < 100; j = j + 1)
    16 x10,000          x[j] = i + j;
    17    x100  }
    10      ~1      return 0;
    11      x1  }
    12
    13          void sub(int x[], int i)
    14    ~100  {
    15 ~10,100      for (int j = 0; j < 100; j = j + 1)
    16 x10,000          x[j] = i + j;
    17    x100  }
     1          /* fig1.c - the program of figure 1 of Larus 1990, in the C of today.  SPDX-License-Identifier: GPL-3.0-or-later */
     2          int a[100][100];
     3
     4          void sub(int x[], int i);
     5
     6          int main(void)
  >  7      x1  {
     8    ~101      for (int i = 0; i < 100; i = i + 1)
     9    x100          sub(a[i], i);
    10      ~1      return 0;
  fig1.c
    ~9 left of a line: about nine times, as optimised code allows no exact count there; lines with ~ in this file: 4
  $ . ./walks; walk 'info line 16' 'info line sub' 'info line 3' 'break 16' | sed 's/0x[0-9a-f]*/ADDRESS/g'
  fig1.c:16 ran 10,000 times
  ADDRESS  sub+ADDRESS  sw     $v0, ($a0)
  fig1.c:15 ran about 10,100 times: optimised code splits it into pieces
  ADDRESS  sub  move   $v0, $a1
  ADDRESS  sub+ADDRESS  addiu  $v0, $v0, 1
  clew: no code begins at fig1.c:3
  breakpoint 1, fig1.c:16 at ADDRESS
  $ . ./walks; walk 'info functions' | sed 's/^0x[0-9a-f]*  *//; s/  */ /g; s/[0-9]* instructions/N instructions/'
  main N instructions 3 blocks 1 loop fig1.c:7
  sub N instructions 3 blocks 1 loop fig1.c:15
  $ . ./walks; walk 'info loops all' 'break loop 1 iteration 3' 'continue' 'info loops' 'backtrace' | grep -v '^@' | sed 's/+0x[0-9a-f]*//g; s/@[0-9]*/@N/g'
  loop 0 in main fig1.c:9
  loop 1 in sub fig1.c:16
  loop breakpoint 1, loop 1 iteration 3
  loop breakpoint 1, loop 1 iteration 3
     loop 1 iteration 3 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  loop 0 in main fig1.c:9  iteration 1 of 100, entered @N
  loop 1 in sub fig1.c:16  iteration 3 of 100, entered @N
  > #0  sub fig1.c:16  loop 1 iteration 3 of 100  since @N
       loop 1 in sub fig1.c:16  iteration 3 of 100, entered @N
    #1  main fig1.c:9  loop 0 iteration 1 of 100  since @N, called by code without schema
       loop 0 in main fig1.c:9  iteration 1 of 100, entered @N
  $ . ./walks; where 'goto fig1.c:16' 'goto end' 'goto fig1.c:9'
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
  main fig1.c:11
    called by code without schema
  main fig1.c:9
    loop 0 iteration 100 of 100, called by code without schema
  $ clew -c 'cache 1k 16 1 line' ae.out | awk 'NF == 3 && /fig1/ { print $3 }' | sort
  fig1.c:11
  fig1.c:15
  fig1.c:16
  fig1.c:17
  fig1.c:7
  fig1.c:8
  fig1.c:9
  $ clew -c pp ae.out | grep -o '^loop . in .*\|iterations [0-9]*'
  iterations 100
  iterations 10000
  loop 0 in main fig1.c:9
  loop 1 in sub fig1.c:16

Source that is not there.

  $ . ./walks; walk 'list 7,8' 'list -' 'list 15,' 'list 16' 'list ,3'
  >  7      x1  {
     8    ~101      for (int i = 0; i < 100; i = i + 1)
     1          /* fig1.c - the program of figure 1 of Larus 1990, in the C of today.  SPDX-License-Identifier: GPL-3.0-or-later */
     2          int a[100][100];
     3
     4          void sub(int x[], int i);
     5
     6          int main(void)
    15 ~10,100      for (int j = 0; j < 100; j = j + 1)
    16 x10,000          x[j] = i + j;
    17    x100  }
    11      x1  }
    12
    13          void sub(int x[], int i)
    14    ~100  {
    15 ~10,100      for (int j = 0; j < 100; j = j + 1)
    16 x10,000          x[j] = i + j;
    17    x100  }
     1          /* fig1.c - the program of figure 1 of Larus 1990, in the C of today.  SPDX-License-Identifier: GPL-3.0-or-later */
     2          int a[100][100];
     3
  $ mkdir away && mv fig1.c away && clew -c list ae.out | sed "s|$PWD|HERE|g"; clew --source-path=away -c 'list 1' ae.out | head -2
  fig1.c: source not found
  looked for HERE/fig1.c
  ./fig1.c
  `directory FOLDER` adds a folder to search
  `set substitute-path FROM TO`: it was moved
     1          /* fig1.c - the program of figure 1 of Larus 1990, in the C of today.  SPDX-License-Identifier: GPL-3.0-or-later */
     2          int a[100][100];

Before the first step, in code without lines, the number of a line is one of the file that main is in.

  $ . ./walks; where 'break 16' 'continue'
  breakpoint 1, fig1.c:16
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100, called by code without schema
