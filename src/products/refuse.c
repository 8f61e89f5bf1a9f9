/* refuse.c - commands that the open trace cannot answer, marks that are not set: what to say instead.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whoever asks comes with a question: who writes this variable, what does it hold, where does it stop. A refusal names what answers that question in the trace
 * that is open, as far as anything does. Commands with the same question stand together; where a kind of trace has nothing special to say, its own list of what
 * can be asked follows (session_kind.asks). */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "recording/recording.h"
#include "session/engine.h"
#include "stream/stream.h"

#include <string.h>

/* Kinds of traces as refusals tell them apart: a recording is also KIND_WET. */
enum { TEXT, RECORDING, CRASH, STREAM, COVERED, ASKED };

struct question {
    const char *commands;               /* parted by blanks */
    const char *instead[ASKED];         /* NULL: the kind has no better word than its list, or it answers */
};

static const struct question questions[] = {
    {"watch rwatch awatch",
     {[TEXT] = "no order is recorded; find-value and values show what was computed, deps and uses who wrote and who read it",
      [RECORDING] = "who VAR lists all writes to it, print VAR shows what it holds here, uses who read a value",
      [CRASH] = "no memory is recorded: until LINE and reverse-step walk the lines that ran last",
      [COVERED] = "no memory is recorded: break and continue stop at code, in a history"}},
    {"break tbreak delete disable enable ignore condition breakpoints",
     {[TEXT] = "no order is recorded, so nothing walks or stops: goto LOCATION, then next-instance and previous-instance",
      [CRASH] = "until LINE goes to the next step at a line, step, reverse-step and reverse-continue walk the suffix"}},
    {"print x values find-value",
     {[CRASH] = "values are in the core file, not in the metadata: gdb prints them; step and suffix show which way was taken",
      [STREAM] = "print shows registers, info registers all that are known, watch finds who writes to an address",
      [COVERED] = "no values are recorded, only which code ran: list and branch show that"}},
    {"whatis",
     {[TEXT] = "where variables lie is not recorded; list shows their lines, values what was computed",
      [CRASH] = "list shows where variables are declared, gdb tells their types",
      [STREAM] = "list shows where variables are declared; print shows what registers hold",
      [COVERED] = "no values are recorded, only which code ran: list shows where variables are declared"}},
    {"deps uses control links follow who why slice chop next-member previous-member grain",
     {[CRASH] = "who wrote what is not recorded: suffix, step and graph show the way to here; clew record makes a trace that knows more",
      [STREAM] = "who wrote what is not recorded, but where: who ADDRESS lists who wrote there, watch ADDRESS and reverse-continue go there, up to the caller",
      [COVERED] = "who wrote what is not recorded: next-uncovered, branch and list show what ran; clew record makes a trace that knows more"}},
    {"find find-next find-previous find-addr",
     {[CRASH] = "goto FUNCTION and until LINE lead to code, info functions lists the functions",
      [STREAM] = "goto FUNCTION or goto 0xADDRESS leads to its next execution, break and continue to each",
      [COVERED] = "goto FUNCTION, goto FILE:LINE or goto 0xADDRESS leads to code, next-uncovered to what did not run"}},
    {"instances",
     {[CRASH] = "until LINE goes to the next step at a line, suffix lists all steps",
      [STREAM] = "next-instance and previous-instance go from one execution to the next, goto 0xADDRESS#K to the K-th",
      [COVERED] = "next-instance and previous-instance go from one entry that covers it to the next"}},
    {"next-instance previous-instance", {[CRASH] = "until LINE goes to the next step at a line, reverse-step back"}},
    {"backtrace frame up down",
     {[TEXT] = "control leads to the branch or call that made an execution run",
      [COVERED] = "info line and list show where one is"}},
    {"calls",
     {[TEXT] = "no order is recorded; control leads to the call that made an execution run, info functions tells how often each ran",
      [CRASH] = "backtrace lists the frames, suffix all what ran last in each",
      [COVERED] = "calls are not recorded, only which code ran: info functions and next-uncovered show that"}},
    {"diff",
     {[CRASH] = "suffix all shows what ran last in each frame, of one dump at a time",
      [COVERED] = "clew coverage --diff A B, on the command line, tells what only one of two traces covers"}},
    {"thread",
     {[TEXT] = "threads are not recorded: clew record makes a trace that knows them",
      [STREAM] = "it is of one thread, whose frames backtrace lists",
      [COVERED] = "threads are not recorded, only which code ran: list and info functions show that"}},
    {"disassemble", {[CRASH] = "graph draws the blocks of the function, list shows its lines"}},
    {"coverage branch entries next-uncovered previous-uncovered",
     {[TEXT] = "list shows how often each line ran, info functions each function, why not LINE why it never ran",
      [RECORDING] = "list shows how often each line ran, info functions each function, why not LINE why it never ran",
      [CRASH] = "coverage shows what ran at all, coverage lines each line",
      [STREAM] = "list shows how often each line ran, if the executable has lines; info functions lists the functions"}},
    {"cache",
     {[TEXT] = "it takes all addresses of a run, which programs of clew ae-cc keep; info functions tells how often each ran",
      [RECORDING] = "it takes all addresses of a run, which programs of clew ae-cc keep; info functions tells how often each ran",
      [CRASH] = "it takes all addresses of a run, which programs of clew ae-cc keep; coverage shows what ran",
      [COVERED] = "it takes all addresses of a run, which programs of clew ae-cc keep; info functions shows what ran"}},
    {"pp",
     {[TEXT] = "deps and uses lead from one iteration of a loop to another",
      [RECORDING] = "deps and uses lead from one iteration of a loop to another, next-instance goes through them",
      [CRASH] = "it takes all addresses of a run, which programs of clew ae-cc keep; coverage shows what ran",
      [COVERED] = "it takes all addresses of a run, which programs of clew ae-cc keep; info functions shows what ran"}},
    {"index",
     {[CRASH] = "it has none, and is read as a whole: info trace tells what is in it",
      [STREAM] = "it has none, and is computed anew: info trace tells what is in it",
      [COVERED] = "it has none, and is read as a whole: info trace tells what is in it"}},
    {"suffix candidates candidate graph paste core snapshot gdb-commands",
     {[TEXT] = "deps and why lead back from any execution, slice back lists all of it",
      [RECORDING] = "all that ran is recorded, not only the end: backtrace shows the frames, reverse-step walks back, why explains",
      [STREAM] = "all that ran is recorded, not only the end: backtrace shows the frames, reverse-step walks back",
      [COVERED] = "list and next-uncovered show what ran; clew csi-cc builds programs whose crashes tell their way"}},
};

