requires: recorder
requires: g++

Variables and types of shared libraries with debug information: in their own code, and from code of the program.

  $ cat >stack.c <<'END'
  $> struct item { int weight; const char *name; };
  $> enum kind { LIGHT, HEAVY };
  $> struct item last = {0, "none"};          /* the program has a copy of it */
  $> int limit = 5;                           /* the program has one of its own */
  $> static int pushes;
  $> static __thread int depth;
  $> const struct item *push(int weight, const char *name)
  $> {
  $>     enum kind kind = weight > limit ? HEAVY : LIGHT;
  $>     struct item item = {weight, name};
  $>     pushes++;
  $>     depth++;
  $>     if (kind == HEAVY)
  $>         last = item;
  $>     return &last;
  $> }
  $> END
  $> cat >use.c <<'END'
  $> #include <stdio.h>
  $> extern struct item { int weight; const char *name; } last;
  $> const struct item *push(int weight, const char *name);
  $> int limit = 2;
  $> int local = 11;
  $> int main(void)
  $> {
  $>     const struct item *top = push(1, "pear");
  $>     top = push(4, "plum");
  $>     printf("%d %s\n", top->weight, last.name);
  $>     return 0;
  $> }
  $> END
  $> gcc -g -fPIC -shared -o libstack.so stack.c && gcc -g -o use use.c ./libstack.so
  $> clew record -o both.clew --only=exe --only=libstack -- ./use && clew record -o main.clew -- ./use
  4 plum
  4 plum

In code of the library: its locals and statics. `last` and `limit` are those of the program, as the dynamic linker decides.

  $ clew both.clew -c 'goto stack.c:13#1' -c 'info locals' -c 'info args' -c 'print pushes' -c 'print last' -c 'print limit' -c 'print local' -c 'print depth' 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//'
  ADDRESS#1 of 2
    jne    ADDRESS
  kind = HEAVY
  item = {weight = 4, name = ADDRESS "plum"}
  weight = 4
  name = ADDRESS "plum"
  $1 = 2
  $2 = {weight = 0, name = ADDRESS "none"}  struct item, no recorded code wrote it before
  $3 = 2  int, no recorded code wrote it before
  $4 = 11  int, no recorded code wrote it before
  clew: `depth` is in the thread-local memory of a library: clew does not know where that lies
  $ clew both.clew -c 'goto stack.c:15#1' -c 'print last' -c 'print item' -c 'whatis item' -c 'print (enum kind)0' -c 'print (struct item *)&last' -c 'print kind == HEAVY' -c finish -c 'print *(struct item *)$4' -c 'print $2' 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//'
  ADDRESS#1 of 2
    mov    0x2e33(%rip),%rax  # ADDRESS  = ADDRESS
  $1 = {weight = 4, name = ADDRESS "plum"}
  $2 = {weight = 4, name = ADDRESS "plum"}
  type = struct item
      int weight;  at 0, 4 bytes
      const char *name;  at 8, 8 bytes
  $3 = LIGHT  enum kind
  $4 = ADDRESS <last>  struct item *
  $5 = 1  int
  push returned ADDRESS
  0x117d#0 of 1
    mov    %rax,-0x8(%rbp)  = ADDRESS
  $6 = {weight = 4, name = ADDRESS "plum"}
  $7 = {weight = 4, name = ADDRESS "plum"}
  $ clew both.clew -c 'goto stack.c:12#1' -c 'watch pushes' -c continue -c 'reverse-continue' -c 'break stack.c:13 if weight == 4' -c 'goto main' -c 'continue' -c 'print name' 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/@[0-9]*//g'
  ADDRESS#1 of 2  push stack.c:12   of 182
    mov    %ebx,(%rax)  = 0x2
  watchpoint 1, pushes: 4 bytes at ADDRESS
  the trace ends here
  ADDRESS#0 of 1  _fini   of 182
    ret  = ADDRESS (rsp)
  watchpoint 1, pushes: Old value = 1, New value = 2
  ADDRESS#1 of 2  push stack.c:11   of 182
    mov    %eax,0x2ee9(%rip)  # ADDRESS  = 0x2
  breakpoint 2, stack.c:13 at ADDRESS if weight == 4
  0x1149#0 of 1  main use.c:7   of 182
    push   %rbp  = 0x1
  watchpoint 1, pushes: Old value = 0, New value = 1
  ADDRESS#0 of 2  push stack.c:11   of 182
    mov    %eax,0x2ee9(%rip)  # ADDRESS  = 0x1
  $1 = ADDRESS "pear"  const char *, written  push stack.c:8

