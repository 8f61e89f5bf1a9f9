What gzip, xz and compress wrote is read as it is, by content, whatever its name: each kind of file that clew reads.
requires: xz
requires: compress

  $ cp "$SAMPLES"/ae/golden/ae.out.EL "$SAMPLES"/ae/golden/fig1.EL.exe "$SAMPLES"/ae/golden/fig1.sma .; chmod u+w *
  $> for p in compress gzip xz; do $p -c ae.out.EL >ae.out.$p; $p -c fig1.sma >fig1.$p; clew regenerate ae.out.$p fig1.$p fig1.EL.exe | sha256sum; done; clew regenerate ae.out.EL fig1.sma fig1.EL.exe | sha256sum
  $> clew -c info ae.out.compress fig1.sma fig1.EL.exe | head -4
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
  b649504c6a75da83c32a7963dceab4419f81387b48b17c8089c88383d8117e1e  -
  address stream: ae.out.compress
  executable             fig1.EL.exe
  schema                 fig1.sma
  addresses                      72,737  instructions, reads and writes
  $ cp "$ROOT"/data/gnatcov/good-x86-64.trace "$ROOT"/data/csi/good-base.pt .
  $ for p in compress gzip xz; do for t in good-instance.wet good-history.lim good-x86-64.trace good-base.pt; do
  $>   $p -c "$t" >packed; diff <(clew -c info packed 2>/dev/null | tail -n +2) <(clew -c info "$t" 2>/dev/null | tail -n +2) >/dev/null && echo the same; done; done | sort | uniq -c
       12 the same
  $ for p in compress gzip xz; do $p -c csi-sum.txt >dump; $p -c good-x86-64.trace >packed
  $>   cmp <(clew --dump=dump -c where csi-sum.pt) <(clew --dump=csi-sum.txt -c where csi-sum.pt) && cmp <(clew dump-trace packed) <(clew dump-trace good-x86-64.trace) && echo the same; done
  the same
  the same
  the same
  $ xz -c good-instance.wet | clew -c 'info functions' -
  largest                         5 instructions          max.c

What is cut or damaged says so; of a text what stands before that is read.

  $ xz -c ae.out.EL | head -c 300 >cut; clew regenerate cut fig1.sma fig1.EL.exe
  clew: cut: offset 300: compressed data is damaged: the file ends within an xz stream
  [1]
  $ xz -c good-instance.wet | head -c 150 >cut; clew -c 'info functions' cut 2>&1 | sed -E 's/^cut:[0-9]+:[0-9]+: (not|the)/cut:LINE: \1/'
  clew: read only the part before the damage: cut: offset 150: compressed data is damaged: the file ends within an xz stream
  cut:1:1: header says 5 instruction blocks, the file has 3
  cut:13:7: id 40 has no instruction block (3)
  cut:LINE: not a line of a WET trace
  cut:LINE: the file ends inside the block of instruction 30
  largest                         3 instructions          max.c
  $ printf '\037\235\220\001\001' >lie; clew regenerate lie fig1.sma fig1.EL.exe
  clew: lie: offset 5: compressed data is damaged: found a code that is not defined yet
  [1]
