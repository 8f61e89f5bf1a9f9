requires: recorder

What a function returned reads as its type is written, in its size: integers hexadecimal where these are, a number below zero both ways. A floating point number is
told where its value is recorded and something used it; else it is said that it is not. Of a structure there is what rax has of it.

  $ gcc -g -O0 -no-pie -o returns returns.c && clew record -- ./returns
  -6 -1 7 3 4294967295 -10000000000 b 1
  2.5 1 1.25 2.5 -4.5 1.25
  $ cat >ask <<'END'
  $> for function in negative narrow great wide letter odd pick half quarter mixed unused precise both; do
  $>     clew "$@" -c "goto $function" -c finish returns.clew 2>&1 | grep returned
  $> done
  $> true
  $> END
  $> bash ask; clew -c 'goto inside' -c finish returns.clew | sed -n 's/returned 0x[0-9a-f]*$/returned ADDRESS/p'
  negative returned 0xfffffffa (-6)
  narrow returned 0xffff (-1)
  great returned 0xffffffff
  wide returned 0xfffffffdabf41c00 (-10000000000)
  letter returned 98 'b'
  odd returned true
  pick returned GREEN
  half returned 4.5
  quarter returned 1.25
  mixed returned -4.5
  unused returned a double: nothing used it
  precise returned a long double: not recorded
  both returned 0x3 in %rax, of struct point
  inside returned ADDRESS
  $ bash ask -c 'set hex off'; clew -c 'set hex off' -c 'goto inside' -c finish returns.clew | sed -n 's/returned 0x[0-9a-f]*$/returned ADDRESS/p'
  negative returned -6
  narrow returned -1
  great returned 4294967295
  wide returned -10000000000
  letter returned 98 'b'
  odd returned true
  pick returned GREEN
  half returned 4.5
  quarter returned 1.25
  mixed returned -4.5
  unused returned a double: nothing used it
  precise returned a long double: not recorded
  both returned 3 in %rax, of struct point
  inside returned ADDRESS
  $ clew -c 'set hex off' -c calls returns.clew | sed -n 's/[0-9]* alone/N alone/; /returns.c:/s/0x[0-9a-f]*/ADDRESS/; s/ *[0-9]* [ -]*\(.*returns.c:.*\)  @.*/\1/p'
  half  returns.c:25  = 2.5
  both  returns.c:25  = 3 in %rax, of struct point
  negative  returns.c:26  = -6
  narrow  returns.c:26  = -1
  pick  returns.c:26  = GREEN
  inside  returns.c:26  = ADDRESS
  quarter  returns.c:27  = 1.25
  mixed  returns.c:28  = 2.5
  mixed  returns.c:28  = -4.5  N alone
  half  returns.c:18  = 4.5
  precise  returns.c:29
  unused  returns.c:30
  odd  returns.c:31  = true
  letter  returns.c:31  = 98 'b'
  wide  returns.c:31  = -10000000000
  great  returns.c:31  = 4294967295
  $ clew --json -c 'calls half' -c 'calls narrow' returns.clew | grep -o '"function":"[a-z]*"\|"returned":"[^"]*"'
  "function":"half"
  "returned":"0x4004000000000000"
  "function":"half"
  "returned":"0x4012000000000000"
  "function":"narrow"
  "returned":"0xffff"

Optimized code returns them in the same places; what it calls last returns for it. Without DWARF the value stands alone.

  $ gcc -g -O2 -fno-inline -no-pie -o returns returns.c && clew record -- ./returns >/dev/null && bash ask
  negative returned 0xfffffffa (-6)
  narrow returned 0xffff (-1)
  great returned 0xffffffff
  wide returned 0xfffffffdabf41c00 (-10000000000)
  letter returned 98 'b'
  odd returned true
  pick returned GREEN
  half returned 4.5
  quarter returned 1.25
  mixed returned -4.5
  precise returned a long double: not recorded
  $ gcc -O0 -no-pie -o returns returns.c && clew record -- ./returns >/dev/null && bash ask
  negative returned 0xfffffffa
  narrow returned 0xffffffff
  great returned 0xffffffff
  wide returned 0xfffffffdabf41c00
  letter returned 0x62
  odd returned 0x1
  pick returned 0x7
  both returned 0x3

A call into a library leads through a stub of the PLT, and the first time through the dynamic linker. The value has the type of the function that is called, also
where that ends in another function, of another type.

  $ cat >lib.c <<'END'
  $> int helper(int x) { return x * 3; }
  $> unsigned tail(int x) { return helper(x); }
  $> double half(double x) { return x / 2; }
  $> _Bool odd(int x) { return x & 1; }
  $> void nothing(int x) { helper(x); }
  $> END
  $ cat >use.c <<'END'
  $> unsigned tail(int); double half(double); _Bool odd(int); void nothing(int);
  $> volatile int i = -7;
  $> volatile double sum;
  $> int main(void)
  $> {
  $>     nothing(i);
  $>     for (int round = 0; round < 2; round++) {
  $>         sum += tail(i);
  $>         sum += half(i);
  $>         sum += odd(i);
  $>     }
  $> }
  $> END
  $ gcc -g -O2 -shared -fPIC -o libtail.so lib.c
  $ for now in lazy now; do
  $>     gcc -g -O0 -Wl,-z,$now -o use use.c ./libtail.so && clew record --only=all -- ./use && for count in 1 2; do for function in tail half odd nothing; do
  $>         clew -c 'goto main' -c "break $function" -c "continue $count" -c finish use.clew 2>&1 | grep returned
  $>     done; done
  $> done; true
  tail returned 0xffffffeb
  half returned -3.5
  odd returned true
  tail returned 0xffffffeb
  half returned -3.5
  odd returned true
  tail returned 0xffffffeb
  half returned -3.5
  odd returned true
  tail returned 0xffffffeb
  half returned -3.5
  odd returned true
