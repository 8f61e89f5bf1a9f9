/* commands.c - every command there is: keys, prompt, batch, help, completion and the manual are made from this.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In the order of help: groups stand together. An abbreviation of several names is refused, so gdb's letters are aliases. */
#include "session/engine.h"
#include "recording/recording.h"

/* Those whose name ends with _SAVED, and what stops walks, may stand in a saved session: struct command, loads. */
#define ENTRY(kinds, early, name, aliases, arguments, group, kind, run, repeats, loads, help) \
    {name, aliases, arguments, group, help, kind, false, kinds, early, run, repeats, ACTION_NONE, 0, loads}
#define SAY(name, aliases, arguments, group, kind, run, help) ENTRY(0, true, name, aliases, arguments, group, kind, run, false, false, help)
#define SAY_SAVED(name, aliases, arguments, group, kind, run, help) ENTRY(0, true, name, aliases, arguments, group, kind, run, false, true, help)
#define AGAIN(name, aliases, arguments, group, kind, run, help) ENTRY(0, true, name, aliases, arguments, group, kind, run, true, false, help)
#define OF(kinds, name, aliases, arguments, group, kind, run, help) ENTRY(kinds, true, name, aliases, arguments, group, kind, run, false, false, help)
#define AGAIN_OF(kinds, name, aliases, arguments, group, kind, run, help) ENTRY(kinds, true, name, aliases, arguments, group, kind, run, true, false, help)
#define AE(name, aliases, arguments, group, kind, run, help) OF(KIND_AE, name, aliases, arguments, group, kind, run, help)
#define COVERED(name, aliases, arguments, group, kind, run, help) OF(KIND_GNATCOV, name, aliases, arguments, group, kind, run, help)
#define STOPS(name, aliases, arguments, kind, run, help) \
    ENTRY(KIND_AE | KIND_GNATCOV | KIND_RECORDING, true, name, aliases, arguments, "Stops", kind, run, false, true, help)
#define STOPS_AE(name, aliases, arguments, kind, run, help) ENTRY(KIND_AE, true, name, aliases, arguments, "Stops", kind, run, false, true, help)
#define AGAIN_WET(name, aliases, arguments, group, kind, run, help) ENTRY(KIND_WET, false, name, aliases, arguments, group, kind, run, true, false, help)
#define LATE_OF(kinds, name, aliases, arguments, group, kind, run, help) ENTRY(kinds, false, name, aliases, arguments, group, kind, run, false, false, help)
#define WET(name, aliases, arguments, group, kind, run, help) LATE_OF(KIND_WET, name, aliases, arguments, group, kind, run, help)
#define WET_SAVED(name, aliases, arguments, group, kind, run, help) ENTRY(KIND_WET, false, name, aliases, arguments, group, kind, run, false, true, help)
#define WET_EARLY(name, aliases, arguments, group, kind, run, help) OF(KIND_WET, name, aliases, arguments, group, kind, run, help)
#define WET_EARLY_SAVED(name, aliases, arguments, group, kind, run, help) ENTRY(KIND_WET, true, name, aliases, arguments, group, kind, run, false, true, help)
#define WHOLE(name, aliases, arguments, group, kind, run, help) LATE_OF(0, name, aliases, arguments, group, kind, run, help)
#define CSI(name, aliases, arguments, group, kind, run, help) OF(KIND_CSI, name, aliases, arguments, group, kind, run, help)
#define CSI_SAVED(name, aliases, arguments, group, kind, run, help) ENTRY(KIND_CSI, true, name, aliases, arguments, group, kind, run, false, true, help)
#define SCREEN(name, aliases, arguments, action, count, help) \
    {name, aliases, arguments, "Screen", help, ARGUMENT_TEXT, true, 0, true, NULL, false, action, count, false}

