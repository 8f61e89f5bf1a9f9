Which optional parts are there: clew --version --verbose. Nothing is there:

  $ alone() { env -i PATH="$PWD/tools" CLEW_RECORDER=none CLEW_CSI_CC=none CLEW_AE_CC=none CLEW_COVERAGE_PLUGIN=none "$@"; }
  $> alone "$(command -v clew)" --version --verbose | sed '1s/[0-9.]*$/VERSION/; s/\(clang\|llvm\)-1[49]/\1-N/g'
  clew VERSION
  recorder     missing: CLEW_RECORDER names none
               runs programs and records them: clew record; Debian package valgrind, then make
  csi-cc       missing: CLEW_CSI_CC names none
               compiles for crashes: clew csi-cc; Debian packages clang-N, llvm-N-dev, then make
  clang        missing: no clang-N in $PATH
               the compiler that csi-cc runs; Debian package clang-N
  ae-cc        missing: CLEW_AE_CC names none
               compiles for address streams: clew ae-cc; make builds it
  mips gcc     missing: no mips-linux-gnu-gcc in $PATH
               the compiler that ae-cc runs; Debian packages gcc-mips-linux-gnu, libc6-dev-mips-cross
  qemu-mips    missing: no qemu-mips in $PATH
               runs programs from ae-cc here; Debian package qemu-user
  qemu         missing: no qemu-x86_64 in $PATH
               runs programs for clew run-coverage, one QEMU per machine; Debian package qemu-user
  plugin       missing: CLEW_COVERAGE_PLUGIN names none
               tells clew run-coverage what QEMU ran; make builds it
  gdb          missing: no gdb in $PATH
               reads crashes for clew: core, --core=, --pid=; Debian package gdb
  UTF-8        missing: the locale's characters are ANSI_X3.4-1968
               unbroken lines in tables and graphs; without it clew shows everything in ASCII, other characters as ?; LC_ALL=C.UTF-8 has it
  colours      missing: TERM= is unknown
               clew tells nothing by colour alone; the Debian packages ncurses-base, ncurses-term describe terminals
  OSC 52       missing: TERM= does not announce it; many terminals support it anyway
               copying to the clipboard, also over ssh; inside tmux: set -s set-clipboard on

Programs that say a version, one line of it and nothing that a terminal obeys; one that says none; one that is named, and one that is named and is not there:

  $ mkdir tools; for name in clang gdb qemu-mips mips-gcc rec; do printf '#!/bin/sh\n[ "$1" = --version ] || echo "asked with $1"\nprintf "%s \\033[31m1.0\\nmore\\n"\n' "$name" >tools/$name; done
  $> printf '#!/bin/sh\nexit 3\n' >tools/qemu-x86_64; chmod +x tools/*; touch tools/plugin.so
  $> alone() { env -i PATH="$PWD/tools" CLEW_RECORDER=tools/rec CLEW_CSI_CC=none CLEW_AE_CC=none CLEW_COVERAGE_PLUGIN=tools/plugin.so "$@"; }
  $> alone CLEW_MIPS_CC=mips-gcc CLEW_GDB=/opt/gdb LC_ALL=C.UTF-8 TERM=xterm-256color NO_COLOR=1 "$(command -v clew)" --version --verbose | sed "s,$PWD,HERE,"'; 1s/[0-9.]*$/VERSION/; s/\(clang\|llvm\)-1[49]/\1-N/g'
  clew VERSION
  recorder     found: tools/rec
               asked with --tool=clewrec
               runs programs and records them: clew record; Debian package valgrind, then make
  csi-cc       missing: CLEW_CSI_CC names none
               compiles for crashes: clew csi-cc; Debian packages clang-N, llvm-N-dev, then make
  clang        found: HERE/tools/clang
               clang \x1b[31m1.0
               the compiler that csi-cc runs; Debian package clang-N
  ae-cc        missing: CLEW_AE_CC names none
               compiles for address streams: clew ae-cc; make builds it
  mips gcc     found: HERE/tools/mips-gcc
               mips-gcc \x1b[31m1.0
               the compiler that ae-cc runs; Debian packages gcc-mips-linux-gnu, libc6-dev-mips-cross
  qemu-mips    found: HERE/tools/qemu-mips
               qemu-mips \x1b[31m1.0
               runs programs from ae-cc here; Debian package qemu-user
  qemu         found: HERE/tools/qemu-x86_64
               prints no version
               runs programs for clew run-coverage, one QEMU per machine; Debian package qemu-user
  plugin       found: tools/plugin.so
               tells clew run-coverage what QEMU ran; make builds it
  gdb          missing: CLEW_GDB names /opt/gdb
               reads crashes for clew: core, --core=, --pid=; Debian package gdb
  UTF-8        found: the locale's characters are UTF-8
               unbroken lines in tables and graphs; without it clew shows everything in ASCII, other characters as ?; LC_ALL=C.UTF-8 has it
  colours      missing: NO_COLOR is set
               clew tells nothing by colour alone; the Debian packages ncurses-base, ncurses-term describe terminals
  OSC 52       found: TERM=xterm-256color supports it
               copying to the clipboard, also over ssh; inside tmux: set -s set-clipboard on

  $ TERM=$'\e[31m' clew --version --verbose | tail -4; TERM=xterm-256color clew --version --verbose | grep '^colours'
  colours      missing: TERM=\x1b[31m is unknown
               clew tells nothing by colour alone; the Debian packages ncurses-base, ncurses-term describe terminals
  OSC 52       missing: TERM=\x1b[31m does not announce it; many terminals support it anyway
               copying to the clipboard, also over ssh; inside tmux: set -s set-clipboard on
  colours      found: 256, TERM=xterm-256color

Every part is one or the other, wherever this runs:

  $ clew --version --verbose | grep -cE '^[^ ].* (found|missing): '
  12

  $ clew --verbose
  clew: --verbose needs --version; clew --help says more
  [2]
