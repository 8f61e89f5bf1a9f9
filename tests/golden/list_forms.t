requires: recorder
requires: plugins

The forms of list that gdb has, in every kind of trace. The last list is what `list`, `list -` and line numbers go on from.

  $ printf '%s\n' '#include "sums.c"' 'int never(int n)' '{' '    return n;' '}' >whole.c && gcc -g -O0 -no-pie -o whole whole.c && clew record -o whole.clew -- ./whole && clew run-coverage -o whole.trace ./whole
  $> printf '%s\n' '#!/bin/bash' "sed -E 's/^[ >*]*([0-9]+) .*/\1/; s/^[ >*]*([0-9]+)\$/\1/' | tr '\n' ' '; echo" >numbers; chmod +x numbers
  30
  30
  $ for form in 'list 7,9' 'list 20,' 'list ,9' 'list hidden' 'list hidden,' 'list sum_to,hidden' 'list sums.c:3,sums.c:5' 'list whole.c:2' 'list never' 'list 1,18446744073709551615'; do
  $>   echo "$form: $(clew -c "$form" whole.clew 2>&1 | ./numbers)"; echo "$form: $(clew -c "$form" whole.trace 2>&1 | ./numbers)"; done
  list 7,9: 7 8 9 
  list 7,9: 7 8 9 
  list 20,: 20 21 22 23 24 25 26 27 28 
  list 20,: 20 21 22 23 24 25 26 27 28 
  list ,9: 1 2 3 4 5 6 7 8 9 
  list ,9: 1 2 3 4 5 6 7 8 9 
  list hidden: 9 10 11 12 13 14 15 16 17 18 
  list hidden: 9 10 11 12 13 14 15 16 17 18 
  list hidden,: 14 15 16 17 18 19 20 21 22 23 
  list hidden,: 14 15 16 17 18 19 20 21 22 23 
  list sum_to,hidden: 5 6 7 8 9 10 11 12 13 14 
  list sum_to,hidden: 5 6 7 8 9 10 11 12 13 14 
  list sums.c:3,sums.c:5: 3 4 5 
  list sums.c:3,sums.c:5: 3 4 5 
  list whole.c:2: 1 2 3 4 5 
  list whole.c:2: 1 2 3 4 5 
  list never: 1 2 3 4 5 
  list never: 1 2 3 4 5 
  list 1,18446744073709551615: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 
  list 1,18446744073709551615: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 
  $ clew -c 'list 20' -c 'list -' -c 'list -' -c 'list' whole.clew 2>&1 | ./numbers
  15 16 17 18 19 20 21 22 23 24 5 6 7 8 9 10 11 12 13 14 1 2 3 4 5 6 7 8 9 10 11 12 13 14 
  $ clew -c 'list never' -c 'list 1,2' -c 'list sums.c:7,8' -c list whole.clew 2>&1 | ./numbers
  1 2 3 4 5 1 2 7 8 9 10 11 12 13 14 15 16 17 18 
  $ clew -c 'list 9,7' -c 'list 0,3' -c 'list ,' -c 'list nowhere' -c 'list nowhere,3' -c 'list 90,' -c 'list sums.c:1,1' -c 'list -' whole.clew
  clew: the range ends at line 7, before its first line 9
  clew: line 0: lines are numbered from 1
  clew: `list ,` names no line: `list 10,20` shows lines 10 to 20, `list 10,` ten lines from 10 on
  clew: no function `nowhere` in this trace: `info functions` lists them
  clew: no function `nowhere` in this trace: `info functions` lists them
  clew: sums.c has 28 lines
     1         /* sums.c - lines that ran and lines that did not, a function that calls itself, wide characters, tabs. */
  clew: there are no lines before line 1
  [1]

Of a file that is not there info source says where it was looked for.

  $ rm sums.c; clew -c 'info source' whole.trace | sed "s|$PWD|HERE|g"
  sums.c                  not found, looked for HERE/sums.c, ./sums.c
  whole.c                 HERE/whole.c
