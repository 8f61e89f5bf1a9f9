requires: recorder
requires: gcc

Code compiled with -O2 keeps some variables nowhere. DWARF tells how to compute their values: from registers and numbers of floating point, from what a register held
when the function was entered, or as a constant. A pointer to what has no address is synthetic: print shows what it points to.

  $ gcc -g -O2 -no-pie -o placeless placeless.c && clew record -- ./placeless
  9 bb
  22
  2
  2.000000
  $ clew -c 'goto placeless.c:30' -c 'info args' -c 'info locals' -c 'print half * 2' placeless.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x4011fb#0 of 1  mean placeless.c:30  @172 of 207
    call   0x401030 <printf@plt>  = 0x401200
  low = 1.5  float, computed from %xmm0 at function entry
  high = 2.5  double, in %xmm1
  count = 301  long int, in %rbx, written @165 mean placeless.c:25
  half = 0.5  double, a constant here
  times = 301  float, computed from %rbx
  total = 2  double, in %xmm0
  whole = 2  int, in %esi, written @170 mean placeless.c:29
  $1 = 1  double
  $ clew -c 'goto placeless.c:8' -c 'info args' -c 'info locals' -c 'print pair->second' -c 'print *pair' -c 'print sizeof *pair' -c 'whatis pair->first' placeless.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x4011bc#0 of 1  sum placeless.c:8  @38 of 207
    mov    %edx,0x2e5e(%rip)  # 0x404020  = 0x6
  pair = <synthetic pointer>  const struct pair *, optimised away: its target may have no address
  calls = 6  int, written @38 sum placeless.c:8
  $1 = 10  int, in pieces
  $2 = {first = 5, second = 10}  const struct pair, in pieces, the last written @32 main placeless.c:52
  $3 = 8  unsigned long
  type = int
  $ clew -c 'goto placeless.c:8' -c 'print pair + 1' placeless.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  clew: `pair` is a synthetic pointer: what it points to has no known address
  0x4011bc#0 of 1  sum placeless.c:8  @38 of 207
    mov    %edx,0x2e5e(%rip)  # 0x404020  = 0x6
  $ clew -c 'goto placeless.c:8' -c 'print &pair->first' placeless.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  clew: `pair->first` is in several pieces here, and not in memory: it has no address
  0x4011bc#0 of 1  sum placeless.c:8  @38 of 207
    mov    %edx,0x2e5e(%rip)  # 0x404020  = 0x6

The program computes how many elements a variable-length array has.

  $ clew -c 'goto placeless.c:46' -c 'info locals' -c 'print sizeof squares' -c 'whatis letters' -c 'print letters[1]' -c 'print *first' -c 'print squares[2] + 1' placeless.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x4012f4#0 of 1  rows placeless.c:46  @144 of 207
    mov    0x4(,%rax,4),%eax  = 0x1
  squares = {0, 1, 4, 9}  int [4], last written @123 rows placeless.c:41
  letters = {"aa", "bb", "cc", "dd"}  char [4][2], last written in the call @129 rows placeless.c:43
  first = STACK  int (*)[4], in %r13
  $1 = 16  unsigned long
  type = char [4][2]
  $2 = "bb"  char [2], last written in the call @101 rows placeless.c:43
  $3 = {0, 1, 4, 9}  int [4], last written @123 rows placeless.c:41
  $4 = 5  int
  $ gcc -g -O0 -no-pie -o plain placeless.c && clew record -- ./plain >/dev/null
  $ clew -c 'goto placeless.c:46' -c 'info locals' -c 'print sizeof squares' -c 'print sizeof letters[0]' -c 'whatis letters' -c 'print letters[1]' -c 'whatis first' -c 'print &squares' plain.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x40149e#0 of 1  rows placeless.c:46  @411 of 496
    mov    -0x80(%rbp),%rsp  = STACK
  squares = {0, 1, 4, 9}  int [4], last written @339 rows placeless.c:41
  letters = {"aa", "bb", "cc", "dd"}  char [4][2], last written @372 rows placeless.c:43
  first = STACK  int (*)[4], written @183 rows placeless.c:39
  $1 = 16  unsigned long
  $2 = 2  unsigned long
  type = char [4][2]
  $3 = "bb"  char [2], last written @276 rows placeless.c:43
  type = int (*)[4]
  $4 = STACK  int (*)[4], to 16 bytes

