requires: recorder

Each process has a trace, which %p names; one line tells of each.

  $ plain() { sed -E 's/process [0-9]+/process N/; s/by [0-9]+/by N/; s/t\.[0-9]+/t.N/; s/[0-9,]+ executions \(of [0-9,]+/I executions (of E/; s|/[^ ]*/(da)?sh|SHELL|; s|/[^ ]*/false|FALSE|'; }
  $> clew record --trace-children -o 't.%p.clew' -- sh -c 'echo out; /bin/false; exit 3' 2>&1 | plain; echo ${PIPESTATUS[0]}
  out
  clew: process N, SHELL: t.N.clew, I executions (of E executed)
  clew: process N, SHELL, forked by N: t.N.clew, I executions (of E executed)
  clew: process N, FALSE, executed: t.N.2.clew, I executions (of E executed)
  3
  $ for f in t.*; do clew -c info $f 2>/dev/null | sed -nE 's/^(began|status|ended) +/\1 /p' | sort; done | sort
  began exec
  began fork
  began start
  ended the program became another one (exec)
  status exit 1
  status exit 3

They need names of their own, in a folder that is there.

  $ clew record --trace-children -o t.clew true
  clew: t.clew: is one name for several traces: put %p in it, which becomes the number of the process
  [1]
  $ clew record --trace-children -o no/such/%p true
  clew: no/such/%p: cannot be written: No such file or directory
  [1]
  $ clew record --progress=loud true
  clew: --progress takes auto, always or never, not: loud; clew record --help says more
  [2]

Text into a pipe is written as it is, and whoever reads it may go away.

  $ clew record --format=wet -o /dev/stdout true | head -c 2 | wc -c; echo ${PIPESTATUS[1]}
  2
  0
