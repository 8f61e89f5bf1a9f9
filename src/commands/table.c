/* table.c - every command there is: keys, prompt, batch, help, completion and the manual are made from this.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In the order of help: groups stand together. An abbreviation of several names is refused, so gdb's letters are aliases. */
#include "commands/session.h"

#define SAY(name, aliases, arguments, group, kind, run, help) {name, aliases, arguments, group, help, kind, false, run, false, ACTION_NONE, 0}
#define AGAIN(name, aliases, arguments, group, kind, run, help) {name, aliases, arguments, group, help, kind, false, run, true, ACTION_NONE, 0}
#define SCREEN(name, aliases, arguments, action, count, help) {name, aliases, arguments, "Screen", help, ARGUMENT_TEXT, true, NULL, false, action, count}
#define REFUSED(name, aliases, run) {name, aliases, "", "Ordered traces only", "Needs a trace that records the order of execution.", ARGUMENT_NONE, false, run, false, ACTION_NONE, 0}

static const struct command table[] = {
    SAY("goto", "g", "POS", "Move", ARGUMENT_POSITION, run_goto,
        "Goes to a position.\n"
        "POS is ID#INSTANCE, 0xADDRESS#INSTANCE, FILE:LINE, FUNCTION, $a (a mark), +N or -N (instances), 50%, begin or end.\n"
        "Without #INSTANCE: the current instance of the current instruction, of any other its last one.\n"
        "A line of several instructions means the one with the highest address; `info line FILE:LINE` lists them all.\n"
        "Of a function: the executed instruction with the lowest address. begin, end and 50% go by address."),
    AGAIN("back", "", "", "Move", ARGUMENT_NONE, run_back, "Goes back in the jump history."),
    AGAIN("forward", "fo", "", "Move", ARGUMENT_NONE, run_forward, "Goes forward in the jump history."),
    AGAIN("next-instance", "", "[N]", "Move", ARGUMENT_TEXT, run_next_instance, "Goes to the next instance."),
    AGAIN("previous-instance", "", "[N]", "Move", ARGUMENT_TEXT, run_previous_instance, "Goes to the previous instance."),
    SAY("follow", "", "N", "Move", ARGUMENT_TEXT, run_follow,
        "Follows the N-th link of `links`.\nDefiners come first, then users, both from 1."),
    SAY("where", "", "[POS]", "Move", ARGUMENT_POSITION, run_where, "Shows where one is, with code and value."),

    SAY("deps", "d", "[POS]", "Dependences", ARGUMENT_POSITION, run_deps,
        "Who wrote what this instance uses: its definers.\nAlso the branch or call that made it run, as control. See `set grain`."),
    SAY("uses", "u", "[POS]", "Dependences", ARGUMENT_POSITION, run_uses, "Who used what this instance wrote: its users."),
    SAY("control", "", "[POS]", "Dependences", ARGUMENT_POSITION, run_control, "The branch or call that made this instance run."),
    SAY("links", "", "[POS]", "Dependences", ARGUMENT_POSITION, run_links, "Definers and users together."),
    SAY("slice", "", "back|fwd [POS] [data|control|all] [lines]", "Dependences", ARGUMENT_TEXT, run_slice,
        "All that it depends upon, or that depends upon it.\n"
        "data or control follows links of that kind only. lines lists the source lines instead of the instances.\n"
        "Uncertain links are not followed; how many were met is said."),
    SAY("chop", "", "A B [data|control|all] [lines]", "Dependences", ARGUMENT_POSITION, run_chop,
        "How B comes from A.\nThat is what depends upon A and B depends upon; empty where B does not depend upon A."),

    SAY("print", "p x", "[/x|/d] [POS]", "Look", ARGUMENT_POSITION, run_print, "Shows the value an instance computed."),
    SAY("values", "", "[ID]", "Look", ARGUMENT_ID, run_values, "All values an instruction computed.\nID is an id or 0xADDRESS; with #INSTANCE the value of that instance."),
    SAY("instances", "", "[ID]", "Look", ARGUMENT_ID, run_instances, "All executions of an instruction, with their values."),
    SAY("list", "l", "[FILE:LINE|LINE|FUNCTION]", "Look", ARGUMENT_POSITION, run_list, "Shows ten source lines, then the next ten."),
    SAY("disassemble", "", "[POS]", "Look", ARGUMENT_POSITION, run_disassemble, "The executed instructions of a function."),
    SAY("info", "i inf", "[TOPIC]", "Look", ARGUMENT_TOPIC, run_info,
        "Shows facts about the trace.\n"
        "Topics: trace, functions, line [FILE:LINE], instances [ID], values [ID], marks, problems, source, history."),
    SAY("problems", "", "", "Look", ARGUMENT_NONE, run_problems, "All problems of the trace file, in its order."),
    SAY("history", "", "", "Look", ARGUMENT_NONE, run_history, "The places visited."),

    AGAIN("find", "", "/REGEX/", "Find", ARGUMENT_TEXT, run_find,
          "Goes to the next instruction that matches.\nNext is the next by address; behind the last one the search goes on with the first.\n"
          "Matched are address, function, file:line and, where the executable is known, the disassembly. REGEX is a POSIX extended one."),
    AGAIN("find-next", "", "", "Find", ARGUMENT_NONE, run_find_next, "Goes to the next match of the last find."),
    AGAIN("find-previous", "", "", "Find", ARGUMENT_NONE, run_find_previous, "Goes to the previous match of the last find."),
    SAY("find-addr", "", "0xADDRESS", "Find", ARGUMENT_ID, run_find_address, "All instructions recorded at an address."),
    SAY("find-value", "", "VALUE", "Find", ARGUMENT_TEXT, run_find_value, "All instances that computed a value.\nVALUE is hexadecimal with 0x, else decimal."),

    SAY("mark", "", "a [POS]", "Session", ARGUMENT_MARK, run_mark, "Names a position.\nMarks are a to z. `goto $a` or `'a` goes there."),
    SAY("marks", "", "", "Session", ARGUMENT_NONE, run_marks, "All marks.\n' is the place before the last jump."),
    SAY("set", "", "SETTING VALUE", "Session", ARGUMENT_SETTING, run_set,
        "Changes a setting.\n"
        "grain statement|instruction: whether links lead out of source lines or out of single instructions.\n"
        "hex on|off: values in hexadecimal or decimal.\n"
        "source-path FOLDERS: where source files are looked for, parted by ':'."),
    SAY("show", "", "[SETTING]", "Session", ARGUMENT_SETTING, run_show, "Shows a setting, or all."),
    SAY("grain", "t", "[statement|instruction]", "Session", ARGUMENT_TEXT, run_grain, "Changes between statements and instructions."),
    SAY("hex", "", "[on|off]", "Session", ARGUMENT_TEXT, run_hex, "Changes between hexadecimal and decimal."),
    SAY("open", "", "FILE", "Session", ARGUMENT_FILE, run_open, "Opens another trace."),
    SAY("source", "", "FILE", "Session", ARGUMENT_FILE, run_source, "Runs the commands in a file.\nEmpty lines and lines that begin with # are passed over. The first command that fails ends it."),
    SAY("help", "h ?", "[COMMAND]", "Session", ARGUMENT_COMMAND, run_help, "Lists the commands, or explains one."),
    SAY("apropos", "", "WORD", "Session", ARGUMENT_TEXT, run_apropos, "Lists the commands whose help has a word."),
    SAY("quit", "q exit", "", "Session", ARGUMENT_NONE, run_quit, "Ends clew."),

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
    SCREEN("pane", "", "N", ACTION_PANE, 1, "Shows a pane.\n1 source, 2 links, 3 instructions, 4 values, 5 trail."),
    SCREEN("layout", "", "", ACTION_LAYOUT, 1, "Goes to the next layout."),
    SCREEN("scroll-right", "", "[N]", ACTION_SCROLL_SIDEWAYS, 1, "Scrolls the pane to the right."),
    SCREEN("scroll-left", "", "[N]", ACTION_SCROLL_SIDEWAYS, -1, "Scrolls the pane to the left."),
    SCREEN("redraw", "", "", ACTION_REDRAW, 1, "Draws the screen anew."),
    SCREEN("centre", "center", "", ACTION_CENTRE, 1, "Puts the current line into the middle of the pane."),
    SCREEN("search", "", "/REGEX/", ACTION_SEARCH, 1, "Searches the pane."),
    SCREEN("search-next", "", "", ACTION_SEARCH_NEXT, 1, "Goes to the next match in the pane."),
    SCREEN("search-previous", "", "", ACTION_SEARCH_NEXT, -1, "Goes to the previous match in the pane."),
    SCREEN("prompt", "", "[TEXT]", ACTION_PROMPT, 1, "Asks for a command."),
    SCREEN("close", "", "", ACTION_CLOSE, 1, "Closes the list on top, or clew."),
    SCREEN("suspend", "", "", ACTION_SUSPEND, 1, "Stops clew until the shell continues it."),
    SCREEN("screen", "", "FILE", ACTION_SCREENSHOT, 1, "Writes the screen to a file, as text."),

    REFUSED("step", "s", run_no_order), REFUSED("next", "n", run_no_order), REFUSED("stepi", "si", run_no_order),
    REFUSED("nexti", "ni", run_no_order), REFUSED("continue", "c", run_no_order), REFUSED("finish", "fin", run_no_order),
    REFUSED("until", "", run_no_order), REFUSED("advance", "", run_no_order), REFUSED("reverse-step", "rs", run_no_order),
    REFUSED("reverse-next", "rn", run_no_order), REFUSED("reverse-stepi", "rsi", run_no_order),
    REFUSED("reverse-nexti", "rni", run_no_order), REFUSED("reverse-continue", "rc", run_no_order),
    REFUSED("reverse-finish", "", run_no_order), REFUSED("break", "b", run_no_stops), REFUSED("tbreak", "", run_no_stops),
    REFUSED("watch", "", run_no_stops), REFUSED("rwatch", "", run_no_stops), REFUSED("awatch", "", run_no_stops),
    REFUSED("delete", "", run_no_stops), REFUSED("backtrace", "bt", run_no_stack), REFUSED("frame", "f", run_no_stack),
    REFUSED("up", "", run_no_stack), REFUSED("down", "", run_no_stack),
};

const struct command *command_table(size_t *count)
{
    *count = sizeof table / sizeof *table;
    return table;
}
