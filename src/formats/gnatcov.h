/* gnatcov.h - execution traces of GNATcoverage: what an emulator saw executed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     execution trace   header(INFO) info* INFO_END header(FLAT|HISTORY) entry*
 *     of 2008           header(FLAT|HISTORY) entry*
 *     decision map      header(DECISION_MAP) entry*
 *
 *     struct gnatcov trace;
 *     gnatcov_read(bytes, "foo.trace", &arena, &trace);
 *     for (i = 0; i < trace.entry_count; i++) ...
 *     gnatcov_merge(&trace, &base) ...                   ranges with an op each, ascending: what was executed
 *
 * Reading never fails as a whole: what precedes damage is there, and what is wrong is listed with its offset. Source: the user's guide of
 * GNATcoverage, "Inspecting the trace files", and AdaCore/gnatcoverage, traces_files.adb. Layout: clew-formats(5), "GNATcoverage traces". */
#ifndef CLEW_FORMATS_GNATCOV_H
#define CLEW_FORMATS_GNATCOV_H

#include "core/core.h"

enum gnatcov_kind { GNATCOV_FLAT, GNATCOV_HISTORY, GNATCOV_INFO, GNATCOV_DECISION_MAP };

struct gnatcov_header {
    uint64_t offset;                    /* in the file */
    enum gnatcov_kind kind;
    unsigned address_size;              /* 4 or 8; 0 only in an INFO header */
    bool big_endian;
    unsigned machine;                   /* ELF e_machine; 0 unknown */
};

/* Tags of the info section; others keep their number. */
enum gnatcov_tag {
    GNATCOV_END, GNATCOV_EXECUTABLE, GNATCOV_OPTIONS, GNATCOV_USER_DATA, GNATCOV_DATE, GNATCOV_KERNEL, GNATCOV_SIZE, GNATCOV_TIME_STAMP,
    GNATCOV_CRC32, GNATCOV_CONTEXT, GNATCOV_CODE_SIZE, GNATCOV_TAGS
};
extern const char *const gnatcov_tag_names[GNATCOV_TAGS];       /* "INFO_END", "EXEC_FILE_NAME", ... as dumps have them */

struct gnatcov_info {
    uint64_t offset;
    uint32_t tag;
    struct slice data;                  /* as it stands; hostile */
};

/* Bits of an entry's op; the value GNATCOV_SPECIAL alone is a special entry, whose size tells what it says. */
enum { GNATCOV_TAKEN = 1, GNATCOV_FELL_THROUGH = 2, GNATCOV_BLOCK = 0x10, GNATCOV_FAULT = 0x20, GNATCOV_SPECIAL = 0x80 };
enum gnatcov_special { GNATCOV_LOADED = 1, GNATCOV_OBJECT_LOADED = 2, GNATCOV_OBJECT_UNLOADED = 3 };

struct gnatcov_entry {
    uint64_t offset;
    uint64_t address;                   /* as in the file; of a relocated one see gnatcov_relocate */
    uint16_t size;
    uint8_t op;
    uint32_t object;                    /* 0: the executable; else 1 + ordinal in objects */
};

/* A shared object, from its load entry on. */
struct gnatcov_object {
    uint64_t offset, base, size;        /* base: where it was loaded; size of its code */
    const struct gnatcov_info *infos;
    uint32_t info_count;
};

struct gnatcov_problem {
    struct error error;                 /* source, offset, message: "expected ..., found ..." */
    bool warning;
};

struct gnatcov {
    bool has_infos, has_entries;        /* which headers there are */
    struct gnatcov_header first, second;        /* first: of the infos, or, without any, second is the only one */
    struct gnatcov_info *infos;
    uint32_t info_count;
    struct gnatcov_entry *entries;      /* special ones among them */
    uint64_t entry_count;
    struct gnatcov_object *objects;
    uint32_t object_count;
    bool has_base;                      /* of a kernel module: entries before base_entry, and below the base, are none of it */
    uint64_t base, base_entry;
    struct gnatcov_problem *problems;
    size_t problem_count;
    bool failed;                        /* at least one problem is an error */
};

/* Everything lies in the arena; infos point into bytes. O(bytes), memory about three times that of the entries. */
void gnatcov_read(struct slice bytes, const char *source, struct arena *arena, struct gnatcov *trace);

/* Other files of the same tools that are named, not read: a text for the message; NULL: none of them. */
const char *gnatcov_foreign(struct slice head);
bool gnatcov_sniff(struct slice head);              /* #QEMU-Traces, or a file that gnatcov_foreign names */

/* The first info of a tag; NULL: none. */
const struct gnatcov_info *gnatcov_info(const struct gnatcov *trace, uint32_t tag);
bool gnatcov_number(const struct gnatcov_info *info, uint64_t *number);             /* decimal, blanks around it */
bool gnatcov_date(const struct gnatcov_info *info, bool big_endian, struct text *out);     /* "2012-02-21 08:00:37"; false: bad format */

/* The address within its object, or within the kernel module. False: the entry belongs to nothing (before the module was loaded, or below it). */
bool gnatcov_relocate(const struct gnatcov *trace, const struct gnatcov_entry *entry, uint64_t *address);

/* The dump of the user's guide, byte for byte. raw: not relocated. */
void gnatcov_dump(const struct gnatcov *trace, bool raw, struct text *out);

#endif
