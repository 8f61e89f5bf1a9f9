/* session.h - what a user can say, and the session that answers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One command table makes keys, `:` prompt, REPL, scripts, batch, help, completion, man page and shell completions:
 *
 *     struct session *session = session_open(&options);
 *     if (!session_load(session, "foo.wet", &error)) ...
 *     struct answer answer = {0};
 *     if (session_run(session, "deps 2118#0", &answer, &error)) ... show answer.rows ...
 *     answer_free(&answer);
 *     session_close(session);
 *
 * The session knows the open trace, the current place, jump history, marks and settings; it prints nothing. The screen and the REPL are two faces of it;
 * batch.h is a third. The same table has commands that only a screen can do (scroll, focus, redraw): their answer carries an action for the screen; other
 * faces refuse them. A new command is one function and one line in products/commands.txt. */
#ifndef CLEW_SESSION_SESSION_H
#define CLEW_SESSION_SESSION_H

#include <regex.h>
#include <stdio.h>

#include "code/code.h"
#include "recording/store/store.h"
#include "session/custom.h"
#include "table/table.h"

struct session;
struct session_trace;

struct session_options {
    const char *executable;             /* --exec; NULL: clew tries a file NAME beside NAME.wet, or in the current folder */
    bool has_load_offset;
    uint64_t load_offset;               /* --load-offset */
    enum store_numbering numbering;     /* --x */
    bool strict;
    const char *source_path;            /* --source-path: folders separated by ':' */
    const char *substitutes[32];        /* --substitute-path: "FROM=TO" each */
    size_t substitute_count;
    struct progress progress;           /* watches long work; may stop it */
    const char *gdb;                    /* --gdb, or NULL */
    size_t checkpoints;                 /* --checkpoints: memory for the checkpoints of an address stream, in bytes; 0: 64 MB */
    bool lazy;                          /* show a large text before it is indexed; false: answers are exact from the start */
    enum store_index index;             /* --index */
    struct session_keys keys;           /* for `bind` */
    const char *(*tool)(size_t i);      /* the i-th whole tool's name, for the shell; returns NULL: no more. May be NULL: no tools known */
    const char *hold;                   /* for tests, or NULL: every text counts as large, and its indexing waits as this file says (tests/README.md) */
};

struct session *session_open(const struct session_options *options);
void session_close(struct session *session);

/* Opens a trace file; its content tells the kind: a WET trace (completed from an executable); CSI metadata, as text or in an ELF file; the events of an
 * Abstract Execution; a trace of GNATcoverage. The session keeps notices for the user (first problem of each kind, bias found, mismatch) for session_notice. */
CHECKED bool session_load(struct session *session, const char *path, struct error *error);

/* Opens a trace of several files: executable, schemas and events of an Abstract Execution, in any order. One file: as session_load. */
enum { SESSION_PATHS = 48 };            /* at most, of one trace and on a command line */
/* by the kind the user named: how many of them are one trace */
size_t session_files_group(const struct session *session, const char *const *paths, size_t count);
bool session_files_fit(const char *const *paths, size_t count);         /* by their content: are several files one trace? A single file always is. */
CHECKED bool session_load_files(struct session *session, const char *const *paths, size_t count, struct error *error);

/* Opens traces beside those already open; the first of them becomes current. Several files are several traces, unless they belong together: see
 * session_files_fit. */
CHECKED bool session_open_files(struct session *session, const char *const *paths, size_t count, struct error *error);

/* Opens as many of them as it can; each failure becomes a notice. False: it opened none; the error is the last one, the earlier ones are notices. */
CHECKED bool session_open_some(struct session *session, const char *const *paths, size_t count, struct error *error);

/* The kind (enum kind) of all files opened from now on; 0: their content tells. `open FILE as KIND` sets it for its own files. */
void session_take_as(struct session *session, unsigned kind);

/* The number of the current trace, from 1, and how many are open. */
unsigned session_trace_number(const struct session *session);
size_t session_trace_count(const struct session *session);

/* The face that shows the session watches long work from now on, and may stop it. Returns the previous watcher. */
struct progress session_watch(struct session *session, struct progress progress);

/* Takes the oldest notice not yet taken: one line, safe to print. False: there is none. */
bool session_notice(struct session *session, struct text *line);

/* Takes the current trace's greeting for the user who browses it: how much there is, and what to ask first, at the place where clew put the user ("w asks why:
 * mean.c:39 printed last, "mean: %d""). One line, safe to print. False: there is none, or it was taken. */
bool session_greeting(struct session *session, struct text *line);

/* Is there a file of the current trace that clew could not read? A notice named it; answers lack its content. */
bool session_has_unread(const struct session *session);

/* ---- While a large text is indexed, and when a file changes ---- */

/* Do the rows rest on guesses? Then they are marked, and commands that need the whole trace wait for the index. */
bool session_is_provisional(const struct session *session);
void session_indexing(const struct session *session, struct text *out);        /* "indexing 43%", "not indexed"; nothing if the trace is not provisional */
int session_descriptor(const struct session *session);          /* readable when there is something for session_tick; -1: none */

