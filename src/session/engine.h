/* engine.h - the engine, as products see it: shared by the files of this room.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     open.c        opens and closes a session, and files in it; trace, drop, open, source, quit
 *     session.c     notices, the current place, jump history and marks, traces not yet read whole, mistyped names
 *     traces.c      several traces side by side (traces.h): which one is current, switches between them
 *     kind.c        commands that each kind of trace answers in its own way (kind.h)
 *     walk.c        goto, back and forward; commands along the order of execution
 *     arguments.c   the words of a command line: which command they name, its arguments, topics
 *     line.c        runs one command line
 *     stops.c       breakpoints and watchpoints (stops.h) and their conditions (condition.h)
 *     calls.c       the call tree of a run (calls.h, call_tree.h)
 *     display.c     display and undisplay
 *     lines.c       what each trace knows of a source line, before its text (traces.h)
 *     source*.c     source files (sources.h): where they are, their lines, `list`, colours (source_colour.h)
 *     filter.c export.c       what else clew does with rows (listing.h), graphs for graphviz (dot.h)
 *     own.c undo.c saved.c resume.c settings.c allocators.c      the user's own (own.h): keys, aliases, notes, settings, themes, saved sessions
 *     help.c batch.c          help and completion; commands in, lines of text or JSON out
 *
 * The engine names no product. Each hands it a table of operations (kind.h), and src/products lists the tables, the commands and the formats. */
#ifndef CLEW_SESSION_ENGINE_H
#define CLEW_SESSION_ENGINE_H

#include "session/allocators.h"
#include "session/own.h"
#include "session/session.h"
#include "session/sources.h"
#include "session/stops.h"

struct saving;

/* One open trace. A session holds several side by side; commands are about the current one. */
struct session_trace {
    unsigned number;                    /* from 1, in the order of opening; stays while others are closed */
    struct arena arena;                 /* lives as long as the trace */
    const char *path;
    struct str greeting;              /* session_greeting; null: the kind's `greet` writes it, if it has one */
    bool greeted;                       /* the face took it */
    const struct session_kind *kind;    /* NULL: nothing is open */
    void *own;                          /* the kind's data: only its product looks inside (wet_of, csi_of, ae_of, gnatcov_of) */
    struct symbols *symbols;
    bool named;                         /* the user named this place: it was reached neither by walking nor by opening the trace */
    struct stops stops;
    bool damage_told;
    bool foreign;                       /* a saved session opened it: no index file for its text, see wet_index */
    struct text unread;                 /* files that exist but cannot be read, one per line */
    struct session_source *sources;
    size_t source_count, source_capacity, source_last;
    struct history history;
    struct marks marks;
    uint64_t list_line;                 /* where the next `list` continues; 0: at the current place */
    uint64_t list_first, list_middle;   /* of the lines listed last, while list_line is known: source_view.c */
    uint64_t list_count;                /* lines to list; 0: ten */
    struct str list_file, list_folder;
    struct calls *calls;                /* of a recording or an address stream; NULL: not asked for yet */
    struct line_table *lines;           /* of the source shown last, traces.h; or NULL */
};

/* The user switched between traces: `back` crosses the switch again. */
struct trace_change {
    unsigned from, to;
    size_t left;                        /* position in the jump history of the trace left */
    size_t before, arrived;             /* positions in the other trace's history: on arrival, and after the jump that came with the switch */
};

struct session {
    struct session_options options;
    struct session_trace *trace;        /* the current one of `traces`; never NULL: with nothing open, an empty one */
    struct session_trace **traces;      /* in the order of their numbers */
    size_t trace_count, trace_capacity;
    unsigned last_number;               /* the last number given to a trace */
    struct trace_change *changes;       /* first those that `back` crosses, then those that `forward` crosses */
    size_t change_count, change_capacity, changes_behind;
    enum grain grain;
    bool hexadecimal, bits /* hexadecimal for floating-point variables too */, grain_chosen /* by the user or the face; otherwise `why` prints lines anyway */;
    unsigned as;                        /* of enum kind, while `open FILE as KIND` opens its files; 0: their content tells */
    bool hurries;                       /* session_hurry */
    bool exact;                         /* for batch: commands that show or move wait for the index */
    bool prune;                         /* set prune: does local coverage rule out candidates of a suffix? */
    unsigned bbc;                       /* set bbc, in settings.c: the meaning of a block's bit */
    bool mouse;                         /* does the screen use it? */
    size_t width;                       /* cells in a row of an answer on a screen; 0: no screen */
    bool whole;                         /* rows are not cut: session_show_whole */
    bool insn_level;                    /* marks of coverage traces: set level */
    bool values;                        /* values behind source lines: set values */
    unsigned print_elements;            /* of an array or a string that are shown: set print elements; 0: all */
    struct text allocators;             /* the program's own: set allocators (allocators.h) */
    uint64_t cache;                     /* bytes of pages of all traces together: set cache; 0: a quarter of the machine's memory */
    struct text source_path;            /* folders separated by ':' */
    struct substitute *substitutes;     /* rules for moved folders: source.c */
    size_t substitute_count, substitute_capacity;
    uint64_t version, opened;
    struct text notices;                /* lines; those before notices_taken are delivered */
    size_t notices_taken;
    struct text repeat;                 /* the command line that an empty line repeats */
    struct text pattern;                /* of the last find */
    unsigned depth;                     /* of nested scripts */
    struct own own;                     /* own.h */
};

/* ---- What session.h says of traces shown before they are read whole ---- */
CHECKED bool session_need_whole(struct session *session, struct error *error);  /* waits for the end; true at once for a whole trace; false: interrupted, or indexing stopped or failed */
CHECKED bool session_want_whole(struct session *session, struct error *error);         /* the same, but only if the face wants exact answers */
void session_mark_view(const struct session *session, enum view view, struct rows *rows);
void session_mark_answer(const struct session *session, const struct command *command, struct answer *answer);
bool session_is_stopgap(const struct session *session);

