requires: xz

Every sample's numbers: one cache, and two with two ways.

  $ cp "$SAMPLES"/ae/golden/{fig1.sma,ae.out.EL,fig1.EL.exe} .; fig1="fig1.sma ae.out.EL fig1.EL.exe"
  $> (clew cache 1024 16 1 $fig1; clew cache 8k 32 2 split $fig1) | cmp - "$SAMPLES"/ae/golden/cache.txt && echo figure 1
  figure 1
  $ for s in matrix words callbacks; do
  $>   mkdir $s; xz -dc "$SAMPLES"/ae/$s/prog.xz >$s/prog; cp "$SAMPLES"/ae/$s/prog.sma "$SAMPLES"/ae/$s/ae.out $s/
  $>   (clew cache 1k 16 1 $s/ae.out; clew cache 8192 32 2 split $s/ae.out) | cmp - "$SAMPLES"/ae/$s/cache.txt && echo $s
  $> done
  matrix
  words
  callbacks

A further level; who missed.

  $ clew cache --level=64k,64,8 --level=1M,64,16 8k 32 2 split matrix/ae.out
  instruction fetch 54758 21 read 0 0 write 0 0 compulsory 21 written-back 0 dirty-at-end 0
  data fetch 0 0 read 12940 13 write 2220 314 compulsory 322 written-back 70 dirty-at-end 247
  level 2 fetch 21 11 read 13 4 write 384 159 compulsory 174 written-back 0 dirty-at-end 159
  level 3 fetch 11 11 read 4 4 write 159 159 compulsory 174 written-back 0 dirty-at-end 159
  $ clew cache --by=function --by=data --by=loop --top=5 1k 16 1 matrix/ae.out
  unified fetch 54758 970 read 12940 6939 write 2220 2202 compulsory 685 written-back 2201 dirty-at-end 9
  
        misses   share     accesses    rate  of fetches    of reads   of writes  function
          5610    55.5%        39545    14.2%         550        4804         256  multiply$u0
          3641    36.0%        25506    14.3%         341        2124        1176  relax$u0
           849     8.4%         4709    18.0%          76           3         770  main
            11     0.1%          158     7.0%           3           8           0  running_sum$u0
  
        misses   share     accesses    rate  of fetches    of reads   of writes  data
          4352    47.6%         4352   100.0%           0        4096         256  0x600820 b
          3551    38.8%         6137    57.9%           0        2119        1432  0x601820 grid
           964    10.5%         4352    22.2%           0         708         256  0x600020 a
           264     2.9%          303    87.1%           0           8         256  0x601020 c
             6     0.1%            6   100.0%           0           6           0  0x46e5f0 _LC0
             2 more
  
        misses   share     accesses    rate  of fetches    of reads   of writes  loop
          5190    51.3%        36864    14.1%         386        4804           0  loop 2 0x400738 multiply$u0
          3544    35.1%        24696    14.4%         250        2118        1176  loop 4 0x4007b0 relax$u0
           795     7.9%         4352    18.3%          27           0         768  loop 7 0x4008a4 main
           384     3.8%         2560    15.0%         128           0         256  loop 1 0x400728 multiply$u0
            73     0.7%          756     9.7%          73           0           0  loop 3 0x400798 relax$u0
             5 more
  $ clew cache --by=instruction --top=3 1k 16 1 split matrix/ae.out
  instruction fetch 54758 42 read 0 0 write 0 0 compulsory 42 written-back 0 dirty-at-end 0
  data fetch 0 0 read 12940 6539 write 2220 2202 compulsory 643 written-back 2201 dirty-at-end 9
  
        misses   share     accesses    rate  of fetches    of reads   of writes  instruction
          4096    46.6%         8192    50.0%           0        4096           0  0x40073c multiply$u0
          1176    13.4%         2352    50.0%           0           0        1176  0x4007dc relax$u0
          1098    12.5%         2352    46.7%           0        1098           0  0x4007c8 relax$u0
           165 more
  $ clew cache --by=line --by=function --by=function --top=0 1k 16 1 matrix/ae.out | tail -6
  
        misses   share     accesses    rate  of fetches    of reads   of writes  function
          5610    55.5%        39545    14.2%         550        4804         256  multiply$u0
          3641    36.0%        25506    14.3%         341        2124        1176  relax$u0
           849     8.4%         4709    18.0%          76           3         770  main
            11     0.1%          158     7.0%           3           8           0  running_sum$u0
  $ clew cache --json --by=loop --by=data --by=line --by=instruction --top=1 1k 16 1 matrix/ae.out
  {"cache":"unified","accesses":{"fetch":54758,"read":12940,"write":2220},"misses":{"fetch":970,"read":6939,"write":2202},"compulsory":685,"written_back":2201,"dirty_at_end":9}
  {"by":"loop","loop":2,"address":"0x400738","function":"multiply$u0","file":null,"line":null,"accesses":{"fetch":28672,"read":8192,"write":0},"misses":{"fetch":386,"read":4804,"write":0}}
  {"by":"data","address":"0x600820","symbol":"b","stack":false,"accesses":{"fetch":0,"read":4096,"write":256},"misses":{"fetch":0,"read":4096,"write":256}}
  {"by":"line","file":null,"line":null,"accesses":{"fetch":54758,"read":12940,"write":2220},"misses":{"fetch":970,"read":6939,"write":2202}}
  {"by":"instruction","address":"0x40073c","function":"multiply$u0","file":null,"line":null,"accesses":{"fetch":4096,"read":4096,"write":0},"misses":{"fetch":64,"read":4096,"write":0}}

