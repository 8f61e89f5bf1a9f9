/* engine.h - the engine, as products see it: what the files of this room share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     open.c        a session begins and ends; files are opened in it and closed; trace, drop, open, source, quit
 *     session.c     what is said to the user, where one is, jump history and marks, traces that are not read yet, mistyped names
 *     traces.c      several traces side by side (traces.h): which one is current, ways between them
 *     kind.c        commands that each kind of trace answers in its own way (kind.h)
 *     walk.c        goto, back and forward; commands along the order of execution
 *     arguments.c   the words of a command line: which command they name, its arguments, topics
 *     line.c        one command line is run
 *     stops.c       breakpoints and watchpoints (stops.h), and what must hold for them to stop (condition.h)
 *     calls.c       the tree of calls of a run (calls.h, call_tree.h)
 *     display.c     display and undisplay
 *     lines.c       what each trace knows of a source line, before its text (traces.h)
 *     source*.c     source files (sources.h): where they are, their lines, `list`, colours (source_colour.h)
 *     filter.c export.c       what is done with rows beside showing them (listing.h), graphs for graphviz (dot.h)
 *     own.c undo.c saved.c resume.c settings.c      what users make their own (own.h): keys, aliases, notes, settings, themes, saved sessions
 *     help.c batch.c          the commands read out, completion; commands in, lines of text or JSON out
 *
 * The engine names no product. Each hands it a table of operations (kind.h), and src/products lists the tables, the commands and the formats. */
#ifndef CLEW_SESSION_ENGINE_H
#define CLEW_SESSION_ENGINE_H

#include "session/own.h"
#include "session/session.h"
#include "session/sources.h"
#include "session/stops.h"

struct saving;

/* What belongs to one open trace. A session keeps those that are open side by side; commands speak of the current one. */
struct session_trace {
    unsigned number;                    /* from 1, in the order of opening; stays while others are closed */
    struct arena arena;                 /* lives as long as the trace */
    const char *path;
    struct str greeting;              /* session_greeting; null: the kind says what there is, if anything */
    bool greeted;                       /* it was taken */
    const struct session_kind *kind;    /* NULL: nothing is open */
    void *own;                          /* of the kind: only its product looks inside (wet_of, csi_of, ae_of, gnatcov_of) */
    struct symbols *symbols;
    bool named;                         /* somebody named the place one stands at: nobody walked there, and the trace did not open there */
    struct stops stops;
    bool damage_told;
    bool foreign;                       /* a saved session opened it: its text gets no index file, see wet_index */
    struct text unread;                 /* files that are there and cannot be read, a line each */
    struct session_source *sources;
    size_t source_count, source_capacity, source_last;
    struct history history;
    struct marks marks;
    uint64_t list_line;                 /* where the next `list` goes on; 0: at the current place */
    uint64_t list_first, list_middle;   /* of those listed last, while list_line is known: source_view.c */
    uint64_t list_count;                /* so many lines are asked for; 0: ten */
    struct str list_file, list_folder;
    struct calls *calls;                /* of a recording or an address stream; NULL: not asked for yet */
    struct line_table *lines;           /* of the source that was shown last, traces.h; NULL */
};

/* The user went from one trace to another: `back` leads over it again. */
struct trace_change {
    unsigned from, to;
    size_t left;                        /* position in the jump history of the one that was left */
    size_t before, arrived;             /* positions in that of the other: when it was come to, and after what was gone to in it at once */
};

struct session {
    struct session_options options;
    struct session_trace *trace;        /* the current one of `traces`; never NULL: with nothing open it is an empty one */
    struct session_trace **traces;      /* in the order of their numbers */
    size_t trace_count, trace_capacity;
    unsigned last_number;               /* that a trace was given */
    struct trace_change *changes;       /* those behind first, then those ahead */
    size_t change_count, change_capacity, changes_behind;
    enum grain grain;
    bool hexadecimal, bits /* then: what variables hold that are of floating point, too */, grain_chosen /* by the user, or the face; else `why` speaks of lines nevertheless */;
    unsigned as;                        /* of enum kind, while files are opened that `open FILE as KIND` names one for; 0: their content tells */
    bool exact;                         /* batch asks: what shows or moves waits for the index */
    bool prune;                         /* set prune: does local coverage rule out candidates of a suffix? */
    unsigned bbc;                       /* set bbc, of settings.c: what the bit of a block means */
    bool mouse;                         /* does the screen take it? */
    size_t width;                       /* cells of a row of an answer, where a screen shows it; 0: none does */
    bool whole;                         /* rows that are made now hold what they cut elsewhere: session_show_whole */
    bool insn_level;                    /* marks of coverage traces: set level */
    bool values;                        /* behind source lines: set values */
    struct text source_path;            /* folders parted by ':' */
    struct substitute *substitutes;     /* rules for folders that were moved: source.c */
    size_t substitute_count, substitute_capacity;
    uint64_t version, opened;
    struct text notices;                /* lines; those before notices_taken are delivered */
    size_t notices_taken;
    struct text repeat;                 /* the command line that an empty line repeats */
    struct text pattern;                /* of the last find */
    unsigned depth;                     /* of nested scripts */
    struct own own;                     /* what the user made his own */
};

