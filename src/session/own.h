/* own.h - what users make their own: keys, aliases, notes, displays, a theme; their clewrc; saved sessions; undo.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     own.c         lists of names with values; alias, unalias; bind, unbind; note, notes
 *     settings.c    marks, set, show, theme
 *     saved.c       save, load; the user's clewrc
 *     resume.c      what is kept at the end for the next `clew FILE` (custom.h)
 *     undo.c        undo; repeat is in line.c
 *     display.c     display, undisplay
 *
 * All of it is kept in the session as text, as the user said it, and never as pointers into a trace: it survives a trace that is read again. */
#ifndef CLEW_SESSION_OWN_H
#define CLEW_SESSION_OWN_H

#include "session/custom.h"
#include "table/table.h"

struct answer;

/* One thing that was said: a key and its command, an alias and what it stands for, a position and its note. */
struct entry {
    unsigned number;                    /* of the trace it belongs to, or its own; 0: none */
    char *name, *value;                 /* malloced */
};
struct entries {                        /* zeroed is empty; in the order they were made */
    struct entry *items;
    size_t count, capacity;
};

/* What one command changed: a part of the session, as it was before and after. */
enum part { PART_BINDINGS, PART_ALIASES, PART_NOTES, PART_DISPLAYS, PART_MARKS, PART_SETTINGS, PART_STOPS, PARTS };
struct edit {
    enum part part;                     /* PARTS: nothing that could be undone */
    unsigned trace;                     /* the one that was current */
    struct entries before, after;
    char *line;                         /* the command; malloced */
};

struct own {                            /* zeroed is nothing */
    struct entries bindings;            /* "z z" -> "centre"; the command "none" does nothing */
    struct entries aliases;             /* what they stand for */
    struct entries notes;               /* of a trace: the text of a position, and the remark */
    struct entries kept;                /* those of them that are in a file: saved, or from a script */
    bool gives_up;                      /* quit! was said: what is in no file may go */
    bool asks_back;                     /* session_asks_back() */
    unsigned drop_told;                 /* the trace that `drop` was refused for by the line before this one; 0: none */
    struct entries displays;            /* their numbers, and expressions */
    unsigned last_display;              /* number that one was given */
    struct entries files;               /* of a trace: "open", and the files it was opened with, quoted; "were", their sizes and times; "resumed" */
    struct text theme;                  /* its name or path, "" for the one clew begins with */
    struct style_look looks[STYLES];
    struct edit *edits;                 /* those that can be undone, the last one last */
    size_t edit_count, edit_capacity;
    struct text last;                   /* the command that `repeat` says again */
    bool edited;                        /* the command that runs did */
    bool loading;                       /* a saved session is being loaded: see saved.c, below */
    bool loaded;                        /* one was */
    bool resumes;                       /* session_resume() was said */
    bool resume_off;                    /* set resume off */
    struct entries rc_bindings, rc_aliases;     /* those that a clewrc made */
    struct text rc_problems;            /* lines: what was wrong in a clewrc */
};
void own_free(struct session *session);

/* ---- own.c ---- */
struct entry *entries_find(const struct entries *entries, unsigned number, struct str name);      /* NULL: not there */
void entries_set(struct entries *entries, unsigned number, struct str name, struct str value);  /* replaces; copies */
void entries_add(struct entries *entries, unsigned number, struct str name, struct str value);  /* the same of what is not there; does not look */
bool entries_remove(struct entries *entries, unsigned number, struct str name);                   /* false: not there */
void entries_copy(const struct entries *from, struct entries *to);          /* appends copies */
bool entries_equal(const struct entries *a, const struct entries *b);       /* the same ones in the same order */
void entries_free(struct entries *entries);

bool binding_prompts(struct str command);     /* does a key with this command open the prompt for commands? Not by an alias, which can go */
enum { ALIASES_DEEP = 16 };             /* aliases within aliases, at most */
bool own_folder(struct text *out);      /* where users keep what is clew's: $XDG_CONFIG_HOME/clew, else ~/.config/clew. False: nobody knows */

