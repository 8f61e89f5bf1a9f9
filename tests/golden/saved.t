A saved session is a script: what it says when it was run and saved again is what it said.

  $ clew -c 'set hex off' -c 'set source-path /usr' -c 'theme light' \
  $>     -c 'mark a 20#1' -c 'mark b 50' -c 'slice lock back 20#2 data depth 3' -c 'goto 20#2' -c 'save first' good-instance.wet
  mark a is 0x113e#1      largest max.c:5
  mark b is 0x114d#0      largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 executions
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved first: 1 trace, 2 marks
  $ sed "s,$PWD,HERE,; s,theme /.*/data,theme DATA," first
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  set hex off
  set source-path /usr
  set theme light
  
  open "HERE/good-instance.wet"
  mark a 20#1
  mark b 50#0
  slice lock back 20#2 data depth 3
  goto 20#2
  $ clew -x first -c 'save second'; cmp first second && echo the same
  0x114d#0 of 1  largest max.c:8
    return best;  = 127
  mark a is 0x113e#1      largest max.c:5
  mark b is 0x114d#0      largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 executions
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved second: 1 trace, 2 marks
  the same
  $ clew -c 'load first' -c 'save third' -c marks -c 'info slice'; cmp first third && echo the same
  clew: opened the saved session first
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved third: 1 trace, 2 marks
  a  0x113e#1             largest max.c:5
  b  0x114d#0             largest max.c:8
  '  0x114d#0             largest max.c:8
  slice back data depth 3 from 0x113e#2: 2 of 4 lines, 4 executions
    locked: the rest is dimmed; n and N go through the slice
    3 of 5 instructions
  the same
  $ clew -c where -c 'save fourth' first; cmp first fourth && echo the same
  clew: opened the saved session first
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  saved fourth: 1 trace, 2 marks
  the same

From another folder, too.

  $ mkdir elsewhere; cd elsewhere; clew -c where ../first
  clew: opened the saved session ../first
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)

Several traces, each with its own; the current one is named by its file. The numbers they had are given anew.

  $ clew -c 'open good-instance.wet' -c 'mark a 20#1' -c 'open gnatcov/good-seed.trace' -c 'goto @3' -c 'mark b @2' -c 'drop 1' -c 'trace good-instance.wet 40#1' -c 'save several' \
  $>     hostile.wet gnatcov/good-2008.trace 2>/dev/null | tail -1; sed "s,$PWD,HERE," several
  saved several: 3 traces, 2 marks
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  
  open "HERE/gnatcov/good-2008.trace"
  goto 0x100
  
  open "HERE/good-instance.wet"
  mark a 20#1
  goto 40#1
  
  open "HERE/gnatcov/good-seed.trace"
  mark b 0xfffffffc
  goto 0xfff0067c
  
  trace "HERE/good-instance.wet" 40#1
  $ clew -c trace -c marks -c 'save again' several 2>/dev/null; cmp several again && echo the same
    1  flat good-2008.trace  0x100 - @1 of 2
  > 2  wet good-instance.wet  0x1148#1/3 - largest max.c:5 - 5 insns
    3  flat good-seed.trace  0xfff0067c - @3 of 4
  a  0x113e#1             largest max.c:5
  b  trace 3  0xfffffffc
  '  0x114d#0             largest max.c:8
  saved again: 3 traces, 2 marks
  the same
  $ clew -c 'trace several' -c 'trace gnatcov/good-seed.trace' -c 'trace good-seed.trace' -c 'drop good-2008.trace' several 2>&1 >/dev/null | grep -v -e --exec
  clew: opened the saved session several
  clew: there is no trace `several`: expected its number, its file, next or previous; `trace` lists them
  clew: max.c:5 is not known here: clew goes to your last place

