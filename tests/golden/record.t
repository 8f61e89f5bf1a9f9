requires: recorder

A program of the shape of the format's worked example: line 10 is control dependent upon line 6 and data dependent upon line 8. Recorded
twice, position independent and not; addresses and ids are the compiler's, so they are taken out.

  $ gcc -g -O0 -no-pie -o fixed scale.c && gcc -g -O0 -pie -fPIE -o moving scale.c
  $ clew record --format=wet -- ./fixed 2 7; clew record -o moving.wet -- ./moving 2 7
  area is 21
  area is 21
  $ plain() { sed -E 's/"address":"0x[0-9a-f]+"/"address":ADDRESS/g; s/"id":[0-9]+/"id":ID/g'; }
  $> first() { clew --json -c "info line scale.c:$2" $1 2>/dev/null | head -1 | sed -E 's/.*"id":([0-9]+).*"address":"([^"]*)".*/\1 \2/'; }
  $> for p in fixed moving; do
  $>   set -- $(first $p.wet 10)
  $>   clew --json -c "deps $1#0" -c "values $1" $p.wet 2>/dev/null | plain
  $>   grep -c "^$1 2 " $p.wet
  $> done
  {"port":0,"kind":"control","id":ID,"address":ADDRESS,"instance":0,"file":"scale.c","function":"main","line":6}
  {"port":1,"kind":"data","id":ID,"address":ADDRESS,"instance":0,"file":"scale.c","function":"main","line":8}
  {"instance":0,"value":"0x2"}
  1
  {"port":0,"kind":"control","id":ID,"address":ADDRESS,"instance":0,"file":"scale.c","function":"main","line":6}
  {"port":1,"kind":"data","id":ID,"address":ADDRESS,"instance":0,"file":"scale.c","function":"main","line":8}
  {"instance":0,"value":"0x2"}
  1

The memory check finds nothing, says so and notes it in the recording; the exit status stays the program's.

  $ clew record --check -o checked.clew -- ./fixed 2 7 2>&1 | sed -E 's/[0-9]+ (loads|bytes|pieces|addresses|times)/N \1/g'
  area is 21
  clew: memory check: N loads, N bytes, 0 mismatches
  clew: state check: N pieces, N addresses, registers N times, 0 mismatches
  $ clew -c info checked.clew | grep '^memory check' | sed -E 's/[0-9]+ (loads|bytes)/N \1/g'
  memory check   N loads, N bytes, 0 mismatches

The branch and the store that it depends upon have two ports, as in the document.

  $ first() { clew --json -c "info line scale.c:$2" $1 2>/dev/null | head -1 | sed -E 's/.*"id":([0-9]+).*/\1/'; }
  $> for p in fixed moving; do
  $>   clew --json -c "deps $(first $p.wet 10)#0" $p.wet 2>/dev/null | sed -E 's/.*"id":([0-9]+).*/\1/' |
  $>     while read id; do grep "^$id " $p.wet | cut -d' ' -f2,4-; done
  $> done
  2 scale.c main 6
  2 scale.c main 8
  2 scale.c main 6
  2 scale.c main 8

The history has the same two lines for the two addresses.

  $ address() { clew --json -c "info line scale.c:$2" $1 2>/dev/null | head -1 | sed -E 's/.*"address":"([^"]*)".*/\1/'; }
  $> for p in fixed moving; do
  $>   clew record --history -o $p.lim -- ./$p 2 7 >/dev/null
  $>   a=$(address $p.wet 10)
  $>   grep -c "^$a#0 --> " $p.lim
  $>   for d in $(clew --json -c "deps $a#0" $p.wet 2>/dev/null | sed -E 's/.*"address":"([^"]*)".*/\1/'); do grep -cx "$a#0 --> $d#0" $p.lim; done
  $>   clew --exec=$p --json -c "deps $a#0" $p.lim 2>/dev/null | sed -E 's/.*("file".*)/\1/'
  $> done
  2
  1
  1
  "file":"scale.c","function":"main","line":6}
  "file":"scale.c","function":"main","line":8}
  2
  1
  1
  "file":"scale.c","function":"main","line":6}
  "file":"scale.c","function":"main","line":8}