static const struct command table[] = {
    SAY_SAVED("goto", "g", "POS", "Move", ARGUMENT_POSITION, run_goto,
        "Goes to a position.\n"
        "POS is ID#INSTANCE, 0xADDRESS#INSTANCE, FILE:LINE, FUNCTION, $a (a mark), +N or -N (instances), 50%, begin or end.\n"
        "A number alone is a line of the file one is in. Of a text it is the id of an instruction, but for list, edit and why. FILE:LINE is always a line, ID#INSTANCE an instruction.\n"
        "Of a recording besides: @N (the N-th instance that ran, from 1); begin, end and 50% go by time.\n"
        "Of a crash: FUNCTION/BLOCK@STEP, FRAME/BLOCK@STEP, FILE:LINE, FUNCTION, +N or -N (steps), 50%, begin or end.\n"
        "Of an address stream: @N (the N-th address, from 1), +N or -N (addresses), 50%, begin or end; 0xADDRESS, FILE:LINE or FUNCTION: its next execution, "
        "else the last one before; with #K its K-th, from 0.\n"
        "Of a coverage trace: 0xADDRESS, FUNCTION, FILE:LINE, @N (the N-th entry, from 1), +N or -N (entries), 50%, begin or end; with #K the K-th entry that covers it, from 0.\n"
        "Without #INSTANCE: the current instance of the current instruction, of any other its last one. In a recording goto FILE:LINE goes to the last execution before here, "
        "else to the first one after.\n"
        "A line of several instructions means the one with the highest address, or the call in it that has not returned; `info line FILE:LINE` lists them all.\n"
        "Of a function: the executed instruction with the lowest address. Without a clock begin, end and 50% go by address."),
    AGAIN("back", "", "", "Move", ARGUMENT_NONE, run_back, "Goes back in the jump history.\nSteps are not in it: `forward`, and back from what is gone to next, lead to where they ended. On the full screen also to a list that a step has laid aside, and from one that hides all panes, or the menu of questions, to what is below."),
    AGAIN("forward", "fo", "", "Move", ARGUMENT_NONE, run_forward, "Goes forward in the jump history."),
    AGAIN_OF(KIND_WET | KIND_AE | KIND_GNATCOV, "next-instance", "", "[N]", "Move", ARGUMENT_TEXT, run_next_instance, "Goes to the next execution of this instruction.\nOf a coverage trace: to the next entry that covers it."),
    AGAIN_OF(KIND_WET | KIND_AE | KIND_GNATCOV, "previous-instance", "", "[N]", "Move", ARGUMENT_TEXT, run_previous_instance, "Goes to the previous execution of this instruction.\nOf a coverage trace: to the entry before that covers it."),
    WET_EARLY("follow", "", "N", "Move", ARGUMENT_TEXT, run_follow,
        "Follows the N-th link of `links`.\nDefiners come first, then users, both from 1."),
    AGAIN_OF(KIND_GNATCOV, "next-uncovered", "nu", "[branch|all]", "Move", ARGUMENT_TEXT, run_next_uncovered,
             "Goes to the next code or branch that is not covered.\n"
             "Code that did not run, branches that went one way only or whose way is not recorded. "
             "By address, in code that has source lines if the executable has any; code that did not run counts once a run of instructions. "
             "branch: branches only; all: code without source lines too, and that of the system's files (/usr/include, /usr/lib). "
             "The keys are n and N, where no search is on."),
    AGAIN_OF(KIND_GNATCOV, "previous-uncovered", "pu", "[branch|all]", "Move", ARGUMENT_TEXT, run_previous_uncovered, "Goes to the uncovered place before."),
    SAY("where", "", "[POS]", "Move", ARGUMENT_POSITION, run_where, "Shows where one is, with code and value."),

    AGAIN("step", "s", "[N]", "Walk", ARGUMENT_TEXT, run_step,
          "Goes forward to another source line, into calls.\n"
          "The text of a WET trace records no order, nor does a flat coverage trace; a recording and a history of coverage do. In an execution suffix all steps are alike: a block of the function."),
    AGAIN("next", "n", "[N]", "Walk", ARGUMENT_TEXT, run_next, "Goes forward to another source line, over calls."),
    AGAIN("stepi", "si", "[N]", "Walk", ARGUMENT_TEXT, run_stepi, "Goes to the next instruction."),
    AGAIN("nexti", "ni", "[N]", "Walk", ARGUMENT_TEXT, run_nexti, "Goes to the next instruction, over calls."),
    AGAIN("reverse-step", "rs", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_step, "Goes back to where the line before began, into calls."),
    AGAIN("reverse-next", "rn", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_next, "Goes back to where the line before began, over calls."),
    AGAIN("reverse-stepi", "rsi", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_stepi, "Goes to the instruction before."),
    AGAIN("reverse-nexti", "rni", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_nexti, "Goes to the instruction before, over calls."),
    AGAIN("continue", "c", "[N]", "Walk", ARGUMENT_TEXT, run_continue, "Goes to the next breakpoint, else to the end.\nThe end is that of what is recorded. N: to the N-th breakpoint."),
    AGAIN("reverse-continue", "rc", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_continue, "Goes back to a breakpoint, else to the beginning.\nThat is the beginning of what is recorded. N: to the N-th breakpoint."),
    SAY("finish", "fin", "[N]", "Walk", ARGUMENT_TEXT, run_finish,
        "Goes to the caller, out of the function.\nOf a recording: says what it returned, where the caller used that, as its type is written; of a floating point "
        "number also why it is not known."),
    SAY("reverse-finish", "", "[N]", "Walk", ARGUMENT_TEXT, run_reverse_finish, "Goes back to the call; of a crash, to the frame below."),
    SAY("until", "advance", "[LINE|FILE:LINE]", "Walk", ARGUMENT_POSITION, run_until,
        "Goes forward to the next step at a line.\nOf an address stream or a recording also to FUNCTION or 0xADDRESS, but not further than the return of this function; "
        "without a position: as next, but not back to an earlier line."),
    SAY("backtrace", "bt", "", "Walk", ARGUMENT_NONE, run_backtrace, "Lists the frames of the stack."),
    OF(KIND_RECORDING | KIND_AE, "calls", "", "[POS|FUNCTION] [depth N]", "Walk", ARGUMENT_POSITION, run_calls,
       "The calls of the run, as a tree.\n"
       "How many instructions each took with all it called, its function, the line it was called from, what it returned (of a recording, where the caller used that), "
       "instructions without those of what it called, and when it began; calls of one line that follow each other are one row. "
       "Open as far as it fits a screen, or depth N levels, and down to the current call, or that of POS, which > marks; + and - unfold and fold, Enter goes to where a call began. The key is v.\n"
       "FUNCTION: its calls, each with its caller, in order of time."),
    SAY("frame", "f", "[N]", "Walk", ARGUMENT_TEXT, run_frame, "Goes to a frame, or shows the current one."),
    SAY("up", "", "[N]", "Walk", ARGUMENT_TEXT, run_up, "Goes to the frame above: the caller.\nOf an address stream or a recording: back to the call of this function."),
    SAY("down", "", "[N]", "Walk", ARGUMENT_TEXT, run_down, "Goes to the frame below: what was called."),
    OF(KIND_CSI | KIND_RECORDING, "thread", "", "[N]", "Walk", ARGUMENT_TEXT, run_thread,
       "Lists the threads, or goes to one.\nOf a recording: where the thread stood, at its last instance up to the current one; if it had not begun, where it begins."),

    STOPS("break", "b", "[LOCATION] [if EXPR]", ARGUMENT_POSITION, run_break,
       "Stops walks at an instruction.\n"
       "LOCATION is FUNCTION, FILE:LINE, LINE, 0xADDRESS or *0xADDRESS; `loop N` (each iteration of a loop, as info loops numbers them) or `loop N iteration M`. "
       "Nothing: the current instruction.\n"
       "EXPR must hold where it stops: == != < <= > >= && || ! ( ), integers (12, 0x1f, 'c'), and $instance, how often the instruction ran before. "
       "Of a recording variables, as print has them (i, list[i], p->next, FUNCTION::VAR); of an address stream registers ($sp, $29, R4). "
       "Where it is not known whether it holds the walk stops, and says why."),
    STOPS("tbreak", "", "[LOCATION] [if EXPR]", ARGUMENT_POSITION, run_tbreak, "Stops walks once."),
    STOPS_AE("watch", "", "ADDRESS[,LEN] [if EXPR]", ARGUMENT_TEXT, run_watch, "Stops walks where memory is written.\nADDRESS is a number, a variable of the program, or a part of it: VAR[3], VAR.FIELD, VAR+BYTES; LEN in bytes, 4 or the size of what is named if it is not given."),
    STOPS_AE("rwatch", "", "ADDRESS[,LEN] [if EXPR]", ARGUMENT_TEXT, run_rwatch, "Stops walks where memory is read."),
    STOPS_AE("awatch", "", "ADDRESS[,LEN] [if EXPR]", ARGUMENT_TEXT, run_awatch, "Stops walks where memory is read or written."),
    STOPS("delete", "del", "[N...]", ARGUMENT_TEXT, run_delete, "Deletes breakpoints, or all.\nd, its short name in gdb, stands for deps."),
    STOPS("disable", "dis", "[N...]", ARGUMENT_TEXT, run_disable, "Turns breakpoints off, or all."),
    STOPS("enable", "en", "[N...]", ARGUMENT_TEXT, run_enable, "Turns breakpoints on again, or all."),
    STOPS("ignore", "", "N COUNT", ARGUMENT_TEXT, run_ignore, "Lets the next COUNT hits of a breakpoint pass, forwards.\nWhere its condition does not hold it is not hit."),
    STOPS("condition", "", "N [EXPR]", ARGUMENT_TEXT, run_condition, "Says what must hold for a breakpoint to stop.\nSee break. Without EXPR it stops always again."),
    STOPS("breakpoints", "", "", ARGUMENT_NONE, run_breakpoints, "Lists the breakpoints and watchpoints.\nAs info breakpoints does."),

    AE("cache", "", "SIZE LINE WAYS [split] [function|line|instruction|data|loop]", "Streams", ARGUMENT_TEXT, run_cache,
       "Feeds a cache with the whole trace.\nSizes are bytes (64k, 1M); least recently used, write-back, write-allocate. split: one for instructions, one for data. "
       "function, line, ...: who misses most. Compulsory misses are the first ones of a line."),
    AE("pp", "", "[GRANULE]", "Streams", ARGUMENT_TEXT, run_parallelism,
       "Which loops could run in parallel.\nBy the dependences through memory between their iterations; locations are GRANULE bytes, 4 if it is not given."),

    CSI("suffix", "", "[FRAME|all]", "Crash", ARGUMENT_TEXT, run_suffix,
        "The execution suffix of a frame: what ran last in it.\n"
        "Blocks of its control-flow graph and their source lines. "
        "Without FRAME that of the current one. What is not unique says why, and lists what fits."),
    CSI("candidates", "", "[FRAME]", "Crash", ARGUMENT_TEXT, run_candidates, "The ways a frame can have come to where it is."),
    CSI("candidate", "", "N", "Crash", ARGUMENT_TEXT, run_candidate, "Takes the N-th of the candidates, in all panes."),
    CSI("graph", "", "[FUNCTION]", "Crash", ARGUMENT_POSITION, run_graph, "Draws the control-flow graph, with the suffix.\nHeavy lines ran; [ ] blocks of the suffix; * * where one is."),
    CSI_SAVED("paste", "", "[FILE|edit|clear|value [N NAME]]", "Crash", ARGUMENT_FILE, run_paste,
        "Reads what a debugger printed.\nFrom FILE (- is standard input); on the full screen what is pasted, or with `edit` from an editor; at a prompt the lines up "
        "to an empty one or ^D. "
        "A paste adds to the frames that are known; another stop, or `paste clear`, begins a new stack. `snapshot` lists the earlier ones. "
        "`paste value` lists the values whose variable the text does not name and that may be several ones; `paste value N NAME` says which the N-th is."),
    CSI("core", "", "FILE", "Crash", ARGUMENT_FILE, run_core, "Asks gdb for the frames in a core file.\nNo code of the program runs."),
    CSI_SAVED("snapshot", "", "[N]", "Crash", ARGUMENT_TEXT, run_snapshot, "Lists the stops that the text shows, or takes one.\nThe newest one is taken first."),
    CSI("gdb-commands", "", "", "Crash", ARGUMENT_NONE, run_gdb_commands, "The gdb commands that print what clew needs.\nThey can be run elsewhere, and what they print be pasted."),

    COVERED("entries", "", "", "Coverage", ARGUMENT_NONE, run_entries, "The header of the trace, its tags and its entries."),
    COVERED("branch", "", "[POS]", "Coverage", ARGUMENT_POSITION, run_branch, "Both ways of a conditional branch.\nWhere each leads, whether that ran, and the entries that tell."),
    OF(KIND_CSI | KIND_GNATCOV, "coverage", "", "[FUNCTION|all|lines|frame|frames]", "Coverage", ARGUMENT_TEXT, run_coverage,
        "What ran: a summary.\n"
        "Of a coverage trace: instructions, branches, and a row a source file, those of the system (/usr/include, /usr/lib) in one, which all unfolds "
        "and which no total counts; "
        "`info functions` has a row a function.\n"
        "Of a crash, by the coverage arrays, a row a function.\n"
        "FUNCTION: its call sites, statements and lines; all: those of every function. lines: all lines of all functions.\n"
        "frame: what ran in this activation alone; frames: in every activation on the stack."),

    WET_EARLY("deps", "d", "[POS]", "Dependences", ARGUMENT_POSITION, run_deps,
        "Who wrote what this instance uses: its definers.\nAlso the branch or call that made it run, as control. FILE:LINE is the whole statement there, unless you chose with `set grain`."),
    WET("uses", "u", "[POS]", "Dependences", ARGUMENT_POSITION, run_uses, "Who used what this instance wrote: its users."),
    WET_EARLY("control", "", "[POS]", "Dependences", ARGUMENT_POSITION, run_control, "The branch or call that made this instance run."),
    WET_EARLY("links", "", "[POS]", "Dependences", ARGUMENT_POSITION, run_links, "Definers and users together.\nFILE:LINE is the whole statement there, unless you chose with `set grain`."),
    WET("why", "w", "[POS] [statement] [value|address|control|all] [N|unfold]; not LINE|FILE:LINE|FUNCTION|0xADDRESS", "Dependences", ARGUMENT_POSITION, run_why,
        "Where it comes from, as lines; not: why it never ran.\n"
        "The source lines it comes from, nearest first. "
        "Each line stands below one that used what it wrote (a value, or, as `address`, what formed an address) or that it let run (`because`; `decided by`: a value that such a branch "
        "looked at; `earlier call`: what one call of code that is not shown left for another, as a printf does in its stream), and further to the right. Nearest are values, then branches and calls, then addresses; where a program died of a bad address, what formed that comes first. "
        "POS is a position; of a recording also a variable, or a path as of `who`: who wrote it last; FILE:LINE, or the number of a line of the file one is in, is the last execution of the line: all instances of its last run in one frame. Without POS, after `set grain statement`, it is the run of the line one is in; "
        "where the trace opened, or a walk ended, at a line that computes nothing, what was printed last is meant, and the first line says so. "
        "On the full screen `why` asks about the row under the cursor, if you moved the cursor or it is in a list and you went nowhere since; of a source line that never ran it asks `not`.\n"
        "value: only what values were copied or computed from. address: first what formed the addresses used there. control: only what let it run. all: everything, also at a fault. "
        "statement: of an instance the run of its line, as without POS after `set grain statement`.\n"
        "N behind POS: so many lines, 10 if it is not given; what is left out is counted. unfold: shows what rows hide, as + does: copies (lines that passed an equal value on, two or more of them; "
        "equal values are evidence, no proof), code that is not shown, the first and the last instance of a line that ran more often: behind `x 9:` stand their values, 0xb, ... 0x447, and what is between may be less or more.\n"
        "Enter on a row asks `why` of it; back goes to the answer before, forward to the one after. After `set grain instruction` each instruction is a row of its own.\n"
        "not: the branches that kept it from running, nearest first, with the values they looked at in the last of their instances; what did not come back before it; "
        "and if its function was never entered, the calls of it that did not run, and why. Needs the executable, and a trace that shows all of its code that ran."),
    WET_SAVED("slice", "", "back|fwd|lock [POS] [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]", "Dependences", ARGUMENT_TEXT, run_slice,
        "All that it depends upon, or that depends upon it.\n"
        "data or control follows links of that kind only. lines lists the source lines instead of the instances, with the last value of the slice there.\n"
        "depth N: only what is reached over at most N links, breadth first; they are links of instructions, whatever the grain.\n"
        "within FUNCTION|FILE: only what is in there is listed; what passes outside is walked through all the same, and counted.\n"
        "FILE:LINE is one instance of the line where instances are listed; where lines are, and in a lock, it is the line's last run, as of `why`, but after `set grain instruction`. After `set grain statement` "
        "it always is.\n"
        "rank: the most suspicious lines first, none left out: in the order of their distance as `why` walks, in values handed from line to line; of equals the one that ran less often first; those to which "
        "`why` does not come last.\n"
        "against FILE: ranked with another run of the same program that passed, a recording or text: a line that never ran there counts as a quarter as far, one that ran there in part, or has values which "
        "its instructions never had there, as half as far. "
        "Values that may be addresses are not compared, and counted.\n"
        "Uncertain links are not followed; how many were met is said. Where it is interrupted, what was reached by then is shown, and said to be cut.\n"
        "lock [back|fwd|on|off]: marks what is in the slice with * and dims the rest, in source and instructions; source lines say how many of their executions are in it, as 8/9, and the last value. "
        "Of a line the instruction that has most counts. Without a word: backward of here, forward, off in turn; on takes the last slice or chop. `info slice` tells what it is."),
    WET_SAVED("chop", "", "A B [data|control|all] [depth N] [within FUNCTION|FILE] [lines] [rank] [against FILE]", "Dependences", ARGUMENT_POSITION, run_chop,
        "How B comes from A.\nThat is what depends upon A and B depends upon; empty where B does not depend upon A. depth N: at most N links from A, and N to B; empty where B is farther from A. rank: by the distance from B. The rest as of `slice`."),
    {"diff", "", "[TRACE] [causes|lines|values]", "Dependences",
     "Compares this run with another run of the same program.\n"
     "TRACE is the number or the file of an open trace, or a file, which is opened beside this one; without it, the one other trace that is open. Both are recordings or text, or both address streams.\n"
     "First where the runs part: values that differ although nothing that they depend upon does (input, as a rule), then branches and calls that led on differently, in order of time "
     "where there is a clock; then lines that ran in one only; values that were made of what something else had written, with both writers; and what one run ended before it came to. "
     "causes: all of these, but no lines. lines: also those that ran in other instances, or with other values. values: every instance whose value differs.\n"
     "Instances are compared with those that were let run in the same way, from the beginning on: iterations of a loop in their order, calls with calls. That needs no clock. "
     "Enter leads to the place in this trace; a line that ran in the other one only, there.\n"
     "That recordings are of runs with other arguments is said first: whatever differs may follow from that. The environment is not recorded.\n"
     "Threads of recordings are those of each other that were created in the same order by the same thread, however they take turns; where each parts is said.\n"
     "Values that may be addresses are no difference, since stack and heap move, and are counted; what cannot be compared is said to be not known.\n"
     "Of address streams: the first address that differs, and where they go different ways.",
     ARGUMENT_FILE, false, KIND_WET | KIND_AE, false, run_diff, false, ACTION_NONE, 0, false},
    AGAIN_WET("next-member", "", "[N] [line|instruction]", "Dependences", ARGUMENT_TEXT, run_next_member,
              "Goes to the next member of the last slice.\n"
              "Another line, or instruction, as the word says, else as `set grain` has it; by time where there is a clock, else by address. The keys are n and N, where the slice is locked and nothing was searched since."),
    AGAIN_WET("previous-member", "", "[N] [line|instruction]", "Dependences", ARGUMENT_TEXT, run_previous_member, "Goes to the member of the last slice before."),
    LATE_OF(KIND_WET | KIND_AE, "who", "", "VAR|0xADDRESS [SIZE]", "Dependences", ARGUMENT_TEXT, run_who,
        "Who wrote to a variable or an address, in order of time.\n"
        "VAR is a local of the function one is in, while its frame lives, or a static; FUNCTION::VAR is one of the nearest frame of FUNCTION; then A.B, A->B, A[3], A[I] and *A, "
        "with what pointers and indices hold where one is. "
        "0xADDRESS is one of the run, as values have it; SIZE is in bytes, else that of the variable; of an address alone each write is shown as a whole that has that byte.\n"
        "The first row says if the value here is unknown: skipped code wrote it, or a store to an unknown address may have. Such stores are counted below the list. Needs a recording, which knows the order.\n"
        "Of an address stream: the last thousand writes before where one is, of a static or an address, without values, which are not in it."),
    WHOLE("ask", "questions", "[POS]", "Dependences", ARGUMENT_POSITION, run_ask,
          "Lists the questions that make sense here.\n"
          "Each in words, with the program's own names and values, and behind it the command that answers it, which Enter runs. "
          "At output: why each value was printed; at a crash: why the address is bad; at a branch: why it went this way, and not the other; at an assignment: "
          "where the value came from, who used it; then values that the line used, what was printed last, where nothing is printed any more, and lines and functions nearby that never ran. "
          "The most useful ones come first, fifteen at most; what has no answer is not asked. FILE:LINE is the last execution of the line. Of other traces: what can be asked of them."),

    OF(KIND_WET | KIND_AE, "print", "p", "[/FORMAT] [POS|VAR|REGISTER]", "Look", ARGUMENT_POSITION, run_print,
       "Shows the value an instance computed.\nAfter `set grain statement`, without POS: that of the statement one is in.\nOf a recording also that of a variable, or of a path as of `who`: what was written last, up to here, or read since; in optimized code what the register holds that it is in, or the constant it is; &VAR: where it lies, &FUNCTION.\n"
       "Formats are /x hexadecimal and /d decimal, of variables also /u unsigned, /o octal, /t binary, /c character, /a address and /s string.\n"
       "Structures and arrays are shown as in gdb, {x = 1, y = <unknown>}, up to 200 elements, text behind a pointer to characters as far as it is recorded nearby, by /s anywhere: \"pear\\000\", <7 bytes unknown>. "
       "<unknown>: nothing in the recording tells the value, or skipped code wrote it since. `print` then says since when; `clew record --only=all` skips nothing.\nOf an address stream: what is known of a register: $sp, $29 or R29.\n"
       "Of a recording $rax, $eax, $sp or $pc: what the instruction here found in it, as far as one that used it tells."),
    OF(KIND_RECORDING, "whatis", "ptype", "VAR|FUNCTION", "Look", ARGUMENT_POSITION, run_whatis,
        "Shows of which type a variable or a path is.\n"
        "As in C, and of a structure, or a pointer to one, its members, with how many bytes behind its start they lie. VAR is as of `who`, also &VAR. "
        "Variables that optimized code keeps nowhere have a type, too; what a pointer leads to needs its value. Values have types in recordings alone."),
    SAY_SAVED("display", "", "[EXPR]", "Look", ARGUMENT_POSITION, run_display,
        "Shows what print says of EXPR, now and after each move.\nWithout EXPR: all that is displayed. What is nothing anywhere in the program is refused; what is only not known here is shown where it is. On the full screen it stands in the bottom line. `info display` lists the expressions."),
    SAY_SAVED("undisplay", "", "[N...]", "Look", ARGUMENT_TEXT, run_undisplay, "Displays an expression no more, or none."),
    OF(KIND_WET | KIND_AE, "x", "", "[POS]", "Look", ARGUMENT_POSITION, run_examine, "As print; memory itself is not recorded."),
    WET_EARLY("values", "", "[ID]", "Look", ARGUMENT_ID, run_values, "All values an instruction computed.\nID is an id or 0xADDRESS; with #INSTANCE the value of that instance."),
    WET_EARLY("instances", "", "[ID]", "Look", ARGUMENT_ID, run_instances, "All executions of an instruction, with their values.\nOf a recording also when each was, and who had called."),
    SAY("list", "l", "[LINE|FILE:LINE|FUNCTION][,][LAST]|-", "Look", ARGUMENT_POSITION, run_list,
        "Shows ten source lines, then the next ten.\nAround where one is, or a line, or a function. FIRST,LAST is from one line to the other; FIRST, ten from it on; ,LAST ten up to it; - the ten before those "
        "that were listed last. A number is a line of the file that was listed last. Lines have the signs of the source pane: "
        "x9 ran nine times, !x9 with a part that never ran, ~9 about nine times (of optimised code no number is exact), + ran, ! ran in part, - never ran, ? may have run."),
    OF(KIND_WET | KIND_AE | KIND_GNATCOV, "disassemble", "", "[POS]", "Look", ARGUMENT_POSITION, run_disassemble, "The executed instructions of a function.\nOf an address stream: all of its instructions; of a coverage trace with their marks and source lines."),
    SAY("info", "i inf", "[TOPIC]", "Look", ARGUMENT_TOPIC, run_info,
        "Shows facts about the trace.\n"
        "Topics: trace, functions, line [FILE:LINE], instances [ID], values [ID], marks, problems, source, history, slice; of a recording also locals, args, registers, threads, frame, breakpoints;\n"
        "of CSI: trace, functions, line, path, coverage, frame, suffix, marks, problems, source, history;\n"
        "of an address stream: trace, functions, line, loops, registers (before the instruction here; * it reads, -> it writes), frame, breakpoints, marks, problems, source, history;\n"
        "of a coverage trace: trace, tags, functions, line, coverage, breakpoints, marks, problems, source, history;\n"
        "of all: display."),
    WHOLE("problems", "", "", "Look", ARGUMENT_NONE, run_problems, "All problems of the trace file, in its order."),
    SAY("history", "", "", "Look", ARGUMENT_NONE, run_history, "The places visited."),

    AGAIN_WET("find", "", "/REGEX/", "Find", ARGUMENT_TEXT, run_find,
          "Goes to the next instruction that matches.\nNext is the next by address; behind the last one the search goes on with the first.\n"
          "Matched are address, function, file:line and, where the executable is known, the disassembly. REGEX is a POSIX extended one."),
    AGAIN_WET("find-next", "", "", "Find", ARGUMENT_NONE, run_find_next, "Goes to the next match of the last find."),
    AGAIN_WET("find-previous", "", "", "Find", ARGUMENT_NONE, run_find_previous, "Goes to the previous match of the last find."),
    WET("find-addr", "", "0xADDRESS", "Find", ARGUMENT_ID, run_find_address, "All instructions recorded at an address."),
    WET("find-value", "", "VALUE", "Find", ARGUMENT_TEXT, run_find_value, "All instances that computed a value.\nVALUE is hexadecimal with 0x, else decimal. A negative one is found where four or eight bytes hold it."),
    SAY("filter", "", "[/REGEX/ [COMMAND]]", "Find", ARGUMENT_TEXT, run_filter,
        "Shows only the rows that match.\n"
        "Of the list that has the focus; of COMMAND's answer, if one is given, as it must be outside of the full screen. REGEX is a POSIX extended one, in which \\/ is a slash. "
        "The title says how many rows of how many there are; interrupted, it leaves what was found by then. Without an expression: all rows again."),

    SAY_SAVED("mark", "", "a [POS]", "Session", ARGUMENT_MARK, run_mark, "Names a position.\nMarks are a to z. `goto $a` or `'a` goes there."),
    SAY_SAVED("unmark", "", "[a...]", "Session", ARGUMENT_MARK, run_unmark, "Takes marks away, or all."),
    SAY("marks", "", "", "Session", ARGUMENT_NONE, run_marks, "All marks.\n' is the place before the last jump."),
    SAY("copy", "", "position|address|value|line|row [POS]", "Session", ARGUMENT_TEXT, run_copy,
        "Copies a position, its address, value or line.\n"
        "On the full screen it goes to the terminal's clipboard (OSC 52, which the terminal must allow; in tmux `set-clipboard on`), and is said; elsewhere it is printed. "
        "Without POS of the row under the cursor, elsewhere of where one is. position can be pasted back, line is FILE:LINE, row the text of the row."),
    SAY("pipe", "|", "[-d WORD] COMMAND | SHELL COMMAND", "Session", ARGUMENT_COMMAND, run_pipe,
        "Gives a command's answer to a shell command.\n"
        "Without COMMAND, as in `pipe | less`, all rows of the list that has the focus. -d WORD: the word that parts the two, instead of |. "
        "Outside of the full screen it fails if the shell command does."),
    SAY("export", "", "json|csv|dot|text FILE [COMMAND]", "Session", ARGUMENT_TEXT, run_export,
        "Writes a command's answer to a file.\n"
        "Without COMMAND the list that has the focus. json: an object a line; csv: with a header, as RFC 4180 has it; text: the rows as they are printed; "
        "dot: the dependences among the instances of the answer, for graphviz, each arrow from what depends to what it depends upon; "
        "in a crash and in a coverage trace (of x86-64) the control-flow graph of the function where one is, whatever the list: what ran is heavy, what did not is "
        "dashed, what is not known dotted. "
        "A file that is there already is left alone: `export! ...` writes over it."),
    SAY("edit", "e", "[LINE|FILE:LINE|POS]", "Session", ARGUMENT_POSITION, run_edit,
        "Opens the source in your editor, at the line.\n"
        "That is $VISUAL, else $EDITOR, else vi, called with +LINE. On the full screen without an argument the line of the row under the cursor, else where one is. "
        "A number alone is a line of the file that is shown. What was changed is read again."),
    SAY_SAVED("note", "", "[POS] TEXT", "Session", ARGUMENT_POSITION, run_note,
        "Keeps a remark at a position.\n"
        "It takes the place of the one that was there; note POS without TEXT takes that away. `where` shows it, and what goes there. "
        "POS has a #, @, :, $ or 0x in it, as 2118#0, main#0, @12 and mean.c:8 do, or is +N or -N, +0 for here; a text that begins so stands in double quotes."),
    SAY("notes", "", "", "Session", ARGUMENT_NONE, run_notes, "All notes."),
    SAY_SAVED("set", "", "SETTING VALUE", "Session", ARGUMENT_SETTING, run_set,
        "Changes a setting.\n"
        "grain statement|instruction: whether links lead out of source lines or out of single instructions.\n"
        "hex integers|off|on: integers in hexadecimal, as at first, values in decimal, or all in hexadecimal, also what variables of floating point hold.\n"
        "source-path FOLDERS: where source files are looked for, parted by ':'.\n"
        "substitute-path FROM TO: source files that the compiler found under FROM lie under TO now. Rules add up, the longest FROM that fits counts; "
        "`unset substitute-path` takes them back.\n"
        "prune on|off: whether local coverage rules out candidates of a suffix.\n"
        "bbc inferred|entered|completed: what the bit of a block means; inferred from metadata and debugger text.\n"
        "mouse on|off: whether the full screen takes the mouse; off at first, so that it selects text.\n"
        "level branch|insn: whether marks of a coverage trace judge which way branches went.\n"
        "resume on|off: whether the next `clew FILE` goes on where one quits, with marks, notes, breakpoints and displays, see `quit`; on at first.\n"
        "values on|off: behind source lines the value that each computed last: in a recording in the current call, up to here; in a text that of the current instance, else the last.\n"
        "theme NAME|FILE: what the full screen looks like, see `theme`."),
    SAY_SAVED("unset", "", "substitute-path [FROM]", "Session", ARGUMENT_SETTING, run_unset, "Takes a rule of set substitute-path back, or all."),
    SAY_SAVED("directory", "dir", "[FOLDER...]", "Session", ARGUMENT_FILE, run_directory,
        "Looks for source files in a folder first.\nFolders are parted by blanks or ':', must be there, and come before those of set source-path. Without one the source path is emptied; the folders of trace and executable, "
        "and the current one, stay."),
    SAY("show", "", "[SETTING]", "Session", ARGUMENT_SETTING, run_show, "Shows a setting, or all."),
    WET_EARLY_SAVED("grain", "t", "[statement|instruction]", "Session", ARGUMENT_TEXT, run_grain, "Changes between statements and instructions."),
    SAY_SAVED("hex", "", "[integers|off|on]", "Session", ARGUMENT_TEXT, run_hex,
        "Changes between hexadecimal and decimal.\nWithout a word between integers in hexadecimal and none. Variables of floating point read as such, as far as their type is known; with `on` there are their bits."),
    WET_EARLY("index", "", "[show|start|stop|verify]", "Session", ARGUMENT_TEXT, run_index,
        "What is known of the trace's index.\n"
        "A large text is shown at once, and indexed meanwhile; until then what is shown is provisional, and what needs the whole trace waits, "
        "as what is asked outside of the full screen does. "
        "stop ends that, start begins it again. verify checks every page of it, and that the text says the same when it is read again."),
    SAY_SAVED("open", "", "FILE... [as KIND]", "Session", ARGUMENT_FILE, run_open,
        "Opens another trace, beside those that are open.\nIt becomes the current one; `trace` goes from one to the other, `drop` closes one. A file that is open already is read anew. "
        "A WET trace, a program with CSI metadata or texts of its sections, a coverage trace, or the files of an Abstract Execution: executable, schema, events.\n"
        "Their content tells which; `as wet`, `as csi`, `as ae` or `as gnatcov` says it instead: what does not fit then is what the reader complains of."),
    SAY_SAVED("trace", "traces", "[N|FILE|next|previous] [POS]", "Session", ARGUMENT_TEXT, run_trace,
        "Lists the open traces, or goes to another one.\nThe source line that one looks at is gone to there, if that trace knows it; else one is where one was in it. "
        "Each trace has its own place, jump history and marks; back leads over the change again. info line tells what each of them knows of a line."),
    SAY("drop", "", "[!] [N|FILE|next|previous]", "Session", ARGUMENT_TEXT, run_drop,
        "Closes a trace, the current one if none is named.\n"
        "On a terminal, where it has notes that are in no file yet, it says so first: `save FILE` keeps them, the same once more closes it nevertheless, as `drop!` does at once."),
    SAY("source", "", "FILE", "Session", ARGUMENT_FILE, run_source, "Runs the commands in a file.\nEmpty lines and lines that begin with # are passed over. The first command that fails ends it."),
    AGAIN("undo", "", "", "Session", ARGUMENT_NONE, run_undo,
        "Takes the last edit of the session back.\nMarks, notes, displays, breakpoints, settings, aliases, keys and the theme; the last two hundred, up to where a trace was closed. back undoes a move."),
    AGAIN("repeat", "", "", "Session", ARGUMENT_NONE, run_repeat,
        "Says again what moved or edited something last.\nA find goes on to its next match."),
    SAY("bind", "", "[KEY [COMMAND]]", "Session", ARGUMENT_TEXT, run_bind,
        "Gives a key of the full screen a command, or shows it.\n"
        "KEY is a character or a name: Space, Enter, Tab, Backspace, Up, PgDn, Home, Insert, Delete, F1 to F12, C-a (with Ctrl), M-a (with Alt), S-Tab; \"z z\" is one key after the other, and a "
        "second key * any character. In COMMAND % is the count that was typed before the key, 1 if none was; & is the second key, @ the address under the cursor; doubled they stand for themselves. "
        "COMMAND none: the key does nothing. Without arguments: the keys that were bound."),
    SAY("unbind", "", "KEY", "Session", ARGUMENT_TEXT, run_unbind, "Lets a key do again what it does without `bind`."),
    SAY("alias", "", "[NAME [COMMAND]]", "Session", ARGUMENT_COMMAND, run_alias,
        "Gives a command line a name, or shows it.\n"
        "What follows the name in a line is appended. An alias can be named as a command, and stand for it then; it can be abbreviated as commands can. "
        "\\NAME is clew's own command of that name, which its keys and the rows that ask mean in any case. Without arguments: all aliases."),
    SAY("unalias", "", "NAME", "Session", ARGUMENT_COMMAND, run_unalias, "Takes an alias away."),
    SAY_SAVED("theme", "", "[NAME|FILE]", "Session", ARGUMENT_FILE, run_theme,
        "Lists the themes, or takes one for the full screen.\n"
        "A theme says what styles of text look like: colours, bold, underline, dim, reverse; clewrc(5) tells its lines. `set theme NAME` does the same. NO_COLOR stands above any."),
    SAY("save", "", "[!] FILE", "Session", ARGUMENT_FILE, run_save,
        "Writes the session to a file, as commands.\n"
        "What is open and where one is in each trace, marks, notes, displays, breakpoints, the slice lock, settings that were changed. "
        "Aliases and keys that your clewrc does not have become comments: put them into it. A file that is no saved session is written over by `save! FILE` only."),
    SAY("load", "", "FILE", "Session", ARGUMENT_FILE, run_load,
        "Goes on with a session that `save` wrote.\nThe commands in it are run beside what is open; what fails is told with its line, and the rest is run. "
        "A session may come from a stranger: clew obeys the commands of it that open, go, mark, show and set breakpoints, and leaves out all that run or write anything, core too. "
        "One line says which. clew FILE begins with a session in the same way; clew -x FILE and `source FILE` run all of it, as any script."),
    SAY("help", "h ?", "[COMMAND]", "Session", ARGUMENT_COMMAND, run_help, "Lists the commands, or explains one."),
    SAY("apropos", "", "WORD", "Session", ARGUMENT_TEXT, run_apropos, "Lists the commands whose help has a word."),
    SAY("quit", "q exit", "[!]", "Session", ARGUMENT_TEXT, run_quit,
        "Ends clew.\nOn a terminal the next `clew FILE` goes on here, where a mark, note, breakpoint or display was made or a saved session was opened; `quit!` keeps nothing of this "
        "session. Where notes cannot be kept it says so first: `save FILE` keeps them, quit once more ends nevertheless."),

    SCREEN("line-down", "", "[N]", ACTION_MOVE, 1, "Moves down N lines."),
    SCREEN("line-up", "", "[N]", ACTION_MOVE, -1, "Moves up N lines."),
    SCREEN("page-down", "", "[N]", ACTION_PAGE, 1, "Moves down N pages."),
    SCREEN("page-up", "", "[N]", ACTION_PAGE, -1, "Moves up N pages."),
    SCREEN("half-page-down", "", "[N]", ACTION_HALF_PAGE, 1, "Moves down half a page."),
    SCREEN("half-page-up", "", "[N]", ACTION_HALF_PAGE, -1, "Moves up half a page."),
    SCREEN("top", "", "", ACTION_TOP, 0, "Moves to the first line."),
    SCREEN("bottom", "", "", ACTION_BOTTOM, 0, "Moves to the last line."),
    SCREEN("percent", "", "N", ACTION_PERCENT, 1, "Moves to N percent of the list.\n`50%` does the same."),
    SCREEN("line", "", "N", ACTION_LINE, 1, "Moves to line N of the list.\nThe number alone does the same."),
    SCREEN("enter", "", "", ACTION_ENTER, 1, "Follows the line under the cursor."),
    SCREEN("focus-next", "", "", ACTION_FOCUS_NEXT, 1, "Goes to the next pane."),
    SCREEN("focus-previous", "", "", ACTION_FOCUS_PREVIOUS, 1, "Goes to the previous pane."),
    SCREEN("pane", "", "N|NAME", ACTION_PANE, 1, "Shows a pane.\nWET: 1 source, 2 links, 3 instructions, 4 values, 5 trail (of recordings: frames). CSI: 1 source, 2 graph, 3 frames, 4 steps, 5 coverage.\n"
           "Address traces: 1 source, 2 instructions, 3 frames, 4 stream, 5 registers. Coverage traces: 1 source, 2 instructions, 3 entries, 4 functions, 5 branch."),
    SCREEN("layout", "", "", ACTION_LAYOUT, 1, "Goes to the next layout."),
    SCREEN("scroll-right", "", "[N]", ACTION_SCROLL_SIDEWAYS, 1, "Scrolls the pane to the right."),
    SCREEN("scroll-left", "", "[N]", ACTION_SCROLL_SIDEWAYS, -1, "Scrolls the pane to the left."),
    SCREEN("redraw", "", "", ACTION_REDRAW, 1, "Draws the screen anew."),
    SCREEN("centre", "center", "", ACTION_CENTRE, 1, "Puts the current line into the middle of the pane."),
    SCREEN("unfold", "", "", ACTION_FOLD, 1, "Shows what the line hides."),
    SCREEN("fold", "", "", ACTION_FOLD, -1, "Hides it again.\nOf a line that was hidden: the lines beside it, too."),
    SCREEN("toggle-fold", "", "", ACTION_FOLD, 0, "Shows what the line hides, or hides it."),
    SCREEN("unfold-all", "", "", ACTION_FOLD_ALL, 1, "Shows what the lines of the list hide."),
    SCREEN("fold-all", "", "", ACTION_FOLD_ALL, -1, "Hides it again."),
    SCREEN("search", "", "/REGEX/", ACTION_SEARCH, 1, "Searches the pane."),
    SCREEN("search-next", "", "[N]", ACTION_SEARCH_NEXT, 1, "Goes to the next match in the pane."),
    SCREEN("search-previous", "", "[N]", ACTION_SEARCH_NEXT, -1, "Goes to the previous match in the pane."),
    SCREEN("prompt", "", "[TEXT]", ACTION_PROMPT, 1, "Asks for a command."),
    SCREEN("close", "", "", ACTION_CLOSE, 1, "Closes the list on top, or clew.\nWithin a second after it closed a list it does not close clew: `quit` does."),
    SCREEN("suspend", "", "", ACTION_SUSPEND, 1, "Stops clew until the shell continues it."),
    SCREEN("messages", "", "", ACTION_MESSAGES, 1, "Lists what the bottom line said, the last one first."),
    SCREEN("tour", "", "next|back", ACTION_TOUR, 1, "Does a step of clew tour and goes on, or goes back.\nF8 and F7 are its keys."),
    SCREEN("screen", "", "FILE", ACTION_SCREENSHOT, 1, "Writes the screen to a file, as text.\nA file that is there already is left alone: `screen! FILE` writes over it."),
};

const struct command *command_table(size_t *count)
{
    *count = sizeof table / sizeof *table;
    return table;
}
