requires: recorder

Why code did not run: the branches that went the other way, with what they looked at, the last execution first; who would have called; what did not come back.

  $ gcc -g -O0 -no-pie -o average average.c && clew record -- ./average
  [3]
  $ clew -c 'why not average.c:25' average.clew
  add average.c:25 never ran: clamp(value);
    add average.c:24 went the other way, the one time it ran: if (value > 50 && weight > 1)
      with main average.c:47  = 0x1: add(values[i], 1);
      with main average.c:47  = 0x3c: add(values[i], 1);
      add average.c:24 went past that 2 of 3 times: if (value > 50 && weight > 1)
        with main average.c:47  = 0x3: add(values[i], 1);
  what ran is recorded; where branches and calls lead is inferred from the code of average
  $ clew -c 'why not average.c:21' -c 'why not warn' average.clew
  add average.c:21 never ran: skipped++;
    add average.c:19 went the other way all 3 times (1 condition between never ran): if (value < 0) {
      with main average.c:47  first 0xa, last 0x3: add(values[i], 1);
  what ran is recorded; where branches and calls lead is inferred from the code of average
  warn average.c:7 never ran: {
    warn was never called
      clamp average.c:13 would call it, but never ran: warn(value);
        clamp was never called
          add average.c:25 would call it, but never ran: clamp(value);
            add average.c:24 went the other way, the one time it ran: if (value > 50 && weight > 1)
              with main average.c:47  = 0x1: add(values[i], 1);
              with main average.c:47  = 0x3c: add(values[i], 1);
              add average.c:24 went past that 2 of 3 times: if (value > 50 && weight > 1)
                with main average.c:47  = 0x3: add(values[i], 1);
          main average.c:54 would call it, but never ran: case 6: clamp(argc); break;
            main average.c:48 went the other way, the one time it ran: switch (argc) {
              with main average.c:44  = 0x1: {
              then its function did not return: it ended at main average.c:62, exit 3: exit(3);
  what ran is recorded; where branches and calls lead is inferred from the code of average
  $ clew -c 'why not on_total' -c 'why not average.c:60' -c 'why not average.c:63' average.clew
  on_total average.c:32 never ran: {
    on_total was never called
      main average.c:56 takes its address, but never ran: if (argc > 1) hook = on_total;
        main average.c:56 went the other way, the one time it ran: if (argc > 1) hook = on_total;
          with main average.c:44  = 0x1: {
          then its function did not return: it ended at main average.c:62, exit 3: exit(3);
      no code calls it directly; no call through a pointer ran
  what ran is recorded; where branches and calls lead is inferred from the code of average
  main average.c:60 never ran: check(NULL);
    main average.c:59 went the other way, the one time it ran: if (argc > 2)
      with main average.c:44  = 0x1: {
      then its function did not return: it ended at main average.c:62, exit 3: exit(3);
  what ran is recorded; where branches and calls lead is inferred from the code of average
  main average.c:63 never ran: puts("done");
    main average.c:61 went the other way, the one time it ran: if (total > 5)
      with main average.c:49  = 0x4a: case 1: total += 1; break;
      then its function did not return: it ended at main average.c:62, exit 3: exit(3);
  what ran is recorded; where branches and calls lead is inferred from the code of average

A line that ran says so; of a line of which some ran, why the rest did not. One without code names the nearest that has.

  $ clew -c 'why not 47' -c 'why not main' -c 'why not average.c:56' average.clew
  main average.c:47 ran 3 times: add(values[i], 1);
  it ran: why 47 shows what made it run
  main average.c:44 ran 1 time: {
  it ran: why main shows what made it run
  main average.c:56 (part of it) ran 1 time: if (argc > 1) hook = on_total;
  main average.c:56 (part of it) never ran: if (argc > 1) hook = on_total;
    main average.c:56 went the other way, the one time it ran: if (argc > 1) hook = on_total;
      with main average.c:44  = 0x1: {
      then its function did not return: it ended at main average.c:62, exit 3: exit(3);
  some of its code ran: why average.c:56 shows what made it run
  what ran is recorded; where branches and calls lead is inferred from the code of average
  $ clew -c 'why not missing' average.clew
  clew: no function `missing` in the executable; `why not` does not cover libraries
  [1]
  $ clew -c "why not $(printf 0x%x $((0x$(nm average | grep ' warn$' | cut -d' ' -f1) + 2)))" average.clew 2>&1 | sed -E 's/0x[0-9a-f]*([0-9a-f])/0x...\1/g'
  clew: 0x...8 is inside the instruction that starts at 0x...7: use that
  $ clew -c 'why not average.c:5' average.clew
  clew: average.c:5 has no code in the executable: the nearest line with code is 7
  [1]
  $ clew -c 'why not average.c:4000' average.clew
  clew: average.c:4000 has no code in the executable: the nearest line with code is 65
  [1]
  $ clew -c 'why not nothing.c:5' average.clew
  clew: nothing.c:5 has no code in the executable: no such file, or no line of it has code
  [1]
  $ clew -c 'why not nothing' average.clew
  clew: no function `nothing` in the executable; `why not` does not cover libraries
  [1]
  $ clew -c 'why not 0x10' average.clew
  clew: 0x10 is not code of the executable; `why not` does not cover libraries
  [1]
  $ clew -c 'why not average.c:21#1' average.clew
  clew: `why not` asks about code that never ran, not about an execution: leave out #1
  [1]
  $ clew -c 'why not' average.clew
  clew: `why not` needs code that did not run: why not LINE, FILE:LINE, FUNCTION or 0xADDRESS
  [1]
  $ clew -c 'why not main main' average.clew
  clew: one argument too many: main; usage: why [POS] [statement] [value|address|control|all] [N|unfold]; not LINE|FILE:LINE|FUNCTION|0xADDRESS
  [1]
  $ clew -c 'why not @5' average.clew
  clew: not code: expected LINE, FILE:LINE, FUNCTION or 0xADDRESS
  [1]

For programs: a step a line; what a branch looked at has the kind value.

  $ clew --json -c 'why not average.c:25' -c 'why not average.c:63' average.clew | sed -E 's/"id":[0-9]+/"id":N/; s/0x40[0-9a-f]+/ADDRESS/g'
  {"depth":0,"kind":"never-ran","id":null,"address":"ADDRESS","instance":null,"file":"average.c","function":"add","line":25,"executions":0}
  {"depth":1,"kind":"went-other-way","id":N,"address":"ADDRESS","instance":0,"file":"average.c","function":"add","line":24,"executions":1,"through":0}
  {"depth":2,"kind":"value","id":N,"address":"ADDRESS","instance":1,"file":"average.c","function":"main","line":47,"value":"0x1","times":1}
  {"depth":2,"kind":"value","id":N,"address":"ADDRESS","instance":1,"file":"average.c","function":"main","line":47,"value":"0x3c","times":1}
  {"depth":2,"kind":"went-past","id":N,"address":"ADDRESS","instance":2,"file":"average.c","function":"add","line":24,"executions":3,"past":2}
  {"depth":3,"kind":"value","id":N,"address":"ADDRESS","instance":2,"file":"average.c","function":"main","line":47,"value":"0x3","times":1}
  {"depth":0,"kind":"never-ran","id":null,"address":"ADDRESS","instance":null,"file":"average.c","function":"main","line":63,"executions":0}
  {"depth":1,"kind":"went-other-way","id":N,"address":"ADDRESS","instance":0,"file":"average.c","function":"main","line":61,"executions":1,"through":0}
  {"depth":2,"kind":"value","id":N,"address":"ADDRESS","instance":0,"file":"average.c","function":"main","line":49,"value":"0x4a","times":1}
  {"depth":2,"kind":"end","id":N,"address":"ADDRESS","instance":0,"file":"average.c","function":"main","line":62,"ended":"exit 3"}

A crash: what came behind did not run since nothing came back.

  $ { clew record -- ./average a b; } >/dev/null 2>&1
  [139]
  $ clew -c 'why not average.c:40' -c 'why not average.c:63' -c 'why not average.c:61' average.clew 2>/dev/null
  check average.c:40 never ran: skipped--;
    check average.c:39 ran 1 time and did not come back: *where = total;
      it ended at check average.c:39, SIGSEGV, bad address 0x0: this instruction faulted and did not complete: *where = total;
  what ran is recorded; where branches and calls lead is inferred from the code of average
  main average.c:63 never ran: puts("done");
    main average.c:60 ran 1 time and did not come back: check(NULL);
      it ended at check average.c:39, SIGSEGV, bad address 0x0: this instruction faulted and did not complete: *where = total;
  what ran is recorded; where branches and calls lead is inferred from the code of average
  main average.c:61 never ran: if (total > 5)
    main average.c:60 ran 1 time and did not come back: check(NULL);
      it ended at check average.c:39, SIGSEGV, bad address 0x0: this instruction faulted and did not complete: *where = total;
  what ran is recorded; where branches and calls lead is inferred from the code of average

Optimized code may be inlined.

  $ gcc -g -O2 -no-pie -o average average.c && clew record -- ./average
  [3]
  $ clew -c 'why not on_total' -c 'why not warn' average.clew
  on_total average.c:32 never ran: {
    on_total was never called
      main average.c:56 takes its address, but never ran: if (argc > 1) hook = on_total;
        main average.c:48 went the other way, the one time it ran: switch (argc) {
          with _start, code it called
          then its function did not return: it ended at main average.c:62, exit 3: exit(3);
        main average.c:48 went the other way, the one time it ran: switch (argc) {
          with _start, code it called
      main average.c:58 would call it, but never ran: hook(total);
        main average.c:48 went the other way, the one time it ran: switch (argc) {
          with _start, code it called
        main average.c:48 went the other way, the one time it ran (1 condition between never ran): switch (argc) {
          with _start, code it called
  what ran is recorded; where branches and calls lead is inferred from the code of average
  warn average.c:8 (inlined in main) never ran: fprintf(stderr, "odd value %d\n", value);
    main average.c:48 went the other way, the one time it ran: switch (argc) {
      with _start, code it called
      then its function did not return: it ended at main average.c:62, exit 3: exit(3);
  what ran is recorded; where branches and calls lead is inferred from the code of average

A text has no order, and shows what it shows; without an executable nothing is known, and what is not shown may have run.

  $ gcc -g -O0 -no-pie -o average average.c && clew record -o average.wet -- ./average
  [3]
  $ clew --exec=average -c 'why not average.c:25' -c 'why not average.c:63' average.wet
  add average.c:25 never ran: clamp(value);
    add average.c:24 went the other way, the one time it ran: if (value > 50 && weight > 1)
      with main average.c:47  = 0x1: add(values[i], 1);
      with main average.c:47  = 0x3c: add(values[i], 1);
      add average.c:24 went past that 2 of 3 times: if (value > 50 && weight > 1)
  assumed: the trace shows all of the executable's code that ran
  what ran is recorded; where branches and calls lead is inferred from the code of average
  main average.c:63 never ran: puts("done");
    main average.c:61 went the other way, the one time it ran: if (total > 5)
      with main average.c:49  = 0x4a: case 1: total += 1; break;
  assumed: the trace shows all of the executable's code that ran
  what ran is recorded; where branches and calls lead is inferred from the code of average
  $ mkdir alone && clew record -o alone/a.wet -- ./average; cd alone && clew -c 'why not average.c:25' a.wet
  clew: `why not` needs the code of the executable: name it with --exec
  [1]
  $ clew record --from=add -- ./average; clew -c 'why not warn' average.clew
  clew: recorded with --from=add: skipped code may have run, so `why not` cannot answer
  [1]
  $ clew record --skip=add -- ./average; clew -c 'why not warn' average.clew
  clew: recorded with --skip=add: skipped code may have run, so `why not` cannot answer
  [1]
  $ clew record --only=add -- ./average; clew -c 'why not warn' average.clew
  clew: recorded with --only=add: skipped code may have run, so `why not` cannot answer
  [1]
  $ clew record --only=all -- ./average; clew -c 'why not average.c:63' average.clew | head -2
  main average.c:63 never ran: puts("done");
    main average.c:61 went the other way, the one time it ran: if (total > 5)
  $ clew record --history -- ./average; clew -c 'why not warn' average.lim
  clew: average: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  clew: a history holds only the last dependences: code that is missing in it may have run
  [1]

A function that the compiler inlined everywhere, and that never ran, is asked about where it was put.

  $ cat >inlined.c <<'CODE'
  $> #include <stdio.h>
  $> static inline __attribute__((always_inline)) int twice(int n)
  $> {
  $>     return n + n;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     if (argc > 1)
  $>         argc = twice(argc);
  $>     printf("%d\n", argc + (argv == 0));
  $>     return 0;
  $> }
  $> CODE
  $> gcc -g -O0 -no-pie -o inlined inlined.c && clew record -- ./inlined && clew -c 'why not twice' inlined.clew
  1
  twice inlined.c:4 (inlined in main) never ran: return n + n;
    main inlined.c:8 went the other way, the one time it ran: if (argc > 1)
      with main inlined.c:7  = 0x1: {
  what ran is recorded; where branches and calls lead is inferred from the code of inlined
