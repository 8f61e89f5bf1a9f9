# clew.fish - completion for fish.  SPDX-License-Identifier: GPL-3.0-or-later

# Is the tool, the word behind the program's name, one of these?
function __clew_tool
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- "$words[2]" $argv
end

function __clew_recording
    __clew_tool record run-coverage
end

function __clew_no_tool
    not __clew_tool record index convert run-coverage suffix coverage sections csi-cc ae-cc aec regenerate cache pp dump-trace tour
end

# Is the word at the cursor the first one behind the program's name?
function __clew_first
    test (count (commandline -opc)) = 1
end

# Has `clew record` or `clew run-coverage` no program yet? Options that take a word of their own are passed over.
function __clew_needs_program
    set -l words (commandline -opc)
    set -l i 3
    while test $i -le (count $words)
        switch $words[$i]
            case -o --output --format --only --skip --from --until --state --progress -T --tag --limit --target --sysroot
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

complete -c clew -n __clew_first -a help -d 'show help on clew, a tool or a command'
complete -c clew -n __clew_first -a record -d 'run a program and record a trace'
complete -c clew -n __clew_first -a index -d 'make or check the index of a text trace'
complete -c clew -n __clew_first -a convert -d 'a trace as a recording, as text, as a history'
complete -c clew -n __clew_first -a run-coverage -d 'run a program and trace which code ran'
complete -c clew -n __clew_first -a suffix -d 'what ran last in every frame of a crash'
complete -c clew -n __clew_first -a coverage -d 'what ran at all'
complete -c clew -n __clew_first -a sections -d 'the metadata sections of a program'
complete -c clew -n __clew_first -a csi-cc -d 'compile with path tracing and coverage'
complete -c clew -n __clew_first -a ae-cc -d 'compile for MIPS, for address traces'
complete -c clew -n __clew_first -a aec -d 'write the schema of a program as C'
complete -c clew -n __clew_first -a regenerate -d 'print all addresses of a run'
complete -c clew -n __clew_first -a cache -d 'simulate a cache with the addresses of a run'
complete -c clew -n __clew_first -a pp -d 'which loops of a run could run in parallel'
complete -c clew -n __clew_first -a dump-trace -d 'print GNATcoverage traces'
complete -c clew -n __clew_first -a tour -d 'a guided tour of a small program with a bug'
complete -c clew -f -n '__clew_tool tour' -l print -d 'print the steps'
complete -c clew -f -n '__clew_tool tour' -l help -d 'show the usage'
complete -c clew -n __clew_no_tool -s c -l command -x -d 'run a command' -a '(command clew --words 2>/dev/null)'
complete -c clew -n __clew_no_tool -s x -l script -r -F -d 'run the commands in a file'
complete -c clew -n __clew_no_tool -s i -l interactive -d 'read commands from a prompt'
complete -c clew -n __clew_no_tool -l echo -d 'print each command before its answer'
complete -c clew -n __clew_no_tool -l json -d 'print one JSON object per line'
complete -c clew -n __clew_no_tool -l strict -d 'treat problems in the trace as errors'
complete -c clew -n __clew_no_tool -l exec -r -F -d 'the executable'
complete -c clew -n __clew_no_tool -l load-offset -x -d 'where it was loaded'
complete -c clew -n __clew_no_tool -l x -x -a 'instance dense' -d 'what entry numbers mean'
complete -c clew -n __clew_no_tool -l as -x -a 'wet csi ae gnatcov' -d 'read the files as this kind'
complete -c clew -n __clew_no_tool -l index -x -a 'auto always never rebuild' -d 'the index of a large text'
complete -c clew -n __clew_no_tool -l source-path -x -a '(__fish_complete_directories)' -d 'folders with source files'
complete -c clew -n __clew_no_tool -l substitute-path -x -d 'FROM=TO: source files that were moved'
complete -c clew -n __clew_no_tool -l core -r -F -d 'ask gdb for the frames in a core file'
complete -c clew -n __clew_no_tool -l dump -r -F -d 'what a debugger printed'
complete -c clew -n __clew_no_tool -l gdb -r -F -d 'the gdb to ask'
complete -c clew -n __clew_no_tool -l checkpoints -x -d 'memory for checkpoints of an address stream'
complete -c clew -n __clew_no_tool -l rc -r -d 'read this clewrc'
complete -c clew -n __clew_no_tool -l no-rc -d 'read no clewrc'
complete -c clew -n __clew_no_tool -l at -x -d 'begin at a position'
complete -c clew -n __clew_no_tool -l help -d 'show the usage'
complete -c clew -n __clew_no_tool -l version -d 'print the version'
complete -c clew -n __clew_no_tool -l verbose -d 'with --version: list the optional parts'

