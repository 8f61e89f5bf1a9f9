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

Calls through slots of the linker, and in a static program; a program without exceptions.

  $ g++ -g -O0 -fno-plt -o slots e.cc && clew record -- ./slots; printf '%s\n' 'goto begin' 'catch throw' c | clew -i slots.clew 2>&1 | grep ' of std'
  $> g++ -g -O0 -static -o static e.cc && clew record -- ./static; printf '%s\n' 'goto begin' 'catch throw' c | clew -i static.clew 2>&1 | grep ' of std'
  $> echo 'int main() { return 0; }' >none.cc; g++ -g -o none none.cc && clew record -- ./none; clew -c 'catch throw' none.clew; clew -c 'catch catch' none.clew
  $> mv e away; clew -c 'catch throw' e.clew 2>&1 | tail -1
  47
  breakpoint 1, throw of std::runtime_error
  47
  breakpoint 1, throw of std::runtime_error
  clew: no `throw` of your code ran; `catch catch` stops where your code takes exceptions, also those of libraries
  clew: no `catch` of your code ran
  clew: without the executable clew does not know which calls throw: --exec=FILE names it
