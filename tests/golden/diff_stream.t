requires: mips
requires: qemu

Two address streams of one program: the first address that differs, and where they go different ways. Code is the compiler's.

  $ cat >fill.c <<'END'
  $> int table[64];
  $> static int put(int *at, int value)
  $> {
  $>     if (value > 5)
  $>         return 0;
  $>     *at = value;
  $>     return 1;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int sum = 0;
  $>     table[argc + 40] = 1;
  $>     for (int i = 0; i < argc * 2; i++)
  $>         sum += put(&table[i], i);
  $>     return sum > 100;
  $> }
  $> END
  $ clew ae-cc -O1 -fno-inline -g -o fill fill.c && for run in 1 2 3; do set -- a b c; shift $((3 - run)); env -i "$(command -v qemu-mips)" ./fill "$@"; mv ae.out $run.ae; done
  $ printf '%s\n' '#!/bin/sh' "exec sed -E 's/@[0-9]+/@N/g; s/\+0x[0-9a-f]+/+X/g; s/  +[a-z]+( +[^ ,]+, .*)?\$//; s/ 0x[0-9a-f]{5,}/ ADDRESS/g; s/^[0-9]+ (addr)/N \1/'" >plain; chmod +x plain
  $ clew -c 'diff 2.ae' 1.ae | ./plain
  N addresses are the same, then 1 data address differs before the runs part
  The first data address that differs
    @N  main+X fill.c:12  W ADDRESS, in 2: ADDRESS
  Where the runs part
    @N  main+X fill.c:13  to main+X fill.c:15, in 2: to main+X fill.c:14
    @N  in 2  main+X fill.c:14
  $ cp 1.ae same.ae; clew -c 'diff same.ae' 1.ae | sed -E 's/[0-9]+/N/'
  all N addresses are the same
  $ clew --json -c 'diff 2.ae' 1.ae | sed -E 's/"0x[0-9a-f]+"/HEX/g; s/:[0-9]+/:N/g'
  {"same":N,"moved":N,"parts":N}
  {"difference":"address","event":N,"address":HEX,"function":"main","file":"fill.c","line":N,"location":HEX,"location_other":HEX}
  {"difference":"way","event":N,"address":HEX,"function":"main","file":"fill.c","line":N}
  {"difference":"there","event":N,"address":HEX,"function":"main","file":"fill.c","line":N}

A trace that ends where the other one goes on; the other side of it; what cannot be compared.

  $ head -c -12 1.ae >cut.ae; clew -c 'diff cut.ae' 1.ae 2>/dev/null | ./plain
  N addresses are the same
  Where the runs part
    @N  main+X fill.c:14  to put fill.c:4, in 2: to its end
  $ clew -c 'diff 1.ae' cut.ae 2>/dev/null | ./plain
  N addresses are the same
  Where the runs part
    @N  main+X fill.c:14  to its end, in 2: to put fill.c:4
    @N  in 2  put fill.c:4
  $ clew -c 'diff 2.ae lines' 1.ae
  clew: address streams have no lines to compare: `diff` shows where two of them part
  [1]
  $ clew -c 'diff good-blanks.wet' 1.ae
  clew: trace 2 is not an address stream: `diff` needs another address stream of this program
  [1]
  $ clew -c 'diff' 1.ae good-blanks.wet
  clew: `diff` needs another run of this program: `diff FILE` opens its trace beside this one
  [1]
