requires: recorder
requires: g++

catch throw, catch catch and catch rethrow stop at the calls of your code into the runtime of C++; a throw names its type. An exception of a library shows
where your code takes it.

  $ cat >e.cc <<'END'
  $> #include <cstdio>
  $> #include <stdexcept>
  $> #include <string>
  $> #include <vector>
  $> struct mine { int code; };
  $> static void leaf(int n)
  $> {
  $>     if (n == 1)
  $>         throw std::runtime_error("one");
  $>     if (n == 2)
  $>         throw mine{7};
  $>     if (n == 3)
  $>         throw 42;
  $> }
  $> static int attempt(int n)
  $> {
  $>     try {
  $>         leaf(n);
  $>         if (n == 4)
  $>             return (int)std::string("x").at(9);
  $>         return 0;
  $>     } catch (const mine &m) {
  $>         return m.code;
  $>     } catch (const std::exception &e) {
  $>         try {
  $>             throw;
  $>         } catch (...) {
  $>         }
  $>         return -1;
  $>     } catch (int i) {
  $>         return i;
  $>     }
  $> }
  $> int main()
  $> {
  $>     int total = 0;
  $>     for (int n = 0; n < 5; n++)
  $>         total += attempt(n);
  $>     printf("%d\n", total);
  $>     return 0;
  $> }
  $> END
  $ g++ -g -O0 -o e e.cc && clew record -- ./e
  $> ask() { printf '%s\n' "$@" | clew -i e.clew 2>&1 | sed -E 's/^0x[0-9a-f]+/0x/; s/at 0x[0-9a-f]+/at 0x/; s/@[0-9]+ of [0-9]+/@T/; s/, written.*//; /^  [a-z]/d' | tail -n +2; }
  $> ask 'goto begin' 'catch throw' 'catch catch' 'catch rethrow' c c c c c c c c c c c c rc 'info breakpoints'
  $> ask 'goto begin' 'catch throw if n == 2' c 'print n'
  47
  breakpoint 1, throw at 0x (3 locations)
  breakpoint 2, catch at 0x (4 locations)
  breakpoint 3, rethrow at 0x
  breakpoint 1, throw of std::runtime_error
  0x#0 of 1  leaf(int) e.cc:9  @T
  breakpoint 2, catch
  0x#0 of 2  attempt(int) e.cc:24  @T
  breakpoint 3, rethrow
  0x#0 of 2  attempt(int) e.cc:26  @T
  breakpoint 2, catch
  0x#0 of 2  attempt(int) e.cc:27  @T
  breakpoint 1, throw of mine
  0x#0 of 1  leaf(int) e.cc:11  @T
  breakpoint 2, catch
  0x#0 of 1  attempt(int) e.cc:22  @T
  breakpoint 1, throw of int
  0x#0 of 1  leaf(int) e.cc:13  @T
  breakpoint 2, catch
  0x#0 of 1  attempt(int) e.cc:30  @T
  breakpoint 2, catch
  0x#1 of 2  attempt(int) e.cc:24  @T
  breakpoint 3, rethrow
  0x#1 of 2  attempt(int) e.cc:26  @T
  breakpoint 2, catch
  0x#1 of 2  attempt(int) e.cc:27  @T
  the trace ends here
  0x#0 of 1  _fini  @T
  breakpoint 2, catch
  0x#1 of 2  attempt(int) e.cc:27  @T
  breakpoint 1, throw at 0x (3 locations), 3 hits
  breakpoint 2, catch at 0x (4 locations), 7 hits
  breakpoint 3, rethrow at 0x, 2 hits
  breakpoint 1, throw at 0x (3 locations) if n == 2
  breakpoint 1, throw of mine
  0x#0 of 1  leaf(int) e.cc:11  @T
  $1 = 2  int