What precedes damage is counted.

  $ head -c 3000 matrix/ae.out >cut; clew cache 1k 16 1 matrix/prog.sma cut matrix/prog
  unified fetch 21856 348 read 4749 2777 write 920 917 compulsory 481 written-back 916 dirty-at-end 1
  clew: cut: offset 3000: the events end in the middle of function multiply$u0, block 3: a block number should follow
  [1]
  $ clew cache 1k 16 1 matrix/ae.out >/dev/full
  clew: cannot write standard output: No space left on device
  [1]

Caches that cannot be, and other wrong usage.

  $ for shape in '1000 16 1' '1k 24 1' '1k 16 3' '1k 16 128' '16 32 1' '0 16 1' '1M 16 8k' '1G 1 1' '2G 64 1' '1k 16 0'; do clew cache $shape matrix/ae.out; echo $?; done
  clew: found a cache of 1000 bytes, expected a power of two up to 1073741824; clew cache --help says more
  2
  clew: found lines of 24 bytes, expected a power of two up to the cache's size 1024; clew cache --help says more
  2
  clew: found 3 ways, expected a power of two up to 4096 and to the 64 lines of the cache; clew cache --help says more
  2
  clew: found 128 ways, expected a power of two up to 4096 and to the 64 lines of the cache; clew cache --help says more
  2
  clew: found lines of 32 bytes, expected a power of two up to the cache's size 16; clew cache --help says more
  2
  clew: found a cache of 0 bytes, expected a power of two up to 1073741824; clew cache --help says more
  2
  clew: found 8192 ways, expected a power of two up to 4096 and to the 65536 lines of the cache; clew cache --help says more
  2
  clew: found 1073741824 lines of 1 byte in a cache of 1073741824, expected at most 16777216 lines; clew cache --help says more
  2
  clew: found a cache of 2147483648 bytes, expected a power of two up to 1073741824; clew cache --help says more
  2
  clew: found 0 ways, expected a power of two up to 4096 and to the 64 lines of the cache; clew cache --help says more
  2
  $ clew cache --level=2k,8,1 1k 16 1 matrix/ae.out
  clew: found lines of 8 bytes in level 2, expected at least the 16 of the level above; clew cache --help says more
  [2]
  $ clew cache --level=2k,32 1k 16 1 matrix/ae.out
  clew: --level needs SIZE,LINE,WAYS, not: 2k,32; clew cache --help says more
  [2]
  $ clew cache --level=2k,32,1,1 1k 16 1 matrix/ae.out
  clew: --level needs SIZE,LINE,WAYS, not: 2k,32,1,1; clew cache --help says more
  [2]
  $ clew cache --level=2k,32,1 --level=2k,32,1 --level=2k,32,1 --level=2k,32,1 1k 16 1 matrix/ae.out
  clew: more than three --level options: 2k,32,1; clew cache --help says more
  [2]
  $ clew cache 1k 16
  clew: name the cache first: SIZE LINE WAYS; clew cache --help says more
  [2]
  $ clew cache 1k 16 matrix/ae.out
  clew: WAYS needs a number, not: matrix/ae.out; clew cache --help says more
  [2]
  $ clew cache 99999999999999999999 16 1 matrix/ae.out
  clew: SIZE is too large, at most 1G: 99999999999999999999; clew cache --help says more
  [2]
  $ clew cache 99999999999999999G 16 1 matrix/ae.out
  clew: SIZE is too large, at most 1G: 99999999999999999G; clew cache --help says more
  [2]
  $ clew cache 1k 16 1 split
  clew: name the event file of the run (ae.out); clew cache --help says more
  [2]
  $ clew cache 1k 16 1 a b c d
  clew: a: cannot be opened: No such file or directory
  [1]
  $ clew cache --by=weight 1k 16 1 matrix/ae.out
  clew: --by takes function, line, instruction, data or loop, not: weight; clew cache --help says more
  [2]
  $ clew cache --top=-1 1k 16 1 matrix/ae.out
  clew: --top needs a number, not: -1; clew cache --help says more
  [2]
  $ clew cache --help | head -1
  Usage: clew cache [OPTIONS] SIZE LINE WAYS [split] [SCHEMA...] EVENTS [EXECUTABLE]
