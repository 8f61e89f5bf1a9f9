# clew.gdb - "clew suffix" and "clew coverage" inside gdb 10 or later, with or without its Python.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     (gdb) source /usr/local/share/clew/clew.gdb         or in ~/.gdbinit
#     (gdb) clew suffix --prune
#     (gdb) clew coverage --json | less
#
# clew says which variables it needs of the program that gdb has loaded; these are printed, by gdb and with settings of its own for the time, into clew,
# which answers. Frame, thread and settings are as before when it is done. Kept are the convenience variables $clew_arguments, $clew_next and
# $_shell_exitcode, and what `print` puts into the value history.

define-prefix clew
document clew
Ask clew about the program that is stopped here, or its core file.
It must have been built with CSI metadata (csi-cc, clew csi-cc), and clew must be in $PATH.
end

# The commands go through a folder that only this user can enter, since a file is the only way into a gdb without Python. Its number is
# what the shell ends with; 0: the shell has said what is wrong. gdb marks the commands that it shows by one + for each level of nesting: by one
# alone they are read.
define __clew_ask
  if !$_thread
    echo clew: gdb has no process and no core file: run the program, attach to it, or load a core file first\n
  else
    pipe info files | \
        program=$(sed -n '1s/^Symbols from "\(.*\)"\.$/\1/p'); number=1; \
        [ -n "$program" ] || { echo "clew: gdb has no program loaded: use its command 'file'" >&2; exit 0; }; \
        command -v clew >/dev/null || { echo 'clew: there is no clew in $PATH; add its folder to it and start gdb again' >&2; exit 0; }; \
        until mkdir -m 700 /tmp/clew-gdb-$number 2>/dev/null; do \
            [ $number -lt 250 ] || { echo 'clew: no folder can be made in /tmp' >&2; exit 0; }; \
            number=$((number + 1)); \
        done; \
        { echo info inferiors; clew suffix --gdb-commands "$program"; } >/tmp/clew-gdb-$number/commands && exit $number; \
        rm -r /tmp/clew-gdb-$number; exit 0
    if $_shell_exitcode
      eval "pipe \
          with may-call-functions off -- with max-value-size 134217728 -- with print elements 0 -- with print max-depth 20 -- \
          with print frame-arguments none -- with print frame-info auto -- with print entry-values no -- \
          source /tmp/clew-gdb-%d/commands | sed 's/^++*/+/' | clew $arg0 --from-gdb%s; rm -r /tmp/clew-gdb-%d", $_shell_exitcode, $clew_arguments, $_shell_exitcode
    end
  end
end
document __clew_ask
For "clew suffix" and "clew coverage".
end

define clew suffix
  set $clew_arguments = ""
  set $clew_next = 0
  while $clew_next < $argc
    eval "set $clew_arguments = \"%s $arg%d\"", $clew_arguments, $clew_next
    set $clew_next = $clew_next + 1
  end
  __clew_ask suffix
end
document clew suffix
Show what was executed last in every frame: clew suffix [OPTION]...
The options are those of "clew suffix", for example --prune and --json; they are given to a shell, which takes "| less" too,
but without any quotes in them.
No program code is run, and nothing is written into the program.
end

define clew coverage
  set $clew_arguments = ""
  set $clew_next = 0
  while $clew_next < $argc
    eval "set $clew_arguments = \"%s $arg%d\"", $clew_arguments, $clew_next
    set $clew_next = $clew_next + 1
  end
  __clew_ask coverage
end
document clew coverage
Show which functions, calls and blocks were executed: clew coverage [OPTION]...
The options are those of "clew coverage", for example --json; they are given to a shell, which takes "| less" too,
but without any quotes in them.
No program code is run, and nothing is written into the program.
end
