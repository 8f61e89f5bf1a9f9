requires: recorder
requires: g++

Expressions as in gdb's manual: of data, arrays, types, formats, memory, convenience variables. (Chapters "Examining Data" and "Examining the Symbol Table".)

  $ cat >list.c <<'C'
  $> static int counter = 3;
  $> int from_list(void)
  $> {
  $>     return ++counter;
  $> }
  $> C
  $ cat >manual.c <<'C'
  $> #include <stdlib.h>
  $> #include <string.h>
  $> struct complex { double real; double imag; };
  $> typedef struct complex complex_t;
  $> struct link { struct link *next; int value; unsigned flag : 3; int low : 4; };
  $> enum shade { DARK, GREY = 5, LIGHT };
  $> union both { int whole; unsigned char byte[4]; };
  $> static complex_t var = {1.5, -2};
  $> static double *real_pointer_var = &var.real;
  $> static struct link third = {0, 30, 7, -3}, second = {&third, 20, 1, 2}, first = {&second, 10, 0, -8};
  $> static struct link *dtab[] = {&first, &second, &third};
  $> static enum shade shade = GREY;
  $> static union both both = {0x04030201};
  $> static char name[8] = "pear";
  $> static float ratio = 0.25f;
  $> static long double wide = 1.125L;
  $> static int counter = 7;
  $> int from_list(void);
  $> static int sum(int *array, int len)
  $> {
  $>     static int calls;
  $>     int total = 0;
  $>     calls++;
  $>     for (int i = 0; i < len; i++)
  $>         total += array[i];
  $>     return total + from_list();
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int array[5] = {3, 1, 4, 1, 5};
  $>     int *heap = malloc(5 * sizeof *heap);
  $>     memcpy(heap, array, sizeof array);
  $>     int total = sum(heap, 5);
  $>     return total + argc + (int)strlen(argv[0]) + (int)*real_pointer_var + both.byte[1] + (int)ratio + (int)wide + shade + counter > 1000 || !dtab[0] || name[0] == 'x';
  $> }
  $> C
  $ gcc -g -O0 -no-pie -o manual manual.c list.c && clew record -- ./manual
  $ cat >ask <<'END'
  $> ask() { printf 'print %s\n' "$@" | cat <(echo goto manual.c:26) - | clew -i manual.clew 2>&1 | sed -E '1,2d; s/, (read|written|no recorded).*//; s/0x1ff[0-9a-f]+/STACK/; s/0x4[0-9a-f]{6,}/HEAP/; s/0x4[0-9a-f]{5}/ADDRESS/'; }
  $> END

Arithmetic, precedence and conversions are C's.

  $ . ./ask; ask 'total * 2' 'array[2] + len' '1 + 2 * 3 == 7 && !0' '-7 / 2' '-7 % 3' '7 / 2.0' '1 << 4 | 1' 'array[0] > 2 ? ratio : 0' 'ratio * 3' 'wide + 1' '(char)97' '(unsigned char)300' "'a' + 1" '0x10 + 010 + 0b11' 'sizeof(struct complex)' '4294967295 + 1' '0xffffffff + 1' '~0u' '(1, 2)' '10 / 0' '1 << -1'
  $1 = 28  int
  $2 = 9  int
  $3 = 1  int
  $4 = -3  int
  $5 = -1  int
  $6 = 3.5  double
  $7 = 17  int
  $8 = 0.25  float
  $9 = 0.75  float
  $10 = 2.125  long double
  $11 = 97 'a'  char
  $12 = 44 ','  unsigned char
  $13 = 98  int
  $14 = 27  int
  $15 = 16  unsigned long
  $16 = 4294967296  long
  $17 = 0  unsigned int
  $18 = 4294967295  unsigned int
  $19 = 2  int
  clew: `10 / 0`: division by zero
  clew: `1 << -1`: a number cannot be shifted by a negative number of bits

