requires: recorder

Steps over much code without lines: a destructor of a file that was compiled without them, where one leaps.

  $ cat >late.c <<'END'
  $> volatile long sink;
  $> __attribute__((destructor)) static void late(void) { for (long i = 0; i < 20000; i++) sink += i; }
  $> END
  $ cat >early.c <<'END'
  $> int main(int argc, char **argv)
  $> {
  $>     int n = argc;
  $>     n += 3;
  $>     return n - 4;
  $> }
  $> END
  $ gcc -O0 -c late.c && gcc -g -O0 -c early.c && gcc -o late early.o late.o && clew record --only=exe -o late.clew -- ./late
  $ clew -c 'goto end' -c reverse-next late.clew | tail -2 | sed -E 's/0x1[0-9a-f]{3}/CODE/; s/@[0-9]+ of [0-9]+/@T/'
  CODE#0 of 1  main early.c:6  @T
    pop    %rbp  = 0x1
  $ clew -c 'goto end' -c 'reverse-step 3' late.clew | tail -2 | sed -E 's/0x1[0-9a-f]{3}/CODE/; s/@[0-9]+ of [0-9]+/@T/'
  CODE#0 of 1  main early.c:4  @T
    addl   $0x3,-0x4(%rbp)  = 0x4
  $ clew -c 'goto @1000' -c next late.clew | grep -o 'the trace ends here'
  the trace ends here
  $ clew -c next late.clew | tail -2 | sed -nE '1s/0x1[0-9a-f]{3}/CODE/; 1s/@[0-9]+ of [0-9]+/@T/p'
  CODE#0 of 1  _fini  @T
