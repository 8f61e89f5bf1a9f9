requires: recorder

`why` of recordings: source lines, nearest first, each below one that used what it wrote or that it let run. The demo's mean is wrong; the cause, a limit that is added to the samples, is on the screen.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >output 2>/dev/null; cat output
  mean response time: 136 ms
  $ printf '%s\n' '#!/bin/sh' "exec sed -E 's/0x1ff[0-9a-f]+/STACK/g; s/0x(10)?[0-9a-f]{4}( <|#|\$)/CODE\\2/g; s/0x40[0-9a-f]+/ADDRESS/g; s/ +\$//'" >plain; chmod +x plain
  $ clew -c 'why mean.c:39' mean.clew | ./plain
  mean.c:39         printf("mean response time: %d ms\n", mean);
   mean.c:38        int mean = window_mean(&window);      = 0x88
    mean.c:30       return sum / SAMPLES;                 = 0x88
     mean.c:23    + sum += window->sample[i];        x 9: 0xb, ... 0x444  2 copies
      mean.c:16     window->limit = 1000;                 = 0x3e8  constant
       mean.c:37    because: window_fill(&window, seed);
      mean.c:22   + because: for (int i = 0; i <= SAMPLES; i++)  x 9
      mean.c:15   + window->sample[i] = 8 + (seed + 5 * i) %..  x 8: 0xb, ... 0xe
       mean.c:14  + for (int i = 0; i < SAMPLES; i++)  x 7: 0x1, ... 0x7  constant
      mean.c:21     int sum = 0;                          = 0x0  constant
  2 more lines: why mean.c:39 20
  $ clew -c 'why mean.c:39 unfold' mean.clew | ./plain | grep -A4 mean.c:23
     mean.c:23    - sum += window->sample[i];        x 9: 0xb, ... 0x444  2 copies
      mean.c:29     int sum = window_sum(window);  = 0x444  copy (equal value), x 2
      mean.c:24     return sum;                        = 0x444  copy (equal value)
      mean.c:28     { of window_mean        = STACK  parameter window saved
      mean.c:20     { of window_sum         = STACK  parameter window saved
      mean.c:23     sum += window->sample[i];             = 0xb  the first
      mean.c:23     sum += window->sample[i];             = 0x444  the last
      mean.c:16     window->limit = 1000;                 = 0x3e8  constant
       mean.c:37    because: window_fill(&window, seed);
      mean.c:22   - because: for (int i = 0; i <= SAMPLES; i++)  x 9
       mean.c:22    for (int i = 0; i <= SAMPLES; i++)      the first
  $ clew -c 'why mean.c:39 3' mean.clew | ./plain
  mean.c:39     printf("mean response time: %d ms\n", mean);
   mean.c:38    int mean = window_mean(&window);      = 0x88
    mean.c:30   return sum / SAMPLES;                 = 0x88
  9 more lines: why mean.c:39 6
  $ clew -c 'why mean.c:30 value' -c 'why mean.c:23 control' mean.clew | ./plain
  mean.c:30       return sum / SAMPLES;                 = 0x88
   mean.c:23    + sum += window->sample[i];          x 9: 0xb, ... 0x444  2 copies
    mean.c:16     window->limit = 1000;                 = 0x3e8  constant
    mean.c:15   + window->sample[i] = 8 + (seed + 5 * i) % SA..  x 8: 0xb, ... 0xe
     mean.c:14  + for (int i = 0; i < SAMPLES; i++)    x 7: 0x1, ... 0x7  constant
     mean.c:36  + int seed = argc > 1 ? atoi(argv[1])..  = 0x3  constant  2 copies
    mean.c:21     int sum = 0;                          = 0x0  constant
  mean.c:23      sum += window->sample[i];             = 0x444
   mean.c:22   + because: for (int i = 0; i <= SAMPLES; i++)  x 9
    mean.c:29    because: int sum = window_sum(window);
     mean.c:38   because: int mean = window_mean(&window);    _start let it run
  $ clew -c 'why mean.c:15 address 4' -c 'why mean.c:39 100' mean.clew | ./plain | tail -14
    mean.c:36   int seed = argc > 1 ? atoi(argv[1]) : 3;  = 0x3  constant
  1 more line: why mean.c:15 address 8
  mean.c:39          printf("mean response time: %d ms\n", mean);
   mean.c:38         int mean = window_mean(&window);      = 0x88
    mean.c:30        return sum / SAMPLES;                 = 0x88
     mean.c:23     + sum += window->sample[i];       x 9: 0xb, ... 0x444  2 copies
      mean.c:16      window->limit = 1000;                 = 0x3e8  constant
       mean.c:37     because: window_fill(&window, seed);
        mean.c:36    int seed = argc > 1 ? atoi(argv[1]) : 3;  = 0x3  constant
         mean.c:34   decided by: { of main       = 0x1 (mov)  made by skipped code
      mean.c:22    + because: for (int i = 0; i <= SAMPLES; i++)  x 9
      mean.c:15    + window->sample[i] = 8 + (seed + 5 * i) %..  x 8: 0xb, ... 0xe
       mean.c:14   + for (int i = 0; i < SAMPLES; i++)  x 7: 0x1, ... 0x7  constant
      mean.c:21      int sum = 0;                          = 0x0  constant

A line means its last execution: all of its executions without another line of its frame in between. One execution is another question.

  $ cat >calls.c <<'CALLS'
  $> static int twice(int n) { return n + n; }
  $> static int next(int n)
  $> {
  $>     return n + 1;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int a = twice(argc), b = twice(a) + twice(argc);
  $>     for (int i = 0; i < 3; i++)
  $>         b = next(b);
  $>     return a + b + (argv == 0) == 11 ? 0 : 1;
  $> }
  $> CALLS
  $ gcc -g -O0 -o calls calls.c && clew record -- ./calls 2>/dev/null
  $ clew -c 'why calls.c:8' -c 'why calls.c:10' -c 'why calls.c:4#0' calls.clew | ./plain
  calls.c:8     int a = twice(argc), b = twice(a) + twice(argc);  = 0x6
   calls.c:1  + static int twice(int n) { return n + n; }  x 3: 0x2, ... 0x2
   calls.c:7    { of main                        = 0x1 (mov)  made by skipped code
  calls.c:10   + b = next(b);                          x 3: 0x7, ... 0x9
   calls.c:4   + return n + 1;                         x 3: 0x7, ... 0x9
   calls.c:8     int a = twice(argc), b = twice(a) + twice(argc);  = 0x6
    calls.c:1  + static int twice(int n) { return n + n; }  x 3: 0x2, ... 0x2
    calls.c:7    { of main                       = 0x1 (mov)  made by skipped code
   calls.c:9   + because: for (int i = 0; i < 3; i++)  x 3  _start let it run
  calls.c:4      return n + 1;                         = 0x7
   calls.c:8   + int a = twice(argc), b = twice(a) + twice(argc);  = 0x6  2 copies
    calls.c:1  + static int twice(int n) { return n + n; }  x 3: 0x2, ... 0x2
    calls.c:7    { of main                       = 0x1 (mov)  made by skipped code
    calls.c:9    because: for (int i = 0; i < 3; i++)    _start let it run

Lines by default; instructions where one asked for them. A program gets objects, a step each.

  $ clew -c 'set grain instruction' -c 'why calls.c:4#0' calls.clew | ./plain
  calls.c:4           add    $0x1,%eax               = 0x7
   calls.c:4          mov    -0x4(%rbp),%eax         = 0x6
    calls.c:3         mov    %edi,-0x4(%rbp)         = 0x6
     calls.c:10       mov    %eax,%edi               = 0x6
      calls.c:10      mov    -0xc(%rbp),%eax         = 0x6
       calls.c:8      mov    %eax,-0xc(%rbp)         = 0x6
        calls.c:8     add    %ebx,%eax               = 0x6
         calls.c:1  + add    %eax,%eax               x 3: 0x2, ... 0x2
         calls.c:8    mov    %eax,%ebx               = 0x4
   calls.c:10         because: call   CODE <next>  = CODE
  16 more instructions: why CODE#0 20
  $ clew --json -c 'why mean.c:39' mean.clew | sed -E 's/"(user_)?address":"[^"]*"/"\1address":A/g; s/"(user_)?id":[0-9]+/"\1id":N/g; s/"port":[1-9]/"port":P/; s/"0x(1fff|10)[0-9a-f]+"/V/'
  {"depth":0,"distance":0,"link":null,"role":null,"port":null,"id":N,"address":A,"instance":0,"file":"mean.c","function":"main","line":39,"value":V,"folded":0,"folded_lines":[],"instances":1,"user_id":null,"user_address":null,"user_instance":null,"end":null,"unwritten":0}
  {"depth":1,"distance":16,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":0,"file":"mean.c","function":"main","line":38,"value":"0x88","folded":0,"folded_lines":[],"instances":1,"user_id":N,"user_address":A,"user_instance":0,"end":null,"unwritten":0}
  {"depth":2,"distance":17,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":0,"file":"mean.c","function":"window_mean","line":30,"value":"0x88","folded":0,"folded_lines":[],"instances":1,"user_id":N,"user_address":A,"user_instance":0,"end":null,"unwritten":0}
  {"depth":3,"distance":35,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":8,"file":"mean.c","function":"window_sum","line":23,"value":"0x444","folded":4,"folded_lines":["mean.c:29","mean.c:24","mean.c:28","mean.c:20"],"instances":9,"user_id":N,"user_address":A,"user_instance":0,"end":null,"unwritten":0}
  {"depth":4,"distance":51,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":0,"file":"mean.c","function":"window_fill","line":16,"value":"0x3e8","folded":0,"folded_lines":[],"instances":1,"user_id":N,"user_address":A,"user_instance":8,"end":"constant","unwritten":0}
  {"depth":5,"distance":69,"link":"control","role":null,"port":0,"id":N,"address":A,"instance":0,"file":"mean.c","function":"main","line":37,"value":V,"folded":0,"folded_lines":[],"instances":1,"user_id":N,"user_address":A,"user_instance":0,"end":null,"unwritten":0}
  {"depth":4,"distance":53,"link":"control","role":null,"port":0,"id":N,"address":A,"instance":7,"file":"mean.c","function":"window_sum","line":22,"value":null,"folded":0,"folded_lines":[],"instances":9,"user_id":N,"user_address":A,"user_instance":7,"end":null,"unwritten":0}
  {"depth":4,"distance":53,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":7,"file":"mean.c","function":"window_fill","line":15,"value":"0xe","folded":1,"folded_lines":["mean.c:13"],"instances":8,"user_id":N,"user_address":A,"user_instance":7,"end":null,"unwritten":0}
  {"depth":5,"distance":69,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":6,"file":"mean.c","function":"window_fill","line":14,"value":"0x7","folded":0,"folded_lines":[],"instances":7,"user_id":N,"user_address":A,"user_instance":7,"end":"constant","unwritten":0}
  {"depth":4,"distance":59,"link":"data","role":"value","port":P,"id":N,"address":A,"instance":0,"file":"mean.c","function":"window_sum","line":21,"value":"0x0","folded":0,"folded_lines":[],"instances":1,"user_id":N,"user_address":A,"user_instance":0,"end":"constant","unwritten":0}
  {"command":"why mean.c:39 20","more":2,"cut":false}

At the execution a program died of the bad address is what is asked about.

  $ gcc -g -O0 -no-pie -o list list.c; { clew record -- ./list; } >/dev/null 2>&1
  [139]
  $ clew -c why list.clew 2>/dev/null | ./plain
  list.c:24        count += list->name[0] != 0;          SIGSEGV at 0x6d61682e6820
   list.c:23     + for (; list; list = li..  x 2: ADDRESS, 0x6d61682e6820  the bad address
    list.c:16    + node->name[i] = name[i];  x 6: 0x20, ... 0x6d  constant, read-only data
     list.c:15   + because: for (int i = 0; name[i]; i++)  x 14  constant, read-only data
    list.c:33    + list = add(list, names[i]);  x 2: ADDRESS, ADDRESS (mov)  and something there from the start  2 copies
     list.c:17   + return node;                      x 3: ADDRESS, ... ADDRESS
      list.c:13  + struct node *node = malloc(siz..  x 3: ADDRESS, ... ADDRESS
     list.c:32   + because: for (int i = 0; i < 4; i++)  x 4  _start let it run
    list.c:34    + address: printf("%d\n", length(list));  = ADDRESS (mov)  1 copy
  $ clew -c 'why unfold' list.clew 2>/dev/null | ./plain | grep -e copy -e port
     list.c:14     node->next = list;         = ADDRESS  copy (equal value), x 2
     list.c:12     { of add             = ADDRESS (mov)  copy (equal value), x 3
    list.c:34    - address: printf("%d\n", length(list));  = ADDRESS (mov)  1 copy
     list.c:21     { of length                     = ADDRESS  copy (equal value)

A number alone is a line of the file that one is in; behind a position it says how many lines are wanted.

  $ clew -c 'goto calls.c:10' -c 'why 4 2' -c 'why 5' -c 'why 0' calls.clew 2>&1 | ./plain
  CODE#2 of 3  main calls.c:10  @112 of 149
    mov    %eax,-0xc(%rbp)  = 0x9
  calls.c:4    + return n + 1;  x 3: 0x7, ... 0x9
   calls.c:10  + b = next(b);   x 3: 0x6, ... 0x8 (mov)  1 copy: calls.c:3
  4 more lines: why calls.c:4 4
  calls.c:5      } of next
   calls.c:10    b = next(b);                            constant
    calls.c:9  + because: for (int i = 0; i < 3; i++)  x 3  _start let it run
  clew: line 0: lines are numbered from 1

What is asked for control alone says where that ends, and nothing of values.

  $ clew -c 'why calls.c:10 control' -c 'why calls.c:4 control' calls.clew | ./plain
  calls.c:10    b = next(b);                          = 0x9
   calls.c:9  + because: for (int i = 0; i < 3; i++)  x 3  _start let it run
  calls.c:4      return n + 1;                         = 0x9
   calls.c:10    because: b = next(b);
    calls.c:9  + because: for (int i = 0; i < 3; i++)  x 3  _start let it run

An executable that is refused, being another build, says nothing of the age of the sources.

  $ gcc -O1 -no-pie -o other calls.c && touch -d '-1 hour' other && clew --exec=other -c 'why calls.c:4#0 1' calls.clew 2>&1 | ./plain
  clew: other: no names or lines taken from it: it is another build than the recorded one
  calls.c:4   return n + 1;  = 0x7
  6 more lines: why CODE#0 2

Lines of a source that was written since may be others.

  $ touch -d '1 hour' calls.c; clew -c 'why calls.c:4#0 2' -c 'why calls.c:4#0 1' calls.clew | ./plain
  clew: calls.c is newer than calls.clew: its lines may not be the ones that ran
  calls.c:4      return n + 1;                         = 0x7
   calls.c:8   + int a = twice(argc), b = twice(a) + twice(argc);  = 0x6  2 copies
  3 more lines: why CODE#0 4
  calls.c:4   return n + 1;  = 0x7
  4 more lines: why CODE#0 2

Where the program ended in order nothing is computed: without a position what was printed last is asked about, and said so; in a program that printed nothing what can be asked.

  $ clew -c 'why' mean.clew | ./plain | head -3; clew --json -c why mean.clew | head -1
  nothing is computed in mean.c:41; mean.c:39 printed last, "mean response ti.."
  mean.c:39         printf("mean response time: %d ms\n", mean);
   mean.c:38        int mean = window_mean(&window);      = 0x88
  {"instead":"nothing is computed in mean.c:41; mean.c:39 printed last, \"mean response ti..\""}
  $ clew -c 'set grain statement' -c 'why value' mean.clew | ./plain | head -3
  nothing is computed in mean.c:41; mean.c:39 printed last, "mean response ti.."
  mean.c:39         printf("mean response time: %d ms\n", mean);
   mean.c:38        int mean = window_mean(&window);      = 0x88
  $ clew -c 'why mean.c:41' -c 'goto mean.c:29' -c why mean.clew | ./plain | grep -v '^ '
  mean.c:41   } of main
  CODE#0 of 1  window_mean mean.c:29  @318 of 356
  mean.c:29        int sum = window_sum(window);         = 0x444
  2 more lines: why CODE#0 20
  $ printf '%s\n' 'int main(int argc, char **argv)' '{' '    int more = argc + 2;' '    return more - 3;' '}' >quiet.c
  $> gcc -g -O0 -o quiet quiet.c && clew record -- ./quiet; clew -c why quiet.clew | ./plain
  nothing is computed in quiet.c:5, no output is known: use `ask` (`Q`) or `why FILE:LINE`
  quiet.c:5   } of main
   + never written in the trace: uninitialised, or given by the system

After `goto` to a place `why` asks about that place, and offers the last output. After a walk it asks about the last output.

  $ clew -c 'goto mean.c:41' -c why -c 'goto end' -c why mean.clew | ./plain | grep -A1 -e '^nothing' -e ' main mean.c:41'
  CODE#0 of 1  main mean.c:41  @335 of 356
    ret  = STACK (rsp)
  nothing is computed in mean.c:41; `why mean.c:39` asks about the last output
  mean.c:41   } of main
  --
  nothing is computed here; mean.c:39 printed last, "mean response time: 136 ms"
  mean.c:39         printf("mean response time: %d ms\n", mean);
  $ clew -c 'goto mean.c:30' -c 'goto mean.c:41' -c back -c forward -c why -c 'goto mean.c:30' -c finish -c continue -c why mean.clew | ./plain | grep '^nothing'
  nothing is computed in mean.c:41; `why mean.c:39` asks about the last output
  nothing is computed here; mean.c:39 printed last, "mean response time: 136 ms"

A function of the program's own that is called as one of the library is prints nothing by its name.

  $ printf '%s\n' '#include <stdio.h>' 'static int count;' 'static void error(int a) { count += a; }' 'int main(int argc, char **argv)' '{' '    printf("%d\n", argc);' \
  $> '    error(argc);' '    return 0;' '}' >own.c && gcc -g -O0 -o own own.c && clew record -- ./own; clew -c why own.clew | ./plain | head -1
  1
  nothing is computed in own.c:9; own.c:6 printed last, "1"

Of a fast program the text is not known.

  $ gcc -g -O2 -w -o fast mean.c && clew record -- ./fast 2>/dev/null; clew -c why fast.clew | ./plain | head -2
  mean response time: 11 ms
  nothing is computed in mean.c:41; mean.c:39 printed last, "mean response ti.."
  mean.c:39        printf("mean response time: %d ms\n", mean);

What is left out is asked for by the command that the last row says, which repeats the question as it was asked: of a statement's run, too. Wherever one stands, its answer has these rows, in this order, and
more between them.

  $ cat >again.sh <<'AGAIN'
  $> for at in $(seq 240 3 330); do
  $>     clew --json -c 'set grain statement' -c "goto @$at" -c why mean.clew >short
  $>     again=$(sed -n 's/^{"command":"\([^"]*\)".*/\1/p' short)
  $>     [ "$again" ] || continue
  $>     clew --json -c "$again" mean.clew >long
  $>     grep '"depth"' short >few; grep '"depth"' long >many
  $>     diff few many | grep '^<' && echo "not the same: @$at $again"
  $>     echo "$again" >>asked
  $> done
  $> AGAIN
  $ sh again.sh; wc -l <asked; sed 's/0x[0-9a-f]*/CODE/' asked | sort | uniq -c
  5
        5 why CODE#0 statement 20

The line's sources are values, and what says where they lie are addresses, whether one asks about the line or the instruction that stores.

  $ cat >cells.c <<'CELLS'
  $> struct cell { int *place; int count; };
  $> static int places[3];
  $> static struct cell cell;
  $> int main(int argc, char **argv)
  $> {
  $>     cell.place = &places[argc];
  $>     int one = argc + 5;
  $>     *cell.place = one + (argv == 0);
  $>     return places[1] == 6 ? 0 : 1;
  $> }
  $> CELLS
  $ gcc -g -O0 -o cells cells.c && clew record -- ./cells 2>/dev/null
  $ clew -c 'why cells.c:8' cells.clew | ./plain
  cells.c:8    *cell.place = one + (argv == 0);      = 0x6
   cells.c:7   int one = argc + 5;                   = 0x6
   cells.c:5   { of main                      = STACK  made by skipped code
   cells.c:6   address: cell.place = &places[argc];  = CODE

A register that functions save and restore holds what its caller put there. Here it is rbp, which is no frame pointer.

  $ cat >kept.s <<'KEPT'
  $>         .globl _start
  $>         .type helper, @function
  $> helper: push %rbp
  $>         mov $5, %ebp
  $>         add %ebp, %edi
  $>         pop %rbp
  $>         ret
  $>         .size helper, .-helper
  $>         .type _start, @function
  $> _start: mov $7, %ebp
  $>         call helper
  $>         call helper
  $>         mov %ebp, %edi
  $>         mov $60, %eax
  $>         syscall
  $>         .size _start, .-_start
  $> KEPT
  $ gcc -g -nostdlib -static -o kept kept.s; clew record -- ./kept 2>/dev/null
  [7]
  $ clew -c 'why kept.s:13 value' -c 'why kept.s:13 value unfold' kept.clew
  kept.s:13    mov %ebp, %edi        = 0x7
   kept.s:10 + _start: mov $7, %ebp  = 0x7  constant  2 copies: kept.s:6, kept.s:3
  kept.s:13    mov %ebp, %edi        = 0x7
   kept.s:10 - _start: mov $7, %ebp  = 0x7  constant  2 copies: kept.s:6, kept.s:3
    kept.s:6   pop %rbp              = 0x7  copy (equal value), x 2
    kept.s:3   helper: push %rbp     = 0x7  copy (equal value), x 2

A conversion that rounds uses the rounding mode, which nobody set: that is no value that was not initialised.

  $ printf '%s\n' '#include <stdio.h>' 'int main(void)' '{' '    int count = 3;' '    float share = count;' '    printf("%g\n", share / 2);' '    return 0;' '}' >share.c
  $> gcc -g -O0 -o share share.c && clew record -- ./share; clew --at share.c:5 -c 'set grain statement' -c why -c deps share.clew | ./plain | grep -v '^c'
  1.5
  share.c:5    float share = count;  = 3
   share.c:4   int count = 3;        = 0x3  constant
  data     CODE#0  main share.c:4  = 0x3  int count = 3;
  stack    CODE#0  main share.c:3         {
