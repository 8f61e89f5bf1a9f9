requires: xz

Figure 1 of the paper: its totals, and every line, whichever byte order the run had. The 5-byte form is in the byte order of the executable.

  $ for e in EL EB; do cp "$SAMPLES"/ae/golden/ae.out.$e "$SAMPLES"/ae/golden/fig1.$e.exe .; done; cp "$SAMPLES"/ae/golden/fig1.sma .
  $> for e in EL EB; do clew regenerate --format=count fig1.sma ae.out.$e fig1.$e.exe | sed 's/ seconds [0-9]*\.[0-9][0-9][0-9]$/ and seconds/'; done
  instructions 62325 reads 206 writes 10206 addresses 72737 events 11005 and seconds
  instructions 62325 reads 206 writes 10206 addresses 72737 events 11005 and seconds
  $ for e in EL EB; do clew regenerate fig1.$e.exe ae.out.$e fig1.sma | sha256sum; done; grep all_sha256 "$SAMPLES"/ae/golden/expected.json
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
   "all_sha256": "b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e",
  $ clew regenerate fig1.sma ae.out.EL fig1.EL.exe | head -50 | cmp - "$SAMPLES"/ae/golden/first50.txt && echo the first 50
  the first 50
  $ clew regenerate fig1.sma ae.out.EL fig1.EL.exe | tail -50 | cmp - "$SAMPLES"/ae/golden/last50.txt && echo the last 50
  the last 50
  $ clew regenerate --format=bin5 fig1.sma ae.out.EL fig1.EL.exe | sha256sum; grep little_endian_sha256 "$SAMPLES"/ae/golden/expected.json
  1b73d5104b0ea234fc52f7a2fe2222d3beee9ccaa44e18c81580e4eaef333d89  -
    "little_endian_sha256": "1b73d5104b0ea234fc52f7a2fe2222d3beee9ccaa44e18c81580e4eaef333d89"
  $ for e in EL EB; do clew regenerate --format=bin5 fig1.sma ae.out.$e fig1.$e.exe | od -An -tx1 -w5 | sed -n '1p;3p;$p'; done
   49 90 01 40 00
   57 6c fe ef 7f
   49 0c 02 40 00
   49 00 40 01 90
   57 7f ef fe 6c
   49 00 40 02 0c
  $ clew regenerate --format=din fig1.sma ae.out.EB fig1.EB.exe | head -20 | cmp - "$SAMPLES"/ae/golden/din20.txt && echo the first 20
  the first 20
  $ clew regenerate fig1.sma ae.out.EL fig1.EL.exe | sed -n 's/^I \(.*\) 4$/2 \1/p;s/^R /0 /p;s/^W /1 /p' | sed 's/0x//' >din
  $> clew regenerate --format=din fig1.sma ae.out.EL fig1.EL.exe | cmp - din && echo the same
  the same