From the program, also where the recording does not list code of the library.

  $ clew main.clew -c 'goto use.c:10' -c 'print pushes' -c "print 'stack.c'::pushes" -c 'print last' -c 'print limit' -c 'print push' -c 'whatis push' -c 'print (enum kind)1' -c 'print HEAVY' -c 'print *top' -c 'print depth' -c "print 'stack.c'::limit" 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//'
  0x119f#0 of 1
  
  $1 = 2
  $2 = 2
  $3 = {weight = 4, name = ADDRESS "plum"}
  $4 = 2  int, no recorded code wrote it before
  $5 = ADDRESS <push>  const struct item * (*)(int, const char *)
  type = const struct item * (int, const char *)
  $6 = HEAVY  enum kind
  $7 = HEAVY  enum kind
  $8 = {weight = 4, name = ADDRESS "plum"}
  clew: `depth` is in the thread-local memory of a library: clew does not know where that lies
  $9 = 2  int, no recorded code wrote it before

Without a state stream, and without the library.

  $ clew record --state=no -o lean.clew --only=exe --only=libstack -- ./use >/dev/null && clew lean.clew -c 'goto stack.c:13#1' -c 'info locals' -c 'print pushes' -c 'print local' 2>&1 | sed 's/  .*@.*//; s/0x48[0-9a-f]*/ADDRESS/g'
  ADDRESS#1 of 2
    jne    ADDRESS
  kind unknown since @117: a store whose address is unknown may have written it
  item = {weight = 4, name = 0x10a009 "plum"}
  clew: `pushes` is unknown since @117: a store whose address is unknown may have written it
  clew: `local` is unknown since @80: a store whose address is unknown may have written it
  $ rm libstack.so && clew both.clew -c 'goto stack.c:13#1' -c 'info locals' -c 'print pushes' -c 'print local' 2>&1 | sed 's/  .*@.*//; s/0x48[0-9a-f]*/ADDRESS/g'
  ADDRESS#1 of 2
    if (kind == HEAVY)
  no known locals in push
  clew: no variable `pushes` is known here, and no function has this name: the nearest is push; `info functions` lists them
  $1 = 11  int, no recorded code wrote it before

Two libraries with a variable of one name, the second in the place of the first: each has its own.

  $ for p in one two; do printf 'const char *title = "%s";\nint show(int n) { return n + title[0]; }\n' $p >$p.c; gcc -g -fPIC -shared -o $p.so $p.c; done
  $ cat >load.c <<'END'
  $> #include <dlfcn.h>
  $> #include <stdlib.h>
  $> static int run(void *library, int n) { return ((int (*)(int))dlsym(library, "show"))(n); }
  $> int main(int argc, char **argv)
  $> {
  $>     void *one = dlopen("./one.so", RTLD_NOW | RTLD_LOCAL);
  $>     int sum = run(one, 1);
  $>     if (argc > 1)
  $>         dlclose(one);
  $>     sum += run(dlopen("./two.so", RTLD_NOW | RTLD_LOCAL), 2);
  $>     return sum == 0;
  $> }
  $> END
  $> gcc -g -o load load.c -ldl && clew record -o load.clew --only=exe --only=one --only=two -- ./load && clew record -o place.clew --only=exe --only=one --only=two -- ./load unload
  $> for c in one two; do for r in load place; do clew $r.clew -c "goto $c.c:2#0" -c 'print title' -c 'print n' -c "print 'two.c'::title" 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//' | grep -v ' of '; done; done
  $> clew load.clew -c 'goto load.c:11' -c 'print title' -c "print 'one.c'::title" -c "print 'two.c'::title" 2>&1 | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//'
    ret  = ADDRESS (rsp)
  $1 = ADDRESS "one"
  $2 = 1
  clew: no file `two.c` has a static variable `title`
    int show(int n) { return n + title[0]; }  = ADDRESS
  $1 = ADDRESS "one"
  clew: no variable `n` is known here: run has one, and no function has this name: `info functions` lists them
  clew: no file `two.c` has a static variable `title`
    ret  = ADDRESS (rsp)
  $1 = ADDRESS "two"
  $2 = 2
  $3 = ADDRESS "two"
    int show(int n) { return n + title[0]; }  = ADDRESS
  $1 = ADDRESS "two"
  clew: no variable `n` is known here: run has one, and no function has this name: `info functions` lists them
  $2 = ADDRESS "two"
  0x1202#0 of 1
    movzbl %al,%eax  = 0x0
  clew: there are several variables `title`, but none in this function or file
  $1 = ADDRESS "one"
  $2 = ADDRESS "two"

