requires: recorder

Print shows structures, arrays and strings as gdb writes them. What nobody who is shown wrote or read is unknown, each number and each byte by itself: of a buffer that
strcpy or snprintf filled those bytes are known that the program read.

  $ cp "$ROOT"/tests/golden/inputs/shapes.c . && gcc -g -O0 -no-pie -o shapes shapes.c && clew record -- ./shapes >/dev/null
  $> printf '%s\n' 'for e; do echo "$e"; clew -c "goto shapes.c:65" -c "print$e" shapes.clew 2>&1 | tail -n +3 | sed -E "s/@[0-9]+/@T/g; s/0x40[0-9a-f]+/ADDRESS/g"; done' >shows
  $> bash shows ' items[0]' ' items[0].name' ' *items[0].next' ' numbers' ' v' ' built' ' line' ' grid' ' many' ' both' ' all' ' untouched'
   items[0]
  $1 = {  struct item, last written @T main shapes.c:48
    name = "pear\000\000\000\000\000\000\000",
    at = {x = 3, y = -4},
    weight = 0.25,
    colour = GREEN,
    flag = 5,
    kind = 1,
    note = ADDRESS "food",
    next = ADDRESS <items+64>,
    unused = 0
  }
   items[0].name
  $1 = "pear\000\000\000\000\000\000\000"  char [12], last written @T copy shapes.c:29
   *items[0].next
  $1 = {  struct item, last written @T main shapes.c:49
    name = "plum\000\000\000\000\000\000\000",
    at = {x = 0, y = 0},
    weight = 0,
    colour = RED,
    flag = 0,
    kind = 0,
    note = 0x0,
    next = 0x0,
    unused = 0
  }
   numbers
  $1 = {7, 7, 7, 3, 4, 0}  int [6], last written @T main shapes.c:51
   v
  $1 = {0, 1.5, 3, 4.5}  double [4], last written @T main shapes.c:53
   built
  $1 = "ab\000\000c\000\000\000\000\000\000\000\000\000\000"  char [16], last written @T main shapes.c:60
   line
  $1 = "n=7", '\000' <repeats 28 times>  char [32], last written in the call @T main shapes.c:65, 28 of 32 bytes unwritten in this frame
   grid
  $1 = {{0, 1, 2}, {3, 4, 0}}  int [2][3], last written @T main shapes.c:55
   many
  $1 = {  short int [300], last written @T main shapes.c:57
    0 <repeats 100 times>, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76,
    77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37,
    38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61,
    62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85,
    86, 87, 88, 89, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19...
  }
   both
  $1 = {f = 1.5, byte = "\000\000\300?"}  union {...}, last written @T main shapes.c:61
   all
  $1 = {in = {c = 39 '\'', ok = true}, list = {0, 0}}  struct {...}, last written @T main shapes.c:63
   untouched
  $1 = {x = 0, y = 0}  struct point, no recorded code wrote it before

A pointer to characters has the text behind it, and what is read-only in the executable is known though nobody wrote it. print/s looks for all of the text, print for what is near.

  $ bash shows ' category' '/s category' ' *category' ' heap' '/s heap' '/x heap' ' odd' ' high' '/s items[1].note'
   category
  $1 = ADDRESS "food"  const char *, written @T main shapes.c:35
  /s category
  $1 = ADDRESS "food"  const char *, written @T main shapes.c:35
   *category
  $1 = 102 'f'  const char, read-only data of the executable
   heap
  $1 = ADDRESS "heap\n"  char *, written @T main shapes.c:38
  /s heap
  $1 = ADDRESS "heap\n"  char *, written @T main shapes.c:38
  /x heap
  $1 = ADDRESS  char *, written @T main shapes.c:38
   odd
  $1 = ADDRESS "a \"b\" \\ \t\033[31m"  const char *, written @T main shapes.c:36
   high
  $1 = ADDRESS "ä \377 ", '-' <repeats 11 times>  const char *, written @T main shapes.c:37
  /s items[1].note
  $1 = 0x0  const char *, no recorded code wrote it before

