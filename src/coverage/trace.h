/* trace.h - execution traces of GNATcoverage: the code that an emulator saw executed.  SPDX-License-Identifier: GPL-3.0-or-later
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
 * Reading never fails as a whole: everything before damage is there, and each problem is listed with its offset. Entries stay in the bytes of the file and are
 * decoded on demand, so a trace costs no more than its file. Source: GNATcoverage user's guide, "Trace file contents", and AdaCore/gnatcoverage,
 * tools/gnatcov/traces_files.adb. For the layout, and which damage is an error: clew-formats(5), "GNATcoverage traces".
 *
 * To merge traces, and for what they say about code: executed.h, object_coverage.h. */
#ifndef CLEW_COVERAGE_TRACE_H
#define CLEW_COVERAGE_TRACE_H

#include <endian.h>
#include <stdarg.h>
#include <string.h>
#include "core/core.h"

enum gnatcov_kind { GNATCOV_FLAT, GNATCOV_HISTORY, GNATCOV_INFO, GNATCOV_DECISION_MAP, GNATCOV_KINDS };

/* A kind's names in dumps ("DECISION_MAP") and in the status line ("decision map"), and the heading of its header. */
struct gnatcov_kind_text {
    const char *name, *label, *heading;
    bool behind;                    /* a header of this kind may follow infos */
};
extern const struct gnatcov_kind_text gnatcov_kind_texts[GNATCOV_KINDS];

enum { GNATCOV_HEADER_SIZE = 20 };

struct gnatcov_header {
    uint64_t offset;                    /* in the file */
    enum gnatcov_kind kind;
    unsigned address_size;              /* 4 or 8; any value in an INFO header */
    bool big_endian;
    unsigned machine;                   /* ELF e_machine; 0: unknown */
};

/* Tags of the info section; unknown ones keep their number. */
enum gnatcov_tag {
    GNATCOV_END, GNATCOV_EXECUTABLE, GNATCOV_OPTIONS, GNATCOV_USER_DATA, GNATCOV_DATE, GNATCOV_KERNEL, GNATCOV_SIZE, GNATCOV_TIME_STAMP,
    GNATCOV_CRC32, GNATCOV_CONTEXT, GNATCOV_CODE_SIZE, GNATCOV_TAGS
};

struct gnatcov_info {
    uint64_t offset;
    uint32_t tag;
    bool big_endian;                    /* byte order of its section: GNATCOV_DATE contains a number */
    struct str data;                  /* as in the file; hostile */
};

/* Bits of an entry's op. The value GNATCOV_SPECIAL alone marks a special entry; its size tells its meaning. */
enum { GNATCOV_TAKEN = 1, GNATCOV_FELL_THROUGH = 2, GNATCOV_BLOCK = 0x10, GNATCOV_FAULT = 0x20, GNATCOV_SPECIAL = 0x80 };
enum gnatcov_special { GNATCOV_NOT_SPECIAL, GNATCOV_LOADED, GNATCOV_OBJECT_LOADED, GNATCOV_OBJECT_UNLOADED };

/* An entry covers address ... address + size - 1, modulo the address size; size 0 covers nothing. */
struct gnatcov_entry {
    uint64_t number;                    /* from 1, including special entries */
    uint64_t offset;
    uint64_t address;                   /* as in the file */
    uint16_t size;                      /* bytes of code; 0 for a special entry */
    uint8_t op;
    enum gnatcov_special special;
    uint32_t object;                    /* owner of the code: 0 the executable, else 1 + index into objects. For OBJECT_LOADED and _UNLOADED that object
                                         *  (0: it was not loaded, and an error or warning says why) */
    bool relocated;                     /* false: belongs to nothing (before the kernel module was loaded, or below its base) */
    uint64_t relative;                  /* the address in the object's or module's file; without those, `address` */
};

/* A shared object, from its load entry on. Loaded again, it is another object with the same name. */
struct gnatcov_object {
    uint64_t offset, base, size;        /* of the load entry; its load address; size of its code */
    uint64_t from, to;                  /* numbers of the entries that load and unload it; to: UINT64_MAX if it stays loaded */
    struct str name;                  /* EXEC_FILE_NAME; hostile */
    const struct gnatcov_info *infos;
    uint32_t info_count;
};
enum { GNATCOV_OBJECTS = 4096 };        /* further ones are not loaded and give a problem */

struct gnatcov_problem {
    struct error error;                 /* source, offset, message: "expected ..., found ..." */
    bool warning;
};

/* In the order of the file. Keeps at most GNATCOV_PROBLEMS, but counts all of them, and `failed` covers all. */
enum { GNATCOV_PROBLEMS = 1000 };
struct gnatcov_problems {
    struct gnatcov_problem *items;      /* in the arena; min(count, GNATCOV_PROBLEMS) items */
    uint64_t count;
    size_t capacity;
    bool failed;                        /* at least one is an error */
};
void gnatcov_problem_add(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format, ...)
    FORMATTED(6, 7);
/* The form of diagnostics (clew-formats(5)): "clew: FILE: byte N: error: expected ..., found ...", made safe, without line end. */
void gnatcov_problem_text(const struct gnatcov_problem *problem, struct text *out);

struct gnatcov_run;                     /* entries that are contiguous in the file */
struct gnatcov_loads;                   /* the address of each shared object over time */

struct gnatcov {
    const char *source;
    struct str bytes;
    bool has_infos, has_entries;        /* which headers exist */
    struct gnatcov_header first, second;        /* of the infos; of the entries */
    struct gnatcov_info *infos;
    uint32_t info_count;
    uint64_t entry_count;               /* including special ones */
    struct gnatcov_run *runs;
    size_t run_count;
    struct gnatcov_object *objects;
    uint32_t object_count;
    struct gnatcov_loads *loads;
    bool has_base;                      /* kernel module: entries before entry number base_entry, and below the base, do not belong to it */
    uint64_t base, base_entry;
    struct gnatcov_problems problems;
};

