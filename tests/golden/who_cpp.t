requires: recorder
requires: g++

In C++ a reference stands for what it refers to, statics have their scopes, and what only the running program knows is not guessed.

  $ printf '%s\n' 'struct Base { int b = 7; virtual ~Base() {} };' 'struct Left : virtual Base { int l = 1; };' 'struct Der : Base { static int count; int d = 9; };' 'int Der::count = 3;' 'namespace ns { int inner = 11; enum class Kind : unsigned char { A, B = 200 }; }' 'int main()' '{' '    Der der;' '    Left left;' '    Der &it = der;' '    int &&five = 5;' '    int list[6] = {0, 0, 0, 0, 0, 42};' '    ns::Kind kind = ns::Kind::B;' '    return it.d + it.b + five + left.l + left.b + list[five] + (int)kind + Der::count + ns::inner;' '}' > q.cpp
  $ g++ -g -O0 -no-pie -o q q.cpp && clew record -- ./q; for e in it.d it.b five 'list[five]' '*five' left.l left.b kind Der::count ns::inner Der::inner; do echo "$e $(clew -c 'goto q.cpp:14' -c "print $e" q.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+.*//')"; done
  it.d $1 = 9  int, written 
  it.b $1 = 7  int, written 
  five $1 = 5  int, written 
  list[five] $1 = 42  int, written 
  *five clew: `five` is not a pointer
  left.l $1 = 1  int, written 
  left.b clew: the offset in struct Left of its member `b` is computed at run time
  kind $1 = B  ns::Kind, written 
  Der::count $1 = 3  int, no recorded code wrote it before
  ns::inner $1 = 11  int, no recorded code wrote it before
  Der::inner clew: no frame of `Der` on the stack has a variable `inner`: `backtrace` lists the frames

Functions of C++ are found by the name that people write, by a shorter one and by that of the symbol; of what several have, and of a mistyped one, the names are told.

  $ printf '%s\n' 'namespace sq {' 'int area(int a) { return a * a; }' 'int area(int a, int b) { return a * b; }' 'template <typename T> T widest(T a, T b) { return a > b ? a : b; }' '}' 'int main() { return sq::widest(sq::area(2), sq::area(2, 3)) - 6; }' > names.cpp
  $ g++ -g -O0 -no-pie -o names names.cpp && clew record -- ./names; for f in 'sq::area(int)' _ZN2sq4areaEi 'area(int)' 'sq::widest<int>' widest _ZN2sq6widestIiEET_S1_S1_; do clew -c "goto $f" names.clew | sed -nE '1s/^0x[0-9a-f]+#.*  (sq::.*names.cpp:[0-9]+).*/\1/p'; done
  sq::area(int) names.cpp:2
  sq::area(int) names.cpp:2
  sq::area(int) names.cpp:2
  sq::widest<…>(…) names.cpp:4
  sq::widest<…>(…) names.cpp:4
  sq::widest<…>(…) names.cpp:4
  $ clew -c 'break sq::area' -c 'break _ZN2sq4areaEi' -c 'goto sq::area' -c 'goto sq::aera' -c 'goto widst' names.clew 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/'
  breakpoint 1, sq::area at ADDRESS (2 locations)
  breakpoint 2, _ZN2sq4areaEi at ADDRESS
  clew: 2 functions are named `sq::area`: sq::area(int, int), sq::area(int)
  clew: no function `sq::aera` in this trace: the nearest is sq::area; `info functions` lists them
  clew: no function `widst` in this trace: the nearest is widest; `info functions` lists them

Arguments and locals are those of the function that one is in, however its name is written.

  $ clew -c 'goto sq::area(int)' -c 'info args' -c 'info locals' names.clew | tail -n +3 | sed -E 's/@[0-9]+/@T/'
  a = 2  int, written @T sq::area(int) names.cpp:2
  no known locals in sq::area(int)

In a method the name of a member stands for this->MEMBER. It hides what is outside of functions; a local hides it.

  $ g++ -g -O0 -no-pie -o member member.cpp && clew record -- ./member; for e in value_ inner_.deep size kept this-\>kept by_all valeu_; do echo "$e $(clew -c 'goto member.cpp:19#0' -c "print $e" member.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+.*//')"; done
  26
  value_ $1 = 12  int, written 
  inner_.deep $1 = -2  int, written 
  size $1 = 12  int, written 
  kept $1 = 5  int, written 
  this->kept $1 = 2  int, written 
  by_all $1 = 7  int, no recorded code wrote it before
  valeu_ clew: no variable `valeu_` is known here: the nearest is value_, and no function has this name: `info functions` lists them
  $ clew -c 'goto main' -c 'print size' -c 'print value_' member.clew 2>&1 | grep -E '^(\$[0-9]+ =|clew)' | sed -E 's/@[0-9]+.*//'
  $1 = 100  int, no recorded code wrote it before
  clew: no variable `value_` is known here, and no function has this name: `info functions` lists them
  $ clew -c 'goto member.cpp:19#0' -c 'who value_' -c 'whatis size' -c 'break member.cpp:17 if value_ > 15' -c 'goto begin' -c continue member.clew | grep -E '^(@|type|breakpoint)' | sed -E 's/@[0-9]+ *0x[0-9a-f]*#0  //; s/ at 0x[0-9a-f]*//'
  …::Counter(…) member.cpp:12      = 1   mov    %edx,0x8(%rax)
  Counter::add(int) member.cpp:16  = 12  mov    %edx,0x8(%rax)
  @123  0x401210#1  Counter::add(int) member.cpp:16  = 24  mov    %edx,0x8(%rax)
  type = int
  breakpoint 1, member.cpp:17 if value_ > 15
  breakpoint 1, member.cpp:17

A member of a virtual base lies where the program computes. It hides the global of its name all the same: no other variable's value is shown for it.

  $ printf '%s\n' 'int kept = 5;' 'struct Base { int kept = 7; };' 'struct Left : virtual Base {' '    int add(int by)' '    {' '        kept += by;' '        return kept;' '    }' '};' 'int main() { Left left; return left.add(kept) - 12; }' > computed.cpp && g++ -g -O0 -no-pie -o computed computed.cpp && clew record -- ./computed
  $> for c in 'print kept' 'who kept' 'whatis kept' 'break computed.cpp:7 if kept > 5'; do clew -c 'goto computed.cpp:7' -c "$c" computed.clew 2>&1 | tail -1; done; clew -c 'goto main' -c 'print kept' computed.clew | sed -E '1,2d; s/@[0-9]+.*//'
  clew: the offset in struct Left of its member `kept` is computed at run time
  clew: the offset in struct Left of its member `kept` is computed at run time
  clew: the offset in struct Left of its member `kept` is computed at run time
  clew: column 1 of the condition: the offset in struct Left of its member `kept` is computed at run time
  $1 = 5  int, no recorded code wrote it before
