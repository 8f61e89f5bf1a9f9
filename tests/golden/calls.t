requires: recorder

The calls of a recording, as a tree: a loop's are one row, what was returned is what the caller used; skipped code, longjmp, a signal, a tail call.

  $ cat >calls.c <<'END'
  $> #include <setjmp.h>
  $> #include <signal.h>
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> static jmp_buf out;
  $> static int last;
  $> static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  $> static int scale(int x) { return x * 3; }
  $> static void leap(int n) { if (n == 0) longjmp(out, 1); leap(n - 1); }
  $> static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
  $> static void handler(int number) { last = number; }
  $> static void note(int x) { last = x; }
  $> static int main_part(void)
  $> {
  $>     int sum = 0, v[3] = {3, 1, 2};
  $>     for (int i = 0; i < 1000; i++)
  $>         sum += scale(i);
  $>     if (!setjmp(out))
  $>         leap(2);
  $>     qsort(v, 3, sizeof *v, compare);
  $>     signal(SIGUSR1, handler);
  $>     raise(SIGUSR1);
  $>     for (int i = 0; i < 100; i++)
  $>         if (i % 2) note(i); else last = fib(1);
  $>     return sum + fib(3);
  $> }
  $> int main(void) { return main_part() == 0; }
  $> END
  $ gcc -g -O0 -o calls calls.c && clew record -- ./calls >/dev/null 2>&1
  $ said() { clew "$@" calls.clew 2>&1 | sed -E 's/^([> ]) *[0-9,]+ /\1 /; s/  [0-9,]+ alone//; s/  @[0-9]+$//'; }
  $> declare -f said >said
  $ . ./said; said --at main -c calls | sed -n '/main  /,$p' | grep -v 'fib  \|note  \|_\(aux\|fini\|clones\)'
  >  - main  called by skipped code
      - main_part  calls.c:27  = 0x16dd86
       + scale  x 1,000  calls.c:17
       - leap  calls.c:19
        - leap  calls.c:9
           leap  calls.c:9
       + compare  x 3  calls.c:20  called by skipped code
         handler  handles a signal
       + 65 more calls

Of one function, with who called; from a position; down to a depth.

  $ . ./said; said -c 'calls leap'; said -c 'calls depth 2' | grep main; said -c 'calls calls.c:8#500' | sed -n '/main  /,/compare/p'
    + leap  from main_part calls.c:19
    + leap  from leap calls.c:9
      leap  from leap calls.c:9
  >  + main  called by skipped code
     - main  called by skipped code
      - main_part  calls.c:27  = 0x16dd86
       + scale  x 500  calls.c:17
  >      scale  calls.c:17  = 0x5dc
       + scale  x 499  calls.c:17
       - leap  calls.c:19
        - leap  calls.c:9
           leap  calls.c:9
       + compare  x 3  calls.c:20  called by skipped code
  $ . ./said; said -c 'calls nothing' -c 'calls main leap' -c 'calls depth' -c 'calls depth 0' -c 'calls @0'
  clew: no function `nothing` in this trace: `info functions` lists them
  clew: `calls` takes one position or function: `leap` is one too many
  clew: `depth` needs a number of levels, as in `calls depth 3`
  clew: `depth` needs a number of levels, as in `calls depth 3`
  clew: `@0`: a time is a number from 1

A tail call goes on in the frame that it replaces.

  $ printf '%s\n' 'int __attribute__((noinline)) g(int x) { return x * 5 + 1; }' 'int __attribute__((noinline)) f(int x) { return g(x + 1); }' 'int main(int argc, char **argv) { (void)argv; return f(argc) + f(argc + 1) == 0; }' >tail.c
  $> gcc -g -O2 -fno-ipa-cp -fno-ipa-icf -o tail tail.c && clew record -- ./tail && clew -c 'calls f' tail.clew | sed 's/  @[0-9]*$//'
    4   f  from main tail.c:3  = 0xb  continues in g
    4   f  from main tail.c:3  = 0x10  continues in g
  $ clew -c 'calls g' tail.clew
  clew: no listed call begins in `g`: it is inlined, or was jumped to; `goto g` goes to where it ran
  [1]

Each thread has its tree.

  $ cat >threads.c <<'END'
  $> #include <pthread.h>
  $> static void step(void) { }
  $> static void *work(void *p) { for (int i = 0; i < 200; i++) step(); return p; }
  $> int main(void)
  $> {
  $>     pthread_t threads[2];
  $>     for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  $>     for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  $> }
  $> END
  $ gcc -g -O0 -o threads threads.c -pthread && clew record -- ./threads && clew -c calls threads.clew | grep 'thread \|work\|step' | sed 's/  @[0-9]*$//'
      108 - thread 1
    1,811 - thread 2
    1,811  - work  called by skipped code  811 alone
    1,000   + step  x 200  threads.c:3
    1,811 - thread 3
    1,811  - work  called by skipped code  811 alone
    1,000   + step  x 200  threads.c:3

The keys of JSON are documented; each row is an object.

  $ clew --json -c calls calls.clew | grep -oE '"[a-z_]+":' | sort -u | tr -d '":' >keys; clew --json -c 'calls scale' calls.clew | sed -n '2s/"since":[0-9]*/"since":N/; 2s/"\(address\|call\)":"0x[0-9a-f]*"/"\1":"ADDRESS"/gp'
  {"thread":1,"depth":4,"calls":1,"instructions":9,"alone":9,"since":N,"address":"ADDRESS","function":"scale","file":"calls.c","line":8,"call":"ADDRESS","caller":"main_part","caller_file":"calls.c","caller_line":17,"returned":"0x3","goes_on_in":null,"handler":false,"from_hidden":false}
  $ sed -n '/^.SH JSON/,/^.SH [^J]/p' "$ROOT/man/clew.1.in" >json; while read -r key; do grep -qwF -- "$key" json || echo "not documented: $key"; done <keys; wc -l <keys
  18

What has no order has no calls; it says what it can be asked.

  $ clew -c calls good-blanks.wet
  clew: `calls` needs a recording, but this is a WET trace. No order is recorded; `control` shows the call that let an execution run, `info functions` how often each function ran
  [1]
  $ clew -c calls good-history.lim
  clew: `calls` needs a recording, but this is a WET trace. No order is recorded; `control` shows the call that let an execution run, `info functions` how often each function ran
  [1]
