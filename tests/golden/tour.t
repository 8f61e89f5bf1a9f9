The tour without a terminal: the steps with their answers, of the recording that came with clew, and nothing is left.

  $ mkdir here; TMPDIR=$PWD/here CLEW_RECORDER=/none clew tour; ls -A here
  1. A wrong number
     mean.c averages eight times of 8 to 15 ms and prints 136. The cursor is
     on the line that printed it; its links are below. To see decimal numbers,
     press: x
  (clew) set hex off
  
  2. Who computed it
     Below "depends upon", the row "data" is line 38. It computed the number
     that was printed. To go there,
     press: Down, then Enter
  (clew) goto mean.c:38
  0x1256#0 of 1  main mean.c:38  @326 of 356
    int mean = window_mean(&window);  = 136
  
  3. And before that
     You are in line 38, which called window_mean. Its value comes from line
     30. To follow that link, too,
     press: Down, then Enter
  (clew) goto mean.c:30
  0x1202#0 of 1  window_mean mean.c:30  @323 of 356
    return sum / SAMPLES;  = 136
  
  4. There and back
     sum / SAMPLES is 136, so the sum is wrong. You can follow any link, and
     come back. To go back,
     press: Left
  (clew) back
  0x1256#0 of 1  main mean.c:38  @326 of 356
    int mean = window_mean(&window);  = 136
  
  5. Why, in one answer
     You need not follow each link yourself. To list the lines that this value
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
     The sum has nine terms (x 9), but there are only eight times. One term is
     1000, from line 16. To close the list,
     press: q
  
  7. A breakpoint
     When did the sum get the 1000? In a recording you can step and stop as in
     a debugger. To set a breakpoint,
     press: :break mean.c:23, then Enter
  (clew) break mean.c:23
  breakpoint 1, mean.c:23 at 0x11bd
  
  8. Back in time
     A recording also runs backward. To go back to the breakpoint, where the
     last of nine rounds of line 23 begins,
     press: C
  (clew) reverse-continue
  breakpoint 1, mean.c:23
  0x11bd#8 of 9  window_sum mean.c:23  @307 of 356
    sum += window->sample[i];  = 1092
  
  9. What let it in
     What let a ninth round begin? S and s step into calls, O and o step over
     them. To step back one line,
     press: S
  (clew) reverse-step
  0x11cd#7 of 9  window_sum mean.c:22  @304 of 356
    for (int i = 0; i <= SAMPLES; i++)  = 8
  
  10. The bug
     The loop tests i <= SAMPLES, and i was 8. It should test i < SAMPLES:
     that is the bug. To see what else you can ask here,
     press: Q
  (clew) ask
  why did `for (int i = 0; i <= S..` lead to line 23?  why 0x11d5#8
  why is `i` 8 here?                                   why 0x11cd#7
  who wrote `i`, and when?                             who i
  who used `i` then?                                   uses 0x11cd#7
  what changed because of it?                          slice fwd 0x11cd#7 lines
  why was `i` 7 before?                                why 0x11cd#6
  why did this line run (turn 9 of 10)?                why 0x11d5#8 control
  which lines led to it, ranked?                       slice back 0x11d5#8 lines rank
  the same lines, with the rest dimmed?                slice lock back 0x11d5#8
  
  11. All keys
     Enter asks the chosen question. To see all keys and their commands,
     press: ?
  
  12. Your own program
     Record it with clew record -- PROGRAM, then open it with clew
     PROGRAM.clew. Look around as long as you like. To close lists, and
     finally clew,
     press: q

Wrong usage; a place that cannot be written.

  $ clew tour mean.clew; clew tour --fast; clew tour --prit; TMPDIR=/nowhere clew tour
  clew: the tour takes no file, but found: mean.clew; clew tour --help says more
  clew: unknown option --fast; clew tour --help says more
  clew: unknown option --prit: the nearest is --print; clew tour --help says more
  clew: /nowhere: clew cannot make a folder there: No such file or directory; set TMPDIR to another folder
  [1]