Pointers, arrays of them, and arrays that only gdb has.

  $ . ./ask; ask 'first.next->next->value' '(*first.next).value' '*array@len' 'array[1]@3' '&array[3] - array' '*(array + 2)' 'dtab[1] == first.next' '*dtab[2]' 'dtab[0]->next->flag' 'third.low' '(struct link *)&second' '((struct link *)&second)->value' '*(int *)&second.value' '{int} &second.value' '{struct complex} real_pointer_var' '(long)array % 4' 'name' '*name@2' 'name[1]' '&name[1]' '*main::argv@main::argc' 'main::array' '&third' '&third.flag' 'dtab * 2' '*total' 'third.nothing' 'nothing + 1'
  $1 = 30  int
  $2 = 20  int
  $3 = {3, 1, 4, 1, 5}  int [5], last written in the call @48 main manual.c:32
  $4 = {1, 4, 1}  int [3], last written in the call @48 main manual.c:32
  $5 = 3  long
  $6 = 4  int
  $7 = 1  int
  $8 = {next = 0x0, value = 30, flag = 7, low = -3}  struct link
  $9 = 1  unsigned int
  $10 = -3  int
  $11 = ADDRESS <second>  struct link *
  $12 = 20  int
  $13 = 20  int
  $14 = 20  int
  $15 = {real = 1.5, imag = -2}  struct complex
  $16 = 0  long
  $17 = "pear\000\000\000"  char [8]
  $18 = "pe"  char [2]
  $19 = 101 'e'  char
  $20 = ADDRESS <name+1>  char *, to 1 byte
  $21 = {STACK "./manual"}  char * [1]
  $22 = {3, 1, 4, 1, 5}  int [5], last written @39 main manual.c:30
  $23 = ADDRESS <third>  struct link *, to 16 bytes
  clew: `third.flag` is a bit field: it shares its bytes at ADDRESS and has no address of its own
  clew: `dtab * 2` computes with a pointer: cast it to a number first, as in (long)p
  clew: `total` is not a pointer
  clew: struct link has no member `nothing`
  clew: no variable `nothing` is known here

Names: enumerators, statics of functions and files, functions, registers.

  $ . ./ask; ask 'shade' 'shade == GREY' 'LIGHT' '(enum shade)0' 'shade + 1' 'sum::calls' "'list.c'::counter" 'counter' "'manual.c'::counter * 2" 'from_list' '&from_list' '$rip == $pc' '$rsp' '$al == (char)$rax' '$xmm0 + 1' '$execution'
  $1 = GREY  enum shade
  $2 = 1  int
  $3 = LIGHT  enum shade
  $4 = DARK  enum shade
  $5 = 6  unsigned int
  $6 = 1  int
  $7 = 4  int
  $8 = 7  int
  $9 = 14  int
  $10 = STACK  of ADDRESS#0  from_list list.c:3
  $11 = ADDRESS <from_list>  int (*)(void)
  $12 = 1  int
  $13 = STACK  void *, in %rsp
  $14 = 1  int
  clew: `$xmm0` is a structure: name one of its members
  $15 = 0  long

Texts, and the functions on them.

  $ . ./ask; ask '$_streq(name, "pear")' '$_strlen(name) + 1' '$_memeq(array, main::array, sizeof main::array)' '$_streq(name, len)' '"a" "b"' 'sizeof("abc")' '"abc"[1]' 'strlen(name)'
  $1 = 1  int
  $2 = 5  int
  $3 = 1  int
  clew: `len` is no text: neither a char array nor a char pointer
  $4 = "ab"  char [3]
  $5 = 4  unsigned long
  $6 = 98 'b'  char
  clew: `strlen(name)` calls a function: a recording cannot run code; $_streq, $_strlen, $_memeq, $_creal and $_cimag are the only functions

A recording cannot change; convenience variables can.

  $ . ./ask; ask 'total = 4' 'total++' '$i = 0' 'dtab[$i++]->value' 'dtab[$i++]->value' '$i' '$copy = *dtab[2]' '$copy.value * 2' '$nothing + 1' '$copy'
  clew: `total = 4` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions
  clew: `total++` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions
  $1 = 0  int
  $2 = 10  int
  $3 = 20  int
  $4 = 2  int
  $5 = {next = 0x0, value = 30, flag = 7, low = -3}  struct link
  $6 = 60  int
  clew: there is no register and no convenience variable `$nothing`: `set $nothing = EXPR` makes one
  $7 = {next = 0x0, value = 30, flag = 7, low = -3}  struct link