Formats are for each number; limits are gdb's.

  $ bash shows '/x items[0]' '/c items[0].name' '/d v' '/x grid' '/s numbers' '/s numbers[1]'
  /x items[0]
  $1 = {  struct item, last written @T main shapes.c:48
    name = {0x70, 0x65, 0x61, 0x72, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
    at = {x = 0x3, y = 0xfffffffc},
    weight = 0x3fd0000000000000,
    colour = 0x1,
    flag = 0x5,
    kind = 0x1,
    note = ADDRESS,
    next = ADDRESS,
    unused = 0x0
  }
  /c items[0].name
  $1 = {  char [12], last written @T copy shapes.c:29
    112 'p', 101 'e', 97 'a', 114 'r', 0 '\000', 0 '\000', 0 '\000', 0 '\000', 0 '\000', 0 '\000',
    0 '\000', 0 '\000'
  }
  /d v
  $1 = {0, 4609434218613702656, 4613937818241073152, 4616752568008179712}  double [4], last written @T main shapes.c:53
  /x grid
  $1 = {{0x0, 0x1, 0x2}, {0x3, 0x4, 0x0}}  int [2][3], last written @T main shapes.c:55
  /s numbers
  $1 = {7, 7, 7, 3, 4, 0}  int [6], last written @T main shapes.c:51
  /s numbers[1]
  $1 = 7  int, written @T main shapes.c:51

For programs.

  $ clew --json -c 'goto shapes.c:65' -c 'print numbers' -c 'print category' -c 'print untouched' shapes.clew 2>&1 | tail -n +2 | sed -E 's/"time":[0-9]+/"time":N/; s/0x40[0-9a-f]+/ADDRESS/'
  {"history":1,"text":"{7, 7, 7, 3, 4, 0}","type":"int [6]","time":N,"size":24,"unknown_bytes":0}
  {"history":2,"value":"ADDRESS","text":"\"food\"","type":"const char *","time":N}
  {"history":3,"text":"{x = 0, y = 0}","type":"struct point","size":8,"unknown_bytes":0}

Of optimized code a structure may be in a register.

  $ printf '%s\n' 'struct pair { int a, b; };' 'volatile int out;' '__attribute__((noinline)) void take(struct pair pair)' '{' '    out = pair.b;' '    out = pair.a;' '}' 'int main(void)' '{' '    take((struct pair){4, out + 5});' '    return 0;' '}' > pair.c && gcc -g -O2 -no-pie -o pair pair.c && clew record -- ./pair && clew -c 'goto take' -c 'print pair' -c 'print pair.b' pair.clew | sed -E 's/@[0-9]+/@T/g' | tail -n +3
  $1 = {a = 4, b = 5}  struct pair, in %rdi, written @T main pair.c:10
  $2 = 5  int, in %edi, written @T main pair.c:10

What skipped code wrote later, and loads told of byte by byte, was not there before.

  $ printf '%s\n' '#include <string.h>' 'static char text[16];' 'int main(int argc, char **argv)' '{' '    int sum = argc;' '    strcpy(text, argv[1]);' '    for (int i = 0; text[i]; i++)' '        sum += text[i];' '    return sum == 0;' '}' > early.c && gcc -g -O0 -fno-builtin -o early early.c && clew record -- ./early 'a word or two' && for at in 5 7; do clew -c "goto early.c:$at" -c 'print text' -c 'print text[3]' -c 'who text' early.clew 2>&1 | tail -n +3 | sed -E 's/@[0-9]+/@T/g; s/0x[0-9a-f]+/CODE/g'; done
  $1 = '\000' <repeats 15 times>  char [16], no recorded code wrote it before
  $2 = 0 '\000'  char, no recorded code wrote it before
  @T  CODE#0  main early.c:6  call   CODE <strcpy@plt>  skipped code wrote it, at CODE
  $1 = "a word or two\000\000"  char [16], last written in the call @T main early.c:6
  $2 = 111 'o'  char, written in the call @T main early.c:6
  @T  CODE#0  main early.c:6  call   CODE <strcpy@plt>  skipped code wrote it, at CODE

A file can say that large structures lie in small ones: that many parts are looked at, and the rest is not.

  $ printf '%s\n' '#include <stdlib.h>' 'struct a { char c; };' 'struct b { struct a x[8192]; };' 'struct c { struct b y[32767]; };' 'int main(void)' '{' '    struct c *p = malloc(8);' '    ((char *)p)[0] = 7;' '    return ((char *)p)[0] == 8;' '}' > deep.c
  $ gcc -g -no-pie -dA -S -o deep.s deep.c && sed -Ei 's/0x2000(\t# DW_AT_byte_size)/1\1/; s/0xfffe000(\t# DW_AT_byte_size)/0x7fff\1/' deep.s && gcc -no-pie -o deep deep.s && clew record -- ./deep 2>/dev/null; clew -c 'goto deep.c:9' -c 'print *p' deep.clew | tail -n +3 | head -6 | cut -c1-64
  $1 = {  struct c, last written @36 main deep.c:8
    y = {
      {
        x = {
          {c = 7 '\a'}, {c = 0 '\000'} <repeats 23 times>, {c = 81
          {c = 2 '\002'}, {c = 0 '\000'} <repeats 8165 times>
