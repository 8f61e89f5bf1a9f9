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