Formats.

  $ clew -i manual.clew <<'END' 2>&1 | sed -E '1,2d; s/, (read|written|no recorded).*//'
  $> goto manual.c:26
  $> print /x array[1]@3
  $> print /x (short[2])0x12345678
  $> print /x (short[])0x12345678
  $> print /t 10 + 0
  $> print /o total
  $> print /d 'a'
  $> print /c 65 + 0
  $> print /f 1078530011 + 0
  $> print /z total
  $> print /u (char)-1
  $> print /x -1 + 0
  $> print /x -1
  $> print /t 10
  $> print 2147483648
  $> print /a from_list
  $> print /x third
  $> set $n = 40 + 2
  $> print $n / 4.0
  $> set var total = 4
  $> END
  $1 = {0x1, 0x4, 0x1}  int [3], last written in the call @48 main manual.c:32
  $2 = {0x5678, 0x1234}  short [2]
  $3 = {0x5678, 0x1234}  short [2]
  $4 = 1010  int
  $5 = 016  int
  $6 = 97  char
  $7 = 65 'A'  int
  $8 = 3.1415927  int
  $9 = 0x0000000e  int
  $10 = 255  char
  $11 = 0xffffffff  int
  $12 = 0xffffffff  int
  $13 = 1010  int
  clew: nothing in manual.c:2147483648 ran: the nearest line that ran is 35; `(2147483648)` is the number
  clew: format `/a` is for variables; `print`, `print/x` and `print/d` show what an instruction computed
  $14 = {next = 0x0, value = 0x1e, flag = 0x7, low = 0xfffffffd}  struct link
  $15 = 10.5  double
  clew: `total = 4` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions

Types.

  $ for words in var real_pointer_var complex_t 'struct complex' 'unsigned long' 'array[0] * 2.0' '&dtab' '*dtab' 'sum' '&sum' 'shade' 'third.flag + 1' "'a'" '$rsp' '1 == 2' 'sizeof 1' '(short)1 + (short)1' '&third.flag' 'int (*)[3]' 'char *[2]' 'struct nothing' 'nothing *'; do clew --at manual.c:26 -c "whatis $words" manual.clew 2>&1; done
  type = complex_t  = struct complex
      double real;  at 0, 8 bytes
      double imag;  at 8, 8 bytes
  type = double *
  type = complex_t  = struct complex
      double real;  at 0, 8 bytes
      double imag;  at 8, 8 bytes
  type = struct complex
      double real;  at 0, 8 bytes
      double imag;  at 8, 8 bytes
  type = unsigned long
  type = double
  type = struct link *(*)[3]
      struct link *next;  at 0, 8 bytes
      int value;  at 8, 4 bytes
      unsigned int flag : 3;  at 12, 1 byte
      int low : 4;  at 12, 1 byte
  type = struct link *
      struct link *next;  at 0, 8 bytes
      int value;  at 8, 4 bytes
      unsigned int flag : 3;  at 12, 1 byte
      int low : 4;  at 12, 1 byte
  type = int (int *, int)
  type = int (*)(int *, int)
  type = enum shade
      DARK = 0
      GREY = 5
      LIGHT = 6
  type = int
  type = char
  type = void *
  type = int
  type = unsigned long
  type = int
  clew: `third.flag` is a bit field: it has no address
  type = int (*)[3]
  type = char * [2]
  clew: no type `struct nothing` is known
  clew: the expression `nothing *` ends at column 10: expected a value, such as 3, 'a', a variable or $rax
  [1]

