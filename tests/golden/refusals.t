What cannot be answered is refused with what can be.

  $ clew -c 'deps 21#0' good-instance.wet
  clew: no instruction has id 21: the nearest are 20 and 30
  [1]
  $ clew -c 'deps 5#0' good-instance.wet
  clew: no instruction has id 5: the nearest is 10
  [1]
  $ clew -c 'deps 0x1140#0' good-instance.wet
  clew: no instruction at 0x1140: the nearest is 0x113e, largest max.c:5
  [1]
  $ clew -c 'deps 50#1' good-instance.wet
  clew: 0x114d ran 1 time: #0
  [1]
  $ clew -c 'deps 20#9' good-instance.wet
  clew: 0x113e ran 4 times: #0 to #3
  [1]
  $ clew -c 'deps 0x113e#9' good-history.lim
  clew: 0x113e#9 is not in this history: the last execution of 0x113e it holds is #1
  [1]
  $ clew -c 'deps 60#5' bad-dangling-id.wet 2>&1 | tail -1
  clew: 60 has no instruction block, and nothing names its execution #5
  $ clew -c 'deps 20#x' -c 'deps 20#' -c 'deps 0xzz' good-instance.wet
  clew: `20#x`: expected the number of an execution after #, at most 2^64-2
  clew: `20#`: expected the number of an execution after #, at most 2^64-2
  clew: `0xzz`: an address is 0x and at most 16 hexadecimal digits
  [1]
  $ clew -c 'deps 20#0 30#0' good-instance.wet
  clew: one argument too many: 30#0; usage: deps [POS]
  [1]
  $ clew -c 'goto max.c:7' -c 'goto min.c:1' -c 'goto smallest' -c goto good-instance.wet
  clew: nothing in max.c:7 ran: the nearest line that ran is 8
  clew: no code of file `min.c` is known to have run: the nearest is max.c; `info source` lists the files
  clew: no function `smallest` in this trace: `info functions` lists them
  clew: `goto` needs a position: `help goto` explains positions
  [1]
  $ clew -c 'goto $q' -c 'mark 1' -c 'goto +1' good-instance.wet
  clew: mark q is not set, nor is any other: `mark q` sets it
  clew: `1` is no mark: a mark is one letter, a to z
  clew: no later execution: this is #0
  [1]
  $ clew -c 'goto @7' -c 'goto main/5@3' good-instance.wet
  clew: a WET trace has no event numbers, since it records no order between instructions: use ID#N
  clew: a WET trace has no block steps: use ID#N
  [1]
  $ clew -c step -c rc -c 'break main' -c bt good-instance.wet
  clew: a comprehensive WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`
  clew: a comprehensive WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`
  clew: `break` needs a recording, but this is a WET trace. No order is recorded, so nothing can step or stop; use `goto LOCATION`, then `next-execution` and `previous-execution`
  clew: a call stack is not available in a WET trace. `control` shows the branch or call that let an execution run
  [1]
  $ clew -c s good-history.lim
  clew: a limited WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`
  [1]
  $ clew -c line-down -c redraw -c 12 -c 50% -c 'search /x/' -c search-next -c 'screen x' -c close good-instance.wet
  clew: `line-down` needs the full screen: start clew without -c, -x and -i
  clew: `redraw` needs the full screen: start clew without -c, -x and -i
  clew: `12` needs the full screen: start clew without -c, -x and -i; `list N` shows source lines
  clew: `50%` needs the full screen: start clew without -c, -x and -i
  clew: `search /x/` needs the full screen: start clew without -c, -x and -i; `find /REGEX/` searches the code, `filter /REGEX/ COMMAND` what a command prints
  clew: `search-next` needs the full screen: start clew without -c, -x and -i; `find /REGEX/` searches the code, `filter /REGEX/ COMMAND` what a command prints
  clew: `screen x` needs the full screen: start clew without -c, -x and -i; `export text FILE COMMAND` writes an answer to a file
  clew: `close` needs the full screen: start clew without -c, -x and -i; `quit` quits clew
  [1]
  $ clew -c slice -c 'slice sideways' -c 'chop 10#0' -c 'slice back 50#0 memory' good-instance.wet
  clew: `slice` needs a direction: slice back POS or slice fwd POS
  clew: unknown direction `sideways`: expected one of back, fwd, backward, forward
  clew: `chop` needs two positions: `chop A B` shows how B comes from A
  clew: one argument too many: memory (a filter is data, control or all); usage: slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
  [1]
  $ clew -c frobnicate -c in -c 'info weather' good-instance.wet
  clew: unknown command `frobnicate`: `help` lists the commands
  clew: ambiguous command `in`: it fits info, index
  clew: unknown topic `weather`: expected one of trace, functions, line, executions, values, marks, problems, source, history, slice
  [1]
  $ clew -c 'find /nowhere/' -c 'find /(/' -c find-next -c 'find-value 99' -c 'find-value x' good-instance.wet
  clew: no instruction matches `nowhere`
  clew: not a regular expression: Unmatched ( or \(
  clew: not a regular expression: Unmatched ( or \(
  clew: no recorded value is `99`
  clew: `find-value` needs a number (from -9223372036854775808 up, 0x1f, 9.9) or a text in quotes
  [1]
  $ clew -c back -c forward -c 'back 1' good-instance.wet
  clew: this is where the jump history begins
  clew: this is where the jump history ends
  clew: one argument too many: 1; `back` takes none
  [1]
  $ clew convert good-instance.wet -o r.clew 2>/dev/null; clew -c where - <r.clew; clew -c where /dev/stdin < <(cat r.clew)
  clew: -: a recording needs random access, which a pipe or standard input lacks: name its file
  clew: /dev/stdin: a recording needs random access, which a pipe or standard input lacks: name its file
  [1]
  $ clew -c where
  clew: no trace is open: `open FILE` opens one
  [1]
  $ clew -c 'set colour red' good-instance.wet
  clew: unknown setting `colour`: expected one of grain, hex, source-path, prune, bbc, level, mouse, values, resume, theme, print-elements, allocators, cache, substitute-path
  [1]

A command that fails does not keep the next from running.

  $ clew -c 'deps 21#0' -c 'values 10' good-instance.wet
  clew: no instruction has id 21: the nearest are 20 and 30
  #0      0x0
  [1]

A document that quotes a few lines of a trace is none; a trace whose first lines are damaged is one.

  $ (yes 'Some words about how a trace looks, and some more.' | head -20; head -8 good-instance.wet; yes 'So it goes on.' | head -20) >quoted.md; clew -c info quoted.md
  clew: quoted.md: is not a trace; it looks like text: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens
  [1]
  $ (printf '%s\n' '# How a trace looks' '' 'Some words about it,' 'and some more of them,' 'before it comes.'; head -8 good-instance.wet; printf '%s\n' 'So it goes on,' 'line after line,' 'and what it means' 'is told below.' '## More' 'Nothing else.' 'The end.') >short.md; clew -c info short.md; clew index short.md; clew convert short.md -o short.clew; ls short*
  short.md:1:1: not a WET trace: a text that quotes some lines of one
  clew: short.md:1:1: not a WET trace: a text that quotes some lines of one
  clew: short.md:1:1: not a WET trace: a text that quotes some lines of one
  short.md
  $ (printf '%s\n' 'some words' 'before it'; tail -n +2 good-instance.wet) >damaged.wet; clew -c info damaged.wet 2>&1 | head -4
  damaged.wet:1:1: first line must be the number of instruction blocks
  damaged.wet:1:1: not a line of a WET trace (2)
  WET trace, comprehensive: damaged.wet
  instructions                5