Calls through slots of the linker, through registers (-mcmodel=large), and in a static program; a program without exceptions.

  $ g++ -g -O0 -fno-plt -o slots e.cc && clew record -- ./slots; printf '%s\n' 'goto begin' 'catch throw' c | clew -i slots.clew 2>&1 | grep ' of std'
  $> g++ -g -O0 -static -o static e.cc && clew record -- ./static; printf '%s\n' 'goto begin' 'catch throw' c | clew -i static.clew 2>&1 | grep ' of std'
  $> for how in '-mcmodel=large -no-pie -O2' '-mcmodel=large -fPIC -fno-plt'; do
  $>     g++ -g $how -o large e.cc && clew record -- ./large >/dev/null 2>&1
  $>     printf '%s\n' 'goto begin' 'catch throw' 'catch catch' 'catch rethrow' c c c | clew -i large.clew 2>&1 | grep '^breakpoint [123], [a-z ]*[a-z:_]*$'
  $> done
  $> echo 'int main() { return 0; }' >none.cc; g++ -g -o none none.cc && clew record -- ./none; clew -c 'catch throw' none.clew; clew -c 'catch catch' none.clew
  $> mv e away; clew -c 'catch throw' e.clew 2>&1 | tail -1
  47
  breakpoint 1, throw of std::runtime_error
  47
  breakpoint 1, throw of std::runtime_error
  breakpoint 1, throw of std::runtime_error
  breakpoint 2, catch
  breakpoint 3, rethrow
  breakpoint 1, throw of std::runtime_error
  breakpoint 2, catch
  breakpoint 3, rethrow
  clew: no `throw` of your code ran; `catch catch` stops where your code takes exceptions, also those of libraries
  clew: no `catch` of your code ran
  clew: without the executable clew does not know which calls throw: --exec=FILE names it

Where clew cannot tell which functions some calls go to, it does not say that nothing was thrown. A call through a pointer to your code is no such call.

  $ strip -o stripped static && clew record -- ./stripped >/dev/null 2>&1; clew -c 'catch throw' stripped.clew 2>&1 | sed -E 's/[0-9]+ calls/N calls/'
  $> cat >p.cc <<'END'
  $> #include <cstdlib>
  $> struct base { virtual int f() { return 1; } };
  $> struct derived : base { int f() override { return 2; } };
  $> static int twice(int n) { return n * 2; }
  $> int (*volatile pointer)(int) = twice;
  $> int (*volatile outside)(int) = abs;
  $> int main(int argc, char **)
  $> {
  $>     base *p = argc ? new derived : new base;
  $>     int total = p->f() + pointer(argc);
  $> #ifdef OUTSIDE
  $>     total += outside(argc);
  $> #endif
  $>     return total == 0;
  $> }
  $> END
  $> g++ -g -O0 -o p p.cc && clew record -- ./p && clew -c 'catch rethrow' p.clew
  $> g++ -g -O0 -DOUTSIDE -o o p.cc && clew record -- ./o && clew -c 'catch rethrow' o.clew
  clew: clew found no call of `__cxa_throw`: N calls go to unknown functions
  clew: no `throw;` of your code ran
  clew: clew found no call of `__cxa_rethrow`: 1 call goes to an unknown function
  [1]

std::rethrow_exception rethrows, too. In a recording of all code, the stub of the linker is no second throw.

  $ cat >r.cc <<'END'
  $> #include <exception>
  $> #include <stdexcept>
  $> int main()
  $> {
  $>     std::exception_ptr kept;
  $>     try {
  $>         throw std::runtime_error("x");
  $>     } catch (...) {
  $>         kept = std::current_exception();
  $>     }
  $>     try {
  $>         std::rethrow_exception(kept);
  $>     } catch (const std::exception &) {
  $>     }
  $>     return 0;
  $> }
  $> END
  $> g++ -g -O0 -o r r.cc && clew record --only=all -- ./r
  $> for word in throw rethrow catch; do printf '%s\n' 'goto begin' "catch $word" c c c c | clew -i r.clew 2>&1 | grep -A1 '^breakpoint 1, [a-z ]*[a-z:_]*$' | sed -E 's/^0x[0-9a-f]+.* (main)/\1/; s/ *@.*//; /^--/d'; done
  breakpoint 1, throw of std::runtime_error
  main r.cc:7
  breakpoint 1, rethrow
  main r.cc:12
  breakpoint 1, catch
  main r.cc:8
  breakpoint 1, catch
  main r.cc:13

clew does not choose by type, and knows no exceptions of Ada.

  $ for what in 'throw std::string' 'catch int' exception 'exception constraint_error'; do clew -c "catch $what" r.clew; done
  clew: clew does not choose exceptions by type: `catch throw` stops at all of them
  clew: clew does not choose exceptions by type: `catch catch` stops at all of them
  clew: clew knows only exceptions of C++: `catch throw`, `catch catch` and `catch rethrow` stop there
  clew: clew knows only exceptions of C++: `catch throw`, `catch catch` and `catch rethrow` stop there
  [1]
