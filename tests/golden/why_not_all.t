requires: recorder

A branch that went the other way each time may have had several reasons: what each of its executions looked at is counted, not what the last one did.

  $ gcc -g -O0 -no-pie -o rights rights.c && clew record -- ./rights
  $ clew -c 'why not rights.c:20' rights.clew
  main rights.c:20 never ran: sum++;
    main rights.c:19 went the other way all 5 times: if (may(files[i], argc * 4))
      with may rights.c:9  = 0x0  x 4: return 0;
      with may rights.c:12  = 0x0  x 1: return 0;
  what ran is recorded; where branches and calls lead is inferred from the code of rights
  $ clew --json -c 'why not rights.c:20' rights.clew | grep -o '"value":.*'
  "value":"0x0","times":4}
  "value":"0x0","times":1}

A line of which a part never ran has the sign for that before how often it ran.

  $ clew -c 'list 19,22' -c 'why not 21' rights.clew
    19     x5          if (may(files[i], argc * 4))
    20      -              sum++;
    21    !x1      if (sum > 1 && argv[0]) printf("%d\n", sum);
    22     x1      return sum;  = 0x0
  main rights.c:21 (part of it) ran 1 time: if (sum > 1 && argv[0]) printf("%d\n", sum);
  main rights.c:21 (part of it) never ran: if (sum > 1 && argv[0]) printf("%d\n", sum);
    main rights.c:21 went the other way, the one time it ran: if (sum > 1 && argv[0]) printf("%d\n", sum);
      with main rights.c:17  = 0x0: int sum = 0;
  some of its code ran: why 21 shows what made it run
  what ran is recorded; where branches and calls lead is inferred from the code of rights

The nearest line is the nearest on either side, of two the one behind, where a debugger stops.

  $ clew -c 'break rights.c:14' -c 'break rights.c:20' rights.clew
  clew: nothing in rights.c:14 ran: the nearest line that ran is 13
  clew: nothing in rights.c:20 ran: the nearest line that ran is 21
  [1]
  $ clew -c 'why not rights.c:14' rights.clew
  clew: rights.c:14 has no code in the executable: the nearest line with code is 13
  [1]
  $ clew -c 'why not rights.c:3' rights.clew
  clew: rights.c:3 has no code in the executable: the nearest line with code is 7
  [1]

What is open already is not opened again by a saved session that names it, and the way of its lines is no jump history.

  $ cp rights.clew other.clew
  $ clew -c 'goto main' -c 'trace 2' -c 'goto main' -c 'save s.sess' rights.clew other.clew >save.txt
  $ clew -c 'load s.sess' -c 'trace' ./rights.clew
  clew: opened the saved session s.sess
  0x40115a#0 of 1  main rights.c:16  @29 of 202
    push   %rbp  = 0x1
    1  recording rights.clew  @29 of 202 - 0x40115a#0/1 - main rights.c:16 - 90 insns
  > 2  recording other.clew  @29 of 202 - 0x40115a#0/1 - main rights.c:16 - 90 insns
  $ clew -c 'back' s.sess
  clew: opened the saved session s.sess
  clew: this is where the jump history begins
  [1]

A file named - is not what is meant.

  $ clew -c 'export json - where' rights.clew
  clew: `export` cannot write to standard output. In batch, --json prints rows as JSON; ./- names a file called -
  [1]
