The command line.

  $ clew --help
  Usage: clew [OPTIONS] FILE             browse a trace, or a program with CSI metadata, on the full screen
         clew [OPTIONS] TRACE            browse a GNATcoverage trace: what ran and what did not
         clew [OPTIONS] EXE SCHEMA EVENTS  step through the addresses of an Abstract Execution (or just EVENTS)
         clew [OPTIONS] TEXT TEXT...     browse a program's CSI metadata, from the texts of its sections (pt.txt cc.txt)
         clew [OPTIONS] FILE FILE...     open several of these side by side: `trace` switches between them
         clew -i [OPTIONS] [FILE]        type the same commands at a prompt
         clew -c COMMAND... FILE         run commands, print their answers
         clew -x SCRIPT FILE             run the commands in a file
         clew help [TOOL|COMMAND]        this text, or help on a tool below or on a command
         clew record [OPTIONS] PROGRAM [ARGUMENTS]
         clew index [--rebuild|--verify] TRACE...
         clew convert [--format=store|wet|history] IN -o OUT
         clew run-coverage [OPTIONS] PROGRAM [ARGUMENTS]
         clew suffix [OPTIONS] META [DUMP|-]
         clew coverage [OPTIONS] TRACE...|META [DUMP|-]
         clew sections ELF [NAME]
         clew csi-cc [--trace=SCHEMA] CLANG-ARGUMENTS
         clew ae-cc [--plain] GCC-ARGUMENTS
         clew aec [-o OUT.c] EXE [SCHEMA...]
         clew regenerate [--format=text|bin5|din|count] [SCHEMA] EVENTS [EXE]
         clew cache [OPTIONS] SIZE LINE WAYS [split] [SCHEMA] EVENTS [EXE]
         clew pp [OPTIONS] [SCHEMA] EVENTS [EXE]
         clew dump-trace [--raw | --merged] [--kind] FILE...
         clew tour [--print]
  
  Options:
    -c, --command=COMMAND   run a command; may be repeated
    -x, --script=SCRIPT     run the commands in a file
    -i, --interactive       read commands from a prompt, or from standard input
        --echo              print each command before its answer
        --json              print one JSON object per line
        --strict            treat a problem in the trace as an error
        --as=KIND           read the files as wet, csi, ae or gnatcov, whatever they look like
        --exec=FILE         the executable, for source positions and code
        --load-offset=HEX   where a position-independent executable was loaded
        --index=WHEN        keep the index of a text trace: auto (if it is large), always, never or rebuild
        --x=instance|dense  what entry numbers mean, if clew guesses wrong
        --source-path=DIRS  folders with source files, separated by ':'
        --substitute-path=FROM=TO  source files that the compiler found under FROM are under TO now
        --core=FILE         a core file of the program; clew asks gdb for its frames
        --dump=FILE         what a debugger printed about the program
        --gdb=GDB           the gdb to ask
        --checkpoints=SIZE  memory for checkpoints of an address stream (64M)
        --at=POS            begin at a position
        --rc=FILE           read this clewrc; --no-rc: none
        --version           print the version; with --verbose also the optional parts, found or missing, and their purpose
        --verbose           see --version
        --help, --manual (commands for the manual page, as roff)
  
  `clew -c help` lists the commands.
  $ clew --version | sed 's/[0-9.]*$/VERSION/'
  clew VERSION
  $ clew
  clew: no trace given: `clew FILE` opens one, `clew record PROGRAM` makes one, `clew tour` shows how; clew --help says more
  [2]
  $ clew convrt; clew convrt -c info
  clew: convrt: no such file or tool: the nearest is convert; `clew --help` lists the tools
  clew: convrt: no such file or tool: the nearest is convert; `clew --help` lists the tools
  [1]
  $ clew good-instance.wet
  clew: the full screen needs a terminal; -c COMMAND and -i work without one; clew --help says more
  [2]
  $ clew -c info good-instance.wet good-dense.wet
  WET trace, comprehensive: good-instance.wet
  instructions                5
  executions                 12
  dependences                19
  values                      8
  problems                    0
  numbered by execution (a list has gaps): every link is certain
  no order between instructions is recorded
  $ clew --x=loose -c info good-dense.wet
  clew: --x takes instance or dense, not: loose; clew --help says more
  [2]
  $ clew --load-offset=zz -c info good-dense.wet
  clew: --load-offset needs a hexadecimal number, not: zz; clew --help says more
  [2]
  $ clew --exec=missing -c info good-dense.wet
  clew: missing: cannot be opened: No such file or directory
  [1]
  $ clew --exec=max.c -c info good-dense.wet
  clew: max.c: not an ELF file
  [1]
  $ clew -c info missing.wet
  clew: missing.wet: cannot be opened: No such file or directory
  [1]
  $ clew -c info .
  clew: .: is a folder, not a file
  [1]
  $ clew -c info bad-empty.wet
  clew: bad-empty.wet: empty file
  [1]
  $ clew -c info -- good-none.wet
  WET trace, comprehensive: good-none.wet
  instructions                0
  executions                  0
  dependences                 0
  values                      0
  problems                    0
  no order between instructions is recorded
  $ clew --at 99 -c info good-none.wet
  clew: no instruction has id 99: this trace has none
  [1]
  $ clew --json -c info - <good-instance.wet
  {"kind":"wet","instructions":5,"instances":12,"dependences":19,"values":8,"problems":0,"numbering":"instance","numbering_from":"gap"}
  $ clew -c 'instances 20' good-instance.wet >/dev/full
  clew: cannot write standard output
  [1]

A reader that goes away ends clew quietly.

  $ clew -c help | head -2
  Move
    goto, g POS                     Jumps to a position.