The same name there and back, before, while and after each library is loaded.

  $ for r in load place; do echo $r; clew $r.clew -c 'goto main' -c 'print title' -c 'goto load.c:8' -c 'print title' -c 'goto load.c:11' -c 'print title' -c 'goto load.c:8' -c 'print title' -c 'goto main' -c 'print title' 2>&1 | grep '^\$\|^clew' | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/g; s/  .*@.*//'; done
  load
  clew: no variable `title` is known here, and no function has this name: `info functions` lists them
  $1 = ADDRESS "one"
  clew: there are several variables `title`, but none in this function or file
  $2 = ADDRESS "one"
  clew: no variable `title` is known here, and no function has this name: `info functions` lists them
  place
  clew: no variable `title` is known here, and no function has this name: `info functions` lists them
  $1 = ADDRESS "one"
  $2 = ADDRESS "two"
  $3 = ADDRESS "one"
  clew: no variable `title` is known here, and no function has this name: `info functions` lists them

The dynamic linker decides: two linked libraries with one variable; one of the program beside that of a library loaded later; a library that uses its own
(`-Bsymbolic`); an inline variable of C++.

  $ echo 'int title = 1; int show_one(void) { return title; }' >one.c; echo 'int title = 2, own = 3; int show_two(void) { return title + own; }' >two.c
  $ echo 'int title = 4; int show_late(void) { title += 68; return title; }' >late.c
  $ cat >inline.h <<'END'
  $> inline int counter = 10;
  $> END
  $ for n in 1 2; do printf '#include "inline.h"\nint add%s(int n) { counter += n; return counter; }\n' $n >add$n.cc; g++ -std=c++17 -g -fPIC -shared -o libadd$n.so add$n.cc; done
  $ gcc -g -fPIC -shared -o libone.so one.c; gcc -g -fPIC -shared -o libtwo.so two.c; gcc -g -fPIC -shared -o late.so late.c; gcc -g -fPIC -shared -Wl,-Bsymbolic -o symbolic.so late.c
  $ cat >many.cc <<'END'
  $> #include <dlfcn.h>
  $> #include <initializer_list>
  $> extern "C" { int show_one(void); int show_two(void); }
  $> int add1(int), add2(int);
  $> int main()
  $> {
  $>     int sum = show_one() + show_two() + add1(1) + add2(2);
  $>     for (const char *name : {"./late.so", "./symbolic.so"})
  $>         sum += ((int (*)(void))dlsym(dlopen(name, RTLD_NOW | RTLD_LOCAL), "show_late"))();
  $>     return sum == 0;
  $> }
  $> END
  $ g++ -g -o many many.cc ./libone.so ./libtwo.so ./libadd1.so ./libadd2.so -ldl; clew record --only=exe --only=libone --only=libtwo --only=late --only=symbolic --only=libadd1 --only=libadd2 -o many.clew -- ./many
  $> for at in one.c:1 two.c:1 add2.cc:2 many.cc:10; do echo "$at"; clew -c "goto $at" -c 'print title' -c 'print own' -c 'print counter' -c "print 'two.c'::title" many.clew 2>&1 | grep '^\$\|^clew' | sed 's/  .*@.*//'; done
  $> clew -c 'break show_late' -c 'goto main' -c continue -c 'print title' -c continue -c 'print title' many.clew 2>&1 | grep '^\$\|^clew' | sed 's/  .*@.*//'
  one.c:1
  $1 = 1  int, the last write to it is unknown
  $2 = 3  int, the last write to it is unknown
  clew: there are several variables `counter`, but none in this function or file
  $3 = 1  int, the last write to it is unknown
  two.c:1
  $1 = 1  int, the last write to it is unknown
  $2 = 3  int, the last write to it is unknown
  clew: there are several variables `counter`, but none in this function or file
  $3 = 1  int, the last write to it is unknown
  add2.cc:2
  clew: there are several variables `title`, but none in this function or file
  $1 = 3  int, the last write to it is unknown
  $2 = 13
  $3 = 1  int, the last write to it is unknown
  many.cc:10
  clew: there are several variables `title`, but none in this function or file
  $1 = 3  int, the last write to it is unknown
  clew: there are several variables `counter`, but none in this function or file
  $2 = 69
  $1 = 1  int, the last write to it is unknown
  $2 = 4  int, the last write to it is unknown

