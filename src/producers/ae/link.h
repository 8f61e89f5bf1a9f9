/* link.h - one link: the objects that carry assembly, and the commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_AE_LINK_H
#define CLEW_AE_LINK_H

#include "driver.h"
#include "unit.h"

/* An object, or a member of a library, that is part of the program and carries its assembly. */
struct carrier {
    const char *path;               /* as the linker names the object or the library */
    struct str member;            /* null: not in a library */
    struct words options;           /* for the assembler */
    struct str assembly;
    bool little_endian, old;
};

struct link {
    struct step *step;
    struct arena arena;
    struct words command;           /* the linker's, without the options that would spoil a trace (is_dropped) */
    const char *output;
    struct carrier *carriers;       /* in link order: the units of the program */
    size_t count, capacity;
    const char *assembler, *ranlib, *nm;
};

/* Finds which files the linker takes into the program, by its option -t -t, and fills carriers. Returns 0, or the status to end with. */
int link_discover(struct link *link);

#endif
