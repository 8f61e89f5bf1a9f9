requires: xz

Every sample's numbers.

  $ cp "$SAMPLES"/ae/golden/{fig1.sma,ae.out.EL,fig1.EL.exe} .; clew pp fig1.sma ae.out.EL fig1.EL.exe | cmp - "$SAMPLES"/ae/golden/pp.txt && echo figure 1
  figure 1
  $ for s in matrix words callbacks; do
  $>   mkdir $s; xz -dc "$SAMPLES"/ae/$s/prog.xz >$s/prog; cp "$SAMPLES"/ae/$s/prog.sma "$SAMPLES"/ae/$s/ae.out $s/
  $>   clew pp $s/ae.out | cmp - "$SAMPLES"/ae/$s/pp.txt && echo $s
  $> done
  matrix
  words
  callbacks

Which loops, which instructions; other granules, all dependences; JSON.

  $ clew pp --lines --dependences matrix/ae.out
  program 54758 instructions 255 steps speed-up 214.74
  loop 0 activations 1 iterations 16 instructions 31088 steps 23 speed-up 1351.65 delayed 1943 speed-up 16.00 flow - anti - output -
      at 0x40071c multiply$u0
  loop 1 activations 16 iterations 256 instructions 30976 steps 256 speed-up 121.00 delayed 1936 speed-up 16.00 flow - anti - output -
      at 0x400728 multiply$u0, in loop 0
  loop 2 activations 256 iterations 4096 instructions 28672 steps 1792 speed-up 16.00 delayed 1792 speed-up 16.00 flow - anti - output -
      at 0x400738 multiply$u0, in loop 1
  loop 3 activations 6 iterations 84 instructions 19572 steps 285 speed-up 68.67 delayed 1398 speed-up 14.00 flow - anti - output -
      at 0x400798 relax$u0
  loop 4 activations 84 iterations 1176 instructions 18816 steps 3212 speed-up 5.86 delayed 1344 speed-up 14.00 flow - anti - output -
      at 0x4007b0 relax$u0, in loop 3
  loop 5 activations 1 iterations 15 instructions 105 steps 49 speed-up 2.14 delayed 49 speed-up 2.14 flow 1:14 anti - output -
      at 0x40081c running_sum$u0
      flow 1:14 from 0x400828 running_sum$u0 to 0x400820 running_sum$u0
      flow on c, 14 times: an iteration reads what an earlier one wrote, 1 before or more; first at 0x6011a8, from 0x400828 running_sum$u0 to 0x400820 running_sum$u0
  loop 6 activations 1 iterations 16 instructions 3808 steps 28 speed-up 136.00 delayed 238 speed-up 16.00 flow - anti - output -
      at 0x40088c main
  loop 7 activations 16 iterations 256 instructions 3584 steps 224 speed-up 16.00 delayed 224 speed-up 16.00 flow - anti - output -
      at 0x4008a4 main, in loop 6
  loop 8 activations 1 iterations 6 instructions 19692 steps 90 speed-up 218.80 delayed 4487 speed-up 4.39 flow 1:3640 anti 1:980 output -
      at 0x400914 main
      flow 1:3640 from 0x4007dc relax$u0 to 0x4007c0 relax$u0
      anti 1:980 from 0x4007bc relax$u0 to 0x4007dc relax$u0
      flow on grid, 3,640 times: an iteration reads what an earlier one wrote, 1 before or more; first at 0x602128, from 0x4007dc relax$u0 to 0x4007c0 relax$u0
      anti on grid, 980 times: an iteration writes what an earlier one read, 1 before or more; first at 0x6018a8, from 0x4007bc relax$u0 to 0x4007dc relax$u0
  $ clew pp --granule=1k matrix/ae.out | head -3
  program 54758 instructions 319 steps speed-up 171.66
  loop 0 activations 1 iterations 16 instructions 31088 steps 51 speed-up 609.57 delayed 1943 speed-up 16.00 flow 1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4 anti - output 1:15
  loop 1 activations 16 iterations 256 instructions 30976 steps 515 speed-up 60.15 delayed 2776 speed-up 11.16 flow 1:29,2:1,3:1,4:1 anti - output 1:210
  $ clew pp --all-dependences fig1.sma ae.out.EL fig1.EL.exe
  program 62325 instructions 1634 steps speed-up 38.14
  loop 0 activations 1 iterations 101 instructions 62302 steps 1611 speed-up 38.67 delayed 61823 speed-up 1.01 flow - anti 1:198 output -
  loop 1 activations 100 iterations 10100 instructions 60200 steps 600 speed-up 100.33 delayed 600 speed-up 100.33 flow - anti - output -
  $ clew pp --json matrix/ae.out | sed -n '1p;2p;7p'
  {"instructions":54758,"steps":255,"steps_speed_up":214.74}
  {"loop":0,"parent":null,"address":"0x40071c","function":"multiply$u0","file":null,"line":null,"activations":1,"iterations":16,"instructions":31088,"steps":23,"steps_speed_up":1351.65,"delayed":1943,"delayed_speed_up":16.00,"flow":[],"anti":[],"output":[],"objects":[]}
  {"loop":5,"parent":null,"address":"0x40081c","function":"running_sum$u0","file":null,"line":null,"activations":1,"iterations":15,"instructions":105,"steps":49,"steps_speed_up":2.14,"delayed":49,"delayed_speed_up":2.14,"flow":[{"distance":1,"count":14,"source":{"address":"0x400828","function":"running_sum$u0","file":null,"line":null},"sink":{"address":"0x400820","function":"running_sum$u0","file":null,"line":null}}],"anti":[],"output":[],"objects":[{"kind":"flow","name":"c","stack":false,"count":14,"distance":1,"data":"0x6011a8","source":{"address":"0x400828","function":"running_sum$u0","file":null,"line":null},"sink":{"address":"0x400820","function":"running_sum$u0","file":null,"line":null}}]}

What precedes damage is counted, the loops that were open too. Wrong usage.

  $ head -c 3000 ae.out.EL >cut; clew pp fig1.sma cut fig1.EL.exe
  program 16954 instructions 42 steps speed-up 403.67
  loop 0 activations 1 iterations 28 instructions 16939 steps 27 speed-up 627.37 delayed 623 speed-up 27.19 flow - anti 1:54 output -
  loop 1 activations 28 iterations 2745 instructions 16358 steps 168 speed-up 97.37 delayed 168 speed-up 97.37 flow - anti - output -
  clew: cut: offset 3000: the events end in the middle of function sub, block 2: a block number should follow
  [1]
  $ clew pp matrix/ae.out >/dev/full
  clew: cannot write standard output: No space left on device
  [1]
  $ for granule in 0 3 2M x; do clew pp --granule=$granule matrix/ae.out; echo $?; done
  clew: --granule needs a power of two up to 1M, not: 0; clew pp --help says more
  2
  clew: --granule needs a power of two up to 1M, not: 3; clew pp --help says more
  2
  clew: --granule needs a power of two up to 1M, not: 2M; clew pp --help says more
  2
  clew: --granule needs a power of two up to 1M, not: x; clew pp --help says more
  2
  $ clew pp
  clew: name the event file of the run (ae.out); clew pp --help says more
  [2]
  $ clew pp a b c d
  clew: a: cannot be opened: No such file or directory
  [1]
  $ clew pp --everything matrix/ae.out
  clew: unknown option --everything; clew pp --help says more
  [2]
  $ clew pp --help | head -1
  Usage: clew pp [OPTIONS] [SCHEMA...] EVENTS [EXECUTABLE]
