requires: recorder

A program that stops itself stops clew, too, so that a shell notices. When somebody continues the program, clew goes on; and when clew is continued, so is the
program. It gets one SIGCONT either way.

  $ cat >stops.c <<'END'
  $> #include <signal.h>
  $> #include <stdio.h>
  $> #include <string.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> static volatile int continued;
  $> static void count(int number) { continued += number == SIGCONT; }
  $> static int stopped(int process) {
  $>     char path[64], text[512] = "", *end;
  $>     snprintf(path, sizeof path, "/proc/%d/stat", process);
  $>     FILE *file = fopen(path, "r");
  $>     if (file) { fread(text, 1, sizeof text - 1, file); fclose(file); }
  $>     return (end = strrchr(text, ')')) && end[2] == 'T'; }
  $> int main(int words, char **word) {
  $>     int program = getpid(), front = getppid();
  $>     signal(SIGCONT, count);
  $>     if (fork() == 0) {
  $>         while (!stopped(program) || !stopped(front)) usleep(1000);
  $>         kill(strcmp(word[1], "program") == 0 ? program : front, SIGCONT);
  $>         _exit(0); }
  $>     raise(SIGSTOP);
  $>     wait(NULL);
  $>     printf("%d\n", continued);
  $>     return 3; }
  $> END
  $> gcc -w -o stops stops.c
  $ for who in program front; do timeout 100 clew record --trace-children -o 's.%p.clew' ./stops $who 2>/dev/null; echo $?; done
  1
  3
  1
  3

So does one that the child executes meanwhile: it asks to be recorded while both are stopped.

  $ cat >executes.c <<'END'
  $> #include <signal.h>
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> #include <sys/wait.h>
  $> #include <unistd.h>
  $> static int stopped(int process) {
  $>     char path[64], text[512] = "", *end;
  $>     snprintf(path, sizeof path, "/proc/%d/stat", process);
  $>     FILE *file = fopen(path, "r");
  $>     if (file) { fread(text, 1, sizeof text - 1, file); fclose(file); }
  $>     return (end = strrchr(text, ')')) && end[2] == 'T'; }
  $> int main(int words, char **word) {
  $>     char name[16];
  $>     int program = getpid(), front = getppid();
  $>     if (words > 1) return kill(atoi(word[1]), SIGCONT);
  $>     snprintf(name, sizeof name, "%d", program);
  $>     if (fork() == 0) {
  $>         while (!stopped(program) || !stopped(front)) usleep(1000);
  $>         execl(word[0], word[0], name, (char *)0); }
  $>     raise(SIGSTOP);
  $>     while (wait(NULL) < 0) continue;
  $>     return 3; }
  $> END
  $ gcc -w -o executes executes.c && timeout 100 clew record --trace-children -o 'e.%p.clew' ./executes 2>/dev/null; echo $?; ls e.*.clew | wc -l
  3
  3
