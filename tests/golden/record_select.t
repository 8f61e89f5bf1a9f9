requires: recorder

What is shown is chosen by name, of files and of functions; what is named in vain is told.

  $ gcc -g -O1 -o show show.c
  $> shown() { rm -f show.clew; clew record --wait -o show.clew "$@" ./show; clew --json -c 'info functions' show.clew 2>/dev/null | sed -n 's/.*"function":"\([^"]*\)","file":"show.c".*/\1/p' | tr '\n' ' '; echo; }
  $> shown --skip=inner; shown --skip=main --skip=outer; shown --only=inner; shown --only=libc --only=last; shown --only=exe --only=libc --skip='main()'
  $> shown --skip=innner; shown --only=qsort; shown --only=libnone
  $> clew record --wait -o show.clew --only=exe --only=memcpy --skip=last ./show; clew -c info show.clew | grep -E '^(only|skip|from|until) '
  last main outer 
  inner last 
  inner 
  last 
  inner last outer 
  clew: --skip=innner: the program loaded no function or file of that name (a function that is inlined everywhere has no code of its own)
  inner last main outer 
  clew: --only=qsort: none of it ran
  
  clew: --only=libnone: the program loaded no function or file of that name (a function that is inlined everywhere has no code of its own)
  
  only           exe memcpy
  skip           last

A window begins and ends with the entry of a function.

  $ gcc -g -O1 -o show show.c
  $> shown() { rm -f show.clew; clew record --wait -o show.clew "$@" ./show; clew --json -c 'info functions' show.clew 2>/dev/null | sed -n 's/.*"function":"\([^"]*\)","file":"show.c".*"executions":\([0-9]*\).*/\1 \2/p' | tr '\n' ' '; echo; }
  $> shown --from=inner --until=inner; shown --from=outer --until=last; shown --from=last; shown --until=outer | grep -c main
  $> clew -c info show.clew | grep -E '^(only|skip|from|until) '
  $> shown --from=qsort; shown --from=nobody; shown --from=last --until=outer
  inner 1 main 1 outer 1 
  inner 3 main 3 outer 3 
  last 1 main 1 
  1
  until          outer
  clew: --from=qsort: the program never entered it, so the trace is empty
  
  clew: --from=nobody: the program loaded no function or file of that name (a function that is inlined everywhere has no code of its own), so the trace is empty
  
  clew: --until=outer: the program did not enter it after the trace began, so the trace goes on to the end
  last 1 main 1 

What ran before it is nobody's definer, and that is said.

  $ gcc -g -O1 -o show show.c && clew record --wait -o show.clew --from=outer ./show
  $> clew -c 'deps 1#0' show.clew 2>/dev/null
  control  no definer recorded, perhaps from before outer
  data     no definer recorded, perhaps from before outer

What skipped code used on a call's behalf is marked as carried; text cannot tell, nor a recording made of text.

  $ gcc -g -O0 -o show show.c
  $> clew record --wait -o show.clew ./show; clew record --wait -o show.wet ./show; clew convert -o again.clew show.wet 2>/dev/null
  $> id=$(clew -c 'info line show.c:31' show.clew 2>/dev/null | sed -n 's/^ *\([0-9]*\) .*call .*/\1/p')
  $> for f in show.clew show.wet again.clew; do clew --json -c "deps $id#0" $f 2>/dev/null | sed -E 's/.*"kind":"([a-z]*)"(,"carried":true)?.*"line":([0-9]*).*/\1\2 \3/' | grep ' 30$' | sort -u; done
  $> clew -c "deps $id#0" show.clew 2>/dev/null | grep -c '^carried .*show.c:30'
  $> clew record --wait --only=memcpy -o m.wet ./show; clew convert -o m.clew m.wet 2>/dev/null; clew convert -o n.wet m.clew 2>/dev/null; cmp m.wet n.wet
  data,"carried":true 30
  data 30
  data 30
  1

An older trace is not given up for an empty one.

  $ clew record --wait -o older.clew ./show >/dev/null; cp older.clew copy.clew; clew record --wait --only=shwo -o older.clew ./show >/dev/null; cmp older.clew copy.clew
  clew: --only=shwo: the program loaded no function or file of that name (a function that is inlined everywhere has no code of its own)
  clew: nothing to show: clew left the older trace as it was: older.clew

Wrong usage.

  $ clew record --wait --skip= ./show
  clew: --only and --skip take the name of a file or function, or exe; clew record --help says more
  [2]
  $ clew record --wait --from=a --from=b ./show
  clew: --from and --until take one function each; a second is: b; clew record --help says more
  [2]
  $ clew record --wait --until= ./show
  clew: --until takes the name of a function; clew record --help says more
  [2]
