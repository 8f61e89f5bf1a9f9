requires: recorder

All writes to a variable: those of your code with their execution, those of skipped code with the call and the instruction of the last store, those of system calls. One call is one row.

  $ cat >writes.c <<'END'
  $> #include <stdio.h>
  $> #include <string.h>
  $> #include <unistd.h>
  $> struct item { int id; char name[12]; double price; };
  $> static struct item items[4];
  $> static unsigned rounds;
  $> static void swap(char *a, char *b, size_t n)
  $> {
  $>     char keep[32];
  $>     memcpy(keep, a, n);
  $>     memcpy(a, b, n);
  $>     memcpy(b, keep, n);
  $> }
  $> int main(void)
  $> {
  $>     int ends[2];
  $>     items[0].id = 300;
  $>     strcpy(items[0].name, "pear");
  $>     items[0].price = 2.75;
  $>     sscanf("17 quince 9.9", "%d %11s %lf", &items[1].id, items[1].name, &items[1].price);
  $>     swap((char *)&items[0], (char *)&items[1], sizeof items[0]);
  $>     if (pipe(ends) || write(ends[1], "medlar", 7) != 7 || read(ends[0], items[2].name, 7) != 7)
  $>         return 1;
  $>     ((unsigned char *)&items[0].id)[1] = 2;
  $>     for (int i = 0; i < 3000; i++)
  $>         rounds += i & 1;
  $>     return rounds == 0;
  $> }
  $> END
  $ gcc -g -O0 -o writes writes.c && clew record -- ./writes >/dev/null 2>&1
  $ printf '%s\n' '#!/bin/bash' "clew \"\$@\" writes.clew 2>&1 | sed -E 's/^@[0-9]+ +0x[0-9a-f]+/@T CODE/; s/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+/@T/g; s/ +/ /g'" >ask; chmod +x ask
  $ ./ask -c 'who items[0].id' -c 'who items[1].price' -c 'who items[2].name' -c 'who items[0].name[1]'
  @T CODE#0 main writes.c:17 = 300 movl $ADDRESS,ADDRESS(%rip) # ADDRESS
  @T CODE#0 swap writes.c:11 = 17 call ADDRESS <memcpy@plt> skipped code wrote it, at ADDRESS
  @T CODE#0 main writes.c:24 = ADDRESS movb $ADDRESS,(%rax) byte 1 of it
  @T CODE#0 main writes.c:20 = 9.9 call ADDRESS <__isoc99_sscanf@plt> skipped code wrote it, at ADDRESS
  @T CODE#0 swap writes.c:12 = 2.75 call ADDRESS <memcpy@plt> skipped code wrote it, at ADDRESS
  @T CODE#0 main writes.c:22 call ADDRESS <read@plt> the system call wrote it
  @T CODE#0 main writes.c:18 = 101 'e' movl $ADDRESS,ADDRESS(%rip) # ADDRESS
  @T CODE#0 swap writes.c:11 = 117 'u' call ADDRESS <memcpy@plt> skipped code wrote it, at ADDRESS
  $ ./ask -c 'print items[0]' -c 'print items[1]' -c 'print items[2].name' -c 'print items[3]' -c 'goto writes.c:21' -c 'print items[0].id'
  $1 = {id = 529, name = "quince\000\000\000\000\000", price = 9.9} struct item, last written @T main writes.c:24
  $2 = {id = 300, name = "pear\000\000\000\000\000\000\000", price = 2.75} struct item, last written in the call @T swap writes.c:12
  $3 = "medlar\000\000\000\000\000" char [12], last written in the call @T main writes.c:22
  $4 = {id = 0, name = '\000' <repeats 11 times>, price = 0} struct item, no recorded code wrote it before
  ADDRESS#0 of 1 main writes.c:21 @T of 27135
   call ADDRESS <swap> = ADDRESS
  $5 = 300 int, written @T main writes.c:17

Many writes: the thousand nearest to your place on either side. Enter on the row for the others goes there and asks again.

  $ clew -c 'goto writes.c:26#1500' -c 'who rounds' writes.clew | sed -nE '3p;4p;$p' | sed -E 's/@[0-9]+/@T/; s/0x[0-9a-f]+/CODE/g'; clew -c 'goto writes.c:26#1500' -c 'who rounds' writes.clew | grep -c 'main writes.c:26 .*mov '
  earlier writes, up to @T: go there and ask `who` again
  @T   CODE#501   main writes.c:26  = 251  mov    %eax,CODE(%rip)  # CODE
  later writes, from @T: go there and ask `who` again
  2000
  $ clew --json -c 'who items[2].name[0]' writes.clew | sed -E 's/"(time|id)":[0-9]+/"\1":N/g; s/"0x[0-9a-f]{3,}"/"CODE"/g'
  {"time":N,"id":N,"address":"CODE","instance":0,"file":"writes.c","function":"main","line":22,"value":"0x6d","hidden":true,"system_call":true}

