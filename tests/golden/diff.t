requires: recorder
requires: gcc

Two runs of one program compared: where they part, what follows from that, and what ran in one only. Values are those of the program; addresses are the compiler's, and how many of them differ is the environment's.

  $ cat >rate.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> static int discount(int amount)
  $> {
  $>     if (amount > 100)
  $>         return amount / 10;
  $>     return 0;
  $> }
  $> static int pay(int amount)
  $> {
  $>     int price = amount - discount(amount);
  $>     return price;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int sum = 0;
  $>     for (int i = 1; i < argc; i++)
  $>         sum += pay(atoi(argv[i]));
  $>     printf("%d\n", sum);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o rate rate.c && for run in 'one 50 99 70' 'two 50 101 70' 'more 50 99 70 12' 'long 50 0000099 70'; do
  $>     set -- $run; name=$1; shift; clew record --only=exe -o $name.clew -- ./rate "$@" 2>/dev/null; done
  219
  211
  231
  219
  $ clew -c 'diff two.clew' one.clew | grep -v addresses
  177 executions ran in both, 1 only in 1 (this one), 10 only in 2
  of those in both, 13 values differ
  the arguments differ: 50 99 70, in 2: 50 101 70
    this may explain every difference: `diff 2 values` lists all 13
  Where the runs part: values differ, but nothing they depend upon differs
    rate.c:18  = 0x63, in 2: 0x65  sum += pay(atoi(argv[i]));
  Branches and calls that led elsewhere, because what they used differs
    rate.c:5  to rate.c:7, in 2: to rate.c:6  if (amount > 100)
  Lines that ran in one run only
    rate.c:6  only in 2, x1  return amount / 10;
  Values whose inputs came from different writes, those by different code first
    rate.c:11  by rate.c:7, in 2: by rate.c:6  int price = amount - discount(amount);

The other way around, by lines, value by value; a run is like itself. An argument of another length moves the stack, and nothing but the text differs, which the program does not look at itself.

  $ clew -c 'diff one.clew lines' -c 'diff lines' two.clew | grep rate.c
    rate.c:4   1 value        {
    rate.c:6   only here, x1  return amount / 10;
    rate.c:7   x2, in 2: x3   return 0;
    rate.c:10  1 value        {
    rate.c:11  5 values       int price = amount - discount(amount);
    rate.c:12  1 value        return price;
    rate.c:18  3 values       sum += pay(atoi(argv[i]));
    rate.c:19  2 values       printf("%d\n", sum);
    rate.c:4   1 value        {
    rate.c:6   only here, x1  return amount / 10;
    rate.c:7   x2, in 2: x3   return 0;
    rate.c:10  1 value        {
    rate.c:11  5 values       int price = amount - discount(amount);
    rate.c:12  1 value        return price;
    rate.c:18  3 values       sum += pay(atoi(argv[i]));
    rate.c:19  2 values       printf("%d\n", sum);
  $ clew -c 'diff two.clew values' one.clew | grep -v addresses | sed -E 's/0x1[0-9a-f]{3}#/CODE#/; s/ {2,}.*= /  = /; s/  [a-z]+ .*//' | sort -u
  177 executions ran in both, 1 only in 1 (this one), 10 only in 2
  CODE#0  = 0xdb, in 2: 0xd3
  CODE#1  = 0x63, in 2: 0x5b
  CODE#1  = 0x63, in 2: 0x65
  CODE#1  = 0x95, in 2: 0x8d
  CODE#2  = 0xdb, in 2: 0xd3
  of those in both, 13 values differ
  $ cp one.clew same.clew; clew -c 'diff same.clew' one.clew
  178 executions ran in both, 0 only in 1 (this one), 0 only in 2
  of those in both, 0 values differ
  $ clew -c 'diff long.clew' one.clew | grep -v addresses
  178 executions ran in both, 0 only in 1 (this one), 0 only in 2
  of those in both, 0 values differ
  the arguments differ: 50 99 70, in 2: 50 0000099 70
  $ clew -c 'diff more.clew' one.clew | grep -v addresses | sed -E 's/0x1[0-9a-f]{3}/CODE/g'
  178 executions ran in both, 0 only in 1 (this one), 36 only in 2
  of those in both, 6 values differ
  the arguments differ: 50 99 70, in 2: 50 99 70 12
    this may explain every difference: `diff 2 values` lists all 6
  Where the runs part: values differ, but nothing they depend upon differs
    CODE _start  = 0x4, in 2: 0x5  pop    %rsi
  Branches and calls that led elsewhere, because what they used differs
    rate.c:17  to rate.c:19, in 2: to rate.c:18  for (int i = 1; i < argc; i++)
  Values whose inputs came from different writes, those by different code first
    rate.c:19  by rate.c:18 CODE#2, in 2: by CODE#3  printf("%d\n", sum);

Where a loop ends in one run, or an if has no else, what stands behind it is what the run went on to: the clocks of both tell. Where a run ended first, that is said, behind all else: it did not part the runs. Without a clock it is known that nothing more was let run, and no more than that.

  $ for run in one more; do clew convert --format=wet $run.clew -o $run.wet 2>/dev/null; done
  $ clew -c 'diff one.clew' more.clew | grep 'rate.c:17 '
    rate.c:17  to rate.c:18, in 2: to rate.c:19  for (int i = 1; i < argc; i++)
  $ clew -c 'diff more.wet' one.wet 2>/dev/null | grep 'rate.c:17 '
    rate.c:17  to nothing more under its control, in 2: to rate.c:18  for (int i = 1; i < argc; i++)
  $ clew -c 'diff one.wet' more.clew 2>/dev/null | grep 'rate.c:17 '
    rate.c:17  to rate.c:18, in 2: to nothing more under its control  for (int i = 1; i < argc; i++)
  $ cat >early.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> static void check(const char *text)
  $> {
  $>     if (*text == '-')
  $>         exit(0);
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     if (argc > 1)
  $>         check(argv[1]);
  $>     puts("fine");
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o early early.c && clew record --only=exe -o early.clew -- ./early -1 2>/dev/null; clew record --only=exe -o late.clew -- ./early +1 2>/dev/null
  fine
  $ clew -c 'diff late.clew' early.clew | grep -E ', in 2: to' | sed -E 's, +call .*,,; s,0x1[0-9a-f]*,CODE,'
    early.c:5  to early.c:6, in 2: to early.c:7  if (*text == '-')
    CODE _start  the run ends before, in 2: to early.c:12

Who wrote what a value was made of, where that is another one in the other run: other code, nobody, or an earlier time than it.

  $ cat >stale.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> static int rates[4];
  $> static int rate_of(int kind)
  $> {
  $>     return rates[kind] + 1;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int amount = 7, total = 0;
  $>     for (int i = 1; i < argc; i++) {
  $>         if (*argv[i] == 'r')
  $>             rates[1] = 5;
  $>         if (*argv[i] == 'a')
  $>             amount = i;
  $>         total += amount * 100;
  $>     }
  $>     printf("%d\n", total + rate_of(1));
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o stale stale.c && for run in 'both r a a' 'unset x a a' 'once r a x'; do set -- $run; name=$1; shift; clew record --only=exe -o $name.clew -- ./stale "$@" 2>/dev/null; done
  1206
  1201
  1106
  $ for run in unset once; do clew -c 'diff both.clew' $run.clew | sed -n '/^Values whose inputs/,$p' | sed -E 's/0x1[0-9a-f]{3}/CODE/g'; done
  Values whose inputs came from different writes, those by different code first
    stale.c:6  by skipped code or nothing, in 2: by stale.c:13  return rates[kind] + 1;
  Values whose inputs came from different writes, those by different code first
    stale.c:16  by stale.c:15 CODE#0, in 2: by CODE#1  total += amount * 100;
  $ clew --json -c 'diff both.clew' unset.clew | grep '"writer"' | sed -E 's/"id":[0-9]+,"address":"[^"]*"/ID/'
  {"difference":"writer","follows":true,ID,"instance":0,"file":"stale.c","function":"rate_of","line":6,"instance_other":0,"count":1,"value":"0x0","value_other":"0x5","writer":null,"writer_other":"stale.c:13"}

Runs with other arguments are said to be so, made safe; of long ones what is around the first byte that differs.

  $ clew record -o odd.clew -- ./rate 50 $'9\e[31m' 70 >/dev/null 2>&1; long=$(printf '%0200d' 50); for run in 99 98; do clew record -o far$run.clew -- ./rate $long $run >/dev/null 2>&1; done
  $ clew -c 'diff odd.clew' one.clew | grep argument
  the arguments differ: 50 99 70, in 2: 50 '9\x1b[31m' 70
  $ clew -c 'diff far98.clew' far99.clew | grep -A1 argument
  the arguments differ: ...0000000000000000000000000050 99, in 2: ...0000000000000000000000000050 98
    this may explain every difference: `diff 2 values` lists all 12
  $ clew --json -c 'diff odd.clew' one.clew | grep argument
  {"arguments":"50 99 70","arguments_other":"50 '9\u001b[31m' 70"}

The stack protector's value is random in each run, and no difference.

  $ gcc -g -O0 -fstack-protector-all -o guarded rate.c && for run in 1 2; do clew record -o guarded$run.clew -- ./guarded 50 $run >/dev/null 2>&1; done
  $ clew -c 'diff guarded2.clew' guarded1.clew | sed -E 's/: [0-9]+ values of/: N values of/; s/^[0-9]+ exec/N exec/' | grep -v addresses
  N executions ran in both, 0 only in 1 (this one), 0 only in 2
  of those in both, 12 values differ
  not counted: N values of the stack protector, which are random
  the arguments differ: 50 1, in 2: 50 2
    this may explain every difference: `diff 2 values` lists all 12
  Where the runs part: values differ, but nothing they depend upon differs
    rate.c:18  = 0x1, in 2: 0x2  sum += pay(atoi(argv[i]));

Traces that are open are named by number or file; what is opened for it stays open beside, and the place is kept. JSON.

  $ clew -c 'goto rate.c:11' -c 'diff' -c trace one.clew two.clew | sed -nE '/^[ >] [12] /s/@.*main|@.*pay/pay/p'
  > 1  recording one.clew  pay rate.c:11 - 103 insns
    2  recording two.clew  pay rate.c:21 - 113 insns
  $ clew -c 'diff two.clew causes' -c 'diff 2 causes' -c 'diff two.clew c' one.clew | grep -c 'rate.c:18 .*0x63'
  3
  $ clew --json -c 'diff two.clew' one.clew | sed -E 's/"id":[0-9]+/"id":ID/; s/0x1[0-9a-f]{3}"/CODE"/; s/"addresses":[0-9]+/"addresses":N/'
  {"both":177,"only_here":1,"only_there":10,"unknown":0,"values":13,"addresses":N,"guards":0,"uncompared":0}
  {"arguments":"50 99 70","arguments_other":"50 101 70"}
  {"difference":"value","follows":false,"id":ID,"address":"CODE","instance":1,"file":"rate.c","function":"main","line":18,"instance_other":1,"count":1,"value":"0x63","value_other":"0x65"}
  {"difference":"way","follows":true,"id":ID,"address":"CODE","instance":1,"file":"rate.c","function":"discount","line":5,"instance_other":1,"count":1}
  {"file":"rate.c","line":6,"executions":0,"executions_other":1,"instances_only_here":0,"instances_only_there":10,"values":0}
  {"difference":"writer","follows":true,"id":ID,"address":"CODE","instance":1,"file":"rate.c","function":"pay","line":11,"instance_other":1,"count":1,"value":"0x63","value_other":"0x5b","writer":"rate.c:7","writer_other":"rate.c:6"}
  $ clew --json -c 'diff two.clew values' one.clew | sed -n '2s/"id":[0-9]*,"address":"[^"]*"/"id":ID,"address":A/p'
  {"id":ID,"address":A,"instance":1,"file":"rate.c","function":"main","line":18,"instance_other":1,"value":"0x63","value_other":"0x65"}

Text has no clock, and needs none: executions are compared by what let them run. So is text with a recording. The order is that of addresses then.

  $ for run in one two; do clew convert --format=wet $run.clew -o $run.wet 2>/dev/null; done
  $ clew -c 'diff two.wet' one.wet 2>/dev/null | grep -v addresses | sed -E 's/0x1[0-9a-f]{3}/CODE/g'
  177 executions ran in both, 1 only in 1 (this one), 10 only in 2
  of those in both, 13 values differ
  Where the runs part: values differ, but nothing they depend upon differs
    rate.c:18  = 0x63, in 2: 0x65  sum += pay(atoi(argv[i]));
  Branches and calls that led elsewhere, because what they used differs
    rate.c:5  to rate.c:7, in 2: to rate.c:6  if (amount > 100)
  Lines that ran in one run only
    rate.c:6  only in 2, x1  return amount / 10;
  Values whose inputs came from different writes, those by different code first
    rate.c:11  by rate.c:7, in 2: by rate.c:6  int price = amount - discount(amount);
  $ clew -c 'diff two.clew' one.wet 2>/dev/null | grep 18
    rate.c:18  = 0x63, in 2: 0x65  sum += pay(atoi(argv[i]));

What cannot be compared is refused.

  $ clew -c diff one.clew
  clew: `diff` needs another run of this program: `diff FILE` opens its trace beside this one
  [1]
  $ clew -c 'diff 2' one.clew
  clew: there is no trace `2`: `trace` lists them
  [1]
  $ clew -c 'diff 1' one.clew
  clew: trace 1 is the current one: `diff` needs another run
  [1]
  $ clew -c diff one.clew two.clew more.clew
  clew: several other traces are open: use one of `diff 2`, `diff 3`
  [1]
  $ clew -c 'diff two.clew nonsense' one.clew
  clew: unknown topic `nonsense`: expected one of causes, lines, values
  [1]
  $ clew -c 'diff none.clew' one.clew
  clew: none.clew: cannot be opened: No such file or directory: the nearest is one.clew
  [1]
  $ clew -c 'diff good-history.lim' one.clew
  clew: good-history.lim: a comparison needs two traces of whole runs, and a history does not say how often code ran
  [1]
  $ clew -c 'diff 2' one.clew gnatcov/good-2008.trace 2>&1 | grep diff
  clew: trace 2 has neither dependences nor values: `diff` compares recordings, texts or address streams; `clew coverage --diff` compares coverage traces
  $ sed -i 's/100/110/' rate.c && gcc -g -O0 -o rate rate.c && clew record -o built.clew -- ./rate 1 >/dev/null 2>&1; clew -c 'diff built.clew' one.clew 2>&1 | grep 'clew: built' | sed -E 's/[0-9a-f]{40}/ID/g'
  clew: built.clew: another build than that of this trace (ID, not ID)
  $ clew -c 'diff one.clew' csi/good-base.pt
  clew: `diff` needs a recording, but this is CSI metadata. `suffix all` shows what ran last in each frame, one dump at a time
  [1]