void session_leave(struct session *session);  /* before a jump: `back` will return to the place that steps have reached */

/* ---- saved.c ---- */
/* The text that means exactly this place in the current trace. False: no text does. */
bool saved_position(struct session *session, const struct place *place, struct text *out);
/* For session_kind.texts: a line; a command that reads a text again. A text in no file is lost. asked: the text came from gdb. */
void saved_line(struct saving *saving, const char *line);
void saved_text(struct saving *saving, const char *command, const char *path, bool asked);

/* ---- crash/csi_open.c ---- */
CHECKED bool csi_open(struct session *session, const char *path, struct error *error);
CHECKED bool csi_open_files(struct session *session, const char *const *paths, size_t count, struct error *error);      /* section texts, and a program */
/* How many of these files, from the first on, are metadata of one program: section texts with at most one program among them. By their content; 0: the first
 * is no section text and has none beside it. */
size_t csi_files_group(const char *const *paths, size_t count);

/* ---- stream/ae_kind.c ---- */
CHECKED bool ae_open(struct session *session, const char *const *paths, size_t count, struct error *error);

/* ---- coverage/gnatcov.c ---- */
CHECKED bool gnatcov_open(struct session *session, const char *path, const char *executable, struct error *error);      /* executable NULL: clew looks for it */

/* ---- session.c ---- */
void session_close_trace(struct session *session);                                      /* open.c; forgets it and everything that points into it */
void session_opened_anew(struct session *session);                                      /* rows made before are void */
void session_share_cache(struct session *session);      /* tells each trace its part of the cache; for a kind that has opened a trace */
void session_note(struct session *session, const char *format, ...) FORMATTED(2, 3);    /* one notice; made safe */
/* Call when a file that belongs to the trace exists but cannot be read: notes it once, and keeps it for `info` and the exit status of batch. */
void session_note_unread(struct session *session, struct str path, const char *reason);
void session_look_for_unread(struct session *session);        /* among the objects opened for the last answer */
void session_note_once(struct session *session, struct str line);        /* unless it already waits: some commands read a word twice */
void session_greet(struct session *session, struct str words);                        /* sets the text for session_greeting; safe to print */
CHECKED bool session_need_open(const struct session *session, struct error *error);     /* false: no trace is open */
CHECKED bool session_go_here(struct session *session, const struct place *place, struct error *error);      /* as session_go, in the current trace */

/* The place that a word names, resolved by the kind of trace: what `here` would be after going there. Nothing moves. */
CHECKED bool session_place(struct session *session, struct str word, struct place *place, struct error *error);
enum { LOCATION_ROOM = 32 };            /* cells of a location in lists */

/* ---- walk.c ---- */
void describe_asked(const struct place *place, struct text *out);       /* as typed, without the execution's number: sum, mean.c:26, line 26; made safe */
/* "sum returned before mean.c:26 ran", for an `until` that stopped at the end of its function: replaces the content of `out`. */
void walk_say_returned(struct str function, const struct place *until, struct text *out);

/* ---- arguments.c ---- */
/* The kinds that `open FILE as KIND` takes, ended by NULL; the enum kind of each; the name of one, NULL: none has this kind. */
extern const char *const open_kinds[];
unsigned open_kind(size_t i);
const char *open_kind_name(unsigned kind);

/* A file name is the whole rest of the line, or a word in double quotes. The string belongs to `name`. */
const char *file_argument(struct str arguments, struct text *name);

/* ---- settings.c ---- */
/* The i-th setting: its name, its value (appended), and whether it differs from a new session's. False: no more. */
bool setting_at(struct session *session, size_t i, const char **name, struct text *value, bool *changed);

/* ---- arguments.c ---- */
/* Takes the next word; in double quotes it may hold blanks. False: none is left. */
bool argument_next(struct str *rest, struct str *word);
/* Takes a position: a word with open brackets continues, as in f(int, char const*) const. */
bool argument_position(struct str *rest, struct str *word);
CHECKED bool argument_end(struct str rest, struct error *error);
/* The entry in a list of names, ended by NULL, that a word names or abbreviates. */
CHECKED bool argument_choice(struct str word, const char *const *names, const char *what, size_t *choice, struct error *error);
/* Runs the topic of `info` that the arguments begin with, or the first one if they name none; the two lists are parallel. */
typedef bool (*topic_function)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool run_topic(struct session *session, const char *const *names, const topic_function *run, struct str arguments, struct answer *answer,
                       struct error *error);

/* The function of a command that commands.txt lists: COMMAND(run_goto) { ... }. Its parameters are session, arguments, answer and error. With a semicolon it
 * is a declaration, for other callers. */
#define COMMAND(name) CHECKED bool name(struct session *session, struct str arguments, struct answer *answer, struct error *error)

/* Commands that other files call, or list as topics of `info`. */
COMMAND(run_goto);
COMMAND(run_print);
CHECKED bool session_print(struct session *session, struct str arguments, struct answer *answer, struct error *error);       /* the same, and the value history stays */
COMMAND(run_finish);
COMMAND(run_reverse_finish);
COMMAND(run_set);
COMMAND(run_show);
COMMAND(run_marks);
COMMAND(run_breakpoints);
COMMAND(run_problems);
COMMAND(run_history);
COMMAND(run_index);

#include "session/call_tree.h"
#include "session/calls.h"
#include "session/condition.h"
#include "session/dot.h"
#include "session/kind.h"
#include "session/refuse.h"
#include "session/traces.h"

#endif
