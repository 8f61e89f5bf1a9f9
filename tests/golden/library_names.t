requires: recorder
requires: g++

Names of symbol tables: of the libraries that the program has loaded, and of the program's own code without debug information.

  $ cat >own.s <<'END'
  $> .data
  $> .globl counter
  $> .type counter, @object
  $> .size counter, 4
  $> counter: .long 41
  $> .section .note.GNU-stack, "", @progbits
  $> END
  $> cat >plugin.c <<'END'
  $> int plugin_level = 7;
  $> int plugin(int x) { return x * plugin_level; }
  $> END
  $> cat >first.c <<'END'
  $> static volatile int plugin_level = 1;
  $> int first(void) { return plugin_level; }
  $> END
  $> cat >use.c <<'END'
  $> #include <dlfcn.h>
  $> #include <stdio.h>
  $> extern int counter;
  $> extern char **environ;
  $> int main(void)
  $> {
  $>     counter++;      /* defined in own.s */
  $>     void *handle = dlopen("./plugin.so", RTLD_NOW);
  $>     int (*call)(int) = (int (*)(int))dlsym(handle, "plugin");
  $>     int result = call(counter);
  $>     dlclose(handle);
  $>     puts("end");
  $>     return result < 0 || environ == NULL;
  $> }
  $> END
  $> for f in plugin first; do gcc -shared -fPIC -o $f.so $f.c; done; gcc -g -o use use.c own.s -Wl,--no-as-needed ./first.so -ldl && clew record -- ./use >/dev/null 2>&1
  $> cat >ask <<'END'
  $> #!/bin/bash
  $> for e in "${@:2}"; do
  $>     clew -c "goto use.c:$(($1 + 1))" -c "$e" use.clew 2>&1 | tail -n +3 | sed -E 's/@+GLIBC[_0-9.]*//; s/ in \S*(libc|plugin)\S*/ in \1/; s/<(__)?(_IO_)?(environ|puts)(\+[0-9]+)?>/<\3>/; s/^(__|_IO_)?(environ|puts)/\2/; s/0x[0-9a-f]+/0x/g; s/@[0-9]+/@T/g; s/  mov .*//' |
  $>         sed -E 's/(<puts>  ).*/\1.../; s/^clew: `optarg` has an unknown type.*|^.* char \*, the last write.*/optarg .../; s/^clew: the type of `puts` is unknown.*|^type = int .const char .*/puts .../'     # libc may have debug information
  $> done
  $> END
  $> chmod +x ask
  $> ./ask 11 'print counter' 'print (int)counter' 'print &counter' 'print (int)counter + 1' 'print counter + 1' 'whatis counter' 'print sizeof(counter)' \
  $>     'print optarg' 'print (char *)optarg == 0' 'print environ[0] != 0' 'print &environ' 'whatis environ' 'print puts' 'print &puts' 'info symbol puts' 'info symbol &environ' 'print &main' 'whatis puts' \
  $>     'print no_such_name' 'who counter'
  $1 = 42  int, written @T main use.c:7
  $1 = 42  int
  $1 = 0x <counter>  int *, to 4 bytes
  $1 = 43  int
  $1 = 43  int
  type = int
  $1 = 4  unsigned long
  optarg ...
  $1 = 1  int
  $1 = 1  int
  $1 = 0x <environ>  char ***, to 8 bytes
  type = char **
  $1 = 0x <puts>  ...
  $1 = 0x <puts>  ...
  puts in libc
  environ
  $1 = 0x <main>  int (*)(void)
  puts ...
  clew: no variable `no_such_name` is known here, and no function has this name: `info functions` lists them
  @T  0x#0  main use.c:7  = 42