void notes_kept(struct session *session);       /* all that there are are in a file now */
/* the edit made or changed these, and a file has them */
void notes_from_file(struct session *session, const struct edit *edit);
/* a row more, if there is a note at that place of the current trace */
void notes_tell(struct session *session, const struct place *place, struct rows *rows);
/* What is kept is one line that can be shown and written to a file: control characters are refused. */
CHECKED bool own_is_line(struct str text, struct error *error);
/* The trace may be closed: it has no notes that are in no file, or nobody is asked back, or was told by the line before. */
CHECKED bool notes_may_drop(struct session *session, unsigned number, struct error *error);

void own_opened(struct session *session, const char *const *paths, size_t count);               /* what the current trace was opened with */
void own_hand_over(struct session *session, unsigned from, unsigned to);       /* its file was opened again, by another number: notes of it go on */
void own_forget_trace(struct session *session, unsigned number);                                /* it is closed */

/* ---- settings.c ---- */
void theme_built_in(struct style_look looks[STYLES]);
/* on failure looks stay as they are */
CHECKED bool theme_read(struct str bytes, const char *name, struct style_look looks[STYLES], struct error *error);
void theme_list(struct entries *themes);                /* their names and folders, in order of names */

/* ---- display.c ---- */
CHECKED bool info_display(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- undo.c ---- */
void edit_free(struct edit *edit);
void edits_free(struct session *session);                                                       /* forgets them */
void edit_begin(struct session *session, const struct command *command, struct edit *edit);    /* before a command is run */
bool edit_end(struct session *session, struct edit *edit, struct str line);                  /* behind it; takes the edit over. True: it changed something */

/* ---- saved.c ----
 * A saved session may be a stranger's: clew knows it by its content, so anybody who is sent a trace may open one. So loading obeys a white list, which is
 * a property of the command table (struct command, loads): open, goto, trace, mark, note, breakpoints, display, paste FILE, the slice that dims, settings of
 * the view. No such command runs a program or writes a file; whoever sets the flag of another one keeps that promise (tests/opening). All others are left out:
 * pipe, export, save, edit, source, core (it runs gdb), keys, ... The gate is in run_line (line.c), through which every command goes, and saved.c
 * tells what is left out before it begins. A line means clew's own command, whatever aliases the user has; a session's own aliases and keys never take effect,
 * so `save` writes them as comments. Files that the lines name are only read, regular files alone (saved_may_read), and get no index file (wet_index): an index
 * that is there is used. `clew -x FILE` and `source FILE` name a script, which says what it likes. */
bool saved_is(const char *path);        /* does it begin as a saved session does? */
/* Notes which session is opened, with what is left out of it, and obeys the rest; lines that fail are noted, and counted. False: it cannot be read, what it
 * opens cannot, or it was interrupted. */
CHECKED bool saved_load(struct session *session, const char *path, uint64_t *failed, struct error *error);
/* The lines of a saved session that are of the current trace, but for the one that opens it; and of the whole: the displays. */
struct saved_counts {
    size_t traces, marks, notes, stops, lost;           /* lost: what is a comment */
    size_t aliases, keys;                               /* comments, too: what no clewrc has */
    size_t texts;                                       /* what a debugger printed that is in no file, or gdb has to be asked for */
};
void saved_trace(struct session *session, struct text *out, struct saved_counts *counts);
void saved_displays(const struct session *session, struct text *out);
/* Obeys lines as saved_load does those of the file `path`. Returns how many failed. */
uint64_t saved_obey(struct session *session, const char *path, struct str lines);
/* May this file be read now? While a session is loaded none that waits or does something when it is opened: standard input, pipes, devices. True of what is not
 * there. */
CHECKED bool saved_may_read(const struct session *session, const char *path, struct error *error);

/* ---- resume.c ---- */
void resume_opened(struct session *session);    /* the files of the current trace are as they are now: it was opened, or opened again */
void resume_again(struct session *session, bool go);    /* a trace was opened, or indexed: takes up what is kept of it, if session_resume was said */

#endif
