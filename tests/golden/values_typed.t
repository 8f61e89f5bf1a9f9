requires: recorder

In decimal a number reads as the variable is declared that its instruction wrote or fetched; where its code names none, both ways that it can be meant. Where integers
are hexadecimal, as at first, numbers of floating point read so, too; with `hex on` their bits are shown.

  $ gcc -g -O0 -no-pie -o signs signs.c && clew record -- ./signs
  $ clew -c 'set hex off' -c 'list 12,17' -c 'goto signs.c:7' -c 'list 6,7' signs.clew
    12     x1      double mean = 10.0 / 4;  = 2.5
    13     x1      float half = 0.5f;  = 0.5
    14     x1      unsigned big = 4294967192u;  = 4294967192
    15     x1      int low = less(1, 105);  = -104
    16     x1      total += 4294960684;  = 4294960684
    17    !x1      return mean > half && big && low ? 0 : 1;  = 0
  0x401119#0 of 1  less signs.c:7  @47 of 85
    mov    -0x4(%rbp),%eax  = -104
     6     x1      int c = a - b;  = -104
  >  7     x1      return c;  = -104
  $ clew -c 'list 12,16' -c 'print signs.c:12' -c 'print/x signs.c:12' -c 'deps signs.c:17' -c 'why signs.c:12' signs.clew
    12     x1      double mean = 10.0 / 4;  = 2.5
    13     x1      float half = 0.5f;  = 0.5
    14     x1      unsigned big = 4294967192u;  = 0xffffff98
    15     x1      int low = less(1, 105);  = 0xffffff98
    16     x1      total += 4294960684;  = 0xffffe62c
  $1 = 2.5  of 0x40112e#0  main signs.c:12
  $2 = 0x4004000000000000  of 0x40112e#0  main signs.c:12
  control  0x40103b#0  _start                               call   *0x2f97(%rip)  # 0x403fd8
  data     0x40113b#0  main signs.c:13  = 0.5               float half = 0.5f;
  data     0x40112e#0  main signs.c:12  = 2.5               double mean = 10.0 / 4;
  data     0x401165#0  main signs.c:16  = 0xffffe62c (add)  total += 4294960684;
  data     0x401140#0  main signs.c:14  = 0xffffff98        unsigned big = 4294967192u;
  data     0x401156#0  main signs.c:15  = 0xffffff98        int low = less(1, 105);
  stack    0x40111c#0  less signs.c:8                       }
  signs.c:12 + double mean = 10.0 / 4;  = 2.5  constant, read-only data
  $ clew -c 'set hex on' -c 'list 12,16' -c 'print signs.c:12' -c hex -c hex signs.clew
    12     x1      double mean = 10.0 / 4;  = 0x4004000000000000
    13     x1      float half = 0.5f;  = 0x3f000000
    14     x1      unsigned big = 4294967192u;  = 0xffffff98
    15     x1      int low = less(1, 105);  = 0xffffff98
    16     x1      total += 4294960684;  = 0xffffe62c
  $1 = 0x4004000000000000  of 0x40112e#0  main signs.c:12
  numbers are decimal
  integers are hexadecimal
  $ clew -c 'print 0x401178' -c 'deps 0x40117d' signs.clew
  $1 = 2.5  of 0x401178#0  main signs.c:17
  control  0x40103b#0  _start           = 0x401041              call   *0x2f97(%rip)  # 0x403fd8
  data 1   0x401178#0  main signs.c:17  = 2.5                   movsd  -0x8(%rbp),%xmm0
  data 2   0x401173#0  main signs.c:17  = ..0x3fe0000000000000  cvtss2sd -0xc(%rbp),%xmm1
  $ clew -c 'goto main' -c 'list 12,13' signs.clew
  0x40111e#0 of 1  main signs.c:11  @29 of 85
    push   %rbp  = 0x1
    12     x1      double mean = 10.0 / 4;
    13     x1      float half = 0.5f;

  $ printf 'int main(void)\n{\n    double a = 2.5;\n    double b = a + 1;\n    return b < 3;\n}\n' >avx.c
  $ gcc -g -O0 -mavx -no-pie -o avx avx.c && clew record -- ./avx && clew -c 'list 3,4' -c 'find /vmovsd +-0x8/' avx.clew
    3     x1      double a = 2.5;  = 2.5
    4     x1      double b = a + 1;  = 3.5
  clew: the search wrapped around
  0x401117#0 of 1  main avx.c:4  @33 of 58
    vmovsd -0x8(%rbp),%xmm1  = 2.5

An element of an array, a member, and what a pointer leads to read as they are declared, too, by the address that was written. Of a union it is not certain which member is meant.

  $ cat >parts.c <<'END'
  $> struct { double d[3]; signed char c; short s; } all;
  $> union { int i; float f; } both;
  $> int main(void)
  $> {
  $>     float v[4];
  $>     for (int i = 0; i < 4; i++)
  $>         v[i] = i * 1.5f;
  $>     for (int i = 0; i < 3; i++)
  $>         all.d[i] = -1.5 * i;
  $>     double *p = &all.d[1];
  $>     *p = 7.25;
  $>     all.c = -5;
  $>     all.s = -300;
  $>     both.f = 0.5f;
  $>     return v[3] > 4 && all.c < 0 ? 0 : 1;
  $> }
  $> END
  $> gcc -g -O0 -no-pie -o parts parts.c && clew record -- ./parts && clew -c 'set hex off' -c 'goto parts.c:15' -c 'list 7,14' -c 'hex integers' -c 'list 7,14' parts.clew | tail -n +3
     7     x4          v[i] = i * 1.5f;  = 4.5
     8     x4      for (int i = 0; i < 3; i++)  = 3
     9     x3          all.d[i] = -1.5 * i;  = -3
    10     x1      double *p = &all.d[1];  = 4210760
    11     x1      *p = 7.25;  = 7.25
    12     x1      all.c = -5;  = -5
    13     x1      all.s = -300;  = -300
    14     x1      both.f = 0.5f;  = 1056964608
  integers are hexadecimal
     7     x4          v[i] = i * 1.5f;  = 4.5
     8     x4      for (int i = 0; i < 3; i++)  = 0x3
     9     x3          all.d[i] = -1.5 * i;  = -3
    10     x1      double *p = &all.d[1];  = 0x404048
    11     x1      *p = 7.25;  = 7.25
    12     x1      all.c = -5;  = 0xfb
    13     x1      all.s = -300;  = 0xfed4
    14     x1      both.f = 0.5f;  = 0x3f000000
