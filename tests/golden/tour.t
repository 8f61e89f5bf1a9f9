The tour without a terminal: the steps with their answers, of the recording that came with clew, and nothing is left.

  $ mkdir here; TMPDIR=$PWD/here CLEW_RECORDER=/none clew tour; ls -A here
  1. A wrong number
     mean.c takes the mean of times from 8 to 15 ms: 136? The cursor's line
     printed it; its links stand below. For decimal numbers,
     press: x
  (clew) set hex off
  
  2. Who computed it
     Below "depends upon", the row "data" is who computed what was printed:
     line 38. To follow it,
     press: Down, then Enter
  (clew) goto mean.c:38
  0x1256#0 of 1  main mean.c:38  @326 of 356
    int mean = window_mean(&window);  = 136
  
  3. And who before
     You are in line 38 now, which called window_mean. Its value comes from
     line 30. The same again,
     press: Down, then Enter
  (clew) goto mean.c:30
  0x1202#0 of 1  window_mean mean.c:30  @323 of 356
    return sum / SAMPLES;  = 136
  
  4. There and back
     sum / SAMPLES is 136, so the sum is wrong. Every link can be followed,
     and left again,
     press: Left
  (clew) back
  0x1256#0 of 1  main mean.c:38  @326 of 356
    int mean = window_mean(&window);  = 136
  
  5. Why, in one answer
     You need not follow link by link. To ask for all lines that the value
     comes from, nearest first,
     press: w
  (clew) why
  mean.c:38        int mean = window_mean(&window);      = 136
   mean.c:30       return sum / SAMPLES;                 = 136
    mean.c:23    + sum += window->sample[i];           x 9: 11, ... 1092  2 copies
     mean.c:16     window->limit = 1000;                 = 1000  constant
      mean.c:37    because: window_fill(&window, seed);
       mean.c:36   int seed = argc > 1 ? atoi(argv[1]) : 3;  = 3  constant
     mean.c:22   + because: for (int i = 0; i <= SAMPLES; i++)  x 9
     mean.c:15   + window->sample[i] = 8 + (seed + 5 * i) % SAM..  x 8: 11, ... 14
      mean.c:14  + for (int i = 0; i < SAMPLES; i++)     x 7: 1, ... 7  constant
     mean.c:21     int sum = 0;                          = 0  constant
  1 more line: why 0x1256#0 statement 20
  
  6. The suspect
     The sum has nine terms, x 9, where there are eight times: one is 1000, of
     line 16. To close the list,
     press: q
  
  7. A breakpoint
     When did the sum get it? A recording can be walked like a live program.
     Here by a command,
     press: :break mean.c:23, then Enter
  (clew) break mean.c:23
  breakpoint 1, mean.c:23 at 0x11bd
  
  8. Back in time
     To run backward to the breakpoint, where the last of nine rounds of line
     23 begins,
     press: C
  (clew) reverse-continue
  breakpoint 1, mean.c:23
  0x11bd#8 of 9  window_sum mean.c:23  @307 of 356
    sum += window->sample[i];  = 1092
  
  9. What let it in
     Who let a ninth round begin? O and o step over calls, s into them. To
     step back by a line,
     press: S
  (clew) reverse-step
  0x11cd#7 of 9  window_sum mean.c:22  @304 of 356
    for (int i = 0; i <= SAMPLES; i++)  = 8
  
  10. The bug
     i <= SAMPLES, and i was 8: it should be <. You found it without a guess.
     To see what else can be asked here,
     press: Q
  (clew) ask
  why did `for (int i = 0; i <= S..` lead to line 23?  why 0x11d5#8
  why is `i` 8 here?                                   why 0x11cd#7
  who wrote `i`, and when?                             who i
  who used `i` then?                                   uses 0x11cd#7
  what changed because of it?                          slice fwd 0x11cd#7 lines
  why was `i` 7 before?                                why 0x11cd#6
  why did this line run (turn 9 of 10)?                why 0x11d5#8 control
  which lines had a part in it, ranked?                slice back 0x11d5#8 lines rank
  the same, with all else dimmed?                      slice lock back 0x11d5#8
  
  11. All keys
     Enter would ask the chosen question. To see all keys and commands,
     press: ?
  
  12. Your own program
     clew record -- PROGRAM, then clew PROGRAM.clew. Look around as long as
     you like. To close lists, and at last clew,
     press: q

Wrong usage; a place that cannot be written.

  $ clew tour mean.clew; clew tour --fast; clew tour --prit; TMPDIR=/nowhere clew tour
  clew: it takes no file, but here is: mean.clew; clew tour --help says more
  clew: unknown option --fast; clew tour --help says more
  clew: unknown option --prit: the nearest is --print; clew tour --help says more
  clew: /nowhere: no folder can be made there: No such file or directory (TMPDIR names another place)
  [1]
