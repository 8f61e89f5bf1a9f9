/* trace.h - execution traces of GNATcoverage: what an emulator saw executed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     execution trace   header(INFO) info* INFO_END header(FLAT|HISTORY) entry*
 *     of 2008           header(FLAT|HISTORY) entry*
 *     decision map      header(DECISION_MAP) entry*
 *
 *     struct gnatcov trace;
 *     struct gnatcov_cursor cursor;
 *     struct gnatcov_entry entry;
 *     gnatcov_read(bytes, "foo.trace", &arena, &trace);
 *     for (gnatcov_begin(&trace, &cursor); gnatcov_next(&cursor, &entry);)
 *         ... entry.address, entry.size, entry.op ...
 *
 * Reading never fails as a whole: what precedes damage is there, and what is wrong is listed with its offset. Entries stay in the bytes they were read
 * from and are decoded when they are asked for, so a trace costs what its file costs. Source: the user's guide of GNATcoverage, "Trace file contents", and
 * AdaCore/gnatcoverage, tools/gnatcov/traces_files.adb. The layout, and which damage is an error: clew-formats(5), "GNATcoverage traces".
 *
 * Merging traces, and what they say about code: executed.h, object_coverage.h. */
#ifndef CLEW_COVERAGE_TRACE_H
#define CLEW_COVERAGE_TRACE_H

#include <endian.h>
#include <stdarg.h>
#include <string.h>
#include "core/core.h"

enum gnatcov_kind { GNATCOV_FLAT, GNATCOV_HISTORY, GNATCOV_INFO, GNATCOV_DECISION_MAP, GNATCOV_KINDS };

/* Names of a kind: in dumps ("DECISION_MAP"), in the status line ("decision map"), and in the row of its header. */
struct gnatcov_kind_text {
    const char *name, *label, *heading;
    bool behind;                    /* a header of it may stand behind infos */
};
extern const struct gnatcov_kind_text gnatcov_kind_texts[GNATCOV_KINDS];

enum { GNATCOV_HEADER_SIZE = 20 };

struct gnatcov_header {
    uint64_t offset;                    /* in the file */
    enum gnatcov_kind kind;
    unsigned address_size;              /* 4 or 8; in an INFO header anything */
    bool big_endian;
    unsigned machine;                   /* ELF e_machine; 0 unknown */
};

/* Tags of the info section; others keep their number. */
enum gnatcov_tag {
    GNATCOV_END, GNATCOV_EXECUTABLE, GNATCOV_OPTIONS, GNATCOV_USER_DATA, GNATCOV_DATE, GNATCOV_KERNEL, GNATCOV_SIZE, GNATCOV_TIME_STAMP,
    GNATCOV_CRC32, GNATCOV_CONTEXT, GNATCOV_CODE_SIZE, GNATCOV_TAGS
};

struct gnatcov_info {
    uint64_t offset;
    uint32_t tag;
    bool big_endian;                    /* the order of the section it stands in: GNATCOV_DATE has a number */
    struct str data;                  /* as it stands; hostile */
};

/* Bits of an entry's op; the value GNATCOV_SPECIAL alone makes a special entry, whose size tells what it says. */
enum { GNATCOV_TAKEN = 1, GNATCOV_FELL_THROUGH = 2, GNATCOV_BLOCK = 0x10, GNATCOV_FAULT = 0x20, GNATCOV_SPECIAL = 0x80 };
enum gnatcov_special { GNATCOV_NOT_SPECIAL, GNATCOV_LOADED, GNATCOV_OBJECT_LOADED, GNATCOV_OBJECT_UNLOADED };

/* An entry covers address ... address + size - 1, modulo the address size; size 0 covers nothing. */
struct gnatcov_entry {
    uint64_t number;                    /* from 1, special entries counted */
    uint64_t offset;
    uint64_t address;                   /* as in the file */
    uint16_t size;                      /* bytes of code; of a special entry 0 */
    uint8_t op;
    enum gnatcov_special special;
    uint32_t object;                    /* whose code it is: 0 the executable, else 1 + index into objects; of OBJECT_LOADED and _UNLOADED that object
                                         * (0: it was not loaded, an error or warning says why) */
    bool relocated;                     /* false: it belongs to nothing (before the kernel module was loaded, or below its base) */
    uint64_t relative;                  /* the address in the object's or module's file; without either the address itself */
};

