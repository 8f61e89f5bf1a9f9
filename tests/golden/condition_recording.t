requires: recorder
requires: g++

Breakpoints of a recording that stop where something holds: variables as print has them, by the type they have. Numbers and signs are C's.

  $ cat >tally.c <<'END'
  $> #include <stdio.h>
  $> struct item {
  $>     short weight;
  $>     struct item *next;
  $> };
  $> int below;
  $> static int tally(const int *list, int count)
  $> {
  $>     int sum = 0;
  $>     unsigned bits = 0;
  $>     for (int i = 0; i < count; i++) {
  $>         bits |= 1u << (i + 27);
  $>         if (list[i] < 0)
  $>             below++;
  $>         else
  $>             sum += list[i];
  $>     }
  $>     return sum + (bits != 0);
  $> }
  $> static int weigh(const struct item *item)
  $> {
  $>     int all = 0;
  $>     for (; item; item = item->next)
  $>         all += item->weight;
  $>     return all;
  $> }
  $> int main(void)
  $> {
  $>     int list[] = {3, 1, -4, 1, 5};
  $>     struct item last = {-7, NULL}, first = {2, &last};
  $>     double half = 0.5;
  $>     printf("%d %d %g\n", tally(list, 5), weigh(&first), half);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o tally tally.c && { clew record -o tally.clew -- ./tally; } 2>&1 | tail -1
  11 -5 0.5
  $ cat >walk <<'END'
  $> walk() { printf '%s\n' 'goto begin' "$@" | clew -i tally.clew 2>&1 | sed -E '1,2d; s/0x(4|1ff)[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@TIME/; s/@[0-9]+/@TIME/; /^  +[a-z]/d'; }
  $> END

Forwards and backwards; the last of them again.

  $ . ./walk; walk 'break tally.c:16 if i == 3' c 'print i' c rc 'info breakpoints'
  breakpoint 1, tally.c:16 at ADDRESS if i == 3
  breakpoint 1, tally.c:16
  ADDRESS#2 of 4  tally tally.c:16  @TIME
  $1 = 3  int, written @TIME tally tally.c:11
  the trace ends here
  ADDRESS#0 of 1  _fini  @TIME
  breakpoint 1, tally.c:16
  ADDRESS#2 of 4  tally tally.c:16  @TIME
  breakpoint 1, tally.c:16 at ADDRESS if i == 3, 2 hits
  $ . ./walk; walk 'break tally.c:16 if sum > 3 && list[i] == 5' c 'print sum' 'print i' 'break tally.c:24 if item->weight < 0' 'goto begin' c 'print item->weight'
  breakpoint 1, tally.c:16 at ADDRESS if sum > 3 && list[i] == 5
  breakpoint 1, tally.c:16
  ADDRESS#3 of 4  tally tally.c:16  @TIME
  $1 = 5  int, written @TIME tally tally.c:16
  $2 = 4  int, written @TIME tally tally.c:11
  breakpoint 2, tally.c:24 at ADDRESS if item->weight < 0
  ADDRESS#0 of 1  _start  @TIME
  breakpoint 2, tally.c:24
  ADDRESS#1 of 2  weigh tally.c:24  @TIME
  $3 = -7  short int, written @TIME main tally.c:30
  $ . ./walk; walk 'tbreak tally.c:12 if bits >= 0x10000000' 'break tally.c:12 if bits < 0' 'break tally.c:13 if bits == -1' 'break tally.c:13 if list[i] == -4 || $execution == 4' c c c c
  temporary breakpoint 1, tally.c:12 at ADDRESS if bits >= 0x10000000
  breakpoint 2, tally.c:12 at ADDRESS if bits < 0
  breakpoint 3, tally.c:13 at ADDRESS if bits == -1
  breakpoint 4, tally.c:13 at ADDRESS if list[i] == -4 || $execution == 4
  temporary breakpoint 1, tally.c:12
  ADDRESS#2 of 5  tally tally.c:12  @TIME
  breakpoint 4, tally.c:13
  ADDRESS#2 of 5  tally tally.c:13  @TIME
  breakpoint 4, tally.c:13
  ADDRESS#4 of 5  tally tally.c:13  @TIME
  the trace ends here
  ADDRESS#0 of 1  _fini  @TIME

Where a function is entered its arguments are what its prologue stores.

  $ . ./walk; walk 'break tally if count == 4' 'break tally if count == 5' 'break weigh if item->next->weight == -7' c c c
  breakpoint 1, tally at ADDRESS if count == 4
  breakpoint 2, tally at ADDRESS if count == 5
  breakpoint 3, weigh at ADDRESS if item->next->weight == -7
  breakpoint 3, weigh
  ADDRESS#0 of 1  weigh tally.c:21  @TIME
  breakpoint 2, tally
  ADDRESS#0 of 1  tally tally.c:8  @TIME
  the trace ends here
  ADDRESS#0 of 1  _fini  @TIME

  $ cat >box.cc <<'END'
  $> struct box { int held; static int made; int add(int n) { held += n; return held; } };
  $> int box::made;
  $> static void up(int &x) { x++; box::made++; }
  $> int main()
  $> {
  $>     box b{1};
  $>     int k = 0;
  $>     for (int i = 0; i < 6; i++) {
  $>         b.add(i);
  $>         up(k);
  $>     }
  $>     return k != box::made;
  $> }
  $> END
  $ g++ -g -O0 -o box box.cc && clew record -o box.clew -- ./box && printf '%s\n' 'goto begin' 'break add if n == 3' 'break box::add if this->held > 6' 'break up if x == 4' 'break box.cc:12 if box::made == 6' c c c c c | clew -i box.clew 2>&1 | sed -E '1,2d; s/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@TIME/; /^  +[a-z]/d'
  breakpoint 1, add at ADDRESS if n == 3
  breakpoint 2, box::add at ADDRESS if this->held > 6
  breakpoint 3, up at ADDRESS if x == 4
  breakpoint 4, box.cc:12 at ADDRESS if box::made == 6
  breakpoint 1, add
  ADDRESS#3 of 6  box::add(int) box.cc:1  @TIME
  breakpoint 2, box::add
  ADDRESS#4 of 6  box::add(int) box.cc:1  @TIME
  breakpoint 3, up
  ADDRESS#4 of 6  up(int&) box.cc:3  @TIME
  breakpoint 2, box::add
  ADDRESS#5 of 6  box::add(int) box.cc:1  @TIME
  breakpoint 4, box.cc:12
  ADDRESS#0 of 1  main box.cc:12  @TIME

A hit is one whose condition holds: ignore counts these.

  $ . ./walk; walk 'break tally.c:12 if i != 1' 'ignore 1 2' c 'print i' 'info breakpoints' c rc 'reverse-continue 2' 'print i'
  breakpoint 1, tally.c:12 at ADDRESS if i != 1
  the next 2 hits of breakpoint 1, tally.c:12 do not stop
  breakpoint 1, tally.c:12
  ADDRESS#3 of 5  tally tally.c:12  @TIME
  $1 = 3  int, written @TIME tally tally.c:11
  breakpoint 1, tally.c:12 at ADDRESS if i != 1, 3 hits
  breakpoint 1, tally.c:12
  ADDRESS#4 of 5  tally tally.c:12  @TIME
  breakpoint 1, tally.c:12
  ADDRESS#3 of 5  tally tally.c:12  @TIME
  breakpoint 1, tally.c:12
  ADDRESS#0 of 5  tally tally.c:12  @TIME
  $2 = 0  int, written @TIME tally tally.c:11

What is not known stops, and says why; what cannot be known is refused at once.

  $ . ./walk; walk 'break tally.c:31 if half == 0.5' 'break tally.c:24 if item->next->weight == 9' 'break main if list[0] == 3' c c
  breakpoint 1, tally.c:31 at ADDRESS if half == 0.5
  breakpoint 2, tally.c:24 at ADDRESS if item->next->weight == 9
  breakpoint 3, main at ADDRESS if list[0] == 3
  breakpoint 2, tally.c:24 (whether `item->next->weight == 9` holds is unknown; `item->next->weight` would lie at address 0x0, where no memory is: a null pointer leads there)
  ADDRESS#1 of 2  weigh tally.c:24  @TIME
  the trace ends here
  ADDRESS#0 of 1  _fini  @TIME
  $ . ./walk; walk 'break tally.c:16 if ii == 3' 'break tally.c:16 if i = 3' 'break tally.c:16 if (i == 3' 'break tally.c:16 if' 'break tally.c:99 if i' 'break tally.c:16 if(i==3)' 'info breakpoints'
  clew: column 1 of the condition: no variable `ii` is known there: the nearest is i
  clew: column 3 of the condition: found `=`, expected an operator such as == or &&, or the end (== compares)
  clew: the condition `(i == 3` ends at column 8: expected an operator or )
  clew: the condition is empty: expected an expression such as i == 3
  clew: nothing in tally.c:99 ran: the nearest line that ran is 34
  breakpoint 1, tally.c:16 at ADDRESS if (i==3)
  breakpoint 1, tally.c:16 at ADDRESS if (i==3)

