Traces of others with what is to come out: instructions, lines and counts of the sample collection.

  $ cat >marks <<'END'
  $> # marks FOLDER EXECUTABLE LEVEL [OPTIONS]: compares with the expected marks, but for the text of instructions, which is clew's own.
  $> folder=$SAMPLES/gnatcov/$1 exe=$2 level=$3; shift 3
  $> clew coverage --level=$level --annotate=asm --exec $folder/$exe $folder/*.trace "$@" 2>notices | sed 1d |
  $>     sed -E 's/^([0-9a-f]{8} .): +(([0-9a-f]{2} )+).*/\1: \2/; s/ +$//' | diff - $folder/expected.$level.marks && echo same marks
  $> clew coverage --level=$level --annotate=source --exec $folder/$exe $folder/*.trace "$@" 2>notices | awk '
  $>     /lines covered$/ { percent = $0 } /^ *[0-9]+ [^.]:/ { sub(":", "", $2); print $1, $2 } END { print percent }' |
  $>     diff - $folder/expected.$level.lines && echo same lines
  $> END
  $> for level in insn branch; do bash marks branchy32 branchy32 $level; done
  $> for level in insn branch; do
  $>     bash marks r404 main $level --function pkg__not_executed_branch --function pkg__partially_covered_branch --function pkg__fully_covered_branch
  $> done
  same marks
  same lines
  same marks
  same lines
  same marks
  same lines
  same marks
  same lines

  $ cd $SAMPLES/gnatcov/r404 && clew coverage --level=branch --annotate=asm --function pkg__not_executed_branch --function pkg__partially_covered_branch \
  $>     --function pkg__fully_covered_branch main.trace --exec main | tail -7
  26 instructions analyzed:
    14 covered
    12 not executed
  4 conditional branches analyzed:
    1 fully covered
    2 partially covered
    1 not executed

  $ cd $SAMPLES/gnatcov/r404 && clew coverage --exec main main.trace --function pkg__partially_covered_branch
  Routines, least covered first (level branch)
    instructions      branches   address   name
  !     2/7      29%     0/1     0800006c  pkg__partially_covered_branch
  
  Files, least covered first
  !   0% of     4 lines covered  pkg.adb
  
  Lines not fully covered
    instructions  branches  place
  -     0/1         0/0     pkg.adb:14
  !     2/2         0/1     pkg.adb:16
  -     0/3         0/0     pkg.adb:17
  -     0/1         0/0     pkg.adb:19
  
  1 routine with code, 1 executed (100%):
    0 fully covered (0%)
    1 partially covered
    0 not executed
  4 lines with code, 1 executed (25%):
    0 fully covered (0%)
    1 partially covered
    3 not executed
  7 instructions analyzed:
    2 covered
    5 not executed
  1 conditional branches analyzed:
    0 fully covered
    1 partially covered
    0 not executed
  clew: /home/pmderodat/_git/gnatcoverage-extra/tests/R404-023-object-stats/pkg.adb: source file not found: name its folder with --source-path
  $ cd $SAMPLES/gnatcov/branchy32 && clew coverage branchy32.trace
  Routines, least covered first (level branch)
    instructions      branches   address   name
  -     0/9       0%     0/0     08049065  never
  !    13/15     87%     2/3     08049000  f
  !    14/15     93%     0/0     08049077  _start
  +    20/20    100%     1/1     0804902a  g
  
  Files, least covered first
  !  25% of     4 lines covered  branchy.c
  
  Lines not fully covered
    instructions  branches  place
  !    13/15        2/3     branchy.c:1  __attribute__((noinline)) int f(int a,int b){ if(a&&b) return 3; if(a) return 2; return 1; }
  -     0/9         0/0     branchy.c:3  void never(void){ f(9,9); }
  !    14/15        0/0     branchy.c:4  void _start(void){ int r=g(4); __asm__ volatile("int $0x80"::"a"(1),"b"(r==6?0:1)); for(;;); }
  
  4 routines with code, 3 executed (75%):
    1 fully covered (25%)
    2 partially covered
    1 not executed
  4 lines with code, 3 executed (75%):
    1 fully covered (25%)
    2 partially covered
    1 not executed
  59 instructions analyzed:
    47 covered
    12 not executed
  4 conditional branches analyzed:
    3 fully covered
    1 partially covered
    0 not executed

A decision map and a source trace tell nothing of what ran.

  $ cd $SAMPLES/gnatcov && clew coverage --exec r404/main synth/s6-decision-map.dmap
  clew: synth/s6-decision-map.dmap: byte 13: error: expected a trace of executed code, found a decision map: nothing in it ran
  [1]
  $ cd $SAMPLES/gnatcov && clew coverage --exec r404/main real/reference.srctrace
  clew: real/reference.srctrace: byte 0: error: expected an execution trace, found a GNATcov source trace file, version 4, which needs the .sid files of the instrumentation
  [1]