Before the declaration of such an array has run, what an earlier call computed is still in memory: it is neither the size nor the place of this one's.

  $ cat >again.c <<'END'
  $> static int first(int n)
  $> {
  $>     int squares[n];
  $>     squares[n - 1] = n;
  $>     return squares[n - 1];
  $> }
  $> int main(void)
  $> {
  $>     return first(3) + first(4);
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o again again.c && clew record -- ./again
  [7]
  $ clew -c 'goto again.c:2#1' -c 'print n' -c 'whatis squares' -c 'print sizeof squares' -c 'print squares[0]' -c 'info locals' -c 'goto again.c:5#1' -c 'print sizeof squares' -c 'print squares[3]' again.clew 2>&1 | sed '/^0x/d; /^  [a-z]/d'
  $1 = 4  int, written @89 first again.c:2
  type = int []
  clew: `sizeof squares` is unknown: this call has not computed the number of elements yet
  clew: `squares` is in memory here, and clew cannot tell where: it is computed from memory that this call has not written yet
  squares is in memory here, and clew cannot tell where: it is computed from memory that this call has not written yet
  $2 = 16  unsigned long
  $3 = 4  int, written @122 first again.c:4
  $ clew -c 'goto @1' -c 'break again.c:2 if sizeof(squares) == 12' -c continue -c continue again.clew | grep -o 'breakpoint.*'
  breakpoint 1, again.c:2 at 0x401112 if sizeof(squares) == 12
  breakpoint 1, again.c:2 (whether `sizeof(squares) == 12` holds is unknown; `sizeof(squares)` is unknown: this call has not computed the number of elements yet)
  breakpoint 1, again.c:2 (whether `sizeof(squares) == 12` holds is unknown; `sizeof(squares)` is unknown: this call has not computed the number of elements yet)

Integers of 16 bytes may lie in two registers. A target may be nowhere. Only texts compare with a text.

  $ cat >wide.c <<'END'
  $> static int global;
  $> volatile int sink;
  $> __attribute__((noipa)) static void stop(void) { sink++; }
  $> static inline int use(const int *gone, const int *where)
  $> {
  $>     stop();
  $>     return gone != 0 ? *where : 0;
  $> }
  $> struct pair { long a; int b; };
  $> __attribute__((noinline)) long high(struct pair p, __int128 w)
  $> {
  $>     stop();
  $>     long z = p.a + p.b;
  $>     stop();
  $>     sink = (int)(w >> 70);
  $>     return z;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int unused[8];
  $>     char fixed[6] = "hello", *text = fixed;
  $>     int wide[2] = {argc, 2};
  $>     sink = wide[1] + text[1];
  $>     unused[argc] = 1;
  $>     return (int)high((struct pair){argc, 2}, (__int128)argc << 100) + use(unused, &global) + (argv[0] == text);
  $> }
  $> END
  $ gcc -g -O2 -no-pie -o wide wide.c && clew record -- ./wide
  [3]
  $ clew -c 'goto high' -c 'print w' -c 'print/x w' -c 'goto wide.c:6' -c 'print *gone' wide.clew 2>&1 | sed '/^0x/d; /^  [a-z]/d; s/0x40[0-9a-f]* </0x40... </; s/@[0-9]*/@T/'
  $1 = 1267650600228229401496703205376  __int128, in pieces, the last written @T main wide.c:25
  $2 = 0x10000000000000000000000000  __int128, in pieces, the last written @T main wide.c:25
  clew: what `gone` points to is optimised away here
  $ gcc -g -O0 -no-pie -o narrow wide.c && clew record -- ./narrow
  [3]
  $ clew -c 'goto wide.c:25' -c 'print text == "hello"' -c 'print fixed == "hello"' -c 'print &fixed == "hello"' -c 'print wide == "hello"' -c 'print &wide == "hello"' narrow.clew 2>&1 | sed '/^0x/d; /^  [a-z]/d'
  clew: `text` is a pointer: `$_streq(text, "hello")` compares the text that it leads to
  $1 = 1  int
  clew: `&fixed` is no text: neither a char array nor a string
  clew: `wide` is no text: neither a char array nor a string
  clew: `&wide` is no text: neither a char array nor a string
