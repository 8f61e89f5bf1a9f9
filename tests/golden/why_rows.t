requires: recorder

What the rows of `why` leave out, and what they fold. A call that restored the stack pointer, as longjmp does, is none of those that a variable in the frame came from; where it made setjmp
return what a branch looked at it stands below that.

  $ cat >jump.c <<'END'
  $> #include <setjmp.h>
  $> #include <stdio.h>
  $> static jmp_buf back;
  $> volatile int input = 20;
  $> static __attribute__((noinline)) void fail(int code)
  $> {
  $>     longjmp(back, code);
  $> }
  $> static __attribute__((noinline)) int work(int n)
  $> {
  $>     int limit = n * 2;
  $>     if (setjmp(back) == 0)
  $>         fail(3);
  $>     return limit + 1;
  $> }
  $> int main(void)
  $> {
  $>     printf("got %d\n", work(input));
  $>     return 0;
  $> }
  $> END
  $> for level in 0 2; do gcc -g -O$level -no-pie -o jump jump.c && clew record -- ./jump && clew -c 'why jump.c:14' -c 'why jump.c:14 value' jump.clew; done
  got 41
  jump.c:14      return limit + 1;                 = 0x29
   jump.c:11     int limit = n * 2;                = 0x28
    jump.c:18  + printf("got %d\n", work(input));  = 0x14 (mov)  there from the start  1 copy
   jump.c:12   + because: if (setjmp(back) == 0)   x 2
    jump.c:7   + longjmp(back, code);
     jump.c:13   because: fail(3);
  jump.c:14      return limit + 1;                 = 0x29
   jump.c:11     int limit = n * 2;                = 0x28
    jump.c:18  + printf("got %d\n", work(input));  = 0x14 (mov)  there from the start  1 copy
  got 41
  jump.c:14      return limit + 1;                 = 0x29 (add)
   jump.c:11     int limit = n * 2;                = 0x28 (mov)
    jump.c:18  + printf("got %d\n", work(input));  = 0x14 (mov)  there from the start
   jump.c:12   + because: if (setjmp(back) == 0)   x 2
    jump.c:7     longjmp(back, code);
     jump.c:13   because: fail(3);
  jump.c:14     return limit + 1;                 = 0x29 (add)
   jump.c:11    int limit = n * 2;                = 0x28 (mov)
    jump.c:18 + printf("got %d\n", work(input));  = 0x14 (mov)  there from the start

Parameters that are saved on one line are told apart.

  $ printf '%s\n' '#include <stdio.h>' 'static int less(int first,' '                int second)' '{' '    return first - second;' '}' 'int main(int argc, char **argv)' '{' '    int w = argc + 3;' '    printf("%d\n", less(w, argc + 6));' '    return argv == NULL;' '}' >two.c && gcc -g -O0 -no-pie -o two two.c && clew record -- ./two && clew -c 'why two.c:10 20 unfold' two.clew
  -3
  two.c:10    printf("%d\n", less(w, argc + 6));
   two.c:5  - return first - second;              = 0xfffffffd
    two.c:4   { of less                first = 0x4, second = 0x7  parameters saved
   two.c:9    int w = argc + 3;                   = 0x4
   two.c:8    { of main                          = 0x1 (mov)  made by skipped code

Which executions of a statement ran together a text does not say.

  $ clew -c 'why 20#1 statement' good-instance.wet
  clew: nothing tells which executions ran together with 0x113e#1: `why` explains only that one, not its statement
  max.c:5  + for (; i < 3; i++)    x 2
   max.c:4   int i = 0, best = 0;  = 0x0  constant
  $ clew -c 'why 20#1' good-instance.wet
  max.c:5  + for (; i < 3; i++)    x 2
   max.c:4   int i = 0, best = 0;  = 0x0  constant

What one printf left in the stream for the next is no value of what that prints: it comes last, and says what it is.

  $ printf '%s\n' '#include <stdio.h>' 'int main(int argc, char **argv)' '{' '    int first = argc + 3;' '    printf("%d\n", first);' '    int second = argc + 6;' '    printf("%d\n", second);' '    return argv == NULL;' '}' >streams.c && gcc -g -O0 -no-pie -o streams streams.c && clew record -- ./streams && clew -c 'why streams.c:7' streams.clew && clew --json -c 'why streams.c:7' streams.clew | grep -o '"role":"library".*"line":[0-9]*' | sed 's/"id.*"line/"line/'
  4
  7
  streams.c:7     printf("%d\n", second);
   streams.c:6    int second = argc + 6;                = 0x7
    streams.c:3   { of main                      = 0x1 (mov)  made by skipped code
   streams.c:5    earlier call: printf("%d\n", first);    via skipped code
    streams.c:4   int first = argc + 3;                 = 0x4
  "role":"library","port":2,"line":5
