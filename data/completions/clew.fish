# clew.fish - completion for fish.  SPDX-License-Identifier: GPL-3.0-or-later

function __clew_recording
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = record
end

# Is the word at the cursor the first one behind the program's name?
function __clew_first
    test (count (commandline -opc)) = 1
end

# Has `clew record` no program yet? Options that take a word of their own are passed over.
function __clew_needs_program
    set -l words (commandline -opc)
    set -l i 3
    while test $i -le (count $words)
        switch $words[$i]
            case -o --output --only
                set i (math $i + 1)
            case --
                test $i = (count $words)
                return
            case '-*'
            case '*'
                return 1
        end
        set i (math $i + 1)
    end
    __clew_recording
end

complete -c clew -n __clew_first -a record -d 'run a program and record a trace'
complete -c clew -n 'not __clew_recording' -s c -l command -x -d 'run a command' -a '(command clew --words 2>/dev/null)'
complete -c clew -n 'not __clew_recording' -s x -l script -r -F -d 'run the commands in a file'
complete -c clew -n 'not __clew_recording' -s i -l interactive -d 'read commands from a prompt'
complete -c clew -n 'not __clew_recording' -l echo -d 'print each command before its answer'
complete -c clew -n 'not __clew_recording' -l json -d 'print one JSON object a line'
complete -c clew -n 'not __clew_recording' -l strict -d 'a problem in the trace is an error'
complete -c clew -n 'not __clew_recording' -l exec -r -F -d 'the executable'
complete -c clew -n 'not __clew_recording' -l load-offset -x -d 'where it was loaded'
complete -c clew -n 'not __clew_recording' -l x -x -a 'instance dense' -d 'what the numbers of entries mean'
complete -c clew -n 'not __clew_recording' -l source-path -x -a '(__fish_complete_directories)' -d 'folders with source files'
complete -c clew -n 'not __clew_recording' -l at -x -d 'begin at a position'
complete -c clew -n 'not __clew_recording' -l help -d 'say how it is used'
complete -c clew -n 'not __clew_recording' -l version -d 'print the version'

complete -c clew -n __clew_needs_program -a '(__fish_complete_command)'
complete -c clew -n __clew_needs_program -s o -l output -r -F -d 'the trace'
complete -c clew -n __clew_needs_program -l history -d 'keep the last dependences only'
complete -c clew -n __clew_needs_program -l only -x -a 'exe all' -d 'what to show'
complete -c clew -n __clew_needs_program -l dense -d 'number entries 0, 1, ... instead of by instance'
complete -c clew -n __clew_needs_program -s h -l help -d 'say how it is used'
