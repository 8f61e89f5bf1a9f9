/* refuse.c - advice for commands that the open trace cannot answer, and for unset marks.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A command stands for a question: who writes this variable, what is its value, where does it stop. A refusal names the command that answers this question in
 * the open trace, if there is one. Commands with the same question share an entry. For a kind without an entry, its general list of questions follows
 * (session_kind.asks). */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "recording/recording.h"
#include "session/engine.h"
#include "stream/stream.h"

#include <string.h>

/* Kinds of traces, as refusals distinguish them: a recording is also KIND_WET. */
enum { TEXT, RECORDING, CRASH, STREAM, COVERED, ASKED };

struct question {
    const char *commands;               /* separated by blanks */
    const char *instead[ASKED];         /* NULL: the kind's list says it best, or the kind answers */
};

static const struct question questions[] = {
    {"watch rwatch awatch",
     {[TEXT] = "No order is recorded; `find-value` and `values` show computed values, `deps` and `uses` who wrote and who read them",
      [CRASH] = "No memory is recorded; `until LINE` and `reverse-step` go through the lines that ran last",
      [COVERED] = "No memory is recorded; in a history, `break` and `continue` stop at code"}},
    {"break tbreak delete disable enable ignore condition breakpoints",
     {[TEXT] = "No order is recorded, so nothing can step or stop; use `goto LOCATION`, then `next-execution` and `previous-execution`",
      [CRASH] = "`until LINE` goes to the next step at a line; `step`, `reverse-step` and `reverse-continue` walk the suffix"}},
    {"print x values find-value find-bytes",
     {[CRASH] = "Values are in the core file, not in the metadata; gdb prints them, `step` and `suffix` show the path to here",
      [STREAM] = "`print` shows a register, `info registers` all known ones, `watch` stops at writes to an address",
      [COVERED] = "Which code ran is recorded, but no values; `list` and `branch` show what ran"}},
    {"whatis",
     {[TEXT] = "Locations of variables are not recorded; `list` shows their source lines, `values` the computed values",
      [CRASH] = "`list` shows where variables are declared, gdb prints their types",
      [STREAM] = "`list` shows where variables are declared; `print` shows what registers hold",
      [COVERED] = "Which code ran is recorded, but no values; `list` shows where variables are declared"}},
    {"deps uses control links follow who why slice chop next-member previous-member grain",
     {[CRASH] = "Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences",
      [STREAM] = "Addresses are recorded, but no dependences. `who ADDRESS` lists writes there, `watch ADDRESS` and `reverse-continue` go to them",
      [COVERED] = "Dependences are not recorded; `next-uncovered`, `branch` and `list` show what ran, `clew record` records dependences"}},
    {"find find-next find-previous find-addr",
     {[CRASH] = "`goto FUNCTION` and `until LINE` go to code, `info functions` lists the functions",
      [STREAM] = "`goto FUNCTION` or `goto 0xADDRESS` goes to the next execution, `break` and `continue` to each one",
      [COVERED] = "`goto FUNCTION`, `goto FILE:LINE` or `goto 0xADDRESS` goes to code, `next-uncovered` to code that did not run"}},
    {"executions",
     {[CRASH] = "`until LINE` goes to the next step at a line, `suffix` lists all steps",
      [STREAM] = "`next-execution` and `previous-execution` go from one execution to the next, `goto 0xADDRESS#K` to number K",
      [COVERED] = "`next-execution` and `previous-execution` go from one entry that covers the instruction here to the next"}},
    {"next-execution previous-execution", {[CRASH] = "`until LINE` goes to the next step at a line, `reverse-step` goes back"}},
    {"backtrace frame up down",
     {[TEXT] = "`control` shows the branch or call that let an execution run",
      [COVERED] = "`info line` and `list` show where you are"}},
    {"calls",
     {[TEXT] = "No order is recorded; `control` shows the call that let an execution run, `info functions` how often each function ran",
      [CRASH] = "`backtrace` lists the frames, `suffix all` shows what ran last in each",
      [COVERED] = "Which code ran is recorded, but no calls; `info functions` and `next-uncovered` show what ran"}},
    {"diff",
     {[CRASH] = "`suffix all` shows what ran last in each frame, one dump at a time",
      [COVERED] = "In the shell, `clew coverage --diff A B` lists code that only one of two traces covers"}},
    {"thread",
     {[TEXT] = "Threads are not recorded; `clew record` records them, and `info trace` shows what this trace has",
      [STREAM] = "It has one thread; `backtrace` lists its frames",
      [COVERED] = "Which code ran is recorded, but no threads; `list` and `info functions` show what ran"}},
    {"output find-output",
     {[TEXT] = "Output is not recorded; `clew record` records it, `find-value` finds computed values",
      [CRASH] = "Output is not recorded; `suffix` shows the lines that ran last",
      [STREAM] = "Output is not recorded; `break FUNCTION` and `continue` go to calls that print",
      [COVERED] = "Which code ran is recorded, but no output; `list` shows whether a line that prints ran"}},
    {"disassemble", {[CRASH] = "`graph` draws the blocks of the function, `list` shows its lines"}},
    {"coverage branch entries next-uncovered previous-uncovered",
     {[TEXT] = "`list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran",
      [RECORDING] = "`list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran",
      [CRASH] = "`coverage` shows what ran, `coverage lines` lists each line",
      [STREAM] = "`list` shows how often each line ran, if the executable has line information; `info functions` lists the functions"}},
    {"cache",
     {[TEXT] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows how often each function ran",
      [RECORDING] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows how often each function ran",
      [CRASH] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `coverage` shows what ran",
      [COVERED] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows what ran"}},
    {"pp",
     {[TEXT] = "`deps` and `uses` list the links from one iteration of a loop to another",
      [RECORDING] = "`deps` and `uses` list the links from one iteration of a loop to another, `next-execution` goes through the iterations",
      [CRASH] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `coverage` shows what ran",
      [COVERED] = "All addresses of a run are needed; a program built with `clew ae-cc` records them. Here `info functions` shows what ran"}},
    {"index",
     {[CRASH] = "It has no index, because clew reads it whole; `info trace` shows what it contains",
      [STREAM] = "An address stream has no index, because clew recomputes its addresses; `info trace` shows what it contains",
      [COVERED] = "It has no index, because clew reads it whole; `info trace` shows what it contains"}},
    {"suffix candidates candidate graph paste core snapshot gdb-commands",
     {[TEXT] = "`deps` and `why` show what an execution depends upon, `slice back` lists all of it",
      [RECORDING] = "The whole run is recorded, not only its end; `backtrace` shows the frames, `reverse-step` walks back, `why` explains",
      [STREAM] = "The whole run is recorded, not only its end; `backtrace` shows the frames, `reverse-step` walks back",
      [COVERED] = "`list` and `next-uncovered` show what ran; `clew csi-cc` builds programs whose crashes show their path"}},
};

/* The same for topics of `info`, including gdb's that clew lacks. */
static const struct question topics[] = {
    {"registers",
     {[TEXT] = "`deps` lists who wrote the values that the instruction here used",
      [CRASH] = "gdb shows registers; `step` and `suffix` show the path to here",
      [COVERED] = "Which code ran is recorded, but no values"}},
    {"locals args variables scope",
     {[TEXT] = "`values` lists what an instruction computed, `deps` who wrote what it used",
      [CRASH] = "Values are in the core file, and gdb prints them; `step` and `suffix` show the path to here",
      [STREAM] = "`info registers` and `print $sp` show known registers; `watch VAR` stops where a static variable is written",
      [COVERED] = "Which code ran is recorded, but no values"}},
    {"threads",
     {[TEXT] = "Threads are not recorded", [CRASH] = "`backtrace` lists the frames, `thread` switches to another thread", [STREAM] = "It has one thread; `backtrace` lists its frames",
      [COVERED] = "Threads are not recorded"}},
    {"syscalls",
     {[TEXT] = "System calls are not recorded; `clew record` records them", [CRASH] = "System calls are not recorded",
      [STREAM] = "System calls are not recorded; `break FUNCTION` and `continue` go to calls of a function", [COVERED] = "System calls are not recorded"}},
    {"heap",
     {[TEXT] = "Allocations are not recorded; `clew record` records them", [CRASH] = "Allocations are not recorded", [STREAM] = "Allocations are not recorded",
      [COVERED] = "Allocations are not recorded"}},
    {"faults",
     {[TEXT] = "Misuses of memory are not recorded; `clew record` records what finds them", [CRASH] = "Misuses of memory are not recorded",
      [STREAM] = "Misuses of memory are not recorded", [COVERED] = "Misuses of memory are not recorded"}},
    {"sharedlibrary",
     {[TEXT] = "Loaded libraries are not recorded; `clew record` records them", [CRASH] = "gdb has them: `info sharedlibrary` of the core file",
      [STREAM] = "Loaded libraries are not recorded", [COVERED] = "Loaded libraries are not recorded"}},
    {"watchpoints", {[RECORDING] = "`info breakpoints` lists watchpoints, too", [STREAM] = "`info breakpoints` lists watchpoints, too"}},
    {"stack", {[RECORDING] = "`backtrace` lists the frames", [CRASH] = "`backtrace` lists the frames", [STREAM] = "`backtrace` lists the frames"}},
};

static unsigned asked_kind(unsigned kind)
{
    return kind & KIND_RECORDING ? RECORDING : kind & KIND_CSI ? CRASH : kind & KIND_AE ? STREAM : kind & KIND_GNATCOV ? COVERED : TEXT;
}

static bool has_word(const char *list, struct str name)
{
    struct str rest = str_of(list), word;
    while (str_field(&rest, &word))
        if (str_equal(word, name))
            return true;
    return false;
}

const char *refuse_instead(const char *command, unsigned kind)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (has_word(questions[i].commands, str_of(command)))
            return questions[i].instead[asked_kind(kind)];
    return NULL;
}

const char *refuse_topic_instead(struct str topic, unsigned kind)
{
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (has_word(topics[i].commands, topic))
            return topics[i].instead[asked_kind(kind)];
    return NULL;
}

/* Of several possible kinds, names a recording: it is the easiest to make, and knows most. */
static const char *needed_kind(const struct command *command, unsigned open)
{
    if (command->run == run_index)
        return kind_of_wet.what;        /* a recording has no index */
    if (command->kinds == (KIND_CSI | KIND_GNATCOV))
        return "CSI metadata or a coverage trace";
    if (command->kinds == (KIND_RECORDING | KIND_AE) && !(open & KIND_WET))
        return "a recording or an address stream";
    if (command->kinds & (KIND_WET | KIND_RECORDING))
        return kind_of_recording.what;
    return command->kinds & KIND_CSI ? kind_of_csi.what : command->kinds & KIND_AE ? kind_of_ae.what : kind_of_gnatcov.what;
}

bool refuse_command(const struct session *session, const struct command *command, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    const char *instead = refuse_instead(command->name, kind->kind);
    return error_set(error, "`%s` needs %s, but this is %s. %s%s", command->name, needed_kind(command, kind->kind), kind->what, instead ? "" : "Try one of: ",
                     instead ? instead : kind->asks);
}

bool refuse_question(const struct session *session, const char *what, const char *command, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    const char *instead = refuse_instead(command, kind->kind);
    return error_set(error, "%s is not available in %s. %s%s", what, kind->what, instead ? "" : "Try one of: ", instead ? instead : kind->asks);
}

bool refuse_mark(const struct session *session, char mark, struct error *error)
{
    struct text names = {0};
    size_t count = 0;
    if (mark == '\'')
        return error_set(error, "there is no place before the last jump: you have not jumped yet");
    for (char name = 'a'; name <= 'z'; name++)
        if (traces_with_mark(session, name)) {
            text_printf(&names, "%s%c", count ? ", " : "", name);
            count++;
        }
    if (count)
        error_set(error, "mark %c is not set, but %s %s; `marks` lists them", mark, text_string(&names), count == 1 ? "is" : "are");
    else
        error_set(error, "mark %c is not set, nor is any other: `mark %c` sets it", mark, mark);
    text_free(&names);
    return false;
}

void refuse_tool(const struct session *session, struct str word, struct error *error)
{
    struct near near;
    const char *name;
    bool unknown = strncmp(error->message, "unknown command", strlen("unknown command")) == 0;
    near_begin(&near, word);
    for (size_t i = 0; unknown && session->options.tool && (name = session->options.tool(i)); i++) {
        if (str_is(word, name)) {
            error_set(error, "`%s` is a tool, not a command: run `clew %s` in the shell; `clew help %s` explains it", name, name, name);
            return;
        }
        near_offer(&near, str_of(name));
    }
    if (near.count && !strstr(error->message, "the nearest"))
        error_set(error, "unknown command `%.*s`: the nearest is the tool `clew %.*s`, in the shell; `help` lists the commands", STR(word), STR(near.names[0]));
}
