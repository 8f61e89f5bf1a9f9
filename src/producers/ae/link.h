/* link.h - one link: what of it carries assembly, and the commands it takes.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_AE_LINK_H
#define CLEW_AE_LINK_H

#include "driver.h"
#include "unit.h"

/* An object, or a member of a library, that is part of the program and carries its assembly. */
struct carrier {
    const char *path;               /* as the linker names the object or the library */
    struct str member;            /* null: an object of its own */
    struct words options;           /* of the assembler */
    struct str assembly;
    bool little_endian, old;
};

struct link {
    struct step *step;
    struct arena arena;
    struct words command;           /* the linker's, without what cannot be had */
    const char *output;
    struct carrier *carriers;       /* in the order of linking: the units of the program */
    size_t count, capacity;
    const char *assembler, *ranlib, *nm;
};

/* What the linker takes into the program, as it says with -t -t; fills carriers. 0, or the status to end with. */
int link_discover(struct link *link);

#endif