What is no saved session is not written over; a saved one is, and what is not there yet.

  $ echo precious >mine; clew -c 'save mine' good-instance.wet; cat mine; clew -c 'save! mine' -c 'save mine' good-instance.wet; head -1 mine
  clew: mine: exists and is not a saved session: `save! FILE` overwrites it
  precious
  saved mine: 1 trace
  saved mine: 1 trace
  # clew session 1
  $ clew -c save -c 'save ""'; clew -c 'save missing/file' good-instance.wet; clew -c 'save .' good-instance.wet
  clew: `save` needs a file name
  clew: `save` needs a file name
  clew: missing/file: cannot be written: No such file or directory
  clew: .: cannot be written: Is a directory
  [1]
  $ clew --json -c 'mark a 20#1' -c 'save mine' good-instance.wet
  {"saved":"mine","traces":1,"marks":1,"notes":0,"displays":0,"breakpoints":0,"aliases":0,"keys":0,"lost":0}
  $ clew -c 'save "with blanks"' good-instance.wet; clew -c where "with blanks"
  saved with blanks: 1 trace
  clew: opened the saved session with blanks
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  $ clew -c 'save nothing'; cat nothing
  saved nothing: 0 traces
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.

A line that fails is told, and the rest is run; what cannot be opened ends it.

  $ sed -i 's/^mark a.*/mark a 9999#7\nfrobnicate/' first; clew -c 'load first' -c where; clew -c where first 2>&1 | sed "s,$PWD,HERE,"
  clew: opened the saved session first
  clew: first:8: no instruction has id 9999: the nearest is 50
  clew: first:9: unknown command `frobnicate`: `help` lists the commands
  clew: first: 2 lines of this session failed, for the reasons above; clew loaded the rest
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  clew: opened the saved session first
  clew: first:8: no instruction has id 9999: the nearest is 50
  clew: first:9: unknown command `frobnicate`: `help` lists the commands
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  $ sed -i 's/good-instance/bad-instance/' first; clew -c 'load first' 2>&1 | sed "s,$PWD,HERE,g"; clew -c where first 2>&1 | sed "s,$PWD,HERE,g"
  clew: opened the saved session first
  first:7: HERE/bad-instance.wet: cannot be opened: No such file or directory
  clew: opened the saved session first
  first:7: HERE/bad-instance.wet: cannot be opened: No such file or directory
  $ clew -c 'load tour.script' good-instance.wet; clew -c 'load missing'; clew -c load
  clew: tour.script: is not a saved session: `source FILE` runs any script
  clew: missing: cannot be opened: No such file or directory
  clew: `load` needs the name of a saved session
  [1]
  $ printf '# clew session 1\nload endless\n' >endless; clew -c 'load endless'
  clew: opened the saved session endless, but left out load (1): read it first, `source endless` runs all of it

