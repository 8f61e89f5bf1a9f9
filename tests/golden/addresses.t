requires: recorder

A position independent program is recorded by the addresses of its file, so that text and histories open with its lines, too.

  $ gcc -g -O0 -pie -fPIE -o mean mean.c && for f in mean.clew mean.wet mean.lim; do clew record -o $f ./mean 2>/dev/null; done
  $> nm mean | sed -n 's/^0*\([0-9a-f]*\) T main$/0x\1/p' >main; clew --json -c "where $(cat main)" mean.clew | grep -o '"address":"[^"]*"' | grep -c "\"$(cat main)\""
  $> for f in mean.clew mean.wet mean.lim; do clew -c "where $(cat main)" $f | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@.*//'; done
  $> clew convert mean.clew -o again.wet; cmp again.wet mean.wet
  mean response time: 136 ms
  mean response time: 136 ms
  mean response time: 136 ms
  1
  ADDRESS#0 of 1  main mean.c:34  
    push   %rbp  = ADDRESS
  ADDRESS#0 of 1  main mean.c:34
    push   %rbp  = ADDRESS
  clew: mean: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  ADDRESS#0  main mean.c:34
    push   %rbp
  clew: again.wet: 141 instructions, 890 dependences, 300 values

What the run added is told, and addresses of the run are found; in text by where Valgrind and gdb load such programs.

  $ clew -c info mean.clew | sed -n 's/^executable.*\//executable /p; /in the run/p'
  $> for f in mean.clew mean.wet; do clew -c "where $(printf '0x%x' $(($(cat main) + 0x108000)))" -c "where $(printf '0x%x' $(($(cat main) + 0x555555554000)))" $f 2>&1 |
  $>     sed -E "s/$(cat main)/MAIN/; s/0x[0-9a-f]+/ADDRESS/; s/@.*//"; done
  $> clew -c 'where 0x555555554001' mean.clew 2>&1 | sed 's/: the nearest.*//'
  executable mean
                 addresses are those of the file: in the run, and in values, they were 0x108000 higher
  clew: ADDRESS is the run-time address of MAIN
  MAIN#0 of 1  main mean.c:34  
    push   %rbp  = ADDRESS
  clew: ADDRESS is the run-time address of MAIN
  MAIN#0 of 1  main mean.c:34  
    push   %rbp  = ADDRESS
  clew: ADDRESS is the run-time address of MAIN
  MAIN#0 of 1  main mean.c:34
    push   %rbp  = ADDRESS
  clew: ADDRESS is the run-time address of MAIN
  MAIN#0 of 1  main mean.c:34
    push   %rbp  = ADDRESS
  clew: no instruction at 0x555555554001

Code of libraries is known wherever the recording lies, and not taken from another build of them.

  $ printf 'int twice(int n)\n{\n    return n + n;\n}\n' >twice.c; printf 'int twice(int);\nint main(void)\n{\n    return twice(3);\n}\n' >uses.c
  $> gcc -g -O0 -shared -fPIC -o libtwice.so twice.c && gcc -g -O0 -pie -fPIE -o uses uses.c -L. -ltwice -Wl,-rpath,"$PWD"; clew record --only=all -o all.clew ./uses 2>/dev/null
  $> clew record --only=libtwice -o one.clew ./uses 2>/dev/null; clew record --only=libtwice -o one.lim ./uses 2>/dev/null
  $> mkdir other; mv all.clew one.clew one.lim other
  $> for f in all one; do clew -c 'where twice.c:3' other/$f.clew 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@.*//' | head -2; done
  $> clew -c info other/one.clew | sed -n 's/^executable.*\//executable /p'
  ADDRESS#0 of 1  twice twice.c:3  
    add    %eax,%eax  = ADDRESS
  ADDRESS#0 of 1  twice twice.c:3  
    add    %eax,%eax  = ADDRESS
  executable libtwice.so
  $ clew --exec=libtwice.so -c 'info functions' other/one.lim 2>&1 | grep -e twice -e added
  clew: libtwice.so: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  twice                           7 instructions          twice.c
  $ gcc -g -O1 -shared -fPIC -o libtwice.so twice.c; clew -c 'where twice.c:3' -c info other/all.clew 2>&1 | sed -nE 's/0x[0-9a-f]+/ADDRESS/g; s/@.*//; /twice/p' | sed "s|$PWD/||"
  ADDRESS#0 of 1  twice twice.c:3  
  object         libtwice.so, load bias ADDRESS, which is another build now: its code is unknown
  $ clew -c 'where twice.c:3' other/one.clew 2>&1 | sed -E "s/0x[0-9a-f]+/ADDRESS/g; s/@.*//; s|$PWD/||"
  clew: libtwice.so: no names or lines taken from it: it is another build than the recorded one
  ADDRESS#0 of 1  twice twice.c:3  
    return n + n;  = ADDRESS
  $ sed -i 's/n++/n += 1/' mean.c; gcc -w -g -O1 -pie -fPIE -o mean mean.c; clew -c "where $(cat main)" mean.clew 2>&1 | sed -E "s/0x[0-9a-f]+/ADDRESS/g; s/@.*//; s|[^ ]*/mean:|mean:|"
  clew: mean: no names or lines taken from it: it is another build than the recorded one
  ADDRESS#0 of 1  main mean.c:34  
    {  = ADDRESS

A text of another machine's program shows that machine's code, and not what these bytes are on x86-64.

  $ printf '%s\n' '.globl _start' '_start: inc %eax' 'dec %ecx' 'cmp $3, %eax' 'int $0x80' >small.s && as --32 -o small.o small.s && ld -m elf_i386 -Ttext=0x8049000 -o small small.o
  $ printf '%s\n' 3 '1 2 8049000' 'SIZE 0' 'SIZE 0' 'NO VALUES' '2 2 8049001' 'SIZE 0' 'SIZE 0' 'NO VALUES' '3 2 8049002' 'SIZE 0' 'SIZE 1' '    0:1 0' 'NO VALUES' >small.wet
  $ clew --exec=small -c 'where 1#0' -c 'where 2#0' -c 'deps 3#0' -c 'why not 0x8049002' small.wet 2>&1
  clew: small: clew uses its names and lines, but cannot check that this is the traced file: the trace names no function
  0x8049000#0 of 1
    incl   %eax
  0x8049001#0 of 1
    decl   %ecx
  control  no definer recorded
  data     0x8049000#0  incl   %eax
  clew: `why not` works for x86-64 code only
  [1]
