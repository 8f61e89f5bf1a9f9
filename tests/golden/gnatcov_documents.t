Coverage for other programs: JSON, lcov, HTML.
requires: lcov

  $ bash coverage.sh

  $ clew coverage --json --exec program a.trace | sed 's|"/[^"]*"|"FOLDER"|g'
  {"kind":"routine","object":"program","routine":"_start","symbol":"_start","address":"0x401000","size":24,"mark":"!","state":"partly covered","instructions":6,"executed":2,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0,"file":"coverage.s","line":4}
  {"kind":"routine","object":"program","routine":"check","symbol":"check","address":"0x401018","size":20,"mark":"!","state":"partly covered","instructions":11,"executed":7,"branches":4,"branches_both":0,"branches_one_way":3,"branches_never":1,"branches_unrecorded":0,"file":"coverage.s","line":11}
  {"kind":"routine","object":"program","routine":"spare","symbol":"spare","address":"0x40102c","size":2,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0,"file":"coverage.s","line":21}
  {"kind":"file","object":"program","file":"coverage.s","folder":"FOLDER","mark":"!","lines":12,"lines_covered":2,"lines_unknown":0,"percent":17,"instructions":19,"executed":9,"branches":4,"branches_both":0,"branches_one_way":3,"branches_never":1,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":5,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":6,"mark":"-","state":"not executed","instructions":1,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":7,"mark":"-","state":"not executed","instructions":1,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":11,"mark":"!","state":"partly covered","instructions":2,"executed":2,"branches":1,"branches_both":0,"branches_one_way":1,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":12,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":1,"branches_both":0,"branches_one_way":0,"branches_never":1,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":13,"mark":"!","state":"partly covered","instructions":2,"executed":2,"branches":1,"branches_both":0,"branches_one_way":1,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":14,"mark":"!","state":"partly covered","instructions":2,"executed":2,"branches":1,"branches_both":0,"branches_one_way":1,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":15,"mark":"-","state":"not executed","instructions":1,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":17,"mark":"-","state":"not executed","instructions":1,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":21,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  {"kind":"total","object":"program","level":"branch","routines":3,"routines_covered":0,"routines_partly":2,"routines_not":1,"routines_unknown":0,"lines":12,"lines_covered":2,"lines_partly":3,"lines_not":7,"lines_unknown":0,"left_out_files":0,"left_out_lines":0,"left_out_routines":0,"instructions":19,"executed":9,"branches":4,"branches_both":0,"branches_one_way":3,"branches_never":1,"branches_unrecorded":0}
  $ clew coverage --format=json --annotate=source --level=insn --exec program a.trace | sed 's|"/[^"]*"|"FOLDER"|g' | sed -n '1,3p;$p'
  {"kind":"file","object":"program","file":"coverage.s","folder":"FOLDER","mark":"!","lines":12,"lines_covered":5,"lines_unknown":0,"percent":42,"instructions":19,"executed":9,"branches":null,"branches_both":null,"branches_one_way":null,"branches_never":null,"branches_unrecorded":null}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":4,"mark":"+","state":"covered","instructions":2,"executed":2,"branches":null,"branches_both":null,"branches_one_way":null,"branches_never":null,"branches_unrecorded":null}
  {"kind":"line","object":"program","file":"coverage.s","folder":"FOLDER","line":5,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":null,"branches_both":null,"branches_one_way":null,"branches_never":null,"branches_unrecorded":null}
  {"kind":"total","object":"program","level":"insn","routines":3,"routines_covered":0,"routines_partly":2,"routines_not":1,"routines_unknown":0,"lines":12,"lines_covered":5,"lines_partly":0,"lines_not":7,"lines_unknown":0,"left_out_files":0,"left_out_lines":0,"left_out_routines":0,"instructions":19,"executed":9,"branches":null,"branches_both":null,"branches_one_way":null,"branches_never":null,"branches_unrecorded":null}
  $ clew coverage --format=json --annotate=asm --function spare --exec program a.trace
  {"kind":"routine","object":"program","routine":"spare","symbol":"spare","address":"0x40102c","size":2,"mark":"-","state":"not executed","instructions":2,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0,"file":"coverage.s","line":21}
  {"kind":"instruction","object":"program","routine":"spare","address":"0x40102c","size":1,"bytes":"90","mark":"-","state":"not executed","conditional":false,"target":null,"text":"nop"}
  {"kind":"instruction","object":"program","routine":"spare","address":"0x40102d","size":1,"bytes":"c3","mark":"-","state":"not executed","conditional":false,"target":null,"text":"ret"}
  {"kind":"total","object":"program","level":"branch","routines":1,"routines_covered":0,"routines_partly":0,"routines_not":1,"routines_unknown":0,"lines":1,"lines_covered":0,"lines_partly":0,"lines_not":1,"lines_unknown":0,"left_out_files":0,"left_out_lines":0,"left_out_routines":0,"instructions":2,"executed":0,"branches":0,"branches_both":0,"branches_one_way":0,"branches_never":0,"branches_unrecorded":0}
  $ clew coverage --format=json --annotate=asm --exec program a.trace | grep '"conditional":true'
  {"kind":"instruction","object":"program","routine":"check","address":"0x40101a","size":2,"bytes":"7404","mark":">","state":"always taken","conditional":true,"target":"0x401020","text":"je     0x401020  <check+0x8>"}
  {"kind":"instruction","object":"program","routine":"check","address":"0x40101e","size":2,"bytes":"750a","mark":"-","state":"not executed","conditional":true,"target":"0x40102a","text":"jne    0x40102a  <check+0x12>"}
  {"kind":"instruction","object":"program","routine":"check","address":"0x401022","size":2,"bytes":"7806","mark":"v","state":"never taken","conditional":true,"target":"0x40102a","text":"js     0x40102a  <check+0x12>"}
  {"kind":"instruction","object":"program","routine":"check","address":"0x401026","size":2,"bytes":"7401","mark":">","state":"always taken","conditional":true,"target":"0x401029","text":"je     0x401029  <check+0x11>"}

lcov and clew count the same lines, routines and outcomes, and genhtml takes the file as it is.

  $ clew coverage --format=lcov --exec program -o a.info a.trace && sed 's|^SF:.*/|SF:FOLDER/|' a.info
  TN:a
  SF:FOLDER/coverage.s
  FN:4,_start
  FN:11,check
  FN:21,spare
  FNDA:1,_start
  FNDA:1,check
  FNDA:0,spare
  FNF:3
  FNH:2
  BRDA:11,0,0,1
  BRDA:11,0,1,0
  BRDA:12,0,0,-
  BRDA:12,0,1,-
  BRDA:13,0,0,0
  BRDA:13,0,1,1
  BRDA:14,0,0,1
  BRDA:14,0,1,0
  BRF:8
  BRH:3
  DA:4,1
  DA:5,0
  DA:6,0
  DA:7,0
  DA:11,1
  DA:12,0
  DA:13,1
  DA:14,1
  DA:15,0
  DA:16,1
  DA:17,0
  DA:21,0
  LF:12
  LH:5
  end_of_record
  $ cat >totals <<'END'             # lcov 1 and 2 say them in words of their own
  $> lcov --rc lcov_branch_coverage=1 --summary $1 2>&1 | sed -nE 's/^ *(lines|functions|branches)[.]+: /\1 /p'
  $> END
  $ bash totals a.info
  lines 41.7% (5 of 12 lines)
  functions 66.7% (2 of 3 functions)
  branches 37.5% (3 of 8 branches)
  $ clew coverage --exec program a.trace | grep 'with code'
  3 routines with code, 2 executed (67%):
  12 lines with code, 5 executed (42%):
  $ genhtml -q --branch-coverage -o pages a.info >said 2>&1 && ls pages/index.html
  pages/index.html
  $ clew coverage --format=lcov --level=insn --exec program a.trace | grep -c BR
  0
  [1]
  $ clew coverage --format=lcov --exec program b.trace >b.info && lcov -q --rc lcov_branch_coverage=1 -a a.info -a b.info -o both.info >said 2>&1
  $> clew coverage --format=lcov --exec program a.trace b.trace >merged.info
  $> for i in both merged; do bash totals $i.info; done
  lines 58.3% (7 of 12 lines)
  functions 66.7% (2 of 3 functions)
  branches 75.0% (6 of 8 branches)
  lines 58.3% (7 of 12 lines)
  functions 66.7% (2 of 3 functions)
  branches 75.0% (6 of 8 branches)
  $ head -1 merged.info; clew coverage --format=html --exec program a.trace b.trace b.trace | grep -o '<title>.*\|<h1>.*'
  TN:a_and_1_more
  <title>Coverage: a and 2 more</title>
  <h1>Object coverage: a and 2 more</h1>

A branch without a recorded outcome has no BRDA.

  $ bash coverage.sh 401018:8:10 >longer.trace; clew coverage --format=lcov --exec program longer.trace | grep BR
  clew: 2 branches ran without a recorded outcome and have no BRDA lines
  BRDA:13,0,0,-
  BRDA:13,0,1,-
  BRDA:14,0,0,-
  BRDA:14,0,1,-
  BRF:4
  BRH:0

The page: well-formed, and without anything that would be fetched.

  $ clew coverage --format=html --exec program -o a.html a.trace && grep -cE 'https?:|src=|url\(|<script|@import' a.html
  0
  [1]
  $ if command -v xmllint >/dev/null; then xmllint --noout a.html && xmllint --html --noout a.html 2>&1 | grep -v '[Tt]ag \(details\|summary\) invalid' | grep error; fi; true
  $ sed -e 's/<[^>]*>/ /g' a.html | sed -n '/Files/,/Sources/p' | tr -s ' '
   Files 
   
   lines file 
   ! 17% 2/12 coverage.s 
   
   Routines 
   
   instructions branches address routine 
   - 0% 0/2 0/0 000000000040102c spare 
   ! 33% 2/6 0/0 0000000000401000 _start 
   ! 64% 7/11 0/4 0000000000401018 check 
   
   Sources 
  $ grep -A 5 'id="l0-0-12"' a.html | sed 's/<[^>]*>//g'
     12 -          dec     %edi ; jne nevercheck+0x4
  000000000040101c -:  ff cf            dec    %edi
  000000000040101e -:  75 0a            jne    0x40102a  &lt;check+0x12&gt;
  
     13 !  both:   test    %eax, %eax ; js nevercheck+0x8
  0000000000401020 +:  85 c0            test   %eax,%eax

Names that would be something else to a reader are written as what they are.

  $ mkdir odd && cp coverage.s 'odd/<b>&amp;".s' && cd odd && printf '# \033[31m&\n' >>'<b>&amp;".s' && as -g -o x.o '<b>&amp;".s' && ld -Ttext=0x401000 -o x x.o
  $> objcopy --redefine-sym spare=$'</td>\n\e[31m"&\\' x y
  $> clew coverage --exec y ../a.trace | grep -E '\[31m|<b>' | cat -v
  $> clew coverage --annotate=asm --exec y ../a.trace | grep 31m | cat -v
  $> clew coverage --annotate=source --details --exec y ../a.trace | grep -E '31m|<b>' | sed 's|^/.*/|FOLDER/|' | cat -v
  $> clew coverage --diff --exec y ../a.trace ../b.trace | tail -1
  $> clew coverage --format=json --exec y ../a.trace | grep -E '"(routine|file)"' | head -3 | cut -c 1-200 | sed 's|"/[^"]*"|"FOLDER"|g' | cat -v
  $> clew coverage --format=lcov --exec y ../a.trace | grep -aE '^(FN|SF)' | sed 's|^SF:.*/|SF:FOLDER/|' | cat -v
  $> clew coverage --format=html --exec y -o y.html ../a.trace && grep -aE '31m|amp;amp' y.html | sed 's|>/[^<]*/|>FOLDER/|' | cat -v
  $> ! command -v xmllint >/dev/null || xmllint --noout y.html
  $> clew coverage --format=lcov --exec y -o y.info ../a.trace && bash ../totals y.info | grep lines
  -     0/2       0%     0/0     0040102c  </td>\x0a\x1b[31m"&\
  !  17% of    12 lines covered  <b>&amp;".s
  -     0/2         0/0     <b>&amp;".s:5  mov     $1, %edi ; call check
  -     0/1         0/0     <b>&amp;".s:6  mov     $60, %eax
  -     0/1         0/0     <b>&amp;".s:7  syscall
  !     2/2         0/1     <b>&amp;".s:11  check:  test    %edi, %edi ; je both
  -     0/2         0/1     <b>&amp;".s:12  dec     %edi ; jne never
  !     2/2         0/1     <b>&amp;".s:13  both:   test    %eax, %eax ; js never
  !     2/2         0/1     <b>&amp;".s:14  test    %edi, %edi ; je leave
  -     0/1         0/0     <b>&amp;".s:15  nop
  -     0/1         0/0     <b>&amp;".s:17  never:  ud2
  -     0/2         0/0     <b>&amp;".s:21  spare:  nop ; ret
  </td>\x0a\x1b[31m"&\ -: 000000000040102c-000000000040102d
  FOLDER/<b>&amp;".s:
  <</td>\x0a\x1b[31m"&\+0000000000000000>:-
    23 .: # \x1b[31m&
    <b>&amp;".s:15  + instead of -
  {"kind":"routine","object":"y","routine":"</td>\u000a\u001b[31m\"&\\","symbol":"</td>\u000a\u001b[31m\"&\\","address":"0x40102c","size":2,"mark":"-","state":"not executed","instructions":2,"executed":
  {"kind":"routine","object":"y","routine":"_start","symbol":"_start","address":"0x401000","size":24,"mark":"!","state":"partly covered","instructions":6,"executed":2,"branches":0,"branches_both":0,"bra
  {"kind":"routine","object":"y","routine":"check","symbol":"check","address":"0x401018","size":20,"mark":"!","state":"partly covered","instructions":11,"executed":7,"branches":4,"branches_both":0,"bran
  SF:FOLDER/<b>&amp;".s
  FN:21,</td>??[31m"&\
  FN:4,_start
  FN:11,check
  FNDA:0,</td>??[31m"&\
  FNDA:1,_start
  FNDA:1,check
  FNF:3
  FNH:2
  <tr><td><span class="mark p" title="partly covered">!</span></td><td><span class="bar some"><span class="part" style="width:17%"></span></span></td><td class="number">17%</td><td class="number">2/12</td><td class="name"><a href="#f0-0">&lt;b&gt;&amp;amp;&quot;.s</a></td></tr>
  <tr><td><span class="mark n" title="not executed">-</span></td><td><span class="bar empty"><span class="none" style="width:0%"></span></span></td><td class="number">0%</td><td class="number">0/2</td><td class="number">0/0</td><td class="code">000000000040102c</td><td class="name"><a href="#l0-0-21">&lt;/td&gt;\x0a\x1b[31m&quot;&amp;\</a></td></tr>
  <h3 id="f0-0">FOLDER/&lt;b&gt;&amp;amp;&quot;.s</h3>
  <details id="l0-0-21"><summary><span class="line code n"><span class="at">   21</span> -  spare:  nop ; ret</span></summary><pre><span class="quiet">&lt;/td&gt;\x0a\x1b[31m&quot;&amp;\+0x0</span>
  <span class="line code q"><span class="at">   23</span> .  # \x1b[31m&amp;</span>
  lines 41.7% (5 of 12 lines)

What a terminal of 8 bits obeys is no part of a name either; other bytes that are no UTF-8 are.

  $ objcopy --redefine-sym spare=$'a\xc2\x9bb\x9bc\xe9d\xc3\xa9' odd/x z && clew coverage --format=lcov --exec z a.trace | grep -a '^FNDA:0' | cat -v
  FNDA:0,a?b?cM-idM-CM-)
