requires: mips
requires: qemu
requires: plugins

Coverage of a program that was compiled for an address stream: what runs of a function is an instrumented copy, which has no lines, and never the code that
has them. So no line of it is said never to have run but those of functions whose copies did not.

  $ cat >half.c <<'END'
  $> static int unused(int x)
  $> {
  $>     return x / 3;
  $> }
  $> static int half(int x)
  $> {
  $>     return x / 2;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     return argc > 9 ? unused(argc) : half(argc);
  $> }
  $> END
  $ clew ae-cc -g -O0 -o half half.c && clew run-coverage -o half.trace ./half && ls ae.out
  ae.out

  $ clew -c 'info line half.c:7' -c 'info line half.c:3' -c 'list half.c:6' ae.out half.trace
  clew: ./half: compiled by clew ae-cc: 3 of its functions run as instrumented copies without source lines (unused$ae ...): clew cannot tell which of their lines ran
  half.c:7  in the open traces
  > 1 ae ae.out  ran 1 time
    2 flat half.trace  may have run: its function ran as an instrumented copy, which has no lines
  half.c:3  in the open traces
  > 1 ae ae.out  never ran
    2 flat half.trace  never ran
     1           static int unused(int x)
     2      -  - {
     3      -  -     return x / 3;
     4      -  - }
     5           static int half(int x)
     6     x1  ? {
     7     x1  ?     return x / 2;
     8     x1  ? }
     9           int main(int argc, char **argv)
  > 10     x1  ? {
  $ clew --json -c 'info line half.c:7' ae.out half.trace 2>/dev/null | grep flat
  {"trace":2,"kind":"flat","path":"half.trace","state":"may have run","why":"its function ran as an instrumented copy, which has no lines"}

A line of a header that one copy ran, and code that is not instrumented did not.

  $ printf '%s\n' 'static inline int third(int x)' '{' '    return x / 3;' '}' >third.h
  $> printf '%s\n' '#include "third.h"' 'int without(int x) { return third(x) + 1; }' >without.c && mips-linux-gnu-gcc -O1 -g -c without.c
  $> printf '%s\n' '#include "third.h"' 'int without(int);' 'int with(int x) { return third(x); }' \
  $> 'int main(int argc, char **argv) { return argc > 9 ? without(argc) : with(argc); }' >with.c
  $> clew ae-cc -g -O1 -o with with.c without.o && AE_OUT=with.out clew run-coverage -o with.trace ./with
  $> clew -c 'list third.h:3,3' -c 'list without.c:2,2' with.trace 2>/dev/null
    3 ?     return x / 3;
    2 - int without(int x) { return third(x) + 1; }

In the trace itself the same.

  $ clew -c 'goto half.c:7' -c 'goto half.c:3' -c 'list half.c:6' half.trace 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/g'
  ADDRESS  __aeo_half$u0+ADDRESS half.c:7  lw     $v0, 8($fp)
    - not executed
      this code never runs itself: its instrumented copy half$ae ran
    no entry covers it
  ADDRESS  __aeo_unused$u0+ADDRESS half.c:3  lw     $v0, 8($fp)
    - not executed
      this code never runs itself: its instrumented copy unused$ae did not run
    no entry covers it
     1   static int unused(int x)
     2 - {
  >  3 -     return x / 3;
     4 - }
     5   static int half(int x)
     6 ? {
     7 ?     return x / 2;
     8 ? }
     9   int main(int argc, char **argv)
    10 ? {

Documents say the same: of such lines and routines it is not known whether they ran, and no share counts them.

  $ clew coverage half.trace 2>/dev/null | sed -nE '/^(.) .*(__aeo_| half.c)/p; /^(Files|[0-9]+ (lines|more))/p' | sed -E 's/ 0[0-9a-f]{7} / ADDRESS /'
  ?     ?/13       -     0/0     ADDRESS  __aeo_half$u0
  ?     ?/25       -     0/1     ADDRESS  __aeo_main
  -     0/16      0%     0/0     ADDRESS  __aeo_unused$u0
  Files, least covered first
  ?   0% of     3 lines covered  half.c: 6 lines unknown
  -     0/4         0/0     half.c:2  {
  -     0/7         0/0     half.c:3  return x / 3;
  -     0/5         0/0     half.c:4  }
  2 more ran as instrumented copies without lines, if they ran
  3 lines with code, 0 executed (0%):
  6 more ran as instrumented copies without lines, if they ran
  $ clew coverage --annotate=source half.trace 2>/dev/null | tail -n +2
  0% of 3 lines covered, 6 more lines unknown
  Coverage level: branch
     1 .: static int unused(int x)
     2 -: {
     3 -:     return x / 3;
     4 -: }
     5 .: static int half(int x)
     6 ?: {
     7 ?:     return x / 2;
     8 ?: }
     9 .: int main(int argc, char **argv)
    10 ?: {
    11 ?:     return argc > 9 ? unused(argc) : half(argc);
    12 ?: }
  $ clew coverage --json half.trace 2>/dev/null | grep -E '"kind":"(file|total)"|"line":7,' | grep -oE '"(kind|mark|state|lines[a-z_]*|percent|routines_unknown)":("[^"]*"|[0-9]+)' | tr '\n' ' ' | sed 's/ "kind"/\n"kind"/g'; echo
  "kind":"file" "mark":"?" "lines":9 "lines_covered":0 "lines_unknown":6 "percent":0
  "kind":"line" "mark":"?" "state":"not known: an instrumented copy ran"
  "kind":"total" "routines_unknown":2 "lines":9 "lines_covered":0 "lines_partly":0 "lines_not":3 "lines_unknown":6 
  $ clew coverage --format=lcov half.trace 2>/dev/null | grep -E '^(DA|LF|LH|BRF)'
  BRF:0
  DA:2,0
  DA:3,0
  DA:4,0
  LF:3
  LH:0
  $ clew coverage --format=html half.trace 2>/dev/null | grep -oE '(<span class="line code [a-z]"><span class="at"> *[37]</span> .|[0-9]+ more lines unknown|title="not known[^"]*")' | sort | uniq -c | sed 's/^ *//'
  1 6 more lines unknown
  1 <span class="line code n"><span class="at">    3</span> -
  1 <span class="line code q"><span class="at">    7</span> ?
  3 title="not known: an instrumented copy ran"
  $ clew -c coverage half.trace 2>/dev/null | tail -n +2
      0% of 3 lines       half.c: 6 lines unknown
