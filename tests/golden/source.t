requires: recorder

What a recording knows of source lines: those that ran with how often, - never ran, ? may have run, nothing without code.

  $ gcc -g -O0 -no-pie -o sums sums.c && clew record -o sums.clew -- ./sums && clew record --skip=hidden -o less.clew -- ./sums
  30
  30
  $ clew -c 'list 15' -c list sums.clew
    10     x9      return sum;
    11     x9  }
    12
    13         static int hidden(int n)
    14     x1  {
    15     x1      return n * 3;
    16     x1  }
    17
    18         int main(int argc, char **argv)
    19     x1  {
    20     x1          int total = 0;  /* 漢字: wide, café: combining */  = 0x0
    21     x4          for (int i = 1; i <= 3; i++)  = 0x4
    22     x3                  total += sum_to(i);  = 0xa
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);  = 0x1e
    26     x1          printf("%d\n", total);
    27     x1          return 0;  = 0x0
  > 28     x1  }
  $ clew -c 'list 15' less.clew
    10     x9      return sum;
    11     x9  }
    12
    13         static int hidden(int n)
    14      ?  {
    15      ?      return n * 3;
    16      ?  }
    17
    18         int main(int argc, char **argv)
    19     x1  {
  $ clew --json -c 'list 24' sums.clew | grep -E '"line":(19|23|24|25)'
  {"line":19,"executions":1,"state":"ran","text":"{","value":null}
  {"line":23,"executions":1,"state":"ran","text":"\u0009if (argc > 1)","value":null}
  {"line":24,"executions":0,"state":"never ran","text":"\u0009\u0009printf(\"%s\\n\", argv[1]);\u0009/* \"漢字\" */","value":null}
  {"line":25,"executions":1,"state":"ran","text":"\u0009total = hidden(total);","value":"0x1e","instance":0}

Behind a line stands what its statement computed last in the current call, up to here. The function calls itself: deeper calls do not count, nor does what ran later.

  $ clew -c 'goto begin' -c 'break sums.c:10' -c continue -c 'list 8' -c 'continue 7' -c 'list 8' -c reverse-continue -c 'list 8' sums.clew | grep -E '^ *>?  ?(6|7|8|9|10) '
     6     x9      int below = 0;  = 0x0
     7     x9      if (n > 0)
     8     x6          below = sum_to(n - 1);
     9     x9      int sum = below + n;  = 0x0
  > 10     x9      return sum;  = 0x0
     6     x9      int below = 0;  = 0x0
     7     x9      if (n > 0)
     8     x6          below = sum_to(n - 1);  = 0x1
     9     x9      int sum = below + n;  = 0x3
  > 10     x9      return sum;  = 0x3
     6     x9      int below = 0;  = 0x0
     7     x9      if (n > 0)
     8     x6          below = sum_to(n - 1);  = 0x0
     9     x9      int sum = below + n;  = 0x1
  > 10     x9      return sum;  = 0x1
  $ clew -c 'hex off' -c 'goto begin' -c 'break sums.c:22' -c 'continue 3' -c 'list 22' -c 'set values off' -c 'list 22' -c 'show values' sums.clew | tail -21
    17
    18         int main(int argc, char **argv)
    19     x1  {
    20     x1          int total = 0;  /* 漢字: wide, café: combining */  = 0
    21     x4          for (int i = 1; i <= 3; i++)  = 3
  > 22     x3                  total += sum_to(i);  = 10
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);
    26     x1          printf("%d\n", total);
    17
    18         int main(int argc, char **argv)
    19     x1  {
    20     x1          int total = 0;  /* 漢字: wide, café: combining */
    21     x4          for (int i = 1; i <= 3; i++)
  > 22     x3                  total += sum_to(i);
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);
    26     x1          printf("%d\n", total);
  values       off

Of a text without order: the current execution, else the last; of a history, which has no values, nothing.

  $ clew -c 'goto 30#1' -c list -c 'goto 10#0' -c 'set values' good-instance.wet
  0x1142#1 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7e
    1         /* Finds the largest of three numbers. */
    2         int largest(const int *value)
    3         {
    4     x1      int i = 0, best = 0;  = 0x0 (last)
    5     x4      for (; i < 3; i++)  = 0x3 (last)
  > 6     x3          best = value[i] > best ? value[i] : best;  = 0x7e (here)
    7
    8     x1      return best;  = 0x7f (last)
    9         }
  0x1139#0 of 1  largest max.c:4
    int i = 0, best = 0;  = 0x0
  $ clew --json -c 'goto 30#1' -c list good-instance.wet | sed 's/.*"line"/"line"/'
  "line":6}
  "line":1,"executions":0,"state":null,"text":"/* Finds the largest of three numbers. */","value":null}
  "line":2,"executions":0,"state":null,"text":"int largest(const int *value)","value":null}
  "line":3,"executions":0,"state":null,"text":"{","value":null}
  "line":4,"executions":1,"state":"ran","text":"    int i = 0, best = 0;","value":"0x0","instance":0}
  "line":5,"executions":4,"state":"ran","text":"    for (; i < 3; i++)","value":"0x3","instance":2}
  "line":6,"executions":3,"state":"ran","text":"        best = value[i] > best ? value[i] : best;","value":"0x7e","instance":1}
  "line":7,"executions":0,"state":null,"text":"","value":null}
  "line":8,"executions":1,"state":"ran","text":"    return best;","value":"0x7f","instance":0}
  "line":9,"executions":0,"state":null,"text":"}","value":null}
  $ clew -c list -c 'set values off' -c list good-history.lim
  clew: no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE; `disassemble` shows the code
  clew: no source line is known for this instruction: compile with -g, or name the executable with --exec=FILE; `disassemble` shows the code
  [1]

