filter: rows of a command's answer that match.

  $ clew -c 'filter /0x1142/ slice back' good-instance.wet
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew --json -c 'filter /#1/ slice back' good-instance.wet
  {"id":20,"address":"0x113e","instance":1,"file":"max.c","function":"largest","line":5}
  {"id":30,"address":"0x1142","instance":1,"file":"max.c","function":"largest","line":6}
  {"id":40,"address":"0x1148","instance":1,"file":"max.c","function":"largest","line":5}
  $ clew -c 'filter /max.c:(6|8)|x\/y/ slice back lines' good-instance.wet
  max.c:6  3 executions  = 0x7f  best = value[i] > best ? value[i] : best;
  max.c:8  1 execution   = 0x7f  return best;
  $ clew -c 'filter /nothing like this/ slice back' good-instance.wet
  $ clew -c 'filter /0x1142/ filter /#2/ slice back' good-instance.wet
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;

It needs a command where there is no list, and one that shows rows.

  $ clew -c 'filter /0x1142/' good-instance.wet
  clew: outside the full screen there is no list: use `filter /REGEX/ COMMAND`
  [1]
  $ clew -c 'filter' good-instance.wet
  clew: outside the full screen there is no list: use `filter /REGEX/ COMMAND`
  [1]
  $ clew -c 'filter /(/ deps' good-instance.wet
  clew: not a regular expression: Unmatched ( or \(
  [1]
  $ clew -c 'filter /a/ quit' good-instance.wet
  clew: `quit` gives no rows
  [1]
  $ clew -c 'filter /a/ line-down' good-instance.wet
  clew: `line-down` gives no rows
  [1]
  $ clew -c 'filter /a/ nonsense' good-instance.wet
  clew: unknown command `nonsense`: `help` lists the commands
  [1]

copy: printed, where there is no clipboard.

  $ clew -c 'copy position' -c 'copy address' -c 'copy value 30#1' -c 'copy line 30' good-instance.wet
  0x114d#0
  0x114d
  0x7e
  max.c:6
  $ clew --json -c 'copy address' -c 'copy line' good-instance.wet
  {"address":"0x114d"}
  {"line":"max.c:8"}
  $ clew -c 'copy' good-instance.wet
  clew: `copy` needs what to copy: position, address, value or line; on the full screen also row
  [1]
  $ clew -c 'copy row' good-instance.wet
  clew: `copy row` needs the full screen: start clew without -c, -x and -i
  [1]
  $ clew -c 'copy colour' good-instance.wet
  clew: unknown thing to copy `colour`: expected one of position, address, value, line
  [1]
  $ clew -c 'copy value 20#0' good-instance.wet
  clew: no value is recorded at `0x113e#0`
  [1]
  $ clew -c 'copy position 77' good-instance.wet
  clew: no instruction has id 77: the nearest is 50
  [1]
  $ clew -c 'copy value' csi/good-base.pt
  clew: CSI metadata records no values
  [1]
  $ clew -c 'copy line'
  clew: no trace is open: `open FILE` opens one
  [1]

pipe: rows go to a shell command, as text or JSON; its failure is clew's.

  $ clew -c 'pipe slice back | wc -l' good-instance.wet
  10
  $ clew -c '|slice back|head -2' -c '| deps | cat' good-instance.wet
  0x1139#0  largest max.c:4  = 0x0   int i = 0, best = 0;
  0x113e#0  largest max.c:5          for (; i < 3; i++)
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew -c 'pipe -d TO filter /1142|1148/ slice back TO tac' good-instance.wet
  0x1148#1  largest max.c:5  = 0x2   for (; i < 3; i++)
  0x1148#0  largest max.c:5  = 0x1   for (; i < 3; i++)
  0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1142#1  largest max.c:6  = 0x7e  best = value[i] > best ? value[i] : best;
  0x1142#0  largest max.c:6  = 0x5   best = value[i] > best ? value[i] : best;
  $ clew --json -c 'pipe deps | cat' good-instance.wet
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  $ printf 'pipe deps | cat\nwhere\n' | clew -i good-instance.wet
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  $ clew -c 'pipe deps | exit 3' good-instance.wet
  clew: exit 3: exit status 3
  [1]
  $ clew -c 'pipe deps | kill -9 $$' good-instance.wet
  clew: kill -9 $$: ended by signal 9 (Killed)
  [1]
  $ clew -c 'pipe nonsense | cat' good-instance.wet
  clew: unknown command `nonsense`: `help` lists the commands
  [1]
  $ clew -c 'pipe deps' -c 'pipe deps |' -c 'pipe | wc' good-instance.wet
  clew: usage: pipe COMMAND | SHELL COMMAND
  clew: usage: pipe COMMAND | SHELL COMMAND
  clew: outside the full screen there is no list: use `pipe COMMAND | SHELL COMMAND`
  [1]

edit: needs a terminal, a source line and its file.

  $ clew -c 'edit' good-instance.wet
  clew: `edit` needs a terminal
  [1]
  $ clew -c 'edit max.c:5' -c 'edit nowhere.c:1' -c 'edit 77#0' good-instance.wet
  clew: `edit` needs a terminal
  clew: source file not found, looked for nowhere.c, ./nowhere.c; `directory FOLDER` adds a folder to search
  clew: no instruction has id 77: the nearest is 50
  [1]

A number alone is a line of the file that is shown, also where an instruction has that id; with #INSTANCE it is an instruction's.

  $ clew -c 'edit 5' -c 'edit 50' -c 'edit 0' -c 'edit 50#0' good-instance.wet
  clew: `edit` needs a terminal
  clew: max.c has 9 lines
  clew: line 0: lines are numbered from 1
  clew: `edit` needs a terminal
  [1]
  $ clew -c 'list max.c:3' -c 'edit 7' good-instance.wet 2>&1 | tail -n 1
  clew: `edit` needs a terminal

export: a file in the form asked for, which is not written over.

  $ clew -c 'export csv x.csv why' good-instance.wet; tr -d '\r' <x.csv
  x.csv written
  depth,distance,link,role,port,id,address,instance,file,function,line,value,folded,folded_lines,instances,user_id,user_address,user_instance,end,unwritten
  0,0,,,,50,0x114d,0,max.c,largest,8,0x7f,0,[],1,,,,,0
  1,16,data,value,1,30,0x1142,2,max.c,largest,6,0x7f,0,[],3,50,0x114d,0,unwritten,1
  2,34,control,,0,20,0x113e,1,max.c,largest,5,,0,[],3,30,0x1142,1,,0
  3,50,data,value,1,10,0x1139,0,max.c,largest,4,0x0,0,[],1,40,0x1148,0,constant,0
  $ clew -c 'export json x.json deps' -c 'export text x.txt deps' good-instance.wet; cat x.json x.txt
  x.json written
  x.txt written
  {"port":1,"kind":"data","id":30,"address":"0x1142","instance":2,"file":"max.c","function":"largest","line":6}
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  $ clew -c 'export csv x.csv deps' good-instance.wet
  clew: x.csv exists: put ! after the command to overwrite it
  [1]
  $ clew -c 'export! csv x.csv deps' good-instance.wet; tr -d '\r' <x.csv
  x.csv written
  port,kind,id,address,instance,file,function,line
  1,data,30,0x1142,2,max.c,largest,6
  $ clew -c 'export csv x2.csv filter /reverse-next/ help' good-instance.wet; tr -d '\r' <x2.csv
  x2.csv written
  command,aliases,arguments,group,help
  reverse-next,rn,[N],Walk,"Steps back one line, over calls."
  reverse-nexti,rni,[N],Walk,"Steps back one instruction, over calls."
  $ clew -c 'export csv x3.csv slice back lines' good-extremes.wet; tr -d '\r' <x3.csv | head -5
  x3.csv written
  text
  1 execution without a source line

  $ clew -c 'export dot x.dot slice back' good-instance.wet; cat x.dot
  x.dot written
  digraph dependences {
    node [shape=box, fontname=monospace];
    "0x1139#0" [label="0x1139#0" + "\n" + "max.c:4"];
    "0x113e#0" [label="0x113e#0" + "\n" + "max.c:5"];
    "0x113e#1" [label="0x113e#1" + "\n" + "max.c:5"];
    "0x113e#2" [label="0x113e#2" + "\n" + "max.c:5"];
    "0x1142#0" [label="0x1142#0" + "\n" + "max.c:6"];
    "0x1142#1" [label="0x1142#1" + "\n" + "max.c:6"];
    "0x1142#2" [label="0x1142#2" + "\n" + "max.c:6"];
    "0x1148#0" [label="0x1148#0" + "\n" + "max.c:5"];
    "0x1148#1" [label="0x1148#1" + "\n" + "max.c:5"];
    "0x114d#0" [label="0x114d#0" + "\n" + "max.c:8"];
    "0x113e#0" -> "0x1139#0" [label="data"];
    "0x113e#1" -> "0x113e#0" [label="control", style=dashed];
    "0x113e#1" -> "0x1148#0" [label="data"];
    "0x113e#2" -> "0x113e#1" [label="control", style=dashed];
    "0x113e#2" -> "0x1148#1" [label="data"];
    "0x1142#0" -> "0x113e#0" [label="control", style=dashed];
    "0x1142#1" -> "0x113e#1" [label="control", style=dashed];
    "0x1142#1" -> "0x1142#0" [label="data"];
    "0x1142#2" -> "0x113e#2" [label="control", style=dashed];
    "0x1142#2" -> "0x1142#1" [label="data"];
    "0x1148#0" -> "0x113e#0" [label="control", style=dashed];
    "0x1148#0" -> "0x1139#0" [label="data"];
    "0x1148#1" -> "0x113e#1" [label="control", style=dashed];
    "0x1148#1" -> "0x1148#0" [label="data"];
    "0x114d#0" -> "0x1142#2" [label="data"];
  }
  $ clew -c 'export! dot x.dot why' good-instance.wet; grep -e '->' x.dot
  x.dot written
    "0x114d#0" -> "0x1142#2" [label="data"];
    "0x1142#2" -> "0x113e#1" [label="control", style=dashed];
    "0x113e#1" -> "0x1139#0" [label="data"];
  $ clew -c 'export! dot x.dot uses 10#0' good-instance.wet; grep -e '->' x.dot
  x.dot written
    "0x113e#0" -> "0x1139#0" [label="data"];
    "0x1148#0" -> "0x1139#0" [label="data"];
  $ clew -c 'export! dot x.dot links 30#1' good-instance.wet; grep -e '->' x.dot
  x.dot written
    "0x1142#1" -> "0x113e#1" [label="control", style=dashed];
    "0x1142#1" -> "0x1142#0" [label="data"];
    "0x1142#2" -> "0x1142#1" [label="data"];
  $ clew -c 'export! dot x.dot deps' good-history.lim; cat x.dot
  x.dot written
  digraph dependences {
    node [shape=box, fontname=monospace];
    "0x1142#2" [label="0x1142#2"];
    "0x114d#0" [label="0x114d#0"];
    "0x114d#0" -> "0x1142#2" [label="dependence"];
  }

  $ clew -c 'export dot no.dot help' good-instance.wet; ls no.dot
  clew: no row of this list is an execution: `export dot` draws dependences between executions
  ls: cannot access 'no.dot': No such file or directory
  [2]
  $ clew -c 'filter /x/ quit' -c 'filter /x/ open other.wet' good-instance.wet
  clew: `quit` gives no rows
  clew: `open` gives no rows
  [1]
  $ clew -c 'export dot no.dot help'
  clew: `export dot` draws dependences: use `deps`, `uses`, `slice`, `chop` or `why` of a WET trace
  [1]
  $ clew -c 'export dot no.dot' -c 'export dot' -c 'export svg no.svg deps' -c 'export csv missing/no.csv deps' good-instance.wet
  clew: outside the full screen there is no list: use `export FORMAT FILE COMMAND`
  clew: usage: export json|csv|dot|text FILE [COMMAND]
  clew: unknown format `svg`: expected one of json, csv, dot, text
  clew: missing/no.csv: cannot be written: No such file or directory
  [1]
