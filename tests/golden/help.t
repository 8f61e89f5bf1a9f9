Help comes from the command table.

  $ clew -c help
  Move
    goto, g POS                     Jumps to a position.
    back                            Takes back the last jump.
    forward, fo                     Jumps forward again after `back`.
    next-execution, next-instance [N]
                                    Jumps to the next execution here.
    previous-execution, previous-instance [N]
                                    Jumps to the previous execution here.
    follow N                        Follows link N of `links`.
    next-uncovered, nu [branch|all]
                                    Jumps to the next uncovered code or branch.
    previous-uncovered, pu [branch|all]
                                    Jumps to the previous uncovered place.
    where [POS]                     Shows where you are, with code and value.
  
  Walk
    step, s [N]                     Steps to the next line, into calls.
    next, n [N]                     Steps to the next line, over calls.
    stepi, si [N]                   Steps to the next instruction.
    nexti, ni [N]                   Steps to the next instruction, over calls.
    reverse-step, rs [N]            Steps back one line, into calls.
    reverse-next, rn [N]            Steps back one line, over calls.
    reverse-stepi, rsi [N]          Steps back one instruction.
    reverse-nexti, rni [N]          Steps back one instruction, over calls.
    continue, c [N]                 Goes on to a breakpoint or the end.
    reverse-continue, rc [N]        Goes back to a breakpoint or the start.
    finish, fin [N]                 Steps out to the function's caller.
    reverse-finish [N]              Steps back to the function's call.
    until, advance [LINE|FILE:LINE]
                                    Steps forward to a line.
    backtrace, bt                   Lists the frames of the stack.
    calls [POS|FUNCTION] [depth N]  Shows the run as a tree of calls.
    frame, f [N]                    Goes to a frame, or shows the current one.
    up [N]                          Goes up to the caller's frame.
    down [N]                        Goes down to the callee's frame.
    thread [N]                      Lists the threads, or goes to one.
  
  Stops
    break, b, catch [LOCATION] [if EXPR]
                                    Sets a breakpoint at an instruction.
    tbreak [LOCATION] [if EXPR]     Sets a breakpoint that stops only once.
    watch ADDRESS[,LEN] [if EXPR]   Stops where memory is written.
    rwatch ADDRESS[,LEN] [if EXPR]  Stops where memory is read.
    awatch ADDRESS[,LEN] [if EXPR]  Stops where memory is read or written.
    delete, del [N...]              Deletes breakpoints; without N, all.
    disable, dis [N...]             Turns breakpoints off; without N, all.
    enable, en [N...]               Turns breakpoints on again; without N, all.
    ignore N COUNT                  Skips the next COUNT hits of a breakpoint.
    condition N [EXPR]              Sets or removes a breakpoint's condition.
    breakpoints                     Lists the breakpoints and watchpoints.
  
  Streams
    cache SIZE LINE WAYS [split] [function|line|instruction|data|loop]
                                    Simulates a cache over the whole trace.
    pp [GRANULE]                    Shows which loops could run in parallel.
  
  Crash
    suffix [FRAME|all]              Shows what ran last in a frame.
    candidates [FRAME]              Lists a frame's possible suffixes.
    candidate N                     Shows candidate N in all panes.
    graph [FUNCTION]                Draws the control-flow graph, with the suffix.
    paste [FILE|edit|clear|value [N NAME]]
                                    Reads what a debugger printed.
    core FILE                       Asks gdb for the frames in a core file.
    snapshot [N]                    Lists the stops in the text, or takes one.
    gdb-commands                    Lists the gdb commands that clew needs.
  
  Coverage
    entries                         Lists the trace's header, tags and entries.
    branch [POS]                    Shows both ways of a conditional branch.
    coverage [FUNCTION|all|lines|frame|frames]
                                    Shows a summary of what ran.
  
  Dependences
    deps, d [POS]                   Lists who wrote what is used here.
    uses, u [POS]                   Lists who used what is written here.
    control [POS]                   Shows which branch or call led here.
    links [POS]                     Lists definers and users together.
    why, w [POS] [statement] [value|address|control|all] [N|unfold]; not LINE|FILE:LINE|FUNCTION|0xADDRESS
                                    Explains where a value came from.
    slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
                                    Lists what POS depends upon or affects.
    chop A B [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
                                    Lists how B comes from A.
    diff [TRACE] [causes|lines|values]
                                    Compares this run with another run.
    next-member [N] [line|instruction]
                                    Jumps to the next member of the last slice.
    previous-member [N] [line|instruction]
                                    Jumps to the last slice's previous member.
    who VAR|0xADDRESS [SIZE]        Lists who wrote to a variable or an address.
    ask, questions [POS]            Lists questions you can ask here.
  
  Look
    print, p [/FORMAT] [POS|EXPR|REGISTER]
                                    Shows the value of an expression, or of an execution.
    whatis, ptype EXPR|TYPE|FUNCTION
                                    Shows the type of an expression or function.
    display [EXPR]                  Shows an expression now and after each move.
    undisplay [N...]                Stops displays; without N, all.
    x [/COUNT FORMAT SIZE] [EXPR|POS]
                                    Examines memory of a recording.
    values [ID]                     Lists all values an instruction computed.
    executions, instances [ID]      Lists all executions of an instruction.
    list, l [LINE|FILE:LINE|FUNCTION][,][LAST]|-
                                    Shows ten source lines, then the next ten.
    disassemble [POS]               Lists the executed instructions of a function.
    info, i, inf [TOPIC [WHAT...]]  Shows facts about the trace.
    problems                        Lists all problems of the trace file.
    history                         Lists the places you visited.
  
  Find
    find /REGEX/                    Jumps to the next instruction that matches.
    find-next                       Jumps to the next match of the last find.
    find-previous                   Jumps to the last find's previous match.
    find-addr 0xADDRESS             Lists instructions at an address.
    find-value VALUE                Lists where code computed a value or memory got a text.
    find-bytes HEX...               Lists where memory came to hold bytes.
    output [DESCRIPTOR|all]         Lists what the program printed, line by line.
    find-output /REGEX/             Lists the lines of output that match.
    filter [/REGEX/ [COMMAND]]      Shows only the rows that match.
  
  Session
    mark a [POS]                    Names a position.
    unmark [a...]                   Removes marks; without a name, all.
    marks                           Lists all marks.
    copy position|address|value|line|row [POS]
                                    Copies a position, address, value or line.
    pipe, | [-d WORD] COMMAND | SHELL COMMAND
                                    Pipes a command's answer to a shell command.
    export json|csv|dot|text FILE [COMMAND]
                                    Writes a command's answer to a file.
    edit, e [LINE|FILE:LINE|POS]    Opens the line in your editor.
    note [POS] TEXT                 Attaches a note to a position.
    notes                           Lists all notes.
    set SETTING VALUE               Changes a setting; `set $n = EXPR` keeps a value.
    unset substitute-path [FROM]    Removes one substitute-path rule, or all.
    directory, dir [FOLDER...]      Looks for source files in a folder first.
    show [SETTING]                  Shows a setting, or all of them.
    grain, t [statement|instruction]
                                    Switches between statements and instructions.
    hex [integers|off|on]           Switches between hexadecimal and decimal.
    index [show|start|stop|verify]  Shows the state of the trace's index.
    open FILE... [as KIND]          Opens another trace beside the open ones.
    trace, traces [N|FILE|next|previous] [POS]
                                    Lists traces, or switches to one.
    drop [!] [N|FILE|next|previous]
                                    Closes the current trace, or another one.
    source FILE                     Runs the commands in a file.
    undo                            Takes back the last edit.
    repeat                          Repeats the last move or edit.
    bind [KEY [COMMAND]]            Binds a key of the full screen, or shows it.
    unbind KEY                      Gives a key its own command back.
    alias [NAME [COMMAND]]          Gives a command line a name, or shows it.
    unalias NAME                    Removes an alias.
    theme [NAME|FILE]               Lists the themes, or chooses one.
    save [!] FILE                   Writes the session to a file, as commands.
    load FILE                       Continues a session that `save` wrote.
    help, h, ? [COMMAND]            Lists the commands, or explains one.
    apropos WORD                    Lists the commands whose help has a word.
    quit, q, exit [!]               Quits clew.
  
  Screen
    line-down [N]                   Moves down N lines.
    line-up [N]                     Moves up N lines.
    page-down [N]                   Moves down N pages.
    page-up [N]                     Moves up N pages.
    half-page-down [N]              Moves down half a page.
    half-page-up [N]                Moves up half a page.
    top                             Moves to the first line.
    bottom                          Moves to the last line.
    percent N                       Moves to N percent of the list.
    line N                          Moves to line N of the list.
    enter                           Follows the line under the cursor.
    focus-next                      Moves to the next pane.
    focus-previous                  Moves to the previous pane.
    pane N|NAME                     Shows a pane.
    layout                          Switches to the next layout.
    scroll-right [N]                Scrolls the pane to the right.
    scroll-left [N]                 Scrolls the pane to the left.
    redraw                          Redraws the screen.
    centre, center                  Centres the current line.
    unfold                          Unfolds the row.
    fold                            Folds the row again.
    toggle-fold                     Unfolds the row, or folds it.
    unfold-all                      Unfolds all rows of the list.
    fold-all                        Folds all rows of the list.
    search /REGEX/                  Searches the pane.
    search-next [N]                 Moves to the next match in the pane.
    search-previous [N]             Moves to the pane's previous match.
    prompt [TEXT]                   Opens the command prompt.
    close                           Closes the top list, or quits clew.
    suspend                         Suspends clew; `fg` resumes it.
    messages                        Lists earlier messages, the last one first.
    tour next|back                  Does the tour's step, or goes back.
    screen FILE                     Writes the screen to a file, as text.
  $ clew -c 'help list' | grep signs
    The lines are around the current place, or around LINE or FUNCTION. `list 10,20` shows lines 10 to 20, `list 10,` ten lines from 10 on, `list ,20` ten up to 20, `list -` the ten before those listed last. A number is a line of the file listed last. Lines have the signs of the source pane: x9 ran nine times, !x9 the same but a part never ran, ~9 about nine times (optimised code leaves no exact number), + ran, ! ran in part, - never ran, ? may have run.
  $ clew -c 'help slice' -c 'help d' -c '?  print' -c 'help line-down'
  slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
    Lists what POS depends upon or affects.
    Examples: `slice back mean.c:23 lines rank`, `slice fwd 0x11ca#8`.
    data or control: follows only links of that kind.
    lines: lists source lines instead of executions, with each line's last value in the slice.
    depth N: at most N links away, breadth first. These are links between instructions, whatever the grain.
    within FUNCTION|FILE: lists only executions in there. clew still follows links through other code, and counts the executions there.
    In a list of executions FILE:LINE means one execution of the line. In a list of lines and in a lock it means the line's last run, as in `why`, unless you chose `set grain instruction`. After `set grain statement` it always means the last run.
    rank: the most suspicious lines first; none is left out. Lines are in order of their distance, as `why` measures it, in values handed from line to line. At equal distance the line that ran less often comes first. Lines that `why` cannot reach come last.
    against FILE: ranks against a run of the same program that passed, a recording or text. A line that never ran there counts as a quarter as far. A line that ran there only in part, or has values that its instructions never had there, counts as half as far. clew does not compare values that may be addresses; it counts them.
    clew does not follow uncertain links; it says how many it met. If you interrupt it, it shows what it reached by then and says that the answer is cut.
    lock [back|fwd|on|off]: marks the slice with * and dims the rest, in source and instructions. Source lines show how many of their executions are in the slice (8/9), and the last value. Of several instructions on a line, the one with the most in the slice counts. Without a word, `slice lock` goes from backward of here to forward to off. on: locks the last slice or chop. `info slice` describes it.
  deps [POS]
    Lists who wrote what is used here.
    These are the definers of this execution. The branch or call that made it run is listed too, as `control`. FILE:LINE means the whole statement there, unless you chose a grain with `set grain`.
    Also: d
  print [/FORMAT] [POS|EXPR|REGISTER]
    Shows the value of an expression, or of an execution.
    Examples: `print i`, `print /x window->sample[2] * 2`, `print 0x11ca#8`. After `set grain statement`, `print` alone shows the value of the current statement.
    In a recording EXPR is an expression as in gdb: C's operators on variables, members (a.b, p->next, a[i], *p), numbers, 'c', "text", casts ((unsigned char)c, *(int *)0x4a3c0), sizeof, enumerators and registers. FUNCTION::VAR is a variable of the nearest frame of that function, or its static; 'file.c'::VAR a static of a file. *array@3 and a[1]@3 show three elements, {int}0x4a3c0 memory as an int. $_streq(a, b), $_strlen(a) and $_memeq(a, b, bytes) compare and measure texts, the first two also strings of C++ and Rust; `word == "hello"` compares the text of an array or of such a string; of a char pointer, $_streq does. In inlined code a name means what the source there sees; a local of the function that it was inlined into comes last. $_creal(z) and $_cimag(z) are the parts of a complex number. `set $n = EXPR` keeps a value under a name; then EXPR may use $n. A recording cannot change, and clew cannot call its functions. Where a part of EXPR is unknown, `print` says which.
    clew also knows variables, functions and types of loaded libraries with debug information: in their code as in the program's own, and from elsewhere their statics by name. A variable that a library exports lies where the dynamic linker decides, often in the program. Thread-local variables of libraries are unknown.
    Some names have no type: only a symbol table has them, that of the program or of a loaded library. Name the type yourself: `print (char **)environ`. `print &environ`, `print printf` and `info symbol printf` need no type.
    `print 12` is the value of line 12, `print (12)` and `print /x 12` the number. A variable of the current function comes before a position of the same name. `print main` is the value at the position main; `print *main` shows the function, as `print main` does in gdb. `print 0x10ac80` is the memory there, `print 0x10` the number (below 0x10000).
    Of memory, and of variables, `print` shows what was there after the current execution, whoever wrote it. `written @T` names the execution that wrote it, `written in the call @T` the call whose skipped code did. `read @T` means that the execution at T finds it there. In optimised code it shows what the variable's register holds, its constant, or what DWARF computes: `computed from %xmm0 at function entry`. `<synthetic pointer>` points to what the program keeps nowhere, or in registers; *p shows it. &VAR and &FUNCTION show where it lies.
    Formats are /x hexadecimal and /d decimal. Expressions also have /u unsigned, /o octal, /t binary, /c character, /a address, /f floating point (of the bytes), /z hexadecimal with all digits, /s string and /r raw.
    Structures and arrays look as in gdb, {x = 1, y = <unknown>}, with up to 200 elements (`set print elements`). What is wider than the screen, or than 100 cells, fills several rows. A pointer has the symbol or the text behind it; /s also marks unknown bytes of the text: "pear\000", <7 bytes unknown>. clew leaves out static members and base classes without members.
    Strings, containers and smart pointers of C++ show what they mean, for libstdc++ and libc++: "milk", std::vector of length 2, capacity 4 = {1, 2}, std::map with 1 element = {["a"] = 1}. clew reads them from memory and runs no code of the program. If their members contradict each other, it shows the members and says why: {...} <no valid vector: its end lies before its begin>. That is common before the constructor ran. /r always shows the members.
    Expressions find elements by the same rules. v[i], v.at(i), v.front() and v.back() name those of vectors, strings, deques, arrays and spans; all but deques also have v.data(), strings s.c_str(). Lists have l.front() and l.back(). Maps have m[key] and m.at(key): a number for keys that are integers, enumerators or pointers, a text for std::string and String. Keys that are references or Box of Rust equal what these lead to. clew refuses other keys. Numbers count whole: m[4294967301] is not m[5]. clew looks at one node after the other. Behind 65,536 nodes it stops and says that the element may be there. .size() and .empty() work for each container that records its size, unlike std::forward_list; vector<bool> and bitset have nothing else. *p and p->x name what an iterator, a smart pointer or an optional leads to. Smart pointers also have p.get(), optionals o.value().
    Values of Rust look as Rust writes them: enums as Some(5), None or Rect {w = 3, h = 4}, tuples as (1, 120 'x'), String and &str as "milk". Vec of length 2, capacity 4 = {1, 2}, slice of length 2 = {2, 3}, Box(5), HashMap with 1 element = {["a"] = 1} and Rc (strong count 2, weak count 0) = {5} stand for the containers; HashSet, BTreeMap, BTreeSet, VecDeque and Arc look alike. References show their address, *r what is there. The names of types leave out what every module knows: Vec<String>. If a number in an enum stands for no variant, clew says so: <no valid Option<i32>: no variant has the number 7>. A variable whose value the program moved away shows what its memory holds. If that was freed since, the row says so: Box(5) ... its contents in a freed block. HashMap, BTreeMap and their sets have no such mark.
    In expressions on values of Rust, a.b also follows references, Box, Rc and Arc. t.1 is the second field of a tuple. shape.w and some.0 name a field of the variant that an enum has now, shape.Rect that variant; clew refuses fields of other variants. v[i], v.len(), v.is_empty(), m[key] and the other functions below follow them too: with v: &Vec<i32>, v[1] is the second number. Vec, slices and BTreeSet have v.first() and v.last(), VecDeque v.front() and v.back(), Option and Result o.unwrap(). v.as_ptr() is the address of the first element. A raw pointer counts as in C: p[1] lies behind *p.
    <unknown> stands for memory that other processes share; `print` says since when. It also stands for bytes of a library whose file is gone or another build, and of other files that the program mapped and does not read. In an older recording, or one made with `clew record --state=no`, bytes that skipped code wrote are unknown.
    In an address stream: what is known of a register, $sp, $29 or R29.
    Registers have the value that the instruction here found in them: $rax, $eax, $al, $sp, $pc, and, if the recording has a state stream, $eflags, $fs_base, $st0, $xmm0, $ymm0 and $mxcsr. Vector registers have gdb's lanes: `print $xmm0.v4_float[1]`. $eflags shows bit 1 and IF as 0. A processor has them set, but under Valgrind the program also reads 0. Valgrind keeps $st0 to $st7 as double. $pc is the address in the run. Rows of code show the address in the file; the row of $pc has both. EXPR also knows thread-local variables (__thread).
    In a recording each value gets a number, `$1 = 42`: the value history. EXPR may use $1; $ is the last value, $$ the one before, $$3 the third before the last. A number keeps its time: $1 and *$1 show what was there when `print` showed $1. `set $p = $1` keeps the address alone; *$p shows what is there now. `show values` lists the last ten values, `show values 20` the ten around $20.
    Also: p
  line-down [N]
    Moves down N lines.
    Needs the full screen.
  $ clew -c 'apropos instance'
    next-execution, next-instance [N]
                                    Jumps to the next execution here.
    previous-execution, previous-instance [N]
                                    Jumps to the previous execution here.
    executions, instances [ID]      Lists all executions of an instruction.
  $ clew -c 'help xyzzy' -c 'apropos xyzzy'
  clew: unknown command `xyzzy`: `help` lists the commands
  clew: no command's help contains `xyzzy`: `help` lists all commands
  [1]
  $ clew --json -c 'apropos history'
  {"command":"back","aliases":"","arguments":"","group":"Move","help":"Takes back the last jump."}
  {"command":"info","aliases":"i inf","arguments":"[TOPIC [WHAT...]]","group":"Look","help":"Shows facts about the trace."}
  {"command":"history","aliases":"","arguments":"","group":"Look","help":"Lists the places you visited."}
  {"command":"show","aliases":"","arguments":"[SETTING]","group":"Session","help":"Shows a setting, or all of them."}
  {"command":"trace","aliases":"traces","arguments":"[N|FILE|next|previous] [POS]","group":"Session","help":"Lists traces, or switches to one."}

clew help needs no trace and no terminal: of itself, of a tool, of a command.

  $ cmp <(clew help) <(clew --help); cmp <(clew help convert) <(clew convert --help); cmp <(clew help slice) <(clew -c 'help slice')
  $ clew help convrt
  clew: unknown command `convrt`: the nearest is the tool `clew convert`, in the shell; `help` lists the commands
  [1]
  $ clew help index convert
  clew: `clew help` takes one tool or command at a time, not: convert; clew --help says more
  [2]