complete -c clew -n __clew_needs_program -a '(__fish_complete_command)'
complete -c clew -n __clew_needs_program -s o -l output -r -F -d 'the trace'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l format -x -a 'store wet history' -d 'what it is written as'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l history -d 'keep the last dependences only'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l only -x -a 'exe all' -d 'what to show'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l skip -x -d 'what not to show'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l from -x -d 'begin with that function'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l until -x -d 'end with that function'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l wait -d 'return when the recording is whole'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l no-wait -d 'return when the program ends, the default; rebuild in the background'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l trace-children -d 'a trace for each process, named by %p'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l progress -x -a 'auto always never' -d 'say how far it is'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l dense -d 'number entries 0, 1, ... instead of by execution'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l state -x -a 'yes no' -d 'keep registers and memory'
complete -c clew -n '__clew_needs_program; and __clew_tool record' -l check -d 'compare what is loaded with what was stored'
set -l covers '__clew_needs_program; and __clew_tool run-coverage'
complete -c clew -n $covers -s T -l tag -x -d 'text to store in the trace'
complete -c clew -n $covers -l history -d 'every execution of every block, in order'
complete -c clew -n $covers -l limit -x -d 'log at most this many blocks'
complete -c clew -n $covers -l target -x -d 'run qemu-MACHINE'
complete -c clew -n $covers -l sysroot -x -a '(__fish_complete_directories)' -d 'folder with shared libraries of another machine'
complete -c clew -n __clew_needs_program -s h -l help -d 'show the usage'

complete -c clew -n '__clew_tool index' -l rebuild -d 'always make a new index'
complete -c clew -n '__clew_tool index' -l verify -d 'check all of it'
complete -c clew -n '__clew_tool index' -l threads -x -d 'how many threads read'
complete -c clew -n '__clew_tool convert' -s o -l output -r -F -d 'the file to write'
complete -c clew -n '__clew_tool convert' -l format -x -a 'store wet history' -d 'the output format'
complete -c clew -n '__clew_tool convert' -l history -x -d 'how many dependences a history has'
complete -c clew -n '__clew_tool convert' -l dense -d 'number text entries 0, 1, ... instead of by instance'
complete -c clew -n '__clew_tool index convert' -l x -x -a 'instance dense' -d 'what entry numbers mean'
complete -c clew -n '__clew_tool index convert' -s h -l help -d 'show the usage'

set -l crash '__clew_tool suffix coverage'
complete -c clew -n $crash -l core -r -F -d 'ask gdb for the frames in a core file'
complete -c clew -n $crash -l pid -x -a '(__fish_complete_pids)' -d 'ask gdb for the frames of a process'
complete -c clew -n $crash -l gdb -r -F -d 'run this gdb'
complete -c clew -n $crash -l gdb-commands -d 'print the gdb commands, to run elsewhere'
complete -c clew -n $crash -l from-gdb -d 'standard input names its program'
complete -c clew -n $crash -l frame -x -d 'only this frame'
complete -c clew -n $crash -l bbc -x -a 'inferred entered completed' -d 'what the bit of a block means'
complete -c clew -n $crash -l exec -r -F -d 'the executable'
complete -c clew -n $crash -l source-path -x -a '(__fish_complete_directories)' -d 'folders with source files'
complete -c clew -n $crash -l json -d 'print one JSON object a line'
complete -c clew -n $crash -l strict -d 'treat damaged metadata as an error'
complete -c clew -n $crash -l help -d 'say how it is used'
complete -c clew -n '__clew_tool suffix' -l prune -d 'let local coverage rule out candidates'
complete -c clew -n '__clew_tool coverage' -l function -x -d 'of a function'
complete -c clew -n '__clew_tool coverage' -l details -d 'details of all functions'
complete -c clew -n '__clew_tool coverage' -l system -d 'add files of the compiler and of libraries'
complete -c clew -n '__clew_tool coverage' -l lines -d 'source lines'
complete -c clew -n '__clew_tool coverage' -l level -x -a 'branch insn' -d 'whether both ways of branches count'
complete -c clew -n '__clew_tool coverage' -l annotate -x -a 'report source asm xcov xcov+ html' -d 'what is printed of traces'
complete -c clew -n '__clew_tool coverage' -l format -x -a 'text json lcov html' -d 'how it is printed'
complete -c clew -n '__clew_tool coverage' -l file -r -F -d 'of a source file'
complete -c clew -n '__clew_tool coverage' -l diff -d 'what only one of two traces covers'
complete -c clew -n '__clew_tool coverage' -s o -l output -r -F -d 'write into a file'
complete -c clew -n '__clew_tool dump-trace' -l raw -d 'addresses as in the file'
complete -c clew -n '__clew_tool dump-trace' -l merged -d 'only the merged ranges of all entries'
complete -c clew -n '__clew_tool dump-trace' -l kind -d 'print the kind of the trace first'
complete -c clew -n '__clew_tool dump-trace' -l help -d 'show the usage'

