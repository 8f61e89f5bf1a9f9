/* driver.h - ae-cc runs gcc and takes part in assembling and linking.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     main.c      options; runs gcc with ae-cc as -wrapper, so that gcc starts each of its tools through ae-cc; cleans up
 *     steps.c     cc1: notes what it makes; as: adds the assembly to the object made from it; collect2: link.c
 *     link.c      links once unchanged, which shows what belongs to the program; instruments that; links again
 *     archive.c   members of libraries
 *     process.c   words, files, running programs
 *
 * An object made by ae-cc is an ordinary object with gcc's own code, for any linker. It carries gcc's assembly in the section .clew.ae. ae-cc instruments it
 * at link time, because only then the callers and callees are known (Larus 1990, section 4.2, wishes for separate compilation). */
#ifndef CLEW_AE_DRIVER_H
#define CLEW_AE_DRIVER_H

#include "core/core.h"

struct words {
    char **items;                   /* ended by NULL */
    size_t count, capacity;
};

void words_add(struct words *words, const char *word);
void words_print(struct words *words, const char *format, ...) FORMATTED(2, 3);
bool words_have(const struct words *words, const char *word);

char *print(const char *format, ...) FORMATTED(1, 2);           /* malloced */
void complain(const char *format, ...) FORMATTED(1, 2);         /* writes "clew ae-cc: ..." to standard error, safe for a terminal */

const char *compiler_name(void);        /* $CLEW_MIPS_CC or mips-linux-gnu-gcc */

/* Runs a program and waits. Standard output and error go to the file `output` unless it is NULL. Returns the status as a shell does; 127: not found. */
int run(const struct words *command, const char *output);
bool read_whole(const char *path, struct text *bytes);
bool write_whole(const char *path, struct str bytes);        /* complains */

/* One step of a run of gcc. The folder holds temporary files, and notes from step to step. */
struct step {
    const char *folder;
    bool plain;
    struct words command;           /* the tool that gcc wants to run, with its arguments */
};
int step_run(struct step *step);
int link_run(struct step *step);

/* The section that an object carries. It begins with a head of lines, ended by an empty line; then comes the assembly. */
#define CARRIED_SECTION ".clew.ae"
#define CARRIED_HEAD "clew-ae 1\n"      /* then "option OPTION" for each option of the assembler */

/* One member of a library. */
struct member {
    struct str name;              /* "x.o" */
    size_t header;                  /* offset of its 60-byte header */
    struct str bytes;
};
/* Lists the members of a library, without its tables. False: not a library, or a thin one. */
bool archive_read(struct str bytes, struct member **members, size_t *count);
bool archive_is_thin(struct str bytes);
/* Writes the library with other bytes for some members (replaced[i].data not null), without the symbol table: ranlib must make it. */
void archive_write(struct str bytes, const struct member *members, const struct str *replaced, size_t count, struct text *out);

#endif