/* A shared object, from its load entry on. One that is loaded again is another one of the same name. */
struct gnatcov_object {
    uint64_t offset, base, size;        /* of the load entry; where it was loaded; size of its code */
    uint64_t from, to;                  /* numbers of the entries that load and unload it; to: UINT64_MAX if it stays */
    struct str name;                  /* EXEC_FILE_NAME; hostile */
    const struct gnatcov_info *infos;
    uint32_t info_count;
};
enum { GNATCOV_OBJECTS = 4096 };        /* a trace that loads more is told so, and they are not loaded */

struct gnatcov_problem {
    struct error error;                 /* source, offset, message: "expected ..., found ..." */
    bool warning;
};

/* In the order of the file. At most GNATCOV_PROBLEMS are kept, count goes on; failed is true to the end. */
enum { GNATCOV_PROBLEMS = 1000 };
struct gnatcov_problems {
    struct gnatcov_problem *items;      /* in the arena; min(count, GNATCOV_PROBLEMS) of them */
    uint64_t count;
    size_t capacity;
    bool failed;                        /* one of all is an error */
};
void gnatcov_problem_add(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format, ...)
    FORMATTED(6, 7);
/* "clew: FILE: byte N: error: expected ..., found ...", made safe, without line end: what diagnostics look like (clew-formats(5)). */
void gnatcov_problem_text(const struct gnatcov_problem *problem, struct text *out);

struct gnatcov_run;                     /* entries that stand side by side in the file */
struct gnatcov_loads;                   /* which object was where, and when */

struct gnatcov {
    const char *source;
    struct str bytes;
    bool has_infos, has_entries;        /* which headers there are */
    struct gnatcov_header first, second;        /* of the infos; of the entries */
    struct gnatcov_info *infos;         /* those of the info section */
    uint32_t info_count;
    uint64_t entry_count;               /* special ones among them */
    struct gnatcov_run *runs;
    size_t run_count;
    struct gnatcov_object *objects;
    uint32_t object_count;
    struct gnatcov_loads *loads;
    bool has_base;                      /* of a kernel module: entries before entry number base_entry, and below the base, are none of it */
    uint64_t base, base_entry;
    struct gnatcov_problems problems;
};

/* Everything lies in the arena; infos, names and entries point into bytes, source is kept. O(bytes); memory: what infos, objects and problems need. */
void gnatcov_read(struct str bytes, const char *source, struct arena *arena, struct gnatcov *trace);
/* The same while somebody watches: progress counts bytes. False: stopped, and what is there is not the whole. */
CHECKED bool gnatcov_read_watched(struct str bytes, const char *source, const struct progress *progress, struct arena *arena, struct gnatcov *trace);

/* Entry `number`, from 1. False: there is none. O(log of the entries, log² of the objects loaded ever). */
bool gnatcov_entry(const struct gnatcov *trace, uint64_t number, struct gnatcov_entry *entry);

/* All entries in order: O(log² of the objects loaded ever) each. */
struct gnatcov_cursor {
    const struct gnatcov *trace;
    uint64_t number;
    size_t run;
};
void gnatcov_begin(const struct gnatcov *trace, struct gnatcov_cursor *cursor);
bool gnatcov_next(struct gnatcov_cursor *cursor, struct gnatcov_entry *entry);

/* Other files of the same tools that are recognised and named, not read: a text for the message, in the buffer; false: none of them. */
bool gnatcov_foreign(struct str head, char name[64]);
bool gnatcov_sniff(struct str head);              /* #QEMU-Traces, or a file that gnatcov_foreign names */

/* ---- Infos ---- */

const struct gnatcov_info *gnatcov_info_find(const struct gnatcov_info *infos, size_t count, uint32_t tag);     /* the first; NULL: none */
bool gnatcov_info_number(const struct gnatcov_info *info, uint64_t *number);            /* decimal with blanks around it; false: no number, or info NULL */
bool gnatcov_info_date(const struct gnatcov_info *info, struct text *out);              /* "2012-02-21 08:00:37"; false: bad format, nothing appended */
void gnatcov_info_name(uint32_t tag, struct text *out);                                 /* "USER_DATA", "UNKNOWN (11)" */
void gnatcov_info_data(const struct gnatcov_info *info, struct text *out);              /* as dumps have it behind "Data :", blank included; raw bytes */

