The contract for programs: one object a line, keys in a fixed order, all 64 bits of numbers, nothing else on standard output.

  $ clew --json -c info good-instance.wet
  {"kind":"wet","instructions":5,"instances":12,"dependences":19,"values":8,"problems":0,"numbering":"instance","numbering_from":"gap"}
  $ clew --json -c 'info trace' good-history.lim
  {"kind":"history","instructions":5,"instances":7,"dependences":7,"values":0,"problems":0}
  $ clew --json -c info good-none.wet
  {"kind":"wet","instructions":0,"instances":0,"dependences":0,"values":0,"problems":0}
  $ clew --json -c 'deps 20#1' good-instance.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"port":1,"kind":"data","id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'deps 0x1142#2' good-instance.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  $ clew --json -c 'uses 20#0' good-instance.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"port":0,"kind":"control","id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"port":0,"kind":"control","id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'values 30' good-instance.wet
  {"instance":0,"value":"0x5"}
  {"instance":1,"value":"0x7e"}
  {"instance":2,"value":"0x7f"}
  $ clew --json -c 'values 0x1148' good-instance.wet
  {"instance":0,"value":"0x1"}
  {"instance":1,"value":"0x2"}
  {"instance":2,"value":"0x3"}
  $ clew --json -c 'slice back 30#1' good-instance.wet
  {"id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4}
  {"id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'slice back 50#0 data' good-instance.wet
  {"id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":50,"address":"0x114d","instance":0,"file":"max.c","function":"largest","line":8}
  $ clew --json -c 'slice back 30#1 control' good-instance.wet
  {"id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  $ clew --json -c 'slice fwd 10#0' good-instance.wet
  {"id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4}
  {"id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":3,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":50,"address":"0x114d","instance":0,"file":"max.c","function":"largest","line":8}
  $ clew --json -c 'chop 40#0 50#0' good-instance.wet
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":50,"address":"0x114d","instance":0,"file":"max.c","function":"largest","line":8}
  $ clew --json -c 'chop 40#0 30#2' good-instance.wet
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}

Nothing found is no output, and no failure.

  $ clew --json -c 'deps 10#0' good-instance.wet
  $ clew --json -c 'chop 50#0 10#0' good-instance.wet
  $ clew --json -c 'values 20' good-instance.wet

In a dense file a list that is shorter than the executions leaves open which execution an entry belongs to.

  $ clew --json -c 'deps 20#1' good-dense.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5,"uncertain":true}
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5,"uncertain":true}
  {"port":1,"kind":"data","id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'uses 20#0' good-dense.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5,"instance_max":1,"uncertain":true}
  {"port":0,"kind":"control","id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"port":0,"kind":"control","id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'uses 20#0' --x=instance good-dense.wet
  {"port":0,"kind":"control","id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"port":0,"kind":"control","id":30,"address":"0x1142","instance":0,"file":"max.c","function":"largest","line":6}
  {"port":0,"kind":"control","id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'slice back 50#0' good-dense.wet
  clew: 6 uncertain links not followed
  {"id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4}
  {"id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":50,"address":"0x114d","instance":0,"file":"max.c","function":"largest","line":8}
  $ clew --json -c 'slice back 50#0' good-dense.wet 2>/dev/null | wc -l
  8

A history has neither ids nor ports, kinds or values.

  $ clew --json -c 'deps 0x113e#1' good-history.lim
  {"port":null,"kind":null,"id":null,"address":"0x113e","instance":0,"file":null,"function":null,"line":null}
  {"port":null,"kind":null,"id":null,"address":"0x1148","instance":0,"file":null,"function":null,"line":null}
  $ clew --json -c 'uses 0x113e#0' good-history.lim
  {"port":null,"kind":null,"id":null,"address":"0x113e","instance":1,"file":null,"function":null,"line":null}
  {"port":null,"kind":null,"id":null,"address":"0x1142","instance":0,"file":null,"function":null,"line":null}
  {"port":null,"kind":null,"id":null,"address":"0x1148","instance":0,"file":null,"function":null,"line":null}
  $ clew --json -c 'slice back 0x113e#1' good-history.lim
  {"id":null,"address":"0x1139","instance":0,"file":null,"function":null,"line":null}
  {"id":null,"address":"0x113e","instance":0,"file":null,"function":null,"line":null}
  {"id":null,"address":"0x113e","instance":1,"file":null,"function":null,"line":null}
  {"id":null,"address":"0x1148","instance":0,"file":null,"function":null,"line":null}
  $ clew --json -c 'deps 0x1139#0' good-history.lim
  $ clew --json -c 'deps 0x113e#1 data' good-history.lim
  clew: one argument too many: data; usage: deps [POS]
  [1]
  $ clew --json -c 'slice back 0x113e#1 data' good-history.lim
  clew: a history does not tell data from control dependences: use `deps` or `slice` without `data` or `control`
  [1]
  $ clew --json -c 'values 0x113e' good-history.lim
  clew: a history records no values: use `deps` and `uses`, or record without --history
  [1]
  $ clew --json -c 'deps 20#1' good-history.lim
  clew: a history has no instruction ids: name the address, as in 0x8048242#0
  [1]

The largest numbers, wide values, ids without a block, names that are no UTF-8.

  $ clew --json -c info -c 'deps 18446744073709551615#18446744073709551614' good-extremes.wet
  {"kind":"wet","instructions":2,"instances":18446744073709551615,"dependences":2,"values":1,"problems":0,"numbering":"instance","numbering_from":"gap"}
  {"port":0,"kind":"control","id":3,"address":"0x0","instance":18446744073709551614,"file":null,"function":null,"line":null}
  {"port":1,"kind":"data","id":18446744073709551615,"address":"0xffffffffffffffff","instance":18446744073709551614,"file":null,"function":null,"line":null}
  $ clew --json -c 'uses 18446744073709551615#18446744073709551614' good-extremes.wet
  {"port":1,"kind":"data","id":18446744073709551615,"address":"0xffffffffffffffff","instance":18446744073709551614,"file":null,"function":null,"line":null}
  $ clew --json -c 'values 7' good-wide-values.wet
  {"instance":0,"value":"0x0"}
  {"instance":1,"value":"0xffffffffffffffff"}
  {"instance":2,"value":"0x10000000000000000"}
  {"instance":3,"value":"0xf123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
  {"instance":4,"value":"0xabc"}
  $ clew --json -c 'uses 60#7' -c 'deps 60#7' bad-dangling-id.wet 2>/dev/null
  {"port":1,"kind":"data","id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  $ clew --json -c 'slice back 20#3' bad-dangling-id.wet 2>/dev/null
  {"id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4}
  {"id":20,"address":"0x113e","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":20,"address":"0x113e","instance":3,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":0,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":40,"address":"0x1148","instance":2,"file":"max.c","function":"largest","line":5}
  {"id":60,"address":null,"instance":7,"file":null,"function":null,"line":null}
  $ for id in 1 3 7 8 9 12 15 18; do clew --json -c "where $id#0" good-names.wet; done
  {"id":1,"address":"0x10","instance":0,"file":null,"function":null,"line":null}
  {"id":3,"address":"0x12","instance":0,"file":"lib/inflate","function":null,"line":null}
  {"id":7,"address":"0x16","instance":0,"file":"my list.hpp","function":"std::map<int, long>::at(int const&)","line":9}
  {"id":8,"address":"0x17","instance":0,"file":null,"function":"(below main)","line":null}
  {"id":9,"address":"0x18","instance":0,"file":null,"function":"operator delete(void*)","line":2}
  {"id":12,"address":"0x1b","instance":0,"file":null,"function":"begin","line":7}
  {"id":15,"address":"0x1e","instance":0,"file":"a.rs","function":"main","line":18446744073709551615}
  {"id":18,"address":"0x21","instance":0,"file":"na�ve.c","function":"caf�","line":1}