/* Takes over an index that is ready, and reopens a trace that changed or broke: history, marks and the place stay. session_run calls it first. True: there are
 * notices, or rows made before are void (session_opened). */
bool session_tick(struct session *session);
bool session_is_due(const struct session *session);            /* does session_tick have anything to do? A few microseconds */
void session_rest(struct session *session);                     /* stops indexing, for example at exit; leaves nothing behind */

/* ---- Saying something ---- */

/* What the face has to do besides showing rows; the Screen group of the table sets these. `search` without an expression means the last one. */
enum action {
    ACTION_NONE, ACTION_QUIT, ACTION_CLOSE,
    ACTION_MOVE,                /* count: lines, negative is up */
    ACTION_PAGE, ACTION_HALF_PAGE, /* count: pages */
    ACTION_TOP, ACTION_BOTTOM, ACTION_PERCENT, ACTION_LINE,    /* count: percent, line */
    ACTION_ENTER, ACTION_FOCUS_NEXT, ACTION_FOCUS_PREVIOUS, ACTION_PANE, /* count: the pane, from 1 */
    ACTION_FOLD, ACTION_FOLD_ALL,   /* count: above 0 opens, below 0 closes, 0 toggles */
    ACTION_LAYOUT, ACTION_SCROLL_SIDEWAYS, ACTION_REDRAW, ACTION_CENTRE, ACTION_SUSPEND,
    ACTION_PROMPT,              /* text: already in the prompt */
    ACTION_SEARCH, ACTION_SEARCH_NEXT, /* text: the regular expression; count 1 or -1 */
    ACTION_SCREENSHOT,          /* text: file name */
    ACTION_FILTER,              /* text: the regular expression that rows of the list must match; "" all rows */
    ACTION_COPY,                /* the row is the answer to copy: the face puts it on the clipboard, if there is one */
    ACTION_PIPE,                /* text: a shell command; count 1: it gets these rows, 0: the rows of the list in focus */
    ACTION_EDIT,                /* text: a file, count: a line of it; edit_file() */
    ACTION_TOUR,                /* text: "next" or "back", a step of the tour */
    ACTION_MESSAGES,            /* earlier messages of the bottom line */
    ACTION_EXPORT,              /* text: a file, count: of enum export_format */
    ACTION_PASTE                /* text: "" reads a paste from the terminal, until its end or ^D; "edit": from $EDITOR; then session_paste() */
};

struct answer {                 /* zeroed is empty */
    struct rows rows;           /* count 0: nothing to show */
    bool is_list;               /* a list to choose from or read: the screen opens it as a view; false: the rows are a message */
    enum action action;
    int64_t count;
    struct text text;
    bool moved;                 /* the current place changed */
    bool keeps;                 /* set before `print` runs: its value gets a number of the value history ($1) */
};
void answer_free(struct answer *answer);

/* Runs one command line. An empty line repeats the last command where that makes sense (moves). Accepts unambiguous abbreviations; gdb's letters win. The
 * error's message is complete in itself; error.source is "" (or the script's name). */
CHECKED bool session_run(struct session *session, const char *line, struct answer *answer, struct error *error);

/* Completions of the word that ends at `cursor` in a line: whole words, in the order of help. The caller owns the list and its strings: free them. `*start` is
 * where the word begins. */
char **session_complete(struct session *session, const char *line, size_t cursor, size_t *start, size_t *count);

/* ---- The current place ---- */

bool session_is_open(const struct session *session);
/* a number that changes when another trace is opened, or another text pasted: rows made before are void */
uint64_t session_opened(const struct session *session);
const char *session_path(const struct session *session);

/* Goes to a place as `goto` does: resolves it, and adds it to the jump history. */
CHECKED bool session_go(struct session *session, const struct place *place, struct error *error);

/* How many places the current trace's jump history holds before the last jump's target. Steps since then are in no history. */
size_t session_jumps(const struct session *session);

enum grain { GRAIN_STATEMENT, GRAIN_INSTRUCTION };

/* Does the open trace accept a debugger's output? */
bool session_takes_paste(const struct session *session);

/* Reads and explains a debugger's output that the user pasted, and goes to the newest frame. The answer lists its findings, frame by frame. Refuses while no
 * CSI metadata is open. `source` names the text in messages. */
CHECKED bool session_paste(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error);

/* ---- The panes: standing views of the current place, remade when it changes ---- */

enum view {
    VIEW_INSTRUCTIONS, VIEW_SOURCE, VIEW_LINKS, VIEW_TRAIL, VIEW_VALUES,        /* WET traces; all kinds have source */
    VIEW_GRAPH, VIEW_FRAMES, VIEW_STEPS, VIEW_COVERAGE,                         /* CSI; AE and recordings have frames too */
    VIEW_STREAM, VIEW_REGISTERS,                                                /* AE; WET and AE have instructions */
    VIEW_ENTRIES, VIEW_FUNCTIONS, VIEW_BRANCH,                                  /* GNATcoverage; it has instructions too */
    VIEWS
};

