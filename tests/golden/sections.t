The metadata sections of a program: listed, or their text.

  $ echo 'int main(void) { return 0; }' | gcc -c -x c - -o plain.o
  $> cp plain.o csi-sum.o; for s in PT FC CC BBC; do objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done
  $ clew sections csi-sum.o; clew sections --json csi-sum.o
  .debug_PT            676 bytes
  .debug_FC            96 bytes
  .debug_CC            127 bytes
  .debug_BBC           453 bytes
  {"section":".debug_PT","size":676,"compression":null,"problem":null}
  {"section":".debug_FC","size":96,"compression":null,"problem":null}
  {"section":".debug_CC","size":127,"compression":null,"problem":null}
  {"section":".debug_BBC","size":453,"compression":null,"problem":null}
  $ clew sections csi-sum.o .debug_PT | cmp - csi-sum.pt && clew sections csi-sum.o .debug_BBC | cmp - csi-sum.bbc && echo the same
  the same
  $ clew sections csi-sum.o .debug_FC
  #main|__FC_arr_csi_sum_c_main
  #number|__FC_arr_csi_sum_c_number
  #digit|__FC_arr_csi_sum_c_digit
  $ clew sections --all plain.o | grep -c .text
  1

Linked, stripped of code, compressed: the text is the same. What has no metadata says so; a section that is not there prints nothing, unless it is required.

  $ gcc csi-sum.o -o csi-sum && clew sections csi-sum .debug_PT | cmp - csi-sum.pt && objcopy --only-keep-debug csi-sum only.debug &&
  $>   clew sections only.debug .debug_PT | cmp - csi-sum.pt && echo the same
  the same
  $ gcc -Wl,--compress-debug-sections=zlib csi-sum.o -o small && clew sections small | sed 's/ *[0-9,]* bytes/ N bytes/' &&
  $>   clew sections small .debug_PT | cmp - csi-sum.pt && clew suffix --frame=1 small csi-sum.txt
  .debug_PT N bytes, zlib, inflated 676
  .debug_FC N bytes, zlib, inflated 96
  .debug_CC N bytes, zlib, inflated 127
  .debug_BBC N bytes, zlib, inflated 453
  #1 number csi-sum.c:21  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 21
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
  $ clew sections plain.o; clew suffix plain.o csi-sum.txt
  clew: plain.o: no section .debug_PT .debug_FC .debug_CC .debug_BBC: `clew csi-cc` builds programs that have them
  clew: plain.o: a program without CSI metadata (sections .debug_PT .debug_CC .debug_BBC .debug_FC). To explain its crashes, build it with clew csi-cc
  [1]
  $ clew sections plain.o .debug_PT; clew sections --require plain.o .debug_PT
  clew: plain.o: no section `.debug_PT`: `clew sections --all` lists all sections
  [1]

Two objects: their texts stand one behind the other, the same name is two functions.

  $ cp plain.o second.o; objcopy --redefine-sym main=other --add-section .debug_PT=csi/good-base.pt second.o
  $> gcc csi-sum.o second.o -o both && clew sections both .debug_PT | cat - | cmp - <(cat csi-sum.pt csi/good-base.pt) && clew -c 'info functions' both
  main                            6 blocks      4 paths
  number                          11 blocks     8 paths
  digit                           7 blocks      3 paths
  largest                         8 blocks      6 paths
  report                          2 blocks      1 paths

What is damaged, or is not an ELF file.

  $ : >empty; printf '\177ELF' >stub; head -c 700 csi-sum.o >cut.o; printf 'ZLIB\0\0\0\0\0\0\1\0garbage' >z
  $> for f in empty stub cut.o csi-sum.txt nowhere .; do clew sections $f; done 2>&1 | sed 's/offset 1[0-9]*:/offset N:/'; exit ${PIPESTATUS[0]}
  clew: empty: not an ELF file
  clew: stub: offset 4: damaged ELF header
  clew: cut.o: offset N: the section table reaches beyond the end of the file, which has 700 bytes
  clew: csi-sum.txt: not an ELF file; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it
  clew: nowhere: cannot be opened: No such file or directory
  clew: .: is a folder, not a file
  [1]
  $ objcopy --add-section .zdebug_PT=z plain.o torn.o && clew sections torn.o; clew sections torn.o .debug_PT; clew suffix torn.o csi-sum.txt
  .debug_PT            19 bytes  section .zdebug_PT, gnu zlib: damaged at byte 2 of 7, after 0 bytes of 256
  clew: torn.o: section .zdebug_PT, gnu zlib: damaged at byte 2 of 7, after 0 bytes of 256
  clew: torn.o: section .zdebug_PT, gnu zlib: damaged at byte 2 of 7, after 0 bytes of 256
  clew: torn.o: clew can read none of its metadata sections
  [1]
  $ printf '#\nmain\n1|EXIT\n0|ENTRY|3\n$\n0->1|0$0\n\0\0\0' >nul.pt; : >none; objcopy --add-section .debug_PT=nul.pt plain.o nul.o && clew -c 'info functions' nul.o
  clew: nul.o(.debug_PT): clew ignores 3 NUL bytes at its end
  main                            2 blocks      1 paths
  $ objcopy --add-section .debug_PT=none plain.o none.o && clew sections none.o; clew -c where none.o
  .debug_PT            0 bytes
  clew: none.o(.debug_PT): no function was instrumented
  no function has metadata

Command lines that are wrong.

  $ clew sections
  clew: name a program: `clew sections ELF` lists its sections; clew sections --help says more
  [2]
  $ clew sections a b c
  clew: too many arguments: c; clew sections --help says more
  [2]
  $ clew sections --frobnicate plain.o; clew sections --jsno plain.o
  clew: unknown option --frobnicate; clew sections --help says more
  clew: unknown option --jsno: the nearest is --json; clew sections --help says more
  [2]
