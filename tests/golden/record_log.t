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

Names that match nothing are found by the rebuild: the recording keeps what the end of `clew record` would have said. The rebuild waits while `hold` is there.

  $ cat >held <<'END'
  $> held() { touch hold; echo z | CLEW_TEST_REBUILD=hold clew record --no-wait "$@" ./sum >/dev/null; ls -i "$OUT" | sed 's/ .*//' >inode; }
  $> holder() { awk -v inode=":$(cat inode)" '$2 == "FLOCK" && substr($6, length($6) - length(inode) + 1) == inode {print $5}' /proc/locks; }
  $> ended() { while [ -n "$(holder)" ]; do sleep 0.05; done; }
  $> kind() { head -c 10 "$1" | tr -d '\n\0'; echo; }
  $> END
  $ . ./held; OUT=named.clew held -o named.clew --only=nosuch --only=exe --skip=neither; kind named.clew; rm hold; clew -c 'info trace' named.clew 2>&1 | grep -E '^(named|missing|hint)' | cut -c1-80
  clew log
  named.clew: --skip=neither: the program loaded no function or file of that name 
  named.clew: --only=nosuch: the program loaded no function or file of that name (
  missing        --only=nosuch: the program loaded no function or file of that nam
  hint           --skip=neither: the program loaded no function or file of that na
  $ clew -c where named.clew 2>&1 >/dev/null | cut -c1-80
  named.clew: --only=nosuch: the program loaded no function or file of that name (

The rebuild follows its file, also into another folder, and one that is renamed. It ends when the file is removed or replaced, and by a signal; then the log stays.

  $ . ./held; OUT=a.clew held -o a.clew; mkdir one; mv a.clew one/b.clew; mv one two; rm hold; ended; kind two/b.clew; ls two; clew -c 'print sum' two/b.clew | sed 's/@[0-9]*/@N/'
  clew store
  b.clew
  $1 = 8994  int, written @N main sum.c:6
  $ . ./held; OUT=a.clew held -o a.clew; rm a.clew; ended; ls a.clew*
  ls: cannot access 'a.clew*': No such file or directory
  [2]
  $ . ./held; OUT=a.clew held -o a.clew; cp two/b.clew c.clew; mv c.clew a.clew; ended; cmp a.clew two/b.clew && ls a.clew*
  a.clew
  $ for signal in TERM INT; do . ./held; OUT=a.clew held -o a.clew; kill -$signal $(holder); ended; kind a.clew; rm hold; clew -c 'print sum' a.clew | sed 's/@[0-9]*/@N/'; kind a.clew; ls a.clew*; done
  clew log
  $1 = 8994  int, written @N main sum.c:6
  clew store
  a.clew
  clew log
  $1 = 8994  int, written @N main sum.c:6
  clew store
  a.clew

A recording that cannot be written is an error, and the log stays.

  $ . ./held; OUT=a.clew held -o a.clew; kill -TERM $(holder); ended; rm hold; (trap '' XFSZ; ulimit -f 20; clew -c 'print sum' a.clew 2>&1 | sed 's/.* \(cannot be written\)/\1/'); kind a.clew; clew -c 'print sum' a.clew | sed 's/@[0-9]*/@N/'
  cannot be written: File too large; the log stays: make room or allow writing, then open it again
  clew log
  $1 = 8994  int, written @N main sum.c:6

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
