Help comes from the command table.

  $ clew -c help
  Move
    goto, g POS                     Goes to a position.
    back                            Goes back in the jump history.
    forward, fo                     Goes forward in the jump history.
    next-instance [N]               Goes to the next execution of this instruction.
    previous-instance [N]           Goes to the previous execution of this instruction.
    follow N                        Follows the N-th link of `links`.
    next-uncovered, nu [branch|all]
                                    Goes to the next code or branch that is not covered.
    previous-uncovered, pu [branch|all]
                                    Goes to the uncovered place before.
    where [POS]                     Shows where one is, with code and value.
  
  Walk
    step, s [N]                     Goes forward to another source line, into calls.
    next, n [N]                     Goes forward to another source line, over calls.
    stepi, si [N]                   Goes to the next instruction.
    nexti, ni [N]                   Goes to the next instruction, over calls.
    reverse-step, rs [N]            Goes back to where the line before began, into calls.
    reverse-next, rn [N]            Goes back to where the line before began, over calls.
    reverse-stepi, rsi [N]          Goes to the instruction before.
    reverse-nexti, rni [N]          Goes to the instruction before, over calls.
    continue, c [N]                 Goes to the next breakpoint, else to the end.
    reverse-continue, rc [N]        Goes back to a breakpoint, else to the beginning.
    finish, fin [N]                 Goes to the caller, out of the function.
    reverse-finish [N]              Goes back to the call; of a crash, to the frame below.
    until, advance [LINE|FILE:LINE]
                                    Goes forward to the next step at a line.
    backtrace, bt                   Lists the frames of the stack.
    calls [POS|FUNCTION] [depth N]  The calls of the run, as a tree.
    frame, f [N]                    Goes to a frame, or shows the current one.
    up [N]                          Goes to the frame above: the caller.
    down [N]                        Goes to the frame below: what was called.
    thread [N]                      Lists the threads, or goes to one.
  
  Stops
    break, b [LOCATION] [if EXPR]   Stops walks at an instruction.
    tbreak [LOCATION] [if EXPR]     Stops walks once.
    watch ADDRESS[,LEN] [if EXPR]   Stops walks where memory is written.
    rwatch ADDRESS[,LEN] [if EXPR]  Stops walks where memory is read.
    awatch ADDRESS[,LEN] [if EXPR]  Stops walks where memory is read or written.
    delete, del [N...]              Deletes breakpoints, or all.
    disable, dis [N...]             Turns breakpoints off, or all.
    enable, en [N...]               Turns breakpoints on again, or all.
    ignore N COUNT                  Lets the next COUNT hits of a breakpoint pass, forwards.
    condition N [EXPR]              Says what must hold for a breakpoint to stop.
    breakpoints                     Lists the breakpoints and watchpoints.
  
  Streams
    cache SIZE LINE WAYS [split] [function|line|instruction|data|loop]
                                    Feeds a cache with the whole trace.
    pp [GRANULE]                    Which loops could run in parallel.
  
  Crash
    suffix [FRAME|all]              The execution suffix of a frame: what ran last in it.
    candidates [FRAME]              The ways a frame can have come to where it is.
    candidate N                     Takes the N-th of the candidates, in all panes.
    graph [FUNCTION]                Draws the control-flow graph, with the suffix.
    paste [FILE|edit|clear|value [N NAME]]
                                    Reads what a debugger printed.
    core FILE                       Asks gdb for the frames in a core file.
    snapshot [N]                    Lists the stops that the text shows, or takes one.
    gdb-commands                    The gdb commands that print what clew needs.
  
  Coverage
    entries                         The header of the trace, its tags and its entries.
    branch [POS]                    Both ways of a conditional branch.
    coverage [FUNCTION|all|lines|frame|frames]
                                    What ran: a summary.
  
  Dependences
    deps, d [POS]                   Who wrote what this instance uses: its definers.
    uses, u [POS]                   Who used what this instance wrote: its users.
    control [POS]                   The branch or call that made this instance run.
    links [POS]                     Definers and users together.
    why, w [POS] [statement] [value|address|control|all] [N|unfold]; not LINE|FILE:LINE|FUNCTION|0xADDRESS
                                    Where it comes from, as lines; not: why it never ran.
    slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
                                    All that it depends upon, or that depends upon it.
    chop A B [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
                                    How B comes from A.
    diff [TRACE] [causes|lines|values]
                                    Compares this run with another run of the same program.
    next-member [N] [line|instruction]
                                    Goes to the next member of the last slice.
    previous-member [N] [line|instruction]
                                    Goes to the member of the last slice before.
    who VAR|0xADDRESS [SIZE]        Who wrote to a variable or an address, in order of time.
    ask, questions [POS]            Lists the questions that make sense here.
  
  Look
    print, p [/FORMAT] [POS|VAR|REGISTER]
                                    Shows the value an instance computed.
    whatis, ptype VAR|FUNCTION      Shows of which type a variable or a path is.
    display [EXPR]                  Shows what print says of EXPR, now and after each move.
    undisplay [N...]                Displays an expression no more, or none.
    x [POS]                         As print; memory itself is not recorded.
    values [ID]                     All values an instruction computed.
    instances [ID]                  All executions of an instruction, with their values.
    list, l [LINE|FILE:LINE|FUNCTION][,][LAST]|-
                                    Shows ten source lines, then the next ten.
    disassemble [POS]               The executed instructions of a function.
    info, i, inf [TOPIC]            Shows facts about the trace.
    problems                        All problems of the trace file, in its order.
    history                         The places visited.
  
  Find
    find /REGEX/                    Goes to the next instruction that matches.
    find-next                       Goes to the next match of the last find.
    find-previous                   Goes to the previous match of the last find.
    find-addr 0xADDRESS             All instructions recorded at an address.
    find-value VALUE                All instances that computed a value.
    filter [/REGEX/ [COMMAND]]      Shows only the rows that match.
  
  Session
    mark a [POS]                    Names a position.
    unmark [a...]                   Takes marks away, or all.
    marks                           All marks.
    copy position|address|value|line|row [POS]
                                    Copies a position, its address, value or line.
    pipe, | [-d WORD] COMMAND | SHELL COMMAND
                                    Gives a command's answer to a shell command.
    export json|csv|dot|text FILE [COMMAND]
                                    Writes a command's answer to a file.
    edit, e [LINE|FILE:LINE|POS]    Opens the source in your editor, at the line.
    note [POS] TEXT                 Keeps a remark at a position.
    notes                           All notes.
    set SETTING VALUE               Changes a setting.
    unset substitute-path [FROM]    Takes a rule of set substitute-path back, or all.
    directory, dir [FOLDER...]      Looks for source files in a folder first.
    show [SETTING]                  Shows a setting, or all.
    grain, t [statement|instruction]
                                    Changes between statements and instructions.
    hex [integers|off|on]           Changes between hexadecimal and decimal.
    index [show|start|stop|verify]  What is known of the trace's index.
    open FILE... [as KIND]          Opens another trace, beside those that are open.
    trace, traces [N|FILE|next|previous] [POS]
                                    Lists the open traces, or goes to another one.
    drop [!] [N|FILE|next|previous]
                                    Closes a trace, the current one if none is named.
    source FILE                     Runs the commands in a file.
    undo                            Takes the last edit of the session back.
    repeat                          Says again what moved or edited something last.
    bind [KEY [COMMAND]]            Gives a key of the full screen a command, or shows it.
    unbind KEY                      Lets a key do again what it does without `bind`.
    alias [NAME [COMMAND]]          Gives a command line a name, or shows it.
    unalias NAME                    Takes an alias away.
    theme [NAME|FILE]               Lists the themes, or takes one for the full screen.
    save [!] FILE                   Writes the session to a file, as commands.
    load FILE                       Goes on with a session that `save` wrote.
    help, h, ? [COMMAND]            Lists the commands, or explains one.
    apropos WORD                    Lists the commands whose help has a word.
    quit, q, exit [!]               Ends clew.
  
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
    focus-next                      Goes to the next pane.
    focus-previous                  Goes to the previous pane.
    pane N|NAME                     Shows a pane.
    layout                          Goes to the next layout.
    scroll-right [N]                Scrolls the pane to the right.
    scroll-left [N]                 Scrolls the pane to the left.
    redraw                          Draws the screen anew.
    centre, center                  Puts the current line into the middle of the pane.
    unfold                          Shows what the line hides.
    fold                            Hides it again.
    toggle-fold                     Shows what the line hides, or hides it.
    unfold-all                      Shows what the lines of the list hide.
    fold-all                        Hides it again.
    search /REGEX/                  Searches the pane.
    search-next [N]                 Goes to the next match in the pane.
    search-previous [N]             Goes to the previous match in the pane.
    prompt [TEXT]                   Asks for a command.
    close                           Closes the list on top, or clew.
    suspend                         Stops clew until the shell continues it.
    messages                        Lists what the bottom line said, the last one first.
    tour next|back                  Does a step of clew tour and goes on, or goes back.
    screen FILE                     Writes the screen to a file, as text.
  $ clew -c 'help list' | grep signs
    Around where one is, or a line, or a function. FIRST,LAST is from one line to the other; FIRST, ten from it on; ,LAST ten up to it; - the ten before those that were listed last. A number is a line of the file that was listed last. Lines have the signs of the source pane: x9 ran nine times, !x9 with a part that never ran, ~9 about nine times (of optimised code no number is exact), + ran, ! ran in part, - never ran, ? may have run.
  $ clew -c 'help slice' -c 'help d' -c '?  print' -c 'help line-down'
  slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
    All that it depends upon, or that depends upon it.
    data or control follows links of that kind only. lines lists the source lines instead of the instances, with the last value of the slice there.
    depth N: only what is reached over at most N links, breadth first; they are links of instructions, whatever the grain.
    within FUNCTION|FILE: only what is in there is listed; what passes outside is walked through all the same, and counted.
    FILE:LINE is one instance of the line where instances are listed; where lines are, and in a lock, it is the line's last run, as of `why`, but after `set grain instruction`. After `set grain statement` it always is.
    rank: the most suspicious lines first, none left out: in the order of their distance as `why` walks, in values handed from line to line; of equals the one that ran less often first; those to which `why` does not come last.
    against FILE: ranked with another run of the same program that passed, a recording or text: a line that never ran there counts as a quarter as far, one that ran there in part, or has values which its instructions never had there, as half as far. Values that may be addresses are not compared, and counted.
    Uncertain links are not followed; how many were met is said. Where it is interrupted, what was reached by then is shown, and said to be cut.
    lock [back|fwd|on|off]: marks what is in the slice with * and dims the rest, in source and instructions; source lines say how many of their executions are in it, as 8/9, and the last value. Of a line the instruction that has most counts. Without a word: backward of here, forward, off in turn; on takes the last slice or chop. `info slice` tells what it is.
  deps [POS]
    Who wrote what this instance uses: its definers.
    Also the branch or call that made it run, as control. FILE:LINE is the whole statement there, unless you chose with `set grain`.
    Also: d
  print [/FORMAT] [POS|VAR|REGISTER]
    Shows the value an instance computed.
    After `set grain statement`, without POS: that of the statement one is in.
    Of a recording also that of a variable, or of a path as of `who`: what was written last, up to here, or read since; in optimized code what the register holds that it is in, or the constant it is; &VAR: where it lies, &FUNCTION.
    Formats are /x hexadecimal and /d decimal, of variables also /u unsigned, /o octal, /t binary, /c character, /a address and /s string.
    Structures and arrays are shown as in gdb, {x = 1, y = <unknown>}, up to 200 elements, text behind a pointer to characters as far as it is recorded nearby, by /s anywhere: "pear\000", <7 bytes unknown>. <unknown>: nothing in the recording tells the value, or skipped code wrote it since. `print` then says since when; `clew record --only=all` skips nothing.
    Of an address stream: what is known of a register: $sp, $29 or R29.
    Of a recording $rax, $eax, $sp or $pc: what the instruction here found in it, as far as one that used it tells.
    Also: p
  line-down [N]
    Moves down N lines.
    Needs the full screen.
  $ clew -c 'apropos instance'
    goto, g POS                     Goes to a position.
    next-instance [N]               Goes to the next execution of this instruction.
    previous-instance [N]           Goes to the previous execution of this instruction.
    thread [N]                      Lists the threads, or goes to one.
    break, b [LOCATION] [if EXPR]   Stops walks at an instruction.
    deps, d [POS]                   Who wrote what this instance uses: its definers.
    uses, u [POS]                   Who used what this instance wrote: its users.
    control [POS]                   The branch or call that made this instance run.
    why, w [POS] [statement] [value|address|control|all] [N|unfold]; not LINE|FILE:LINE|FUNCTION|0xADDRESS
                                    Where it comes from, as lines; not: why it never ran.
    slice back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]
                                    All that it depends upon, or that depends upon it.
    diff [TRACE] [causes|lines|values]
                                    Compares this run with another run of the same program.
    print, p [/FORMAT] [POS|VAR|REGISTER]
                                    Shows the value an instance computed.
    values [ID]                     All values an instruction computed.
    instances [ID]                  All executions of an instruction, with their values.
    info, i, inf [TOPIC]            Shows facts about the trace.
    find-value VALUE                All instances that computed a value.
    export json|csv|dot|text FILE [COMMAND]
                                    Writes a command's answer to a file.
    set SETTING VALUE               Changes a setting.
  $ clew -c 'help xyzzy' -c 'apropos xyzzy'
  clew: unknown command xyzzy: help lists the commands
  clew: no help has xyzzy: help lists all commands
  [1]
  $ clew --json -c 'apropos history'
  {"command":"back","aliases":"","arguments":"","group":"Move","help":"Goes back in the jump history."}
  {"command":"forward","aliases":"fo","arguments":"","group":"Move","help":"Goes forward in the jump history."}
  {"command":"step","aliases":"s","arguments":"[N]","group":"Walk","help":"Goes forward to another source line, into calls."}
  {"command":"info","aliases":"i inf","arguments":"[TOPIC]","group":"Look","help":"Shows facts about the trace."}
  {"command":"history","aliases":"","arguments":"","group":"Look","help":"The places visited."}
  {"command":"trace","aliases":"traces","arguments":"[N|FILE|next|previous] [POS]","group":"Session","help":"Lists the open traces, or goes to another one."}

clew help needs no trace and no terminal: of itself, of a tool, of a command.

  $ cmp <(clew help) <(clew --help); cmp <(clew help convert) <(clew convert --help); cmp <(clew help slice) <(clew -c 'help slice')
  $ clew help convrt
  clew: unknown command convrt: the nearest is the tool clew convert, in the shell; help lists the commands
  [1]
  $ clew help index convert
  clew: help of one thing at a time, not: convert; clew --help says more
  [2]
