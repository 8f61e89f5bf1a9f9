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