/* The same of topics of `info`, gdb's among them that none of ours is called. */
static const struct question topics[] = {
    {"registers",
     {[TEXT] = "deps leads to who wrote what the instruction here used",
      [CRASH] = "gdb shows them; step and suffix show which way was taken",
      [COVERED] = "no values are recorded, only which code ran"}},
    {"locals args variables scope",
     {[TEXT] = "values shows what an instruction computed, deps who wrote what it used",
      [CRASH] = "values are in the core file, and gdb prints them; step and suffix show which way was taken",
      [STREAM] = "info registers and print $sp show what is known; watch VAR stops where a static one is written",
      [COVERED] = "no values are recorded, only which code ran"}},
    {"threads",
     {[TEXT] = "threads are not recorded", [CRASH] = "backtrace lists the frames, thread goes to another thread", [STREAM] = "it is of one thread, whose frames backtrace lists",
      [COVERED] = "threads are not recorded"}},
    {"watchpoints", {[RECORDING] = "who VAR lists all writes to a variable", [STREAM] = "info breakpoints lists them too"}},
    {"stack", {[RECORDING] = "backtrace lists the frames", [CRASH] = "backtrace lists the frames", [STREAM] = "backtrace lists the frames"}},
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

/* Of several kinds that it is for, the one that is made most easily is named, and knows most: a recording. */
static const char *needed_kind(const struct command *command, unsigned open)
{
    if (command->run == run_index)
        return kind_of_wet.what;        /* a recording has none */
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
    return error_set(error, "%s needs %s, and this is %s: %s%s", command->name, needed_kind(command, kind->kind), kind->what, instead ? "" : "ask for ",
                     instead ? instead : kind->asks);
}

bool refuse_question(const struct session *session, const char *what, const char *command, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    const char *instead = refuse_instead(command, kind->kind);
    return error_set(error, "%s is nothing that %s could tell: %s%s", what, kind->what, instead ? "" : "ask for ", instead ? instead : kind->asks);
}

bool refuse_mark(const struct session *session, char mark, struct error *error)
{
    struct text names = {0};
    size_t count = 0;
    if (mark == '\'')
        return error_set(error, "there is no place before the last jump yet: nothing was gone to");
    for (char name = 'a'; name <= 'z'; name++)
        if (traces_with_mark(session, name)) {
            text_printf(&names, "%s%c", count ? ", " : "", name);
            count++;
        }
    if (count)
        error_set(error, "mark %c is not set: %s %s; marks lists them", mark, text_string(&names), count == 1 ? "is" : "are");
    else
        error_set(error, "mark %c is not set, nor is another one: mark %c sets it", mark, mark);
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
            error_set(error, "%s is no command but a tool: clew %s, in the shell; clew help %s explains it", name, name, name);
            return;
        }
        near_offer(&near, str_of(name));
    }
    if (near.count && !strstr(error->message, "the nearest"))
        error_set(error, "unknown command %.*s: the nearest is the tool clew %.*s, in the shell; help lists the commands", STR(word), STR(near.names[0]));
}
