requires: recorder

A program may move its frames to other memory, as Go does when a stack gets too small: the recorder does not know where they are then. Functions return into
frames that it never saw begin. backtrace says where the stack is lost, and names nobody who called before, since these may be over.

  $ cat >moved.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> volatile int seen;
  $> static char memory[1 << 16] __attribute__((aligned(16)));
  $> /* The frames between here and `top` go on at the end of `memory`. */
  $> __attribute__((noinline)) static void move(char *top)
  $> {
  $>     char *frame = __builtin_frame_address(0);
  $>     size_t size = (size_t)(top - frame);
  $>     char *copy = memory + sizeof memory - size;
  $>     memcpy(copy, frame, size);
  $>     for (char **link = (char **)copy; *link > frame && *link < top; link = (char **)*link)
  $>         *link = copy + (*link - frame);
  $>     __asm__ volatile("mov %0, %%rsp\n pop %%rbp\n ret" : : "r"(copy) : "memory");
  $> }
  $> __attribute__((noinline)) static int leaf(int x) { seen += x; return x + 1; }
  $> __attribute__((noinline)) static int inner(char *top, int x)
  $> {
  $>     if (x > 2)
  $>         move(top);
  $>     return leaf(x) + 1;
  $> }
  $> __attribute__((noinline)) static int middle(char *top, int x)
  $> {
  $>     int r = inner(top, x) * 2;
  $>     return r + leaf(r);
  $> }
  $> __attribute__((noinline)) static int outer(char *top, int x)
  $> {
  $>     int r = middle(top, x);
  $>     printf("%d\n", leaf(r));
  $>     exit(0);
  $> }
  $> int main(void) { return outer(__builtin_frame_address(0), 3); }
  $> END
  $ gcc -g -O0 -fno-omit-frame-pointer -no-pie -o moved moved.c && clew record --wait -- ./moved
  22
  clew: the program switched to unknown stacks 3 times: what runs there has no control parent
  $ cat >ask <<'END'
  $> clew "$@" moved.clew 2>&1 | grep '#[0-9]* \|^clew\|returned' | sed -E 's/  since @.*//'
  $> END
  $ bash ask -c 'break leaf' -c 'goto main' -c continue -c backtrace -c continue -c backtrace -c 'frame 3' -c 'frame 2' -c continue -c backtrace
  0x4012ba#0 of 1  main moved.c:35  @29 of 230
  0x4011e7#0 of 3  leaf moved.c:17  @159 of 230
  > #0  leaf moved.c:17
    #1  inner moved.c:22
    #2  the stack is lost: the caller is unknown
  0x4011e7#1 of 3  leaf moved.c:17  @178 of 230
  > #0  leaf moved.c:17
    #1  middle moved.c:27
    #2  the stack is lost: the caller is unknown
  clew: no frame `3`: `backtrace` lists the frames
  clew: the stack is lost: the caller is unknown
  0x4011e7#2 of 3  leaf moved.c:17  @197 of 230
  > #0  leaf moved.c:17
    #1  outer moved.c:32
    #2  the stack is lost: the caller is unknown