It is said anew, taken away, taken back; a saved session keeps it, and JSON says it.

  $ . ./walk; walk 'break tally.c:16 if i == 3' 'condition 1 i == 0' c 'print i' 'condition 1' 'info breakpoints' undo 'info breakpoints' undo 'info breakpoints' 'condition 1 i =' 'condition' 'condition 2 i'
  breakpoint 1, tally.c:16 at ADDRESS if i == 3
  breakpoint 1, tally.c:16 at ADDRESS if i == 0
  breakpoint 1, tally.c:16
  ADDRESS#0 of 4  tally tally.c:16  @TIME
  $1 = 0  int, written @TIME tally tally.c:11
  breakpoint 1, tally.c:16 at ADDRESS stops every time now
  breakpoint 1, tally.c:16 at ADDRESS, 1 hit
  undone: condition 1
  breakpoint 1, tally.c:16 at ADDRESS if i == 0, 1 hit
  undone: condition 1 i == 0
  breakpoint 1, tally.c:16 at ADDRESS if i == 3, 1 hit
  clew: column 3 of the condition: found `=`, expected an operator such as == or &&, or the end (== compares)
  clew: `condition` needs a breakpoint number: `condition 1 i == 3` sets a condition, `condition 1` removes it
  clew: there is no breakpoint `2`: `info breakpoints` lists them
  $ clew -c 'break tally.c:16 if  i == 3 &&  sum' -c 'tbreak tally if count == 5' -c 'save kept' tally.clew | tail -1; grep break kept
  $> clew --json -c 'load kept' -c 'info breakpoints' 2>/dev/null | tail -2 | sed -E 's/0x[0-9a-f]+/ADDRESS/'
  saved kept: 1 trace, 2 breakpoints
  break tally.c:16 if i == 3 &&  sum
  tbreak tally if count == 5
  {"number":1,"kind":"breakpoint","what":"tally.c:16","address":"ADDRESS","hits":0,"ignore":0,"enabled":true,"temporary":false,"condition":"i == 3 &&  sum"}
  {"number":2,"kind":"breakpoint","what":"tally","address":"ADDRESS","hits":0,"ignore":0,"enabled":true,"temporary":true,"condition":"count == 5"}

