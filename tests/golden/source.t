requires: recorder

What a recording knows of source lines: those that ran with how often, - never ran, ? may have run, nothing without code.

  $ gcc -g -O0 -no-pie -o parts parts.c && clew record -o parts.clew -- ./parts && clew record --skip=hidden -o less.clew -- ./parts
  30
  30
  $ clew -c 'list 15' -c list parts.clew
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
    20     x1          int total = 0;  /* 漢字: wide, café: combining */
    21     x4          for (int i = 1; i <= 3; i++)
    22     x3                  total += sum_to(i);
    23     x1          if (argc > 1)
    24      -                  printf("%s\n", argv[1]);        /* "漢字" */
    25     x1          total = hidden(total);
    26     x1          printf("%d\n", total);
    27     x1          return 0;
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
  $ clew --json -c 'list 24' parts.clew | grep -E '"line":(19|23|24|25)'
  {"line":19,"executions":1,"state":"ran","text":"{"}
  {"line":23,"executions":1,"state":"ran","text":"\u0009if (argc > 1)"}
  {"line":24,"executions":0,"state":"never ran","text":"\u0009\u0009printf(\"%s\\n\", argv[1]);\u0009/* \"漢字\" */"}
  {"line":25,"executions":1,"state":"ran","text":"\u0009total = hidden(total);"}
