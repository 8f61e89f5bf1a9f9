/* own.h - the user's own: keys, aliases, notes, displays, a theme; clewrc; saved sessions; undo.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     own.c         lists of names with values; alias, unalias; bind, unbind; note, notes
 *     settings.c    marks, set, show, theme
 *     saved.c       save, load; the user's clewrc
 *     resume.c      keeps things at the end for the next `clew FILE` (custom.h)
 *     undo.c        undo; repeat is in line.c
 *     display.c     display, undisplay
 *
 * The session keeps all of it as text, as the user typed it, and never as pointers into a trace: it survives a trace that is read again. */
#ifndef CLEW_SESSION_OWN_H
#define CLEW_SESSION_OWN_H

#include "session/custom.h"
#include "table/table.h"

struct answer;

/* A key and its command, an alias and its meaning, a position and its note. */
struct entry {
    unsigned number;                    /* of its trace, or its own; 0: none */
    char *name, *value;                 /* malloced */
};
struct entries {                        /* zeroed is empty; in order of creation */
    struct entry *items;
    size_t count, capacity;
};

/* The change that one command made: a part of the session, before and after. */
enum part { PART_BINDINGS, PART_ALIASES, PART_NOTES, PART_DISPLAYS, PART_MARKS, PART_SETTINGS, PART_STOPS, PARTS };
struct edit {
    enum part part;                     /* PARTS: nothing to undo */
    unsigned trace;                     /* the trace that was current */
    struct entries before, after;
    char *line;                         /* the command; malloced */
};

struct own {                            /* zeroed is empty */
    struct entries bindings;            /* "z z" -> "centre"; the command "none" does nothing */
    struct entries aliases;             /* name and meaning */
    struct entries notes;               /* by trace: the text of a position, and the remark */
    struct entries kept;                /* the notes that are in a file: saved, or from a script */
    bool gives_up;                      /* after quit!: unsaved notes may be lost */
    bool asks_back;                     /* session_asks_back() */
    unsigned drop_told;                 /* the trace that the line before this one failed to drop; 0: none */
    struct entries displays;            /* their numbers and expressions */
    unsigned last_display;              /* the last number given */
    struct entries files;               /* by trace: "open", the quoted names of its files; "were", their sizes and times; "resumed" */
    struct text theme;                  /* its name or path, "" for the default */
    struct style_look looks[STYLES];
    struct edit *edits;                 /* those that `undo` can take back, oldest first */
    size_t edit_count, edit_capacity;
    struct text last;                   /* the command that `repeat` runs again */
    bool edited;                        /* the running command changed something */
    bool loading;                       /* a saved session is loading: see saved.c, below */
    bool loaded;                        /* a saved session was loaded */
    bool resumes;                       /* session_resume() was called */
    bool resume_off;                    /* set resume off */
    struct entries rc_bindings, rc_aliases;     /* those from a clewrc */
    bool reads_rc;                      /* clew reads a clewrc: its rules may name functions that this program lacks */
    struct text rc_problems;            /* lines: the errors in a clewrc */
};
void own_free(struct session *session);

/* ---- own.c ---- */
struct entry *entries_find(const struct entries *entries, unsigned number, struct str name);      /* NULL: not there */
void entries_set(struct entries *entries, unsigned number, struct str name, struct str value);  /* replaces; copies */
/* appends a copy without looking for the name, which must not be there */
void entries_add(struct entries *entries, unsigned number, struct str name, struct str value);
bool entries_remove(struct entries *entries, unsigned number, struct str name);                   /* false: not there */
void entries_copy(const struct entries *from, struct entries *to);          /* appends copies */
bool entries_equal(const struct entries *a, const struct entries *b);       /* the same entries in the same order? */
void entries_free(struct entries *entries);

bool binding_prompts(struct str command);     /* does a key with this command open the command prompt? Not through an alias, which the user may remove */
enum { ALIASES_DEEP = 16 };             /* aliases within aliases, at most */
bool own_folder(struct text *out);      /* the user's folder for clew: $XDG_CONFIG_HOME/clew, otherwise ~/.config/clew. False: unknown */