A condition sees memory as it is after the instruction, and registers as the instruction found them, as `print` shows them.

  $ cat >set.c <<'END'
  $> int main(void)
  $> {
  $>     volatile int count = 1;
  $>     count = 7;
  $>     return count;
  $> }
  $> END
  $ gcc -g -O0 -o set set.c && clew record -- ./set
  [7]
  $ clew -c 'goto main' -c 'break set.c:4 if count == 7' -c continue -c 'print count' -c 'delete' -c 'goto main' -c 'break set.c:5 if count == 7 && $eax == 7' -c continue set.clew 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/; s/@[0-9]+( of [0-9]+)?/@T/'
  ADDRESS#0 of 1  main set.c:2  @T
    push   %rbp  = ADDRESS
  breakpoint 1, set.c:4 at ADDRESS if count == 7
  breakpoint 1, set.c:4
  ADDRESS#0 of 1  main set.c:4  @T
    movl   $ADDRESS,-0x4(%rbp)  = 0x7
  $1 = 7  int, written @T main set.c:4
  deleted breakpoint 1, set.c:4 at ADDRESS if count == 7
  ADDRESS#0 of 1  main set.c:2  @T
    push   %rbp  = ADDRESS
  breakpoint 2, set.c:5 at ADDRESS if count == 7 && $eax == 7
  the trace ends here
  ADDRESS#0 of 1  _fini  @T
    ret  = ADDRESS (rsp)
Texts: an array and a string of C++ compare with a literal; a pointer does not.

  $ cat >words.cc <<'C'
  $> #include <string>
  $> struct Item { int id; std::string name; };
  $> static int take(const Item &item, const char *tag) { return item.id + (tag != nullptr); }
  $> int main()
  $> {
  $>     char word[8] = "hello";
  $>     Item items[] = {{1, "milk"}, {2, "x"}};
  $>     int sum = 0;
  $>     for (const Item &item : items)
  $>         sum += take(item, word);
  $>     return sum - 5;
  $> }
  $> C
  $ g++ -g -O0 -o words words.cc && clew record -- ./words
  $ for words in 'word == "hello"' 'word != "hello"' '"hell" == word' 'items[0].name == "milk"' 'items[0].name != "x" && word == "hello"' '"a" == "a"' 'sum == "5"'; do clew --at words.cc:11 -c "print $words" words.clew 2>&1; done
  $1 = true  bool
  $1 = false  bool
  $1 = false  bool
  $1 = true  bool
  $1 = true  bool
  $1 = true  bool
  clew: `sum` is no text: neither a char array nor a string
  [1]
  $ clew --at take -c 'print tag == "hello"' -c 'print $_streq(tag, "hello")' words.clew 2>&1 | tail -2
  clew: `tag` is a pointer: `$_streq(tag, "hello")` compares the text that it leads to
  $1 = 1  int
  $ clew -c 'break take if item.name == "x"' -c 'goto main' -c continue -c 'print item.id' words.clew 2>&1 | tail -1 | sed 's,@[0-9]*,@T,'
  $1 = 2  int, written @T main words.cc:7