A source that is elsewhere: where it was looked for, the folders and rules that lead there; of several rules the longest that ends at a folder.

  $ mkdir -p build/deep away/deep wrong && cp sums.c build/deep && (cd build/deep && gcc -g -O0 -no-pie -o ../../moved "$PWD/sums.c") && mv build/deep/sums.c away/deep && rm sums.c
  $> clew record -o moved.clew -- ./moved | sed "s|$PWD|HERE|g"; clew -c list moved.clew 2>&1 | sed "s|$PWD|HERE|g"
  30
  clew: source file not found, looked for HERE/build/deep/sums.c, HERE/sums.c, ./sums.c; `directory FOLDER` adds a folder to search
  $ clew -c "set substitute-path $PWD/build $PWD/away" -c 'list 26' -c "info source" -c "show substitute-path" moved.clew | sed "s|$PWD|HERE|g"
    21     x4          for (int i = 1; i <= 3; i++)  = 0x4
    22     x3                  total += sum_to(i);  = 0xa
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);  = 0x1e
    26     x1          printf("%d\n", total);
    27     x1          return 0;  = 0x0
  > 28     x1  }
  sums.c                  HERE/away/deep/sums.c
  substitute-path HERE/build -> HERE/away
  $ clew --substitute-path=$PWD/build=$PWD/away -c 'list 26' moved.clew | head -2
    21     x4          for (int i = 1; i <= 3; i++)  = 0x4
    22     x3                  total += sum_to(i);  = 0xa
  $ clew -c "set substitute-path $PWD/buil $PWD/away" -c "set substitute-path $PWD /nowhere" -c "set substitute-path $PWD/build/ $PWD/wrong" -c "set substitute-path $PWD/build $PWD/away/" \
  $>   -c 'show substitute-path' -c 'list 26' -c "unset substitute-path $PWD/build" -c 'list 26' -c 'unset substitute-path' -c 'show substitute-path' moved.clew 2>&1 | sed "s|$PWD|HERE|g"
  substitute-path HERE/buil -> HERE/away
  substitute-path HERE -> /nowhere
  substitute-path HERE/build -> HERE/away
    21     x4          for (int i = 1; i <= 3; i++)  = 0x4
    22     x3                  total += sum_to(i);  = 0xa
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);  = 0x1e
    26     x1          printf("%d\n", total);
    27     x1          return 0;  = 0x0
  > 28     x1  }
  clew: source file not found, looked for /nowhere/build/deep/sums.c, HERE/build/deep/sums.c, HERE/sums.c, ./sums.c; `directory FOLDER` adds a folder to search
  substitute-path no rules
  $ mkdir none first; clew -c 'directory away/deep none:$cdir' -c 'list 26' -c 'directory first' -c 'show directories' -c directory -c 'list 26' moved.clew 2>&1 | sed "s|$PWD|HERE|g"
  source-path  away/deep:none
    21     x4          for (int i = 1; i <= 3; i++)  = 0x4
    22     x3                  total += sum_to(i);  = 0xa
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);  = 0x1e
    26     x1          printf("%d\n", total);
    27     x1          return 0;  = 0x0
  > 28     x1  }
  source-path  first:away/deep:none
  source-path  first:away/deep:none
  source-path
  clew: source file not found, looked for HERE/build/deep/sums.c, HERE/sums.c, ./sums.c; `directory FOLDER` adds a folder to search
  $ clew -c 'set substitute-path one' -c 'set substitute-path a b c' -c 'unset substitute-path /x' -c 'unset hex' moved.clew
  clew: usage: set substitute-path FROM TO: files that the compiler found under FROM are now under TO
  clew: usage: set substitute-path FROM TO: files that the compiler found under FROM are now under TO
  clew: no rule for `/x`: `show substitute-path` lists them
  clew: unknown setting `hex`: expected substitute-path
  [1]
  $ clew --substitute-path=one moved.clew
  clew: --substitute-path needs FROM=TO, not: one; clew --help says more
  [2]
  $ clew --json -c 'set substitute-path /a /b' -c 'show substitute-path' moved.clew
  {"setting":"substitute-path","from":"/a","to":"/b"}

Of a file that is not there info source says where it was looked for.

  $ cp -p away/deep/sums.c .; clew -c 'info source' moved.clew | sed "s|$PWD|HERE|g"; rm sums.c; clew --json -c 'info source' moved.clew | sed "s|$PWD|HERE|g"
  sums.c                  HERE/sums.c
  {"file":"sums.c","found":null,"looked_for":"HERE/build/deep/sums.c, HERE/sums.c, ./sums.c"}

A folder that is not there is refused, and the source path is unchanged.

  $ mkdir -p there/too; clew -c 'directory /nowhere' -c 'directory there' -c 'directory there/too:/nowhere' -c 'directory max.c' -c 'directory there/too' good-instance.wet
  clew: there is no folder /nowhere: the source path is unchanged
  source-path  there
  clew: there is no folder /nowhere: the source path is unchanged
  clew: there is no folder max.c: the source path is unchanged
  source-path  there/too:there
  [1]
  $ clew -c 'set directories /nowhere' -c 'set source-path there:max.c' -c 'set source-path there:$cwd' -c 'show directories' -c 'set source-path' -c 'show directories' good-instance.wet
  clew: there is no folder /nowhere: the source path is unchanged
  clew: there is no folder max.c: the source path is unchanged
  source-path  there
  source-path
  [1]
  $ clew --source-path=there:/nowhere:max.c -c 'show directories' good-instance.wet; HOME=$PWD clew -c 'set directories ~/there' -c 'show directories' good-instance.wet | sed "s,$PWD,HERE,"
  clew: --source-path: there is no folder /nowhere
  clew: --source-path: there is no folder max.c
  source-path  there:/nowhere:max.c
  source-path  HERE/there