void notes_kept(struct session *session);       /* all present notes are in a file now */
/* the edit made or changed these notes, and they come from a file */
void notes_from_file(struct session *session, const struct edit *edit);
/* adds a row if there is a note at that place of the current trace */
void notes_tell(struct session *session, const struct place *place, struct rows *rows);
/* Kept text must be one line that clew can show and write to a file: refuses control characters. */
CHECKED bool own_is_line(struct str text, struct error *error);
/* May this trace be closed? Yes, if all its notes are in a file, if the face is not interactive, or if the line before already got the warning. */
CHECKED bool notes_may_drop(struct session *session, unsigned number, struct error *error);

void own_opened(struct session *session, const char *const *paths, size_t count);        /* saved.c; call after opening the current trace, with its files */
void own_hand_over(struct session *session, unsigned from, unsigned to);       /* its file was opened again under another number: moves its notes there */
void own_forget_trace(struct session *session, unsigned number);                                /* call when the trace is closed */

/* ---- settings.c ---- */
void theme_built_in(struct style_look looks[STYLES]);
/* on failure `looks` does not change */
CHECKED bool theme_read(struct str bytes, const char *name, struct style_look looks[STYLES], struct error *error);
void theme_list(struct entries *themes);                /* their names and folders, sorted by name */

/* ---- display.c ---- */
CHECKED bool info_display(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- undo.c (edit_free and edits_free: own.c) ---- */
void edit_free(struct edit *edit);
void edits_free(struct session *session);                                                       /* forgets them */
void edit_begin(struct session *session, const struct command *command, struct edit *edit);    /* before a command is run */
bool edit_end(struct session *session, struct edit *edit, struct str line);  /* after it; takes the edit over. True: the command changed something */

/* ---- saved.c ----
 * A saved session may come from a stranger: clew recognises it by its content, so anyone who receives a trace may open one. So loading obeys a white list, a
 * property of the command table (struct command, loads): open, goto, trace, mark, note, breakpoints, display, paste FILE, the slice that dims, settings of the
 * view. None of these commands runs a program or writes a file; if you set the flag of another command, keep that promise (tests/opening). clew leaves out all
 * others: pipe, export, save, edit, source, core (it runs gdb), keys, ... The gate is in run_line (line.c), which every command passes; saved.c announces the
 * left-out lines before it begins. A line means clew's own command, whatever aliases the user has. A session's own aliases and keys never take effect, so
 * `save` writes them as comments. clew only reads the files that the lines name, only regular ones (saved_may_read), and writes no index files for them
 * (wet_index); it uses an index that exists. `clew -x FILE` and `source FILE` name a script, which may do anything. */
bool saved_is(const char *path);        /* does it begin as a saved session does? */
/* Adds a notice that names the session and its left-out lines, and obeys the rest; notes and counts failing lines. False: clew could not read it or the traces
 * it opens, or was interrupted. */
CHECKED bool saved_load(struct session *session, const char *path, uint64_t *failed, struct error *error);
/* saved_trace: the lines of a saved session for the current trace, without the one that opens it. saved_displays: the displays of the whole session. */
struct saved_counts {
    size_t traces, marks, notes, stops, lost;           /* lost: written as comments */
    size_t aliases, keys;                               /* also comments: those in no clewrc */
    size_t texts;                                       /* debugger's output that is in no file, or that must come from gdb */
};
void saved_trace(struct session *session, struct text *out, struct saved_counts *counts);
void saved_displays(const struct session *session, struct text *out);
/* Obeys lines as saved_load obeys those of the file `path`. Returns how many failed. */
uint64_t saved_obey(struct session *session, const char *path, struct str lines);
/* In session.c. May clew read this file now? While a session loads, it reads no file that blocks or acts on opening: standard input, pipes, devices. True for
 * a missing file. */
CHECKED bool saved_may_read(const struct session *session, const char *path, struct error *error);

/* ---- resume.c ---- */
void resume_opened(struct session *session);    /* call when the current trace was opened, or opened again: records the present state of its files */
void resume_again(struct session *session, bool go);    /* call when a trace was opened or indexed: resumes it, if session_resume was called */

#endif
