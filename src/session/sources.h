/* sources.h - source files: where they are looked for, what is shown of them.  SPDX-License-Identifier: GPL-3.0-or-later
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

/* A source file that was asked for: found, or why not. Kept until another trace is opened. */
struct session_source {
    struct str file, folder;
    bool stale;                         /* to be looked for anew */
    struct source *source;              /* NULL: not found */
    struct colour_state **states;       /* what its lines begin in, found when it is shown first; see source_code */
    struct str newer;                 /* what it is newer than: the recording, or the executable; null: nothing that is known */
    bool told;                          /* `list` has said so */
    char reason[512];
};

/* ---- source.c ---- */
struct str source_path_folders(struct session *session);      /* as set, beside the trace, beside the executable, here; parted by ':', in the trace's arena */
/* The name of a file as the rules have it. False: none fits. */
bool source_path_rewritten(const struct session *session, struct str file, struct str folder, struct text *out);
void source_path_add_rule(struct session *session, struct str from, struct str to);
CHECKED bool source_path_set_rule(struct session *session, struct str arguments, struct error *error);       /* "FROM TO" */
void source_path_drop_rules(struct session *session);
bool source_path_rule(const struct session *session, size_t i, struct str *from, struct str *to);        /* the i-th; false: there are no more */
void source_path_show_rules(const struct session *session, struct rows *rows);
CHECKED bool source_path_set(struct session *session, struct str value, struct error *error);     /* refuses folders that are not there */
void source_path_note_missing(struct session *session);         /* of those the command line named */
void source_path_changed(struct session *session);              /* sources are looked for anew, of all traces */
void source_path_free(struct session *session);

/* ---- source_view.c ---- */
/* The executable whose lines these are; null: none is known. One that was named and refused says nothing of the trace. */
const struct session_source *session_source(struct session *session, struct str file, struct str folder);
/* in colours: source_colour.h */
void source_code(struct session *session, const struct session_source *source, uint64_t line, enum style base, struct row *row);
/* a sentence that says so if it is newer, once; false: nothing to say */
bool source_newer(struct session *session, const struct session_source *source, struct text *out);
void source_missing(const struct session_source *source, struct rows *rows);            /* where it was looked for */
/* one row of `info source`: where it was found, or looked for */
void source_found_row(struct session *session, struct str file, struct str folder, struct rows *rows);
void source_row(struct session *session, const struct session_source *source, uint64_t line, bool current, struct row *row);

/* What stands between the number of a line and its text. */
struct source_margin {
    void (*write)(const void *context, uint64_t line, struct row *row);
    const void *context;
};
/* A file, `current` (0: none) marked. False: it is not there; the rows say where it was looked for. margin may be NULL. */
bool rows_of_source_file(struct session *session, struct str file, struct str folder, uint64_t current, const struct source_margin *margin, struct rows *rows);

/* ---- Forms of `list`. A kind lists around a place, and with empty arguments from list_line on, so many lines, then says what it listed ---- */
uint64_t list_count(const struct session *session);
void list_done(struct session *session, uint64_t first, uint64_t middle);
/* FILE:LINE or FUNCTION of the executable, whether or not it ran. False: it has none such, or none is known. */
bool list_of_executable(struct session *session, const struct place *place, struct source_position *position);
bool list_of_main(struct session *session, struct source_position *position);

/* The command `list` of a kind: ten lines around where one is, then the next ten; of another place, around that. */
struct source_lister {
    bool (*find)(struct session *session, const struct place *place, struct source_position *position, struct error *error);       /* place NULL: here */
    void (*write)(const void *context, uint64_t line, struct row *row);                 /* as source_margin; NULL: no margin */
    const void *(*margin)(struct session *session, const struct source_position *position, struct arena *arena);                  /* its context */
};
CHECKED bool list_source(struct session *session, const struct source_lister *lister, struct str arguments, struct answer *answer, struct error *error);

struct str source_executable(const struct session *session);

#endif