A saved session may be a stranger's: it runs and writes nothing. One line says what was left out. Aliases of its own, and of the user's, mean nothing in it.

  $ printf '%s\n' '# clew session 1' "open \"$PWD/good-instance.wet\"" 'alias info pipe where | touch MADE' 'alias mark save! mine' 'bind j pipe where | touch MADE' 'save! mine' 'mark a 20#1' \
  $>     ':export! text MADE where' '\pipe where | touch MADE' 'exp text MADE where' 'source MADE' 'edit' 'core MADE' 'info' 'filter /x/ pipe where | touch MADE' 'goto 20#2' "'a" '1' 'repeat' >stranger
  $> echo precious >mine; clew -c marks -c 'info line' -c alias -c bind stranger; clew -x /dev/stdin -c marks <<<'alias mark save! mine
  $> open stranger'; cat mine; ls MADE
  clew: opened the saved session stranger, but left out core (1), info (1), filter (1), pipe (1), export (2), edit (1) and 5 other commands: read it first, `source stranger` runs all of it
  clew: stranger:17: unknown command `'a`: `help` lists the commands
  clew: stranger:18: unknown command `1`: `help` lists the commands
  a  0x113e#1             largest max.c:5
  '  0x114d#0             largest max.c:8
  > 20     0x113e  largest max.c:5  x4
    40     0x1148  largest max.c:5  x3
  no aliases: `alias NAME COMMAND` makes one
  you have bound no keys: `bind KEY COMMAND` binds one; `help` on the full screen lists clew's own keys
  clew: opened the saved session stranger, but left out core (1), info (1), filter (1), pipe (1), export (2), edit (1) and 5 other commands: read it first, `source stranger` runs all of it
  clew: stranger:17: unknown command `'a`: `help` lists the commands
  clew: stranger:18: unknown command `1`: `help` lists the commands
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  a  0x113e#1             largest max.c:5
  '  0x114d#0             largest max.c:8
  precious
  ls: cannot access 'MADE': No such file or directory
  [2]
  $ clew -i stranger <<<'info line'; clew -c 'load stranger' -c where good-instance.wet; clew -c 'open stranger' -c where; ls MADE; cat mine
  clew: opened the saved session stranger, but left out core (1), info (1), filter (1), pipe (1), export (2), edit (1) and 5 other commands: read it first, `source stranger` runs all of it
  clew: stranger:17: unknown command `'a`: `help` lists the commands
  clew: stranger:18: unknown command `1`: `help` lists the commands
  > 20     0x113e  largest max.c:5  x4
    40     0x1148  largest max.c:5  x3
  clew: opened the saved session stranger, but left out core (1), info (1), filter (1), pipe (1), export (2), edit (1) and 5 other commands: read it first, `source stranger` runs all of it
  clew: stranger:17: unknown command `'a`: `help` lists the commands
  clew: stranger:18: unknown command `1`: `help` lists the commands
  clew: stranger: 2 lines of this session failed, for the reasons above; clew loaded the rest
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  clew: opened the saved session stranger, but left out core (1), info (1), filter (1), pipe (1), export (2), edit (1) and 5 other commands: read it first, `source stranger` runs all of it
  clew: stranger:17: unknown command `'a`: `help` lists the commands
  clew: stranger:18: unknown command `1`: `help` lists the commands
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#2 of 4  largest max.c:5
    for (; i < 3; i++)
  ls: cannot access 'MADE': No such file or directory
  precious

Who names it as a script gets all of it.

  $ clew -x stranger >/dev/null 2>&1; head -1 mine; ls MADE; rm MADE
  # clew session 1
  MADE

Nor does it read what waits or does something when it is opened.

  $ mkfifo fifo; for file in - fifo /dev/null .; do echo "slice lock back against $file"; echo "set theme ./$file"; done | sed '1i# clew session 1\nopen good-instance.wet' >waits; mkfifo ./fifo.theme
  $> timeout 20 clew -c where waits </dev/null; for file in - fifo /dev/null; do printf '# clew session 1\nopen %s\n' $file >waits; timeout 20 clew -c where waits; done
  clew: opened the saved session waits
  clew: waits:3: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  clew: waits:4: there is no theme `./-`: `theme` lists them
  clew: waits:5: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  clew: waits:6: ./fifo: is not a regular file: a saved session opens only regular files
  clew: waits:7: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  clew: waits:8: there is no theme `.//dev/null`: `theme` lists them
  clew: waits:9: `slice lock` takes no `lines`, `rank` or `against`: use them with `slice back`, `slice fwd` or `chop`
  clew: waits:10: ./.: is not a regular file: a saved session opens only regular files
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  clew: opened the saved session waits
  waits:2: -: is not a regular file: a saved session opens only regular files
  clew: opened the saved session waits
  waits:2: fifo: is not a regular file: a saved session opens only regular files
  clew: opened the saved session waits
  waits:2: /dev/null: is not a regular file: a saved session opens only regular files
  [1]