Memory.

  $ clew -i manual.clew <<'END' 2>&1 | sed -E '1,2d; s/0x1ff[0-9a-f]+/STACK/g'
  $> goto manual.c:26
  $> x/4xb name
  $> x/2dw &first.value
  $> x/s name
  $> x
  $> set print elements 3
  $> x/s name
  $> x
  $> x
  $> set print elements 200
  $> x/2xg dtab
  $> print $_
  $> print $__ == dtab[1]
  $> x/2f &var
  $> x/3uh both.byte
  $> x/2c name
  $> x/2tb name
  $> x/a dtab
  $> x/2i sum
  $> x/0x name
  $> x/3q name
  $> x/4xb 0
  $> x/x ratio
  $> info symbol sum
  $> info symbol &dtab[1]
  $> info symbol $sp
  $> END
  0x404058 <name>:  0x70  0x65  0x61  0x72
  0x4040b8 <first+8>:  10  64
  0x404058 <name>:  "pear"
  0x40405d <name+5>:  ""
  0x404058 <name>:  "pea"...
  0x40405b <name+3>:  "r"
  0x40405d <name+5>:  ""
  0x4040c0 <dtab>:  0x00000000004040b0  0x00000000004040a0
  $1 = 0x4040c8 <dtab+8>  long *
  $2 = 1  int
  0x404030 <var>:  1.5  -2
  0x404054 <both>:  513  1027  25968
  0x404058 <name>:  112 'p'  101 'e'
  0x404058 <name>:  01110000  01100101
  0x4040c0 <dtab>:  0x4040b0 <first>
  0x401146 <sum>:  push   %rbp
  0x401147 <sum+1>:  mov    %rsp,%rbp
  clew: `/0x` asks for none
  clew: unknown format `/3q`: expected a count, one of x d u o t a c f z s i, and a size b h w g, as in x/8xg
  0x0:  <unknown>  <unknown>  <unknown>  <unknown>
  the byte at 0x0 is unknown here: nothing in the recording tells it; perhaps no memory is there
  clew: `ratio` is not an address
  sum
  dtab + 8
  clew: no function and no variable of the executable or a library lies at STACK

Conditions, displays.

  $ printf '%s\n' 'break manual.c:25 if total > 2 * i && array[i] * 1.5 < 2 && $_streq(name, "pear")' 'break manual.c:25 if i++' 'break manual.c:25 if $nothing == 1' 'condition 1 (total + array[i]) % 2 == 0 || $execution == 4' 'goto begin' continue 'display array[i] * 10' 'display /x total + 255' continue 'print i' | clew -i manual.clew 2>&1 | sed -E '1,2d; s/@[0-9]+ of [0-9]+/@TIME/; s/, (read|written|no recorded).*//; /^  +[a-z]/d; s/0x4[0-9a-f]{5}/ADDRESS/'
  clew: column 1 of the condition: there is no register and no convenience variable `$nothing`
  breakpoint 1, manual.c:25 at ADDRESS if (total + array[i]) % 2 == 0 || $execution == 4
  ADDRESS#0 of 1  _start  @TIME
  breakpoint 1, manual.c:25
  ADDRESS#1 of 5  sum manual.c:25  @TIME
  1: array[i] * 10 = 10  int
  2: /x total + 255 = 0x102  int
  breakpoint 1, manual.c:25
  ADDRESS#2 of 5  sum manual.c:25  @TIME
  1: array[i] * 10 = 40  int
  2: /x total + 255 = 0x103  int
  $1 = 2  int

  $ clew --json -c 'goto manual.c:26' -c 'x/3xb name' -c 'x/s name' -c 'x/i sum' -c 'info symbol &dtab[1]' manual.clew | sed 1d
  {"address":"0x404058","text":"0x70  0x65  0x61"}
  {"address":"0x404058","text":"\"pear\""}
  {"address":"0x401146","instruction":"push   %rbp"}
  {"symbol":"dtab","offset":8}

