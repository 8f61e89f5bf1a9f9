/* sources.h - source files: where clew looks for them, and how rows show them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     const struct session_source *source = session_source(session, file, folder);
 *     source->source ? source_row(session, source, line, true, row) : source_missing(source, rows);
 *
 * Files and folders are named as the compiler wrote them; lines count from 1. Part of session.h. */
#ifndef CLEW_SESSION_SOURCES_H
#define CLEW_SESSION_SOURCES_H

#include "table/table.h"

struct session;
struct source_position;
struct answer;

/* A source file that was needed: found, or the reason why not. Kept until another trace is opened. */
struct session_source {
    struct str file, folder;
    bool stale;                         /* look for it again */
    struct source *source;              /* NULL: not found */
    struct colour_state **states;       /* the state at the start of each line, found when it is first shown; see source_code */
    struct str newer;                 /* the recording or executable that is older than the source; null: none known */
    bool told;                          /* `list` has printed that */
    char reason[512];
};

/* ---- source.c ---- */
struct str source_path_folders(struct session *session);  /* as set, beside the trace, beside the executable, here; separated by ':', in the trace's arena */
/* Applies the rules to a file's name. False: no rule matches. */
bool source_path_rewritten(const struct session *session, struct str file, struct str folder, struct text *out);
void source_path_add_rule(struct session *session, struct str from, struct str to);
CHECKED bool source_path_set_rule(struct session *session, struct str arguments, struct error *error);       /* "FROM TO" */
void source_path_drop_rules(struct session *session);
bool source_path_rule(const struct session *session, size_t i, struct str *from, struct str *to);        /* the i-th; false: no more */
void source_path_show_rules(const struct session *session, struct rows *rows);
CHECKED bool source_path_set(struct session *session, struct str value, struct error *error);     /* refuses missing folders */
void source_path_note_missing(struct session *session);         /* of the folders on the command line */
void source_path_changed(struct session *session);              /* looks for the sources of all traces again */
void source_path_free(struct session *session);

/* ---- source_view.c ---- */
/* The source file: looked up once, and kept also if it was not found. */
const struct session_source *session_source(struct session *session, struct str file, struct str folder);
/* in colours: source_colour.h */
void source_code(struct session *session, const struct session_source *source, uint64_t line, enum style base, struct row *row);
/* a sentence, once, if the source is newer; false: nothing to say */
bool source_newer(struct session *session, const struct session_source *source, struct text *out);
void source_missing(const struct session_source *source, struct rows *rows);            /* adds where clew looked for it */
/* one row of `info source`: where clew found it, or looked for it */
void source_found_row(struct session *session, struct str file, struct str folder, struct rows *rows);
void source_row(struct session *session, const struct session_source *source, uint64_t line, bool current, struct row *row);        /* recording/views.c */

/* The text between a line's number and its code. */
struct source_margin {
    void (*write)(const void *context, uint64_t line, struct row *row);
    const void *context;
};
/* A whole file, with the line `current` (0: none) marked. False: not found; the rows say where clew looked. margin may be NULL. */
bool rows_of_source_file(struct session *session, struct str file, struct str folder, uint64_t current, const struct source_margin *margin, struct rows *rows);

/* ---- For `list`. A kind lists list_count lines around a place, or without arguments from list_line on; then it calls list_done ---- */
uint64_t list_count(const struct session *session);
void list_done(struct session *session, uint64_t first, uint64_t middle);
/* FILE:LINE or FUNCTION of the executable, whether or not it ran. False: the executable lacks it, or there is none. */
bool list_of_executable(struct session *session, const struct place *place, struct source_position *position);
bool list_of_main(struct session *session, struct source_position *position);

/* The command `list` of a kind: ten lines around the current place, then the next ten; or ten lines around another place. */
struct source_lister {
    bool (*find)(struct session *session, const struct place *place, struct source_position *position, struct error *error);       /* place NULL: here */
    void (*write)(const void *context, uint64_t line, struct row *row);                 /* as source_margin; NULL: no margin */
    const void *(*margin)(struct session *session, const struct source_position *position, struct arena *arena);                  /* the context for `write` */
};
CHECKED bool list_source(struct session *session, const struct source_lister *lister, struct str arguments, struct answer *answer, struct error *error);

/* The executable whose lines these are; null: unknown. An executable that was named and refused does not count. */
struct str source_executable(const struct session *session);

#endif
