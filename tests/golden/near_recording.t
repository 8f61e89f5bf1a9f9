requires: recorder

Functions, files, variables and conditions of a recording.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean 2>/dev/null
  $> clew -c 'break windo' -c 'break window_men' -c 'break mean.d:20' -c 'break mean.c:23 if smu > 2' -c 'goto mian' mean.clew
  mean response time: 136 ms
  clew: no function `windo` in this trace: the nearest are window_fill, window_mean and window_sum; `info functions` lists them
  clew: no function `window_men` in this trace: the nearest is window_mean; `info functions` lists them
  clew: no code of file `mean.d` is known to have run: the nearest is mean.c; `info source` lists the files
  clew: column 1 of the condition: no variable `smu` is known there: the nearest is sum
  clew: no function `mian` in this trace: the nearest is main; `info functions` lists them
  [1]
  $ clew -c 'goto mean.c:24' -c 'print smu' -c 'print windo' -c 'who widnow->limit' -c 'print sum' mean.clew 2>&1 | grep -v '^ '
  0x11d7#0 of 1  window_sum mean.c:24  @315 of 356
  clew: no variable `smu` is known here: the nearest is sum, and no function has this name: `info functions` lists them
  clew: no variable `windo` is known here: the nearest is window, and no function has this name: the nearest are window_fill, window_mean and window_sum; `info functions` lists them
  clew: no variable `widnow` is known here: the nearest is window
  $1 = 1092  int, written @311 window_sum mean.c:23

Variables outside of functions, too.

  $ gcc -g -O0 -o tally tally.c && clew record -- ./tally
  $> clew -c 'goto tally.c:9' -c 'print counter_totl' -c 'who counter_totl' -c 'break tally.c:8 if counter_totl == 3' -c 'print limit[1]' tally.clew 2>&1 | grep '^clew'
  6
  clew: no variable `counter_totl` is known here: the nearest is counter_total, and no function has this name: `info functions` lists them
  clew: no variable `counter_totl` is known here: the nearest is counter_total
  clew: column 1 of the condition: no variable `counter_totl` is known there: the nearest is counter_total
  clew: no variable `limit` is known here: the nearest is limits

Of a variable that the compiler left out there is the name alone; so it is of those that a library has.

  $ cat >nowhere.c <<'END'
  $> #include <unistd.h>
  $> static int gone = 3;
  $> int main(void) { return gone - 3 + optind - 1; }
  $> END
  $ gcc -g -O2 -o nowhere nowhere.c && clew record -- ./nowhere
  $> clew -c 'goto main' -c 'print gone' -c 'print optind' -c 'break main if gone == 1' -c 'who optind' nowhere.clew 2>&1 | grep '^clew'
  clew: `gone` is optimised away, or in a library: the executable does not say where it is
  clew: column 1 of the condition: no variable `gone` is known there
