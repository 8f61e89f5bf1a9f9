requires: recorder
requires: g++

`whatis` says of which type a variable is, as C has it; of a structure also its members, and how far behind its start they lie.

  $ gcc -g -O0 -no-pie -o shapes shapes.c && clew record -- ./shapes >/dev/null
  $ clew --echo -c 'whatis numbers' -c 'whatis items[0]' -c 'ptype items[0].next->at' -c 'whatis grid[1]' -c 'whatis all.list' -c 'whatis both' -c 'whatis main' -c 'whatis copy::to' -c 'whatis v[1' shapes.clew 2>&1
  (clew) whatis numbers
  type = int [6]
  (clew) whatis items[0]
  type = struct item
      char name[12];  at 0, 12 bytes
      struct point at;  at 12, 8 bytes
      double weight;  at 24, 8 bytes
      enum colour colour;  at 32, 4 bytes
      unsigned int flag : 3;  at 36, 1 byte
      unsigned int kind : 2;  at 36, 1 byte
      const char *note;  at 40, 8 bytes
      struct item *next;  at 48, 8 bytes
      int unused;  at 56, 4 bytes
  (clew) ptype items[0].next->at
  type = struct point
      int x;  at 0, 4 bytes
      int y;  at 4, 4 bytes
  (clew) whatis grid[1]
  type = int [3]
  (clew) whatis all.list
  type = long int [2]
  (clew) whatis both
  type = union {...}
      float f;  at 0, 4 bytes
      unsigned char byte[4];  at 0, 4 bytes
  (clew) whatis main
  type = int (void)
  (clew) whatis copy::to
  clew: no frame of `copy` on the stack has a variable `to`: `backtrace` lists the frames
  (clew) whatis v[1
  clew: the expression `v[1` ends at column 4: expected an operator or ]
  [1]
  $ clew --json -c 'whatis &items[0].at' -c 'whatis &grid' shapes.clew
  {"type":"struct point *"}
  {"member":"int x;","offset":0,"size":4}
  {"member":"int y;","offset":4,"size":4}
  {"type":"int (*)[2][3]"}
  $ for words in '' '$rax' nothing 'items[0].nothing' 3 _start; do clew -c "whatis $words" shapes.clew; done
  clew: `whatis` needs an expression, a type or a function, as in `whatis p->next`
  type = long
  clew: no variable `nothing` is known here
  clew: struct item has no member `nothing`
  type = int
  clew: the type of `_start` is unknown: its code has no DWARF
  [1]

`print &VAR` says where it lies, as a pointer to it, of a function where its code is; a local lies in the frame that one is in.

  $ gcc -g -O0 -no-pie -o returns returns.c && clew record -- ./returns >/dev/null
  $ clew -c 'goto returns.c:31' -c 'print &p.n' -c 'print &g' -c 'print &argv' returns.clew | sed -n 's/0x1ff[0-9a-f]*/STACK/p'
    add    $0x20,%rsp  = STACK
  $1 = STACK  int *, to 4 bytes
  $2 = STACK  double *, to 8 bytes
  $3 = STACK  char ***, to 8 bytes
  $ clew -c 'goto returns.c:31' -c 'print &p.n' -c 'print d' returns.clew | sed -n 's/^\$[0-9]* = \(0x[0-9a-f]*\) .*/\1/p' | uniq | wc -l
  1
  $ clew -c 'print &numbers' -c 'print &numbers[2]' -c 'print &main' -c 'print/d &untouched.y' shapes.clew | sed 's/0x[0-9a-f]*/ADDRESS/; s/= [0-9]*  /= DECIMAL  /'
  $1 = ADDRESS <numbers>  int (*)[6], to 24 bytes
  $2 = ADDRESS <numbers+8>  int *, to 4 bytes
  $3 = ADDRESS <main>  int (*)(void)
  $4 = DECIMAL  int *, to 4 bytes
  $ clew --json -c 'print &grid' shapes.clew | sed 's/0x[0-9a-f]*/ADDRESS/'
  {"history":1,"value":"ADDRESS","type":"int (*)[2][3]"}
  $ for words in '&' '&items[0].flag' '&nothing' '&3'; do clew -c "print $words" shapes.clew 2>&1 | sed 's/0x[0-9a-f]*/ADDRESS/'; done
  clew: & needs a variable, a path or a function, as in `print &VAR`
  clew: `items[0].flag` is a bit field: it shares its bytes at ADDRESS and has no address of its own
  clew: no variable `nothing` is known here, and no function has this name: `info functions` lists them
  clew: `3` is a value: it has no address

What optimized code keeps nowhere has a type, and no address. Other traces know no variables.

  $ gcc -g -O2 -no-pie -o returns returns.c && clew record -- ./returns >/dev/null
  $ clew -c 'goto returns.c:31' -c 'whatis f' returns.clew | tail -1; clew -c 'goto returns.c:31' -c 'print &f' returns.clew 2>&1 | tail -1
  type = float
  clew: `f` is computed from registers here, and not in memory: it has no address
  $ clew -c 'whatis best' good-instance.wet
  clew: `whatis` needs a recording, but this is a WET trace. Locations of variables are not recorded; `list` shows their source lines, `values` the computed values
  [1]
  $ clew -c 'print &best' good-instance.wet
  clew: `print &` needs a recording, which has the addresses of variables: `clew record` makes one
  [1]

What functions take is said as it was declared.

  $ cat >takes.c <<'C'
  $> #include <stdarg.h>
  $> long more(const char *first, ...)
  $> {
  $>     va_list rest;
  $>     va_start(rest, first);
  $>     long n = va_arg(rest, int);
  $>     va_end(rest);
  $>     return n;
  $> }
  $> int old() { return 3; }
  $> int none(void) { return 4; }
  $> int main(void) { return (int)more("x", 7) - old() - none(); }
  $> C
  $ gcc -g -O0 -w -o takes takes.c && clew record -- ./takes; for f in more old none; do clew -c "whatis $f" takes.clew; done
  type = long int (const char *, ...)
  type = int ()
  type = int (void)

What is constant is said where C says it: the pointer, what it leads to, or the elements.

  $ printf '%s\n' 'static const char *const names[] = {"one", "two"};' 'static const int table[] = {1, 2};' 'static char text[4], *const fixed = text, *const *const both = &fixed;' \
  $>     'int main(void) { return names[1][0] + table[1] + fixed[0] + both[0][0] == 0; }' >constant.c
  $ gcc -g -O0 -o constant constant.c && clew record -- ./constant; for v in names table fixed both; do clew --at constant.c:4 -c "whatis $v" constant.clew; done
  type = const char * const [2]
  type = const int [2]
  type = char * const
  type = char * const * const

A class comes before its constructor.

  $ cat >class.cc <<'C'
  $> namespace shop { class Item { public: int id; Item(int i) : id(i) {} }; }
  $> int main() { shop::Item a(3); return a.id - 3; }
  $> C
  $ g++ -g -O0 -o class class.cc && clew record -- ./class; for v in Item shop::Item Item::Item; do clew -c "ptype $v" class.clew; done
  type = struct Item
      int id;  at 0, 4 bytes
  type = struct Item
      int id;  at 0, 4 bytes
  type = void (struct Item * const, int)