The other samples, byte by byte; only the events are named. What is damaged is refused, and what precedes a cut is printed.

  $ for s in matrix words callbacks; do
  $>   mkdir $s; xz -dc "$SAMPLES"/ae/$s/prog.xz >$s/prog; cp "$SAMPLES"/ae/$s/prog.sma "$SAMPLES"/ae/$s/ae.out $s/; chmod u+w $s/*
  $>   xz -dc "$SAMPLES"/ae/$s/expected.txt.xz >$s/expected; clew regenerate $s/ae.out | cmp - $s/expected && echo $s
  $> done
  matrix
  words
  callbacks
  $ cat >damage <<'END'
  $> # damage FILE HOW N: FILE with one change
  $> case $2 in
  $> cut)    head -c $3 $1 ;;
  $> drop)   head -c $3 $1; tail -c +$(($3 + 2)) $1 ;;
  $> append) cat $1; printf "\\x$(printf %x $3)" ;;
  $> flip)   head -c $3 $1; printf "\\x$(printf %x $((255 - $(od -An -tu1 -j$3 -N1 $1))))"; tail -c +$(($3 + 2)) $1 ;;
  $> id)     head -c 4 $1; printf '\0\0\0\0\0\0\0\0'; tail -c +13 $1 ;;
  $> esac
  $> END
  $ for s in matrix words callbacks; do
  $>   tr -d ' \n' <"$SAMPLES"/ae/$s/expected.json | grep -o '\["[a-z]*",[0-9]*\]' | tr -d '["]' | tr , ' ' >changes
  $>   while read how n; do
  $>     bash damage $s/ae.out $how $n >damaged; clew regenerate $s/prog.sma damaged $s/prog >printed 2>message; echo "$s $how $n: $? $(cat message)"
  $>     [ $how != cut ] || head -c $(stat -c %s printed) $s/expected | cmp - printed
  $>   done <changes
  $> done
  matrix cut 3826: 1 clew: damaged: offset 3826: the events end in the middle of function multiply$u0, block 3: a block number should follow
  matrix flip 3189: 1 clew: damaged: offset 3189: in multiply$u0, block 252 follows block 3, but only 4 or 3 can: the events are damaged
  matrix drop 2140: 1 clew: damaged: offset 2140: in multiply$u0, block 2 follows block 3, but only 4 or 3 can: the events are damaged
  matrix append 9: 1 clew: damaged: offset 6378: outside of all functions: found region byte 9, expected 0, 1 or 2: the events are damaged
  matrix id 0: 1 clew: damaged: offset 4: found events of build 0000000000000000, expected 903b7ed4dfc5730e, the build of matrix/prog.sma
  words cut 8233: 1 clew: damaged: offset 8230: the events end in the middle of function find$u0, block 4: a word for R16 should follow, but only 3 bytes do
  words flip 6861: 1 clew: damaged: offset 6861: in find$u0, block 248 follows block 4, but only 5 or 7 can: the events are damaged
  words drop 4574: 1 clew: damaged: offset 4577: in main, block 0 follows block 2, but only 3 or 8 can: the events are damaged
  words append 9: 1 clew: damaged: offset 13723: outside of all functions: found region byte 9, expected 0, 1 or 2: the events are damaged
  words id 0: 1 clew: damaged: offset 4: found events of build 0000000000000000, expected 505bf2d368843185, the build of words/prog.sma
  callbacks cut 914: 1 clew: damaged: offset 914: the events end in the middle of function compare$u0, block 0: a word for R5 should follow
  callbacks flip 762: 1 clew: damaged: offset 762: function main, block 2: found region byte 254, expected 0, 1 or 2: the events are damaged
  callbacks drop 508: 1 clew: damaged: offset 516: in main, block 3 begins, but the events name block 16: the events are damaged
  callbacks append 9: 1 clew: damaged: offset 1524: outside of all functions: found region byte 9, expected 0, 1 or 2: the events are damaged
  callbacks id 0: 1 clew: damaged: offset 4: found events of build 0000000000000000, expected 9991d1537c234829, the build of callbacks/prog.sma

Where it goes, and what can be wrong with that. A reader that has seen enough is no error to speak of.

  $ clew regenerate -o all fig1.sma ae.out.EL fig1.EL.exe; sha256sum all
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  all
  $ clew regenerate -o ./ae.out.EL fig1.sma ae.out.EL fig1.EL.exe; cmp ae.out.EL "$SAMPLES"/ae/golden/ae.out.EL
  clew: ./ae.out.EL is an input: name another output file
  $ clew regenerate -o nowhere/all fig1.sma ae.out.EL fig1.EL.exe
  clew: cannot write nowhere/all: No such file or directory
  [1]
  $ clew regenerate fig1.sma ae.out.EL fig1.EL.exe >/dev/full
  clew: cannot write standard output: No space left on device
  [1]
  $ clew regenerate --format=count -o /dev/full fig1.sma ae.out.EL fig1.EL.exe
  clew: cannot write /dev/full: No space left on device
  [1]
  $ (clew regenerate fig1.sma ae.out.EL fig1.EL.exe; echo $? >status) | head -1; cat status
  C main
  141
  $ (trap '' PIPE; clew regenerate fig1.sma ae.out.EL fig1.EL.exe; echo $? >status) | head -1; cat status
  C main
  1

Wrong usage.

  $ clew regenerate
  clew: name the event file of the run (ae.out); clew regenerate --help says more
  [2]
  $ clew regenerate --format=pixie ae.out.EL
  clew: --format takes text, bin5, din or count, not: pixie; clew regenerate --help says more
  [2]
  $ clew regenerate --nonsense ae.out.EL
  clew: unknown option --nonsense; clew regenerate --help says more
  [2]
  $ clew regenerate fig1.sma ae.out.EL fig1.EL.exe fig1.EB.exe
  clew: two files look like the executable, fig1.EL.exe and fig1.EB.exe: name only one
  [1]
  $ clew regenerate ae.out.EL
  clew: ae.out.EL: this event file does not name its program. Name program and schema too: clew PROGRAM PROGRAM.sma ae.out.EL
  [1]
  $ clew regenerate --help | head -1
  Usage: clew regenerate [--format=text|bin5|din|count] [-o FILE] [SCHEMA...] EVENTS [EXECUTABLE]

A program in several schemas, in any order, by which loops are numbered; none may be missing, none is written over.

  $ cp fig1.EB.exe fig1; awk '/start_function sub/ { b = 1 } { print > (b ? "b.sma" : "a.sma") }' fig1.sma
  $ clew regenerate fig1 fig1.sma ae.out.EB >whole; clew regenerate fig1 a.sma b.sma ae.out.EB | cmp - whole; clew regenerate b.sma ae.out.EB a.sma fig1 | grep -v '^L' | cmp - <(grep -v '^L' whole)
  $ clew pp fig1 a.sma b.sma ae.out.EB | cmp - <(clew pp fig1 fig1.sma ae.out.EB); clew cache 1k 16 1 fig1 a.sma b.sma ae.out.EB | tail -1
  unified fetch 62325 657 read 206 102 write 10206 2737 compulsory 2516 written-back 2783 dirty-at-end 53
  $ clew -c 'info trace' -c 'save saved' fig1 a.sma b.sma ae.out.EB | head -4; clew -c 'goto end' saved; clew -i fig1 a.sma b.sma ae.out.EB fig1 fig1.sma ae.out.EL <<<trace
  address stream: ae.out.EB
  executable             fig1
  schema                 a.sma
  schema                 b.sma
  clew: opened the saved session saved
  @72737 of 72737  main+0x7c  move   $sp, $t0
     called by code without schema
  > 1  ae ae.out.EB  @1 of 72737 - main
    2  ae ae.out.EL  @1 of 72737 - main
  $ clew regenerate a.sma b.sma ae.out.EB; clew regenerate a.sma ae.out.EB fig1; clew regenerate a.sma a.sma ae.out.EB fig1; clew regenerate -o b.sma a.sma b.sma ae.out.EB fig1
  clew: a.sma and 1 more schema: name their executable too
  clew: a.sma:25:11: no function "sub" in the schema: to call a function without schema, write call_ext
  clew: a.sma:3: function "main" is defined twice, first in an earlier schema
  clew: b.sma is an input: name another output file
  [1]
