requires: recorder

With --no-wait the prompt is back when the program ends. The recording is the same.

  $ cat >sum.c <<'END'
  $> #include <stdio.h>
  $> int sum;
  $> int main(void)
  $> {
  $>     for (int i = 0; i < 3000; i++)
  $>         sum += i % 7;
  $>     printf("%d\n", sum);
  $>     fflush(stdout);
  $>     int c = getchar();
  $>     printf("%c\n", c);
  $>     return 4;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -static sum.c -o sum
  $ echo z | clew record --wait -o wait.clew ./sum
  8994
  z
  [4]
  $ echo z | clew record --no-wait -o no.clew ./sum 2>/dev/null
  8994
  z
  [4]
  $ ask() { clew -c 'info trace' -c 'break 9' -c run -c 'print sum' -c why -c output "$1" 2>&1 | sed "s/$1/X/; /bytes/d"; }; ask wait.clew >wait; ask no.clew >no; diff wait no && echo the same
  the same
  $ ls no.clew*
  no.clew

The process that writes is killed while the program waits for input: its log stays, and becomes the recording up to there when it is opened.

  $ mkfifo hold
  $ cat >kill <<'END'
  $> (clew record --no-wait -o killed.clew ./sum <hold >printed 2>said; echo status $? >>said) &
  $> exec 3>hold
  $> until cp killed.clew.*.log try.clew && clew -c output try.clew | grep -q 8994; do sleep 0.1; done 2>/dev/null
  $> kill -9 $(awk -v inode=:$(stat -c %i killed.clew.*.log) '$2 == "FLOCK" && index($6, inode) {print $5}' /proc/locks)
  $> until grep -q killed said; do sleep 0.1; done
  $> echo y >&3
  $> exec 3>&-
  $> wait
  $> END
  $ bash kill; cat printed said
  8994
  y
  clew: killed.clew: the process that wrote it was killed by SIGKILL: `clew` rebuilds what its log has when you open it; the program goes on unrecorded
  clew: killed.clew: the process that wrote it was killed by SIGKILL: `clew` rebuilds what its log has when you open it
  status 1
  $ cp killed.clew kept; clew --index=never -c 'info trace' killed.clew; clew -c 'info trace' killed.clew 2>&1 | grep -E '^executions|ends here' | sed -E 's/ +[0-9]+,[0-9,]+| [0-9]{5,}/ N/g'
  clew: killed.clew: is a log: clew has to write its recording before you can read it, and may not write here
  killed.clew: the recording ends here: the process that wrote it was killed; it has N instructions that ran
  executions N
  $ clew -c 'print sum' -c 'output' killed.clew 2>/dev/null | sed 's/@[0-9]*/@N/'; ls killed.clew*
  $1 = 8994  int, written @N main sum.c:6
  @N  main sum.c:7  8994
  killed.clew

`convert` and `index` open a log, too. What is damaged is an error, and the file stays as it is.

  $ cp kept a.clew; cp kept b.clew; (clew convert --format=wet -o a.wet a.clew; clew index b.clew) 2>&1 | sed -E 's/[0-9]+,[0-9,]+|[0-9]{5,}/N/g; s/\([0-9.]+ each\)//'; head -qc 10 a.clew b.clew | grep -c store
  clew: a.wet: N instructions, N dependences, N values
  b.clew: N dependences in N bytes ; a recording
  1
  $ head -c 100 kept >d.clew; clew -c info d.clew
  clew: d.clew: offset 64: the file ends here, before it says what to record; clew needs the complete recording: copy it again, or record the run again
  [1]
  $ printf 'clew log\n\0\0\0' >e.clew; clew -c info e.clew
  clew: e.clew: is cut: a log has at least 64 bytes
  [1]
  $ (head -c 64 kept; printf 'garbage!garbage!') >f.clew; clew -c info f.clew; cmp f.clew <(head -c 64 kept; printf 'garbage!garbage!') && echo as it was
  clew: f.clew: offset 64: the head of a frame is damaged
  as it was

Without its program a log becomes no recording: its lines would be those of another program.

  $ cp kept g.clew; cp sum sum.old; gcc -g -O1 -no-pie -static sum.c -o sum; clew -c info g.clew 2>&1 | sed 's|/[^ ]*/sum|/sum|'; rm sum; clew -c info g.clew 2>&1 | sed 's|/[^ ]*/sum|/sum|'; mv sum.old sum; clew -c 'print sum' g.clew 2>/dev/null | sed 's/@[0-9]*/@N/'
  clew: g.clew: cannot be rebuilt from its log: /sum is not the build that ran
  clew: g.clew: cannot be rebuilt from its log: /sum is not the build that ran
  $1 = 8994  int, written @N main sum.c:6