A recording answers what its text does, and is a file of its own kind; the end of the output's name says what is meant where no option does.

  $ address() { clew --json -c "info line scale.c:$2" $1 2>/dev/null | head -1 | sed -E 's/.*"address":"([^"]*)".*/\1/'; }
  $> for p in fixed moving; do
  $>   clew record -- ./$p 2 7
  $>   a=$(address $p.wet 10)
  $>   for f in $p.wet $p.clew; do clew --json -c "deps $a#0" -c "values $a#0" $f 2>/dev/null; done | sort | uniq -c | sed 's/^ *//' | cut -c1-32
  $>   head -c 11 $p.clew
  $> done
  area is 21
  2 {"instance":0,"value":"0x2"}
  2 {"port":0,"kind":"control","id
  2 {"port":1,"kind":"data","id":4
  clew store
  area is 21
  2 {"instance":0,"value":"0x2"}
  2 {"port":0,"kind":"control","id
  2 {"port":1,"kind":"data","id":4
  clew store
  $ clew record -o again.lim ./fixed 2 7; head -c 2 again.lim; echo
  area is 21
  0x
  $ clew record --format=history -o again ./fixed 2 7; cmp again again.lim
  area is 21
  $ echo precious >file; clew record -o file ./fixed 2 7; cat file
  clew: file: exists and is neither a clew recording nor an index: clew does not overwrite it
  precious
  $ mkfifo pipe; clew record -o pipe ./fixed 2 7
  clew: pipe: is not a regular file: clew can write text there (--format=wet), but no recording
  [1]
  $ mkdir folder; clew record -o folder ./fixed 2 7
  clew: folder: is a folder: name a file in it
  [1]
  $ cp scale.c kept.c; for f in wet history; do clew record --format=$f -o kept.c ./fixed 2 7; echo $?; done; cmp scale.c kept.c
  clew: kept.c: exists and is not a trace: clew does not overwrite it
  1
  clew: kept.c: exists and is not a trace: clew does not overwrite it
  1

Where there is no room for text the recording of the run stays, beside what is there already.

  $ gcc -O1 -o loop -xc - <<<'int main(void) { volatile int s = 0; for (int i = 0; i < 5000; i++) s += i; return 3; }'
  $ (trap '' XFSZ; ulimit -f 48; for i in 1 2; do clew record --format=wet -o l.wet ./loop; echo $?; done) 2>&1 | sed 's/part-....../part-N/'
  $> for f in l.clew l.wet.part-*.clew; do clew -c info $f | sed -n 's/^Recording.*/a recording/p'; done; ls l.wet; rm l.*
  clew: l.wet: cannot be written: File too large
  clew: kept as a recording; `clew convert` turns it into text: l.clew
  1
  clew: l.wet: cannot be written: File too large
  clew: kept as a recording; `clew convert` turns it into text: l.wet.part-N.clew
  1
  a recording
  a recording
  ls: cannot access 'l.wet': No such file or directory
  $ clew record --formt=text ./fixed; clew record --output; clew record --check=yes ./fixed; clew record -x ./fixed
  clew: unknown option --formt=text: the nearest is --format or --from; clew record --help says more
  clew: --output needs an argument: --output=ARGUMENT; clew record --help says more
  clew: --check takes no argument; clew record --help says more
  clew: unknown option: -x; clew record --help says more
  [2]
  $ clew record --format=text ./fixed
  clew: --format takes store, wet or history, not: text; clew record --help says more
  [2]
  $ clew record --format=store --dense ./fixed
  clew: --dense numbers the entries of text: add --format=wet; clew record --help says more
  [2]
  $ clew record --format=wet --history ./fixed
  clew: --history and --format contradict each other; clew record --help says more
  [2]

The program's exit status and output are its own; what cannot be recorded is refused.

  $ clew record -o x.wet -- sh -c 'echo out; echo err >&2; exit 3'
  out
  err
  [3]
  $ clew record -o x.wet -- ./no-such-program
  clew: ./no-such-program: cannot be run: No such file or directory
  [1]
  $ clew record -o /no/such/folder/x.wet -- ./fixed 2 7
  clew: /no/such/folder/x.wet: cannot be written: No such file or directory
  [1]
  $ clew record --history=0 -- ./fixed
  clew: --history takes a number of dependences from 1 to 4294967296, not: 0; clew record --help says more
  [2]
  $ clew record
  clew: no program given; clew record --help says more
  [2]

Standard descriptors that the caller closed are closed for the program, and nothing of clew takes their numbers.

  $ clew record -o closed.clew ./fixed 2 7 <&-; clew record -o closed.clew ./fixed 2 7 >&-; clew record -o closed.clew ./fixed 2 7 2>&-
  area is 21
  area is 21
  $ clew -c info closed.clew 2>/dev/null | grep -e '^status'
  status         exit 0

Where few descriptors may be open the recorder's own are not closed: its messages do not get into the log.

  $ (ulimit -n 32; clew record -o few.clew ./fixed 2 7); clew -c info few.clew 2>&1 | grep -e '^status' -e ends
  area is 21
  status         exit 0

The end is told as it was, also behind what is shown.

  $ gcc -g -O0 -w -no-pie -o becomes -xc - <<<'int execl(const char *, const char *, ...); void f(void) {} int main(void) { f(); execl("/bin/true", "true", 0); return 1; }'
  $ clew record --until=f -o becomes.clew ./becomes
  clew: ./becomes became another program (exec): the trace ends there; --trace-children records that one, too