Where memory came to hold a text, a number, some bytes.

  $ ./ask -c 'find-value "quince"' -c 'find-bytes 6d 65 64 6c 61 72 00'
  @T CODE#0 main writes.c:20 call ADDRESS <__isoc99_sscanf@plt> at ADDRESS, skipped code read it, it was there before
  @T CODE#0 main writes.c:20 call ADDRESS <__isoc99_sscanf@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 swap writes.c:11 call ADDRESS <memcpy@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 main writes.c:20 call ADDRESS <__isoc99_sscanf@plt> at ADDRESS, skipped code read it, it was there before
  @T CODE#0 main writes.c:22 call ADDRESS <read@plt> at ADDRESS, the system call wrote it
  $ ./ask -c 'find-value 9.9' -c 'find-value "\160e" "\x61r\000"' | grep -v 'writes.c:22'
  @T CODE#0 main writes.c:20 call ADDRESS <__isoc99_sscanf@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 swap writes.c:10 call ADDRESS <memcpy@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 swap writes.c:11 call ADDRESS <memcpy@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 main writes.c:18 movl $ADDRESS,ADDRESS(%rip) # ADDRESS at ADDRESS
  @T CODE#0 main writes.c:18 movb $ADDRESS,ADDRESS(%rip) # ADDRESS at ADDRESS
  @T CODE#0 swap writes.c:10 call ADDRESS <memcpy@plt> at ADDRESS, skipped code wrote it
  @T CODE#0 swap writes.c:12 call ADDRESS <memcpy@plt> at ADDRESS, skipped code wrote it
  $ ./ask -c 'find-value "durian"' -c 'find-value 1234.5625' -c 'find-value "durian' -c 'find-value "\q"' -c 'find-value ""' -c 'find-value "pear" + 1' -c 'find-bytes' -c 'find-bytes 1' -c 'find-bytes 0g'
  clew: clew found no "durian" in what the program or the kernel read or wrote; it does not search mapped files
  clew: clew found no 1234.5625 in what the program or the kernel read or wrote; it does not search mapped files
  clew: the text `"durian` ends at column 8: expected a closing quote
  clew: column 2 of the text: found `\q"`, expected an escape of C such as \n, \033 or \x1b
  clew: the text is empty
  clew: `find-value` needs a text in quotes and nothing behind it
  clew: `find-bytes` needs bytes, each of two hexadecimal digits, as in `find-bytes 45 6d 69 6c`
  clew: `find-bytes` needs bytes, each of two hexadecimal digits, as in `find-bytes 45 6d 69 6c`
  clew: `find-bytes` needs bytes, each of two hexadecimal digits, as in `find-bytes 45 6d 69 6c`

A recording without the state stream has what your code stored, and no memory to search.

  $ clew record --state=no -o without.clew -- ./writes >/dev/null 2>&1; clew -c 'who items[0].id' -c 'find-value "quince"' without.clew 2>&1 | sed -E 's/^@[0-9]+ +0x[0-9a-f]+/@T CODE/; s/0x[0-9a-f]+/ADDRESS/g; s/ +/ /g'
  in part unknown since @72: skipped code wrote it; record without --state=no to see it
  @T CODE#0 main writes.c:17 = 300 movl $ADDRESS,ADDRESS(%rip) # ADDRESS
  @T CODE#0 swap writes.c:11 call ADDRESS <memcpy@plt> skipped code wrote it
  @T CODE#0 main writes.c:24 = ADDRESS movb $ADDRESS,(%rax) byte 1 of it
  clew: this trace does not keep what memory held: `clew record` without --state=no makes a recording that does

Memory that the program gave back is gone. When the break grows again, zeros are there. Of a mapped file clew has what the program read.

  $ cat >gone.c <<'END'
  $> #include <fcntl.h>
  $> #include <sys/mman.h>
  $> #include <unistd.h>
  $> int main(void)
  $> {
  $>     char *block = sbrk(8192);
  $>     block[0] = 1; block[4096] = 2; block[4097] = 3;
  $>     sbrk(-4096);
  $>     block[0] = 5;
  $>     sbrk(4096);
  $>     block[4096] = 7;
  $>     char *mapped = mmap(0, 300, PROT_READ, MAP_PRIVATE, open("gone.c", O_RDONLY), 0);
  $>     block[1] = mapped[3];
  $>     munmap(mapped, 300);
  $>     return block[4097];
  $> }
  $> END
  $ gcc -g -O0 -o gone gone.c && clew record --check -o gone.clew -- ./gone 2>&1 | grep -o '[0-9]* mismatches'
  0 mismatches
  0 mismatches
  $ clew -c 'goto gone.c:8' -c 'print block[4096]' -c 'goto gone.c:9' -c 'print block[4095]' -c 'print block[4096]' -c 'print block[4097]' -c 'x/2xb block+4095' -c 'goto gone.c:11' -c 'print block[4096]' -c 'print block[4097]' -c 'goto gone.c:13' -c 'print mapped[0]' -c 'print mapped[3]' -c 'goto gone.c:15' -c 'print mapped[3]' gone.clew 2>&1 | grep -v '#0 of\|^  ' | sed -E 's/@[0-9]+/@T/; s/0x[0-9a-f]{4,}/ADDRESS/'
  clew: `block[4096]` is unknown since @T: the program gave the memory back, and none is there
  $1 = 0 '\000'  char, the last write to it is unknown
  clew: `block[4096]` is unknown since @T: the program gave the memory back, and none is there
  clew: `block[4097]` is unknown since @T: the program gave the memory back, and none is there
  ADDRESS:  0x00  <unknown>
  the byte at ADDRESS is unknown since @T: the program gave the memory back, and none is there
  $2 = 7 '\a'  char, written @T main gone.c:11
  $3 = 0 '\000'  char, the last write to it is unknown
  clew: `mapped[0]` is unknown since @T: a file is mapped there, and clew has only the bytes that the program accessed
  $4 = 99 'c'  char, the last write to it is unknown
  clew: `mapped[3]` is unknown since @T: the program gave the memory back, and none is there
