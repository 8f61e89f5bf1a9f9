`why` on traces without a clock: text, histories. What a line's last execution was is inferred there, and said to be.

  $ clew -c why -c 'why $a' -c 'why nowhere.c:3' good-instance.wet
  max.c:8      return best;                          = 0x7f
   max.c:6   + best = value[i] > best ? value[i] : best;  x 3: 0x5, ... 0x7f
    + never written in the trace: uninitialised, or there from the start
    max.c:5  + because: for (; i < 3; i++)           x 3
     max.c:4   int i = 0, best = 0;                  = 0x0  constant
  clew: mark a is not set, nor is any other: `mark a` sets it
  clew: no code of file `nowhere.c` is known to have run: `info source` lists the files
  [1]
  $ clew -c 'why' -c 'why 0x1142#2' -c 'why value' good-history.lim
  0x114d#0
   0x1142#2       beyond the history horizon
  0x1142#2       beyond the history horizon
  clew: a history does not tell values from addresses, nor data from control dependences: leave out `value`, `address` or `control`
  [1]
  $ clew --json -c why good-history.lim | tail -1
  {"depth":1,"distance":16,"link":null,"role":null,"port":null,"id":null,"address":"0x1142","instance":2,"file":null,"function":null,"line":null,"value":null,"folded":0,"folded_lines":[],"instances":1,"user_id":null,"user_address":"0x114d","user_instance":0,"end":"horizon","unwritten":0}
  $ clew -c why good-dense.wet
  max.c:8      return best;                         = 0x7f
   max.c:6     best = value[i] > best ? value[i]..  = 0x7f  uncertain inputs: not followed
    max.c:5  + because: for (; i < 3; i++)          x 3
     max.c:4   int i = 0, best = 0;                 = 0x0  constant
  6 uncertain links not followed

The words: the position comes first, then how many lines, and about what.

  $ for words in '0x1 0' 'begin ten' 'begin 3 4 why' 'begin 100001' 'nothing.c:1' '#1'; do clew -c "why $words" good-instance.wet | head -3; done
  clew: `0`: expected a number of lines from 1 to 100000, or value, address, control, all, statement or unfold
  clew: `ten`: expected a number of lines from 1 to 100000, or value, address, control, all, statement or unfold
  clew: `why`: expected a number of lines from 1 to 100000, or value, address, control, all, statement or unfold
  clew: `100001`: expected a number of lines from 1 to 100000, or value, address, control, all, statement or unfold
  clew: no code of file `nothing.c` is known to have run: `info source` lists the files
  clew: `#1`: expected an instruction before #
  $ clew -c why csi-sum.c
  clew: csi-sum.c: is not a trace; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program
  [1]