/* ---- What session.h says of traces that are shown before all of them was read ---- */
CHECKED bool session_need_whole(struct session *session, struct error *error);         /* waits for the end; false: interrupted, or it comes to none */
CHECKED bool session_want_whole(struct session *session, struct error *error);         /* the same where the face wants exact answers */
void session_mark_view(const struct session *session, enum view view, struct rows *rows);
void session_mark_answer(const struct session *session, const struct command *command, struct answer *answer);
bool session_is_stopgap(const struct session *session);

void session_leave(struct session *session);                                            /* before a jump: back will lead to where steps have led */

/* ---- saved.c ---- */
/* The text that means just this place in the current trace. False: none does. */
bool saved_position(struct session *session, const struct place *place, struct text *out);
/* For session_kind.texts: a line; the command that reads a text again, which is lost if it is in no file. asked: gdb was asked for it. */
void saved_line(struct saving *saving, const char *line);
void saved_text(struct saving *saving, const char *command, const char *path, bool asked);

/* ---- crash/csi_open.c ---- */
CHECKED bool csi_open(struct session *session, const char *path, struct error *error);
CHECKED bool csi_open_files(struct session *session, const char *const *paths, size_t count, struct error *error);      /* texts of sections, and a program */
/* How many of these files, from the first on, are metadata of one program: texts of sections, one program among them or none. By their content; 0: the first
 * is no text of a section and has none beside it. */
size_t csi_files_group(const char *const *paths, size_t count);

/* ---- stream/ae_kind.c ---- */
CHECKED bool ae_open(struct session *session, const char *const *paths, size_t count, struct error *error);

/* ---- coverage/gnatcov.c ---- */
CHECKED bool gnatcov_open(struct session *session, const char *path, const char *executable, struct error *error);      /* executable NULL: looked for */

/* ---- session.c ---- */
void session_close_trace(struct session *session);                                      /* forgets it and all that points into it */
void session_opened_anew(struct session *session);                                      /* rows made before are void */
void session_note(struct session *session, const char *format, ...) FORMATTED(2, 3);    /* one notice; made safe */
/* A file that belongs to the trace is there and cannot be read: said once, and kept for `info` and the status of batch. */
void session_note_unread(struct session *session, struct str path, const char *reason);
void session_look_for_unread(struct session *session);        /* among the objects that were opened for the last answer */
void session_note_once(struct session *session, struct str line);        /* unless it waits already: some commands read a word twice */
void session_greet(struct session *session, struct str words);                        /* kept for session_greeting; safe to print */
CHECKED bool session_need_open(const struct session *session, struct error *error);     /* is any trace open? */
CHECKED bool session_go_here(struct session *session, const struct place *place, struct error *error);      /* as session_go, in the current trace */

/* The place a word names, as the kind of trace resolves it: what `here` would be after going there. Nothing moves. */
CHECKED bool session_place(struct session *session, struct str word, struct place *place, struct error *error);
enum { LOCATION_ROOM = 32 };            /* cells of a location in lists */

/* ---- walk.c ---- */
void describe_asked(const struct place *place, struct text *out);       /* as it was typed, without an instance: sum, mean.c:26, line 26; made safe */
/* "sum returned before mean.c:26 ran", of an `until` that the end of its function stopped: in the place of what `out` held. */
void walk_say_returned(struct str function, const struct place *until, struct text *out);

/* ---- settings.c ---- */
/* The kinds that `open FILE as KIND` takes, ended by NULL, and which of enum kind each is; by name. NULL: none is of this kind. */
extern const char *const open_kinds[];
unsigned open_kind(size_t i);
const char *open_kind_name(unsigned kind);

/* A file name is the whole rest of the line, or a word in double quotes. The string is the text's. */
const char *file_argument(struct str arguments, struct text *name);

/* The i-th setting: its name, its value (appended), and whether it is another one than a new session has. False: there are no more. */
bool setting_at(struct session *session, size_t i, const char **name, struct text *value, bool *changed);

/* ---- line.c ---- */
/* Takes the next word; one in double quotes may hold blanks. False: none is left. */
bool argument_next(struct str *rest, struct str *word);
/* The same of a position: a word whose brackets are open goes on, as in f(int, char const*) const. */
bool argument_position(struct str *rest, struct str *word);
CHECKED bool argument_end(struct str rest, struct error *error);
/* The entry of a list of names, ended by NULL, that a word is or abbreviates. */
CHECKED bool argument_choice(struct str word, const char *const *names, const char *what, size_t *choice, struct error *error);
/* Runs the topic of `info` that the arguments begin with, the first one if there is none; the two lists are side by side. */
typedef bool (*topic_function)(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool run_topic(struct session *session, const char *const *names, const topic_function *run, struct str arguments, struct answer *answer,
                       struct error *error);

/* The function of a command that commands.txt lists: COMMAND(run_goto) { ... }. Its parameters are session, arguments, answer and error. With a semicolon it is
 * the declaration, for others that call it. */
#define COMMAND(name) CHECKED bool name(struct session *session, struct str arguments, struct answer *answer, struct error *error)

/* Those that other files call, or list as topics of `info`. */
COMMAND(run_goto);
COMMAND(run_print);
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
