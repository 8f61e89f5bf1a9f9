requires: mips
requires: qemu

Functions whose symbols are names of C++ in an address stream: they have the names that people write, and are found by them, shorter ones and their symbols.

  $ cat >area.c <<'END'
  $> int area(int side) asm("_ZN2sq4areaEi");
  $> int area2(int side, int b) asm("_ZN2sq4areaEii");
  $> int area(int side) { return side * side; }
  $> int area2(int side, int b) { return side * b; }
  $> int main(int argc, char **argv) { return area(argc + 2) + area2(argc, 2) - 11; }
  $> END
  $ clew ae-cc -g -O0 -o area area.c && qemu-mips ./area && clew -c 'info functions' ae.out | sed -E 's/^0x[0-9a-f]+ +//; s/  +/  /g'
  sq::area(int)  11 instructions  1 block  0 loops  area.c:3
  sq::area(int, int)  13 instructions  1 block  0 loops  area.c:4
  main  26 instructions  1 block  0 loops  area.c:5
  $ for f in 'sq::area(int, int)' 'sq::area(int)' _ZN2sq4areaEi area 'area#0'; do clew -c "goto $f" ae.out 2>&1 | sed -nE '1s/^@[0-9]+ of [0-9]+  (.*area.c:[0-9]+).*/\1/p; /^clew/p'; done
  sq::area(int, int)  area.c:4
  sq::area(int)  area.c:3
  sq::area(int)  area.c:3
  clew: 2 functions are named `area`: sq::area(int), sq::area(int, int)
  clew: 2 functions are named `area`: sq::area(int), sq::area(int, int)
  $ clew -c 'break sq::area' -c 'calls sq::area(int)' -c 'calls area' -c 'goto sq::aera' -c 'disassemble area' -c 'list area' ae.out 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/; s/@[0-9]+/@N/; s/^ +[0-9]+/N/'
  breakpoint 1, sq::area at ADDRESS (2 locations)
  N   sq::area(int)  from main area.c:5  @N
  clew: 2 functions are named `area`: sq::area(int), sq::area(int, int)
  clew: no function `sq::aera` in the schema: the nearest is sq::area; `info functions` lists them
  clew: 2 functions are named `area`: sq::area(int), sq::area(int, int)
  clew: 2 functions are named `area`: sq::area(int), sq::area(int, int)
