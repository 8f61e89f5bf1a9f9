requires: recorder

Of a recording members follow by time. Addresses and times are the compiler's: lines are compared.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean 2>/dev/null
  mean response time: 136 ms
  $ clew -c 'slice lock back mean.c:23#8 data' -c 'list 14' -c 'list 21' mean.clew 2>/dev/null | grep -E '^[ >][ *](14|15|16|18|23|24) '
   *14    7/9      for (int i = 0; i < SAMPLES; i++)  [= 0x7]
   *15    8/8          window->sample[i] = 8 + (seed + 5 * i) % SAMPLES;  [= 0xe]
   *16    1/1      window->limit = 1000;  [= 0x3e8]
   *16    1/1      window->limit = 1000;  [= 0x3e8]
   *23    9/9          sum += window->sample[i];  [= 0x444]
    24    0/1      return sum;
  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/' | tail -n +3; }
  $> lines -c 'goto main' -c 'slice lock back mean.c:23 data within window_sum' -c 'next-member line' -c 'next-member line' -c 'next-member line' -c 'next-member line' -c 'previous-member line' -c 'previous-member line'
  window_sum 20
  window_sum 21
  window_sum 22
  window_sum 23
  window_sum 22
  window_sum 21
  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/' | tail -n +3; }
  $> lines -c 'goto main' -c 'slice lock back mean.c:39 data' -c 'next-member 1000 line' -c 'previous-member 2 line'
  main 39
  window_mean 31

A line is its last run, as `why` takes it, where lines are listed: what `printf` was given is a part of line 39, though it uses none of it itself. One execution is one.

  $ clew -c 'slice back mean.c:39 lines rank' mean.clew 2>/dev/null | head -3
  mean.c:39  0.0 away, ran 1     printf("mean response time: %d ms\n", mean);
  mean.c:38  1.0 away, ran 1     int mean = window_mean(&window);
  mean.c:30  1.1 away, ran 1     return sum / SAMPLES;
  $ clew -c 'slice back mean.c:39' mean.clew | tail -1 | sed -E 's/.*(main mean.*)/\1/'
  main mean.c:39         = 0x109272            call   0x1030 <printf@plt>
  $ clew -c 'slice back mean.c:39' -c 'info slice' mean.clew | grep -oE ' of its line|from 0x[0-9a-f#]*:' | sed 's/x.*/x/'
  from 0x
  $ clew -c 'slice lock back mean.c:39' mean.clew | grep -oE 'of its line'
  of its line
  $ clew -c 'set grain statement' -c 'slice back mean.c:39' -c 'info slice' mean.clew | grep -oE ' of its line'
   of its line
  $ clew -c 'set grain instruction' -c 'slice back mean.c:39 lines' -c 'info slice' mean.clew | grep -cE ' of its line'
  0
  [1]
  $ clew -c 'slice back mean.c:39 lines depth 1' mean.clew
  mean.c:31  2 executions          }
  mean.c:38  1 execution   = 0x88  int mean = window_mean(&window);
  mean.c:39  6 executions          printf("mean response time: %d ms\n", mean);
  1 execution without a source line
  $ clew -c 'chop mean.c:16 mean.c:39 lines depth 12' mean.clew
  mean.c:16  2 executions  = 0x3e8  window->limit = 1000;
  mean.c:23  2 executions  = 0x444  sum += window->sample[i];
  mean.c:24  1 execution   = 0x444  return sum;
  mean.c:29  1 execution   = 0x444  int sum = window_sum(window);
  mean.c:30  5 executions  = 0x88   return sum / SAMPLES;
  mean.c:38  1 execution   = 0x88   int mean = window_mean(&window);
  mean.c:39  3 executions           printf("mean response time: %d ms\n", mean);
  $ clew -c 'chop mean.c:39 mean.c:16 lines depth 12' mean.clew
  the second does not depend upon the first within so few links

Two runs of one program, of which one gets a discount that it should not. What only formed addresses is not compared; the numbers of the same size are.

  $ gcc -g -O0 -o shop shop.c && clew record -o fail.clew -- ./shop 2 10 && clew record -o pass.clew -- ./shop 2 3
  -6160000
  350000
  $ clew -c 'slice back shop.c:32 lines rank against pass.clew' fail.clew 2>/dev/null
  shop.c:32  0.0 away, ran 1, value only here: 0xffffffffffa20180  printf("%ld\n", total);
  shop.c:29  1.0 away, ran 2, value only here: 0xffffffffffa20180  total += cost(item);
  shop.c:13  3.1 away, ran 1, only here                return item->price * 100;                   /* it should be a tenth */
  shop.c:19  2.0 away, ran 2, values only here: 0xffffffffff9fdea0, 0xaae60, 0xa  return item->price * item->count - less;
  shop.c:18  3.0 away, ran 2, value only here: 0x6acfc0  long less = discount(item);
  shop.c:28  3.0 away, ran 2, value only here: 0xa     item->count = atoi(argv[i]);
  shop.c:24  2.1 away, ran 1                           long total = 0;
  shop.c:25  2.1 away, ran 3                           for (int i = 1; i < argc; i++) {
  shop.c:11  5.6 away, ran 2, value only here: 0xa     if (item->count < 10)
  shop.c:27  3.0 away, ran 2                           item->price = 70000;
  shop.c:12  3.1 away, ran 1, there 2                  return 0;
  shop.c:23  3.1 away, ran 1                           {
  shop.c:26  4.1 away, ran 2                           struct item *item = malloc(sizeof *item);
  shop.c:30  12.0 away, ran 2                          free(item);
  shop.c:10  not reached, ran 2                        {
  shop.c:14  not reached, ran 2                        }
  shop.c:17  not reached, ran 2                        {
  shop.c:20  not reached, ran 2                        }
  9 executions without a source line
  $ clew -c 'slice back shop.c:32 lines rank against pass.clew' fail.clew 2>&1 >/dev/null | sed 's/[0-9][0-9]* /N /'
  clew: N lines `why` did not reach: they come last
  clew: N values that may be addresses were not compared
  $ clew --json -c 'slice back shop.c:32 rank against pass.clew' fail.clew 2>/dev/null | sed -nE 's/.*("line":11,"rank".*)/\1/p'
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  "line":11,"rank":9,"distance":5.6,"executions":2,"executions_other":2,"only_here":false,"part_only_here":false,"count_only_here":1,"values_only_here":["0xa"]}
  $ gcc -g -O1 -o shop shop.c && clew record -o other.clew -- ./shop 2 3
  350000
  $ clew -c 'slice back shop.c:32 lines rank against other.clew' fail.clew 2>&1 | grep -o 'another build than that of this trace'
  another build than that of this trace
  $ gcc -g -O0 -o shop shop.c && clew record --only=cost -o part.clew -- ./shop 2 3
  350000
  $ clew -c 'slice back shop.c:32 lines rank against part.clew' fail.clew 2>&1 >/dev/null | grep -o 'the two traces.*'
  the two traces list different parts of their runs (only); code missing in one may still have run