A condition means what its names mean in the code of the library where it is asked, not at your place: members, statics, types.

  $ cat >shelf.cc <<'END'
  $> typedef short narrow;
  $> static int pushes;
  $> narrow last;
  $> enum Level { EMPTY, FULL = 3 } level = EMPTY;
  $> struct Shelf {
  $>     int top = 0;
  $>     void push(int weight);
  $> };
  $> void Shelf::push(int weight)
  $> {
  $>     top += weight;
  $>     pushes++;
  $>     last = weight;
  $> }
  $> extern "C" void push(int weight)
  $> {
  $>     static Shelf shelf;
  $>     shelf.push(weight);
  $> }
  $> END
  $> cat >fill.c <<'END'
  $> typedef long narrow;
  $> void push(int);
  $> int main(void)
  $> {
  $>     narrow here = 0;
  $>     for (int i = 1; i < 6; i++) {
  $>         push(i * 65537);
  $>         here++;
  $>     }
  $>     return here == 0;
  $> }
  $> END
  $> g++ -g -fPIC -shared -o libshelf.so shelf.cc && gcc -g -c fill.c && gcc -o fill fill.o ./libshelf.so && clew record --only=exe --only=libshelf -- ./fill
  $> for c in 'top > 3 * 65537' 'pushes == 3' '(narrow)weight == 4' 'sizeof(narrow) == 8' 'pushes == FULL' 'last == (narrow)65538' 'here == 2' 'push == 0'; do
  $>     echo "if $c"; clew fill.clew -c 'goto main' -c "break shelf.cc:12 if $c" -c continue -c 'print top' -c 'print pushes' 2>&1 | sed -n 's/  .*@.*//; /^[$]\|^the trace\|^clew: column/p'
  $> done
  $> clew fill.clew -c 'goto main' -c 'break fill.c:7 if pushes == FULL && sizeof(narrow) == 8' -c continue -c 'print i' | sed -n 's/  .*@.*//; /^[$]/p'
  if top > 3 * 65537
  $1 = 393222
  $2 = 2
  if pushes == 3
  $1 = 655370
  $2 = 3
  if (narrow)weight == 4
  $1 = 655370
  $2 = 3
  if sizeof(narrow) == 8
  the trace ends here
  $1 = 5
  if pushes == FULL
  $1 = 655370
  $2 = 3
  if last == (narrow)65538
  $1 = 393222
  $2 = 2
  if here == 2
  clew: column 1 of the condition: no variable `here` is known there
  the trace ends here
  $1 = 5
  if push == 0
  the trace ends here
  $1 = 5
  $1 = 4