Its texts get no index, however large; an index that is there is used. What the user opens gets one.

  $ (cat good-instance.wet; awk 'BEGIN { for (i = 0; i < 400000; i++) print "                                           " }') >large.wet; printf '# clew session 1\nopen large.wet\n' >large
  $> (clew -c index large; clew --index=always -c index large; ls large.wet*; clew -c index large.wet; ls large.wet*; clew -c index large) 2>&1 | sed -E 's/clew, [0-9]+ bytes/clew, N bytes/'
  clew: opened the saved session large
  trace  large.wet, 17,600,517 bytes
  index  kept in memory, 618 bytes
  clew: opened the saved session large
  trace  large.wet, 17,600,517 bytes
  index  kept in memory, 618 bytes
  large.wet
  trace  large.wet, 17,600,517 bytes
  index  large.wet.clew, N bytes: made when the trace was opened
  large.wet
  large.wet.clew
  clew: opened the saved session large
  trace  large.wet, 17,600,517 bytes
  index  large.wet.clew, N bytes: reused
  $ printf 'open large\nopen large.wet\nindex\n' >two; rm large.wet.clew; clew -x two 2>&1 | sed -E 's/clew, [0-9]+ bytes/clew, N bytes/'; ls large.wet*; rm large.wet*
  clew: opened the saved session large
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  trace  large.wet, 17,600,517 bytes
  index  large.wet.clew, N bytes: made when the trace was opened
  large.wet
  large.wet.clew

A line that fails is told, twenty at most.

  $ (echo '# clew session 1'; yes frobnicate | head -30) >wrong; clew -c 'load wrong' 2>&1 | tail -4
  clew: wrong:20: unknown command `frobnicate`: `help` lists the commands
  clew: wrong:21: unknown command `frobnicate`: `help` lists the commands
  clew: wrong: 10 more lines of this session failed
  clew: wrong: 30 lines of this session failed, for the reasons above; clew loaded the rest

Aliases and keys belong into a clewrc. What it has already is not spoken of.

  $ printf 'alias px print/x\nbind K where\n' >rc; clew --rc=rc -c 'alias w where' -c 'alias px print/d' -c 'bind "z x" goto 50%%' -c 'save own' good-instance.wet; cat own | sed "s,$PWD,HERE,"
  alias `w` replaces the short form of why: `\w` still runs that, `unalias w` restores it
  saved own: 1 trace
  put 2 aliases and 1 key into your clewrc: a session file has aliases and keys only as comments
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  # for your clewrc: alias px print/d
  # for your clewrc: alias w where
  # for your clewrc: bind "z x" goto 50%%
  
  open "HERE/good-instance.wet"
  goto 50#0
  $ clew --rc=rc -c 'save own' good-instance.wet; clew --rc=rc -c 'bind K w' -c 'save own' --json good-instance.wet
  saved own: 1 trace
  {"saved":"own","traces":1,"marks":0,"notes":0,"displays":0,"breakpoints":0,"aliases":0,"keys":1,"lost":0}

What no command says again is a comment, and counted.

  $ ln good-instance.wet 'say "x".wet'; clew -c 'save lost' 'say "x".wet'; grep lost: lost
  saved lost: 1 trace
  clew could not save 1 item: comments in the file say which
  # lost: this name cannot be written: open say "x".wet
  $ clew --load-offset=0x1000 -c "save lost" good-instance.wet 2>/dev/null; grep lost: lost
  saved lost: 1 trace
  clew could not save 1 item: comments in the file say which
  # lost: give it again: --load-offset 0x1000

A stranger's session has an end, and names what has one: holes are not read as lines.

  $ printf '# clew session 1\nopen good-instance.wet\n' >long; truncate -s 20G long; clew -c where long; rm long
  clew: long: is larger than 64 MB, the limit for such a file
  $ echo >hole.theme; truncate -s 20G hole.theme; printf '# clew session 1\nopen good-instance.wet\ntheme ./hole.theme\n' >themed; clew -c where themed; rm hole.theme themed
  clew: opened the saved session themed
  clew: themed:3: ./hole.theme: is larger than 1 MB, the limit for such a file
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