A library counts while it is loaded.

  $ ./ask 6 'print plugin_level'; ./ask 9 'print (int)plugin_level' 'print plugin' 'info symbol plugin'; ./ask 11 'print (int)plugin_level' 'print plugin'
  $> echo 'int plugin_level = 8, other;' >plugin.c; gcc -shared -fPIC -Wl,--build-id -o plugin.so plugin.c; ./ask 9 'print (int)plugin_level'
  clew: no variable `plugin_level` is known here, and no function has this name: `info functions` lists them
  $1 = 7  int, the last write to it is unknown
  $1 = 0x <plugin>  function without debug information
  plugin in plugin
  clew: no variable `plugin_level` is known here
  clew: no variable `plugin` is known here, and no function has this name: `info functions` lists them
  clew: no variable `plugin_level` is known here

The list of libraries: with plugin.so, whose file is now another build, and behind dlclose.

  $ for line in 9 11; do clew -c "goto use.c:$((line + 1))" -c 'info sharedlibrary' use.clew | tail -n +3 | sed -E 's/^0x[0-9a-f]+/0x/; s|  /.*/|  |; s/-linux.*//' | paste -sd '|'; done
  0x  first.so|0x  libc.so.6|0x  ld|0x  plugin.so  without symbols: its file is gone or another build
  0x  first.so|0x  libc.so.6|0x  ld

A pipe that took the place of a library does not make clew wait.

  $ rm plugin.so && mkfifo plugin.so && timeout 60 ./ask 9 'print (int)plugin_level'
  clew: no variable `plugin_level` is known here

  $ cat >complex.c <<'END'
  $> #include <complex.h>
  $> #include <stdio.h>
  $> int main(void)
  $> {
  $>     double complex z = 1.5 + 2 * I;
  $>     float complex f[2] = {1 - 2 * I, 3};
  $>     long double complex l = -1;
  $>     return printf("%g\n", creal(z) + cimagf(f[0]) + (double)creall(l)) < 0;
  $> }
  $> END
  $> gcc -g -o complex complex.c -lm && clew record -- ./complex >/dev/null 2>&1
  $> for e in z f l '$_creal(z)' '$_cimag(f[0]) * 2' '$_cimag(l)' 'z + 1' '$_creal(f)' '/f z' '/x f[1]' '&z == 0'; do case $e in /*) p="print$e";; *) p="print $e";; esac; clew -c 'goto complex.c:8' -c "$p" complex.clew 2>&1 | tail -n +3 | sed -E 's/, (last )?(written|read).*//'; done
  $> clew -c 'goto complex.c:8' -c 'whatis z' complex.clew | tail -1
  $1 = 1.5 + 2i  complex double
  $1 = {1 + -2i, 3 + 0i}  complex float [2]
  $1 = -1 + 0i  complex long double
  $1 = 1.5  double
  $1 = -4  float
  $1 = 0  long double
  clew: `z` is a complex number: take $_creal or $_cimag of it
  clew: `f` is no complex number
  $1 = 1.5 + 2i  complex double
  $1 = 0x40400000  complex float
  $1 = 0  int
  type = complex double

  $ cat >stream.cc <<'END'
  $> #include <iostream>
  $> int main()
  $> {
  $>     std::ostream *out = &std::cout;
  $>     *out << "x";
  $>     return 0;
  $> }
  $> END
  $> g++ -g -no-pie -o stream stream.cc && clew record -- ./stream >/dev/null 2>&1
  $> clew -c 'goto stream.cc:6' -c 'print out' -c 'print &std::cout == out' -c 'print &std::cout' -c 'whatis std::cout' -c 'print std::nothing' stream.clew 2>&1 | tail -n +3 | sed -E 's/0x[0-9a-f]+/ADDRESS/; s/@G.*>/@VERSION>/; s/, written.*//'
  $1 = ADDRESS <std::cout@VERSION>  std::ostream *
  $2 = true  bool
  $3 = ADDRESS <std::cout@VERSION>  void *, to 272 bytes
  clew: the type of `std::cout` is unknown: its code has no debug information
  clew: no frame of `std` on the stack has a variable `nothing`: `backtrace` lists the frames