complete -c clew -n '__clew_tool sections' -l all -d 'list every section'
complete -c clew -n '__clew_tool sections' -l require -d 'fail if there is none'
complete -c clew -n '__clew_tool sections' -l json -d 'list as JSON'
complete -c clew -n '__clew_tool sections' -l help -d 'show the usage'
complete -c clew -n '__clew_tool sections; and test (count (commandline -opc)) -gt 2' -a '.debug_PT .debug_FC .debug_CC .debug_BBC'

complete -c clew -n '__clew_tool csi-cc' -l trace -r -F -a '{default,all,bb,cc,cc_pt,fc,pt,realistic}.schema' -d 'which function gets what'
complete -c clew -n '__clew_tool csi-cc' -o csi-opt -x -a '0 1 2' -d 'how many probes'
complete -c clew -n '__clew_tool csi-cc' -o complete-exe -d 'the program does not stop in the middle'
complete -c clew -n '__clew_tool csi-cc' -o path-array-size -x -d 'how many paths a frame keeps'
complete -c clew -n '__clew_tool csi-cc' -o hash-size -x -d 'the most paths of a traced function'
complete -c clew -n '__clew_tool csi-cc' -o no-filter -d 'take the schema by its word'
complete -c clew -n '__clew_tool csi-cc' -l names -x -a 'csi-cc documented' -d 'of the variables'
complete -c clew -n '__clew_tool csi-cc' -l bbc -x -a 'entered completed' -d 'when the bit of a block is set'
complete -c clew -n '__clew_tool csi-cc' -l block-labels -d 'a symbol at each traced block'
complete -c clew -n '__clew_tool csi-cc' -l silent -d 'no warnings'
complete -c clew -n '__clew_tool csi-cc' -l help -d 'show the usage'
complete -c clew -n '__clew_tool csi-cc' -l help-clang -d 'show the usage of clang'

complete -c clew -n '__clew_tool ae-cc' -l plain -d 'the same code, not instrumented'
complete -c clew -n '__clew_tool ae-cc' -s o -r -F -d 'the program'
complete -c clew -n '__clew_tool ae-cc' -l help-gcc -d 'show the usage of gcc'
complete -c clew -n '__clew_tool aec' -l header -d 'the header for those who call ae_recreate'
complete -c clew -n '__clew_tool aec regenerate' -s o -l output -r -F -d 'write into a file'
complete -c clew -n '__clew_tool regenerate' -l format -x -a 'text bin5 din count' -d 'what is printed'
complete -c clew -n '__clew_tool cache' -l level -x -d 'a further cache behind: size,line,ways'
complete -c clew -n '__clew_tool cache' -l by -x -a 'function line instruction data loop' -d 'who missed most'
complete -c clew -n '__clew_tool cache' -l top -x -d 'so many of them'
complete -c clew -n '__clew_tool cache; and test (count (commandline -opc)) -gt 4' -a split -d 'instructions and data in two caches'
complete -c clew -n '__clew_tool pp' -l granule -x -d 'how much of memory is one location'
complete -c clew -n '__clew_tool pp' -l all-dependences -d 'anti and output dependences delay too'
complete -c clew -n '__clew_tool pp' -l lines -d 'where each loop is'
complete -c clew -n '__clew_tool pp' -l dependences -d 'the instructions of each dependence'
complete -c clew -n '__clew_tool cache pp' -l json -d 'print one JSON object per line'
complete -c clew -n '__clew_tool ae-cc aec regenerate cache pp' -l help -d 'show the usage'