Thread-local variables are those of the thread that runs there; C++ has bases, references, scoped enumerators, and bools.

  $ cat >own.c <<'C'
  $> #include <pthread.h>
  $> static __thread int mine = 3;
  $> static __thread long wide[2] __attribute__((aligned(64))) = {10, 20};
  $> static void *work(void *arg)
  $> {
  $>     mine += (int)(long)arg;
  $>     wide[1] *= mine;
  $>     return arg;
  $> }
  $> int main(void)
  $> {
  $>     pthread_t thread;
  $>     mine--;
  $>     pthread_create(&thread, NULL, work, (void *)4);
  $>     pthread_join(thread, NULL);
  $>     return mine + (int)wide[1] == 5;
  $> }
  $> C
  $ for how in -no-pie -pie; do gcc -g -O0 $how -o own own.c && clew record -- ./own; printf '%s\n' 'goto own.c:8' 'print mine' 'print wide' 'print mine * wide[1]' 'whatis wide' 'goto own.c:16' 'print mine' 'print wide' | clew -i own.clew 2>&1 | sed -nE 's/, .?(last )?(read|written|no recorded).*//; /^(\$|type)/p'; done
  $1 = 7  int
  $2 = {10, 140}  long int [2]
  $3 = 980  long
  type = long int [2]
  $4 = 2  int
  $5 = {10, 20}  long int [2]
  $1 = 7  int
  $2 = {10, 140}  long int [2]
  $3 = 980  long
  type = long int [2]
  $4 = 2  int
  $5 = {10, 20}  long int [2]
  $ cat >bases.cc <<'C'
  $> namespace geo {
  $> enum class kind { round = 3, square };
  $> struct first { int a = 1; virtual ~first() {} };
  $> struct second { int b = 2; };
  $> struct shape : first, second { int c = 3; kind what = kind::square; static int made; int area(const shape &other); };
  $> int shape::made = 5, depth = 9;
  $> int shape::area(const shape &other)
  $> {
  $>     second *part = this;
  $>     made++;
  $>     return c + part->b + other.c;
  $> }
  $> }
  $> int main()
  $> {
  $>     geo::shape one, two;
  $>     return one.area(two) == 0;
  $> }
  $> C
  $ g++ -g -O0 -no-pie -o bases bases.cc && clew record -- ./bases; printf 'print %s\n' 'c + b' 'this->a == other.a' '(long)part - (long)this' '(geo::second *)this == part' '(geo::shape *)part == this' '((geo::second *)this)->b' 'what == geo::kind::square' 'geo::kind::round' 'made' 'shape::made' 'geo::depth * 2' 'sizeof(other) == sizeof(*this)' '!part' 'static_cast<short>(c) + 1' '&other == this' | cat <(echo goto bases.cc:11) - | clew -i bases.clew 2>&1 | sed -E '1,2d; s/, (read|written|no recorded).*//'
  $1 = 5  int
  $2 = true  bool
  $3 = 12  long
  $4 = true  bool
  $5 = true  bool
  $6 = 2  int
  $7 = true  bool
  $8 = round  geo::kind
  $9 = 6  int
  $10 = 6  int
  $11 = 18  int
  $12 = true  bool
  $13 = false  bool
  $14 = 4  int
  $15 = false  bool
  $ g++ -O0 -no-pie -o plain bases.cc && clew record -- ./plain; nm plain | sed -n 's/^0*\([0-9a-f]*\) D _ZN3geo5depthE/info symbol 0x\1 + 1/p; s/^0*\([0-9a-f]*\) T _ZN3geo5shape4.*/info symbol 0x\1/p' | clew -i plain.clew 2>&1 | grep -v main
  geo::depth + 1
  geo::shape::area(geo::shape const&)

