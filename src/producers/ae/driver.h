/* driver.h - ae-cc does what gcc would do, and has a hand in assembling and linking.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     main.c      options; runs gcc with itself as -wrapper, so that it is asked before every tool that gcc starts; cleans up
 *     steps.c     cc1: notes what it makes; as: adds to the object the assembly it was made from; collect2: link.c
 *     link.c      links once as it stands, which tells what belongs to the program; instruments that; links again
 *     archive.c   members of libraries
 *     process.c   words, files, running programs
 *
 * An object made by ae-cc is an ordinary one, of gcc's own code, for any linker. It carries gcc's assembly in the section .clew.ae, and is instrumented
 * when it is linked, for only then is known who calls whom (Larus 1990, section 4.2, wishes for separate compilation). */
#ifndef CLEW_AE_DRIVER_H
#define CLEW_AE_DRIVER_H

#include "core/core.h"

struct words {
    char **items;                   /* NULL behind the last */
    size_t count, capacity;
};

void words_add(struct words *words, const char *word);
void words_print(struct words *words, const char *format, ...) FORMATTED(2, 3);
bool words_have(const struct words *words, const char *word);

char *print(const char *format, ...) FORMATTED(1, 2);           /* malloced */
void complain(const char *format, ...) FORMATTED(1, 2);         /* "clew ae-cc: ..." on standard error, made safe for it */

const char *compiler_name(void);        /* $CLEW_MIPS_CC or mips-linux-gnu-gcc */

/* Runs a program and waits; standard output and error go to the named file unless it is NULL. Returns the status as a shell has it; 127: not there. */
int run(const struct words *command, const char *output);
bool read_whole(const char *path, struct text *bytes);
bool write_whole(const char *path, struct str bytes);        /* complains */

/* What the folder of one run of gcc is for: temporary files, and notes from step to step. */
struct step {
    const char *folder;
    bool plain;
    struct words command;           /* the tool that gcc wants to run, with its arguments */
};
int step_run(struct step *step);
int link_run(struct step *step);

/* The section that an object carries, and what stands at its head, a line each; an empty line ends the head, the assembly follows. */
#define CARRIED_SECTION ".clew.ae"
#define CARRIED_HEAD "clew-ae 1\n"      /* then "option OPTION" for each option of the assembler */

/* One member of a library. */
struct member {
    struct str name;              /* "x.o" */
    size_t header;                  /* where its 60 bytes of header lie */
    struct str bytes;
};
/* The members of a library's bytes, without its tables; false: it is none, or a thin one. */
bool archive_read(struct str bytes, struct member **members, size_t *count);
bool archive_is_thin(struct str bytes);
/* Writes the library with other bytes for some members (replaced[i].data not null), without the table of symbols: ranlib is to make it. */
void archive_write(struct str bytes, const struct member *members, const struct str *replaced, size_t count, struct text *out);

#endif