/* Everything lies in the arena; infos, names and entries point into `bytes`; keeps `source`. O(bytes). Memory: only for infos, objects and problems. */
void gnatcov_read(struct str bytes, const char *source, struct arena *arena, struct gnatcov *trace);
/* The same with a progress report in bytes. False: stopped; the trace is incomplete. */
CHECKED bool gnatcov_read_watched(struct str bytes, const char *source, const struct progress *progress, struct arena *arena, struct gnatcov *trace);

/* Entry `number`, from 1. False: none. O(log of the entries, log² of the objects ever loaded). */
bool gnatcov_entry(const struct gnatcov *trace, uint64_t number, struct gnatcov_entry *entry);

/* All entries in order; O(log² of the objects ever loaded) each. */
struct gnatcov_cursor {
    const struct gnatcov *trace;
    uint64_t number;
    size_t run;
};
void gnatcov_begin(const struct gnatcov *trace, struct gnatcov_cursor *cursor);
bool gnatcov_next(struct gnatcov_cursor *cursor, struct gnatcov_entry *entry);

/* Recognises other files of the same tools, which clew names but does not read: puts a description for the message into the buffer. False: not one of them. */
bool gnatcov_foreign(struct str head, char name[64]);
bool gnatcov_sniff(struct str head);              /* is it #QEMU-Traces, or a file that gnatcov_foreign names? */

/* ---- Infos ---- */

const struct gnatcov_info *gnatcov_info_find(const struct gnatcov_info *infos, size_t count, uint32_t tag);     /* the first; NULL: none */
bool gnatcov_info_number(const struct gnatcov_info *info, uint64_t *number);            /* decimal, blanks around it allowed; false: no number, or info NULL */
bool gnatcov_info_date(const struct gnatcov_info *info, struct text *out);              /* "2012-02-21 08:00:37"; false: bad format, appends nothing */
void gnatcov_info_name(uint32_t tag, struct text *out);                                 /* "USER_DATA", "UNKNOWN (11)" */
void gnatcov_info_data(const struct gnatcov_info *info, struct text *out);              /* the text after "Data :" in dumps, with its blank; raw bytes */

/* ---- Dumps: the layout of the user's guide, byte for byte (bytes of names are not made safe) ---- */

/* "fffffffc-ffffffff ?: 11 ---t block" without line end; address_size 4 or 8. */
void gnatcov_line(unsigned address_size, uint64_t first, uint64_t last, uint8_t op, struct text *out);

/* Appends the next part of a dump, about a page. True: there is more. So a dump of any size needs little memory. */
struct gnatcov_dump {                   /* zeroed: at the start */
    const struct gnatcov *trace;
    bool raw;                           /* not relocated */
    bool began;                         /* reached the entries */
    uint32_t info;                      /* the next info, */
    uint64_t at;                        /* and the next byte of its data */
    bool hex;
    struct gnatcov_cursor cursor;
};
bool gnatcov_dump(struct gnatcov_dump *dump, struct text *out);

/* ---- Writing, in the byte order of this machine ---- */

void gnatcov_write_header(struct text *out, enum gnatcov_kind kind, unsigned address_size, unsigned machine);
void gnatcov_write_info(struct text *out, uint32_t tag, struct str data);             /* pads the data; GNATCOV_END without data ends the section */
void gnatcov_write_date(struct text *out, int64_t seconds);                             /* GNATCOV_DATE; seconds since 1970 */
void gnatcov_write_entry(struct text *out, unsigned address_size, uint64_t address, uint16_t size, uint8_t op);

/* ---- Shared by the files of this module ---- */

#define GNATCOV_MAGIC "#QEMU-Traces"

/* Sizes and places in the file. */
enum { GNATCOV_INFO_HEADER = 8, GNATCOV_DATE_SIZE = 8 };
enum { GNATCOV_UNDEFINED = 0x4c, GNATCOV_REMARKABLE = GNATCOV_UNDEFINED | GNATCOV_SPECIAL };       /* bits that a usual entry's op does not have */

struct gnatcov_run {
    uint64_t offset, first, count;      /* in the file; number of its first entry; number of entries */
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

/* ---- The address of each shared object over time ---- */

/* Receives the loads and unloads in order. `objects` are those of the whole trace. Loading requires `from`; unloading sets `to`. */
struct gnatcov_loader;
struct gnatcov_loader *gnatcov_loader_open(struct gnatcov_object *objects, uint32_t count);
uint32_t gnatcov_loader_load(struct gnatcov_loader *loader, uint32_t index);        /* 1 + index of a loaded object that it overlaps; 0: none */
/* Entry `number` unloads the object at an address. Returns 1 + its index; 0: none is loaded there. Of several, one with its base there comes before one with
 * the address inside, then the last loaded one wins. */
uint32_t gnatcov_loader_unload(struct gnatcov_loader *loader, uint64_t address, uint64_t number);
struct gnatcov_loads *gnatcov_loader_close(struct gnatcov_loader *loader, struct arena *arena);

/* 1 + index of the object that held an address when entry `number` was written; of several the last loaded one; 0: none. O(log² of objects). */
uint32_t gnatcov_loads_find(const struct gnatcov_loads *loads, uint64_t address, uint64_t number);
uint32_t gnatcov_loads_unloaded(const struct gnatcov_loads *loads, uint64_t number);       /* 1 + index of the object that entry `number` unloaded; 0: none */

#endif
