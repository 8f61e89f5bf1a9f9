requires: recorder

Two runs of one program with threads, which take turns in another order: a library that is not shown lets them on, one after the other, as the second argument has it. Threads are numbered as they first ran.

  $ cat >gate.c <<'END'
  $> #include <semaphore.h>
  $> static sem_t gates[8], done;
  $> static void *(*gated)(void *);
  $> void *gate(void *id) { sem_wait(&gates[(long)id]); return gated(id); }
  $> void init(void *(*function)(void *))
  $> {
  $>     gated = function;
  $>     for (int i = 0; i < 8; i++)
  $>         sem_init(&gates[i], 0, 0);
  $>     sem_init(&done, 0, 0);
  $> }
  $> void let(int id) { sem_post(&gates[id]); sem_wait(&done); }
  $> void rest(long id) { sem_post(&done); sem_wait(&gates[id]); }
  $> END
  $ cat >turns.c <<'END'
  $> #include <pthread.h>
  $> #include <stdlib.h>
  $> void init(void *(*)(void *));
  $> void *gate(void *);
  $> void let(int);
  $> void rest(long);
  $> static int limit[3] = {2, 2, 2};
  $> static long result[3];
  $> static void *work(void *argument)
  $> {
  $>     long id = (long)argument, sum = 0;
  $>     for (int i = 0; i < limit[id]; i++) {
  $>         sum += i + id;
  $>         rest(id);
  $>     }
  $>     result[id] = sum;
  $>     rest(id);
  $>     return NULL;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     pthread_t threads[3];
  $>     init(work);
  $>     limit[1] = atoi(argv[1]);
  $>     limit[2] = atoi(argv[1]);
  $>     for (long id = 0; id < 3; id++)
  $>         pthread_create(&threads[id], NULL, gate, (void *)id);
  $>     for (const char *turn = argv[2]; *turn; turn++)
  $>         let(*turn - '0');
  $>     return argc > 3 && result[0];
  $> }
  $> END
  $ gcc -g -O0 -shared -fPIC -o libgate.so gate.c && gcc -g -O0 -pthread -o turns turns.c -L. -lgate -Wl,-rpath,"$PWD" && for run in 'row 2 000111222' 'turns 2 012012012' 'back 2 222111000' 'more 3 22220001111'; do
  $>     set -- $run; name=$1; shift; env -i PATH="$PATH" HOME="$HOME" "$(command -v clew)" record --only=exe -o $name.clew -- ./turns "$@"; done
  $ clew -c 'info threads' more.clew | sed -E 's/@[0-9]+ +/@T /; s/@[0-9]+/@T/g'
  > thread 1     @T main turns.c:31  first @T, last @T
    thread 2     @T work turns.c:17  first @T, does not run again
    thread 3     @T work turns.c:17  first @T, does not run again
    thread 4     @T work turns.c:17  first @T, does not run again

The n-th thread that the main thread created is the n-th that it created there, whichever ran first. Nothing but the order differs.

  $ clew -c 'diff turns.clew' row.clew | grep -v -e addresses -e argument
  384 executions ran in both, 0 only in 1 (this one), 0 only in 2
  of those in both, 30 values differ
    this may explain every difference: `diff 2 values` lists all 30
  Threads, each beside the one created in its place
    thread 1, in 2: thread 1  parts @132, in 2: @132  main turns.c:28
    thread 2, in 2: thread 2  nothing differs
    thread 3, in 2: thread 3  nothing differs
    thread 4, in 2: thread 4  nothing differs
  Where the runs part: values differ, but nothing they depend upon differs
    turns.c:28  = 0x30, in 2: 0x31  x 6  for (const char *turn = argv[2]; *turn; turn++)
    turns.c:29  = 0x30, in 2: 0x31  x 6  let(*turn - '0');
  $ clew -c 'diff back.clew' row.clew | grep -v -e addresses -e argument
  384 executions ran in both, 0 only in 1 (this one), 0 only in 2
  of those in both, 30 values differ
    this may explain every difference: `diff 2 values` lists all 30
  Threads, each beside the one created in its place
    thread 1, in 2: thread 1  parts @98, in 2: @98  main turns.c:28
    thread 2, in 2: thread 4  nothing differs
    thread 3, in 2: thread 3  nothing differs
    thread 4, in 2: thread 2  nothing differs
  Where the runs part: values differ, but nothing they depend upon differs
    turns.c:28  = 0x30, in 2: 0x32  x 6  for (const char *turn = argv[2]; *turn; turn++)
    turns.c:29  = 0x30, in 2: 0x32  x 6  let(*turn - '0');

Each run's clock says where each thread parts. Which one parted first is said where both agree.

  $ clew -c 'diff more.clew' row.clew | sed -nE 's/@[0-9]+/@T/g; /thread/p'
    thread 1, in 2: thread 1  parts @T, in 2: @T  main turns.c:24
    thread 2, in 2: thread 3  nothing differs
    thread 3, in 2: thread 4  parts @T, in 2: @T  work turns.c:12
    thread 4, in 2: thread 2  parts @T, in 2: @T  work turns.c:12
    thread 1 parted first, by the clocks of both runs
  $ clew --json -c 'diff back.clew' row.clew | sed -nE 's/("time[^:]*":)[0-9]+/\1T/g; /thread/p'
  {"thread":1,"thread_other":1,"time":T,"time_other":T}
  {"thread":2,"thread_other":4,"time":null,"time_other":null}
  {"thread":3,"thread_other":3,"time":null,"time_other":null}
  {"thread":4,"thread_other":2,"time":null,"time_other":null}