A cast to a base class shows its members, in each unit that has a copy of the class. Where the program computes the place of a virtual base, clew casts nothing, in neither direction.

  $ printf '%s\n' 'struct A { int a = 1; };' 'struct B { int b = 2; };' 'struct D : A, B { int d = 3; };' >copies.h; printf '%s\n' '#include "copies.h"' 'int other() { D d; return d.b; }' >copies.cc
  $> printf '%s\n' '#include "copies.h"' 'struct V { int v = 11; };' 'struct W : virtual V { int w = 22; };' 'struct X : W { int x = 33; };' 'int other();' 'int main()' '{' '    D d, *dp = &d;' '    X x, *xp = &x;' '    W *wp = xp;' '    V *vp = xp, *none = 0;' '    return other() + dp->b + wp->w + vp->v == !none;' '}' >virtual.cc
  $> g++ -g -O0 -no-pie -o virtual copies.cc virtual.cc && clew record -- ./virtual; printf 'print %s\n' '*(B *)dp' '((B &)d).b' '(D *)(B *)dp == dp' '*(W *)xp' '(V *)wp' '*(V *)xp' '((V &)x).v' '(W *)vp' '(X *)vp' '(W *)none == 0' 'sizeof *(V *)xp' | cat <(echo goto virtual.cc:12) - | clew -i virtual.clew 2>&1 | sed -E '1,2d; s/, (read|written|no recorded|last).*//; s/0x[0-9a-f]{6,}/ADDRESS/g'
  $1 = {b = 2}  struct B
  $2 = 2  int
  $3 = true  bool
  $4 = {_vptr.W = ADDRESS <VTT for X>, w = 22, <V> = <unknown>}  struct W
  clew: clew cannot cast `wp`: the program computes where its base class lies
  clew: clew cannot cast `xp`: the program computes where its base class lies
  clew: clew cannot cast `x`: the program computes where its base class lies
  clew: clew cannot cast `vp`: the program computes where its base class lies
  clew: clew cannot cast `vp`: the program computes where its base class lies
  $5 = true  bool
  $6 = 4  unsigned long

Two types of one name that differ in the type of a member are two.

  $ printf '%s\n' 'struct same { int x; }; typedef struct same same;' 'int one(void *p) { return ((same *)p)->x; }' >one.c; printf '%s\n' 'struct same { float x; }; typedef struct same same;' 'int one(void *p);' 'int main(void)' '{' '    same here = {1.5f}, *p = &here;' '    return one(p) == 0;' '}' >two.c
  $> gcc -g -O0 -no-pie -o same one.c two.c && clew record -- ./same; for words in 'print p->x' 'print *(same *)p' 'print *(struct same *)p' 'whatis same *'; do clew --at two.c:6 -c "$words" same.clew 2>&1 | sed -E 's/, (read|written|no recorded|last).*//'; done
  $1 = 1.5  float
  clew: the program has several different types `same`
  clew: the program has several different types `same`
  clew: the program has several different types `same`

A variable hides a type of its name.

  $ echo 'typedef int item; int main(void) { int item = 5; return item == (int)sizeof item; }' >hides.c; gcc -g -O0 -o hides hides.c && clew record -- ./hides; clew --at hides.c:1 -c 'print (item) - 1' -c 'print (int) - 1' -c 'whatis (item) * 2.0' hides.clew
  $1 = 4  int
  $2 = -1  int
  type = double

At a function's entry x reads memory as print does, behind the prologue. $_ is the last address that x showed, also of texts and instructions; $__ is what lies there.

  $ cat >take.c <<'END'
  $> char text[8] = "pear";
  $> int take(int n)
  $> {
  $>     return n + 1;
  $> }
  $> int main(void)
  $> {
  $>     return take(5) == 0;
  $> }
  $> END
  $ gcc -g -O0 -o take take.c && clew record -- ./take >/dev/null 2>&1; printf '%s\n' 'goto take' 'print $__' 'print n' 'x/1dw &n' 'print $__' 'x/1xw 0x10' 'print $_' 'print $__' 'x/2s text' 'print $_ - text' 'print $__' 'x/2i main' 'print (char *)$_ - (char *)main' 'print $__' | clew -i take.clew 2>&1 | tail -n +3 | sed -E 's/, written.*//; s/^0x[0-9a-f]{4,}/ADDRESS/'
  clew: `$__` has no value yet: `x` gives it one, as in x/8xg $sp
  $1 = 5  int
  ADDRESS:  5
  $2 = 5  int
  0x10:  <unknown>
  the byte at 0x10 is unknown here: nothing in the recording tells it; perhaps no memory is there
  $3 = 0x10  int *
  clew: `$__` is unknown, as is the memory that `x` showed last
  ADDRESS <text>:  "pear"
  ADDRESS <text+5>:  ""
  $4 = 5  long
  $5 = 0 '\000'  signed char
  ADDRESS <main>:  push   %rbp
  ADDRESS <main+1>:  mov    %rsp,%rbp
  $6 = 1  long
  $7 = 72 'H'  signed char
