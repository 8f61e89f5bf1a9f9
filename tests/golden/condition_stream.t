requires: mips
requires: qemu

Breakpoints of an address stream that stop where something holds: registers whose values are known, and how often the instruction ran.

  $ clew ae-cc -O1 -g -o fig1 fig1.c && qemu-mips ./fig1
  $ walk() { printf '%s\n' "$@" | clew -i ae.out 2>&1; }
  $> where() { walk "$@" | sed -E 's/ at 0x[0-9a-f]*//; s/: [0-9]* bytes//; s/^@[0-9]* of [0-9]*  //; s/\+0x[0-9a-f]*//g; s/^([a-z]*  fig1.c:[0-9]*)  .*/\1/; s/  / /; s/, called from code without schema//; s/, called by code without schema//; /^ *called by code without schema/d'; }
  $> declare -f walk where >walks

Both ways; what holds nowhere leads to the end.

  $ . ./walks; where 'break sub if $instance == 41'
  breakpoint 1, sub if $instance == 41
  $ . ./walks; where 'break sub if $execution == 41' c c rc rc
  breakpoint 1, sub if $execution == 41
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 42 of 100
  the trace ends here
  main fig1.c:11
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 42 of 100
  the trace begins here
  main fig1.c:7
  $ . ./walks; where 'break 16 if $execution >= 9998' c c c rc rc rc 'info breakpoints'
  breakpoint 1, fig1.c:16 if $execution >= 9998
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 99 of 100, called from main, loop 0 iteration 100 of 100
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 100 of 100, called from main, loop 0 iteration 100 of 100
  the trace ends here
  main fig1.c:11
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 100 of 100, called from main, loop 0 iteration 100 of 100
  breakpoint 1, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 99 of 100, called from main, loop 0 iteration 100 of 100
  the trace begins here
  main fig1.c:7
  breakpoint 1, fig1.c:16 if $execution >= 9998, 4 hits
  $ . ./walks; where 'break 16 if $a0 == 0' c 'info breakpoints'
  breakpoint 1, fig1.c:16 if $a0 == 0
  the trace ends here
  main fig1.c:11
  breakpoint 1, fig1.c:16 if $a0 == 0

An address in a register: the second row of the array, where sub is entered with it, and the store that writes its first number.

  $ row=$(clew -c 'break sub' -c 'continue 2' -c 'print $a0' ae.out | sed -n 's/.*= //p'); . ./walks; where "break sub if \$4 == $row" "break 16 if R4 == $row && 1" c c rc | sed "s/$row/ROW/"
  breakpoint 1, sub if $4 == ROW
  breakpoint 2, fig1.c:16 if R4 == ROW && 1
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 2 of 100
  breakpoint 2, fig1.c:16
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 2 of 100
  breakpoint 1, sub
  sub fig1.c:15
    called from main, loop 0 iteration 2 of 100

Watchpoints and loops; a step ends where it would, whatever holds there.

  $ . ./walks; where 'watch a if $execution == 150' c c rc 'info breakpoints'
  watchpoint 1, a if $execution == 150; code without schema (libraries) is not watched
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 51 of 100, called from main, loop 0 iteration 2 of 100
  the trace ends here (it lacks writes by code without schema)
  main fig1.c:11
  watchpoint 1, a
  sub fig1.c:16
    loop 1 iteration 51 of 100, called from main, loop 0 iteration 2 of 100
  watchpoint 1, a if $execution == 150, 2 hits
  $ . ./walks; where 'break loop 1 if $execution == 102' c rc
  loop breakpoint 1, loop 1 if $execution == 102
  loop breakpoint 1, loop 1
  sub fig1.c:16
    loop 1 iteration 3 of 100, called from main, loop 0 iteration 2 of 100
  the trace begins here
  main fig1.c:7
  $ . ./walks; where 'break 16 if $execution == 3' step step step step step rs rs
  breakpoint 1, fig1.c:16 if $execution == 3
  main fig1.c:8
  main fig1.c:9
    loop 0 iteration 1 of 100
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100
  sub fig1.c:15
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100
  sub fig1.c:16
    loop 1 iteration 1 of 100, called from main, loop 0 iteration 1 of 100
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100

What is not known stops, and says why; memory is not known at all.

  $ . ./walks; where 'break sub if $t9 == 0' 'tbreak sub if $a0 && $t9' c c
  breakpoint 1, sub if $t9 == 0
  temporary breakpoint 2, sub if $a0 && $t9
  breakpoint 1, sub (whether `$t9 == 0` holds is unknown; $t9 is unknown there: no address of the schema depends on its value); temporary breakpoint 2, sub (whether `$a0 && $t9` holds is unknown; $t9 is unknown there: no address of the schema depends on its value)
  sub fig1.c:15
    called from main, loop 0 iteration 1 of 100
  breakpoint 1, sub (whether `$t9 == 0` holds is unknown; $t9 is unknown there: no address of the schema depends on its value)
  sub fig1.c:15
    called from main, loop 0 iteration 2 of 100
  $ . ./walks; where 'break sub if i == 2' 'break sub if *0x604030 == 2' 'break sub if $a0 = 2' 'condition 1 $a0'
  clew: column 1 of the condition: `i` is not a register such as $sp or $29: Abstract Execution records addresses, not memory contents
  clew: column 1 of the condition: `*0x604030` needs memory or types, which this trace does not record: a condition has numbers and registers ($sp, $29) here
  clew: column 5 of the condition: found `=`, expected an operator such as == or &&, or the end (== compares)
  clew: there is no breakpoint `1`: `info breakpoints` lists them

Saved, and taken back.

  $ clew -c 'break sub if $execution == 41' -c 'watch a,4 if $execution == 0' -c 'condition 1 $execution == 42' -c 'save kept' -c undo -c 'info breakpoints' ae.out 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/'; grep -E 'break|watch' kept
  breakpoint 1, sub at ADDRESS if $execution == 41
  watchpoint 2, a,4: 4 bytes at ADDRESS if $execution == 0; code without schema (libraries) is not watched
  breakpoint 1, sub at ADDRESS if $execution == 42
  saved kept: 1 trace, 2 breakpoints
  undone: condition 1 $execution == 42
  breakpoint 1, sub at ADDRESS if $execution == 41
  watchpoint 2, a,4: 4 bytes at ADDRESS if $execution == 0
  break sub if $execution == 42
  watch a,4 if $execution == 0

A coverage trace records no values.

  $ clew -c 'break 0x104 if $execution == 1' -c 'break 0x104' -c 'condition 1 1' gnatcov/good-history.trace 2>&1 | sed 1d
  clew: conditions compare values, and a coverage trace records none
  breakpoint 1, 0x104
  clew: conditions compare values, and a coverage trace records none
