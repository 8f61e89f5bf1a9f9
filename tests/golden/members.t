requires: recorder
requires: g++

Pointers to members of classes: to data, to functions, and to virtual functions, which are numbers in the class's table.

  $ g++ -g -O0 -no-pie -o members members.cc && clew record -- ./members
  4 9
  $ clew -c 'goto members.cc:26' -c 'print data' -c 'print none' -c 'print run' -c 'print nothing' -c 'print twice' -c 'print get' -c 'print/x data' -c 'print sizeof run' -c 'whatis data' -c 'whatis get' members.clew | sed '1,2d; s/0x401[0-9a-f]* </0x401... </; s/, last written.*//'
  $1 = &S::b  int S::*
  $2 = NULL  int S::*
  $3 = 0x401... <S::run(int)>  void (S::*)(S *, int)
  $4 = NULL  void (S::*)(S *, int)
  $5 = &virtual function 0 of S  void (S::*)(S *)
  $6 = 0x401... <S::get() const>  int (S::*)(const S *)
  $7 = 0xc  int S::*
  $8 = 16  unsigned long
  type = int S::*
  type = int (S::*)(const struct S *)
  $ clew -c 'goto members.cc:26' -c 'print data + 1' members.clew 2>&1 | tail -1
  clew: `data` has a type that clew does not compute with

A const pointer has its const behind the star, as C++ writes it. One to an array member has it in brackets: without them it would be an array of pointers.

  $ cat >constant.cc <<'END'
  $> struct D { int d = 3; long arr[2] = {4, 5}; int get() const { return d; } };
  $> int main()
  $> {
  $>     D d;
  $>     int D::*pd = &D::d;
  $>     int D::*const &ref = pd;
  $>     const int D::*read = &D::d;
  $>     long (D::*array)[2] = &D::arr, (D::*const fixed)[2] = &D::arr;
  $>     int (D::*const get)() const = &D::get;
  $>     int D::*several[2] = {pd, nullptr};
  $>     return d.*ref + d.*read + (int)(d.*array)[1] + (d.*get)() + (d.*fixed == nullptr) + (several[1] == nullptr);
  $> }
  $> END
  $ g++ -g -O0 -no-pie -w -o constant constant.cc && clew record -- ./constant
  [15]
  $ clew -c 'goto constant.cc:11' -c 'print ref' -c 'whatis read' -c 'whatis array' -c 'whatis fixed' -c 'whatis get' -c 'whatis several' constant.clew | sed 's/, last written.*//; s/, written.*//; /^0x/d; /^  [a-z]/d'
  $1 = &D::d  int D::* const
  type = const int D::*
  type = long int (D::*)[2]
  type = long int (D::* const)[2]
  type = int (D::* const)(const struct D *)
  type = int D::* [2]
