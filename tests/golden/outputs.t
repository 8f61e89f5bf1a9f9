requires: recorder
requires: g++

Output is what system calls wrote, however the program calls them: `why` at the end asks about the line that the last text came from. Text that the C library
kept in its buffer came from the printf that put it there, not from where the buffer was written.

  $ cat >last <<'END'
  $> clew record -o "$1.clew" -- "./$1" >/dev/null 2>&1
  $> clew -c ask "$1.clew" 2>/dev/null | sed -n 's/ *why 0x.*#.*//; / printed \| print what \| written /s/   *why .*//p'
  $> clew -c why "$1.clew" 2>/dev/null | sed -n 1p
  $> END
  $ cat >buffer.c <<'END'
  $> #include <stdio.h>
  $> int main(int argc, char **argv)
  $> {
  $>     int a = argc * 20;
  $>     printf("first %d\n", a);
  $>     int b = a + 22;
  $>     printf("sum %d\n", b);
  $>     int c = b * 2;
  $>     puts("done");
  $>     c++;
  $>     return c == 0;
  $> }
  $> END
  $ gcc -g -O0 -o buffer buffer.c && bash last buffer
  why was "done" printed (buffer.c:9)?
  why was "sum 42" printed (buffer.c:7)?
  why was "first 20" printed (buffer.c:5)?
  nothing is computed in buffer.c:12; buffer.c:9 printed last, "done"

A call through the table of addresses, as -fno-plt makes them, has no name in the code.

  $ gcc -g -O2 -fno-plt -o buffer buffer.c && bash last buffer
  why was "done" printed (buffer.c:9)?
  why was "sum 42" printed (buffer.c:7)?
  why was "first 20" printed (buffer.c:5)?
  nothing is computed in buffer.c:12; buffer.c:9 printed last, "done"

In a static program the C library is shown, but has no lines: the line is that which called it.

  $ gcc -g -O0 -static -o buffer buffer.c && bash last buffer
  why was "done" printed (buffer.c:9)?
  why was "sum 42" printed (buffer.c:7)?
  why was "first 20" printed (buffer.c:5)?
  nothing is computed in buffer.c:12; buffer.c:9 printed last, "done"

A buffer that the line gives away is its own, whoever filled it: with write, with fputs where nothing is buffered.

  $ cat >given.c <<'END'
  $> #include <stdio.h>
  $> #include <string.h>
  $> #include <sys/uio.h>
  $> #include <unistd.h>
  $> int main(int argc, char **argv)
  $> {
  $>     char text[64], more[64];
  $>     snprintf(text, sizeof text, "text %d\n", argc);
  $>     write(1, text, strlen(text));
  $>     snprintf(more, sizeof more, "more %d\n", argc);
  $>     writev(1, (struct iovec[]){{text, 7}, {more, 7}}, 2);
  $>     printf("buffered\n");
  $>     snprintf(text, sizeof text, "warning %d\n", argc + 1);
  $>     fputs(text, stderr);
  $>     argc++;
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o given given.c && bash last given
  why was "warning 2" printed (given.c:14)?
  why was "buffered" printed (given.c:12)?
  why was "more 1" printed (given.c:11)?
  nothing is computed in given.c:17; given.c:14 printed last, "warning 2"
  $ gcc -g -O0 -static -o given given.c && bash last given
  why was "warning 2" printed (given.c:14)?
  why was "buffered" printed (given.c:12)?
  why was "more 1" printed (given.c:11)?
  nothing is computed in given.c:17; given.c:14 printed last, "warning 2"

Single bytes are put together again.

  $ cat >bytes.c <<'END'
  $> #include <stdio.h>
  $> int main(int argc, char **argv)
  $> {
  $>     char text[8] = "abcdef";
  $>     text[2] += argc;
  $>     fwrite_unlocked(text, 1, 6, stdout);
  $>     putchar('\n');
  $>     for (int i = 0; i < 6; i++)
  $>         putchar_unlocked(i < 5 ? text[i] : '\n');
  $>     argc++;
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -D_GNU_SOURCE -o bytes bytes.c && bash last bytes
  why was "abdde" printed (bytes.c:9)?
  why did bytes.c:7 print what it did?
  why was "abddef" printed (bytes.c:6)?
  nothing is computed in bytes.c:12; bytes.c:9 printed last, "abdde"

C++ streams.

  $ cat >stream.cc <<'END'
  $> #include <iostream>
  $> #include <string>
  $> int main(int argc, char **argv)
  $> {
  $>     std::string name = "count";
  $>     int n = argc * 3;
  $>     std::cout << "begin" << std::endl;
  $>     std::cout << name << " = " << n << std::endl;
  $>     n++;
  $>     return n == 0;
  $> }
  $> END
  $ g++ -g -O0 -o stream stream.cc && bash last stream
  why was "count = 3" printed (stream.cc:8)?
  why was "begin" printed (stream.cc:7)?
  nothing is computed in stream.cc:11; stream.cc:8 printed last, "count = 3"

Functions and streams that a system's header inlines are named by the line that calls them.

  $ gcc -g -O2 -D_FORTIFY_SOURCE=2 -o buffer buffer.c && bash last buffer
  why was "done" printed (buffer.c:9)?
  why was "sum 42" printed (buffer.c:7)?
  nothing is computed in buffer.c:12; buffer.c:9 printed last, "done"
  $ g++ -g -O2 -o stream stream.cc && bash last stream | grep printed
  why was "count = 3" printed (stream.cc:8)?
  nothing is computed in stream.cc:11; stream.cc:8 printed last, "count = 3"

What went to a file counts where nothing else was printed.

  $ cat >file.c <<'END'
  $> #include <stdio.h>
  $> int main(int argc, char **argv)
  $> {
  $>     FILE *file = fopen("file.txt", "w");
  $>     fprintf(file, "entry %d\n", argc);
  $>     fclose(file);
  $>     argc++;
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o file file.c && bash last file
  why was "entry 1" written to descriptor 3 (file.c:5)?
  nothing is computed in file.c:9; file.c:5 printed last, "entry 1"

A program that wrote nothing has printed nothing, whatever it called.

  $ cat >none.c <<'END'
  $> #include <stdio.h>
  $> #include <unistd.h>
  $> int main(int argc, char **argv)
  $> {
  $>     printf("never %d\n", argc);
  $>     argc++;
  $>     _exit(0);
  $> }
  $> END
  $ gcc -g -O0 -o none none.c && bash last none
  none.c:7   _exit(0);    constant