/* ---- Dumps: the layout of the user's guide, byte for byte (bytes of names are not made safe) ---- */

/* "fffffffc-ffffffff ?: 11 ---t block" without line end; address_size 4 or 8. */
void gnatcov_line(unsigned address_size, uint64_t first, uint64_t last, uint8_t op, struct text *out);

/* Appends the next part of a dump, about a page, and says whether more is to come, so that a dump of any size needs no memory. */
struct gnatcov_dump {                   /* zeroed: at the beginning */
    const struct gnatcov *trace;
    bool raw;                           /* not relocated */
    bool began;                         /* the entries */
    uint32_t info;                      /* the info that comes next, */
    uint64_t at;                        /* and from which byte of its data on */
    bool hex;
    struct gnatcov_cursor cursor;
};
bool gnatcov_dump(struct gnatcov_dump *dump, struct text *out);

/* ---- Writing, in the byte order of this machine ---- */

void gnatcov_write_header(struct text *out, enum gnatcov_kind kind, unsigned address_size, unsigned machine);
void gnatcov_write_info(struct text *out, uint32_t tag, struct str data);             /* pads; GNATCOV_END without data ends the section */
void gnatcov_write_date(struct text *out, int64_t seconds);                             /* GNATCOV_DATE of seconds since 1970 */
void gnatcov_write_entry(struct text *out, unsigned address_size, uint64_t address, uint16_t size, uint8_t op);

/* ---- Shared by the files of this module ---- */

#define GNATCOV_MAGIC "#QEMU-Traces"

/* Sizes and places in the file. */
enum { GNATCOV_INFO_HEADER = 8, GNATCOV_DATE_SIZE = 8 };
enum { GNATCOV_UNDEFINED = 0x4c, GNATCOV_REMARKABLE = GNATCOV_UNDEFINED | GNATCOV_SPECIAL };       /* bits of an op that are not in a usual entry */

struct gnatcov_run {
    uint64_t offset, first, count;      /* in the file; number of the first entry; how many */
};

static inline uint16_t gnatcov_u16(const char *at, bool big_endian)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be16toh(value) : le16toh(value);
}

static inline uint32_t gnatcov_u32(const char *at, bool big_endian)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be32toh(value) : le32toh(value);
}

static inline uint64_t gnatcov_u64(const char *at, bool big_endian)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be64toh(value) : le64toh(value);
}

static inline unsigned gnatcov_stride(unsigned address_size)
{
    return address_size * 2;
}

static inline uint64_t gnatcov_highest(unsigned address_size)
{
    return address_size == 4 ? UINT32_MAX : UINT64_MAX;
}

/* ---- Which shared object was where, and when ---- */

/* Is told of the loads and unloads in their order. Objects are those of the whole trace; of one that is loaded `from` is set, unloading sets `to`. */
struct gnatcov_loader;
struct gnatcov_loader *gnatcov_loader_open(struct gnatcov_object *objects, uint32_t count);
uint32_t gnatcov_loader_load(struct gnatcov_loader *loader, uint32_t index);        /* 1 + the index of a loaded one that it overlaps; 0: none */
/* Entry `number` unloads what is at an address: 1 + index of the object, the last loaded one if there are several; one that has its base there before one
 * that has it inside. 0: nothing is loaded there. */
uint32_t gnatcov_loader_unload(struct gnatcov_loader *loader, uint64_t address, uint64_t number);
struct gnatcov_loads *gnatcov_loader_close(struct gnatcov_loader *loader, struct arena *arena);

/* 1 + index of the object that was loaded last of those that held an address when entry `number` was written; 0: none. O(log² of objects). */
uint32_t gnatcov_loads_find(const struct gnatcov_loads *loads, uint64_t address, uint64_t number);
uint32_t gnatcov_loads_unloaded(const struct gnatcov_loads *loads, uint64_t number);       /* 1 + index of the object that entry `number` unloaded; 0: none */

#endif