/* The views of a kind of trace, and how the screen arranges them. */
struct arrangement {
    enum view main;             /* never closes; lists lie over it */
    enum view upper;            /* above main in one column, left of it in two */
    enum view lower;            /* below upper, where there are two columns; VIEWS: none unless the user opens one */
    enum view line;             /* one line below in one column, below main in two */
    int two_columns;            /* from this width on */
    unsigned upper_percent;     /* of the width, in two columns */
    enum view panes[5];         /* as `pane N` and F2 to F6 count them; Tab goes by position on the screen */
};

/* The arrangement of the current trace's kind; with nothing open, of WET. */
const struct arrangement *session_arrangement(const struct session *session);
const char *view_name(enum view view);          /* "source", "links", ...: for help and titles */
const char *session_kind_name(const struct session *session);   /* "wet", "history", "csi"; "" */
unsigned trace_kinds(const struct session_trace *trace);       /* of enum kind; 0: the trace is empty */
unsigned session_kinds(const struct session *session);          /* of enum kind, for what is open; 0: nothing */

/* Rows of a pane, with a title and a focus (the row of the current place). Rows of panes and answers point into the trace: free them before you open another
 * one. */
CHECKED bool session_view(struct session *session, enum view view, struct rows *rows, struct error *error);

/* "0x8048242#0/1 - main foo1.c:8 - 18,213 insns": the middle of the status line. */
void session_status(struct session *session, struct text *out);

bool session_wants_mouse(const struct session *session);       /* set mouse */
void session_set_width(struct session *session, int cells);     /* of the pane that shows answers: wider rows say more; 80 if never set */

/* A number that changes whenever views may have changed (by a move, a setting, a newly opened trace). */
uint64_t session_version(const struct session *session);

/* While a session hurries, rows of views leave out what takes long: marks for which a recording runs again, sources that only the debug information of a
 * library finds, names for which clew reads all symbols. The end of the hurry makes views out of date. For a first screen. */
void session_hurry(struct session *session, bool hurries);

/* ---- The table ---- */

enum kind { KIND_WET = 1, KIND_CSI = 2, KIND_AE = 4, KIND_GNATCOV = 8, KIND_RECORDING = 16 /* besides KIND_WET */ };

enum argument_kind { ARGUMENT_NONE, ARGUMENT_POSITION, ARGUMENT_ID, ARGUMENT_COMMAND, ARGUMENT_SETTING, ARGUMENT_FILE, ARGUMENT_TOPIC,
                     ARGUMENT_TEXT, ARGUMENT_MARK };

struct command {
    const char *name;
    const char *aliases;            /* separated by blanks; "" for none */
    const char *arguments;          /* "POS [data|control|all]" */
    const char *group;              /* heading in help: Move, Dependences, Look, Find, Session, Screen */
    const char *help;               /* first line: one sentence; then more, separated by \n */
    enum argument_kind argument;    /* of the first argument, for completion */
    bool screen_only;
    unsigned kinds;                 /* of enum kind: the traces it works on; 0: any, or none open */
    bool early;                     /* it answers during indexing; the others wait for the index */
    bool (*run)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
    bool repeats;                   /* an empty line runs it again */
    enum action action;             /* screen_only: what the screen does; run is NULL then */
    int64_t count;                  /* screen_only: the answer's count is this, times the argument if one is given */
    bool loads;                     /* a saved session may use it (own.h): it opens, goes, marks or shows; it never runs a program or writes a file */
};

const struct command *command_table(size_t *count);

/* The command that a word names: by exact name or alias, otherwise by an unambiguous abbreviation. NULL: unknown or ambiguous; the error lists candidates. */
const struct command *command_find(struct str word, struct error *error);

bool command_is(const struct command *command, const char *names);              /* is it one of these? Names are separated by blanks */
bool command_is_exact(struct str word);                                       /* is it a full name or alias? */
size_t command_candidates(struct str word, struct text *names);               /* how many commands it abbreviates; appends them, as "a, b" */

/* The first word of a REPL or script line, to look up as a command name; the rest are the arguments, trimmed. */
struct str command_word(struct str line, struct str *arguments);

/* Help from the table, as rows: all commands by group, or one with its text. kinds: only commands for one of these, 0: all. */
void command_help(const struct command *command, unsigned kinds, struct rows *rows);

/* The COMMANDS section of clew(1), as roff. */
void command_manual(struct text *out);

/* ---- Regular expressions ---- */

/* POSIX extended, without back references: matching those can take for ever. Free it with regfree(). */
CHECKED bool pattern_compile(const char *expression, regex_t *regex, struct error *error);

/* Does it match in the first 4096 bytes, and where (from may be NULL)? */
bool pattern_matches(const regex_t *regex, const char *text, size_t *from, size_t *to);

#include "session/batch.h"
#include "session/call_tree.h"
#include "session/formats.h"
#include "session/listing.h"
#include "session/telling.h"

#endif
