/* wet_reader.h - what the parts of the WET reader share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. wet_line.c has the shapes of single lines; wet.c reads any line, carefully, and feeds readers; wet_batch.c takes many plain lines
 * at once, by 64-bit words, or with wet_avx2.c. Plain are lines as writers write them: a few blanks in front, no more where none are needed, numbers of few
 * digits. Whatever else there is, in a line or around it, is left to the careful path. */
#ifndef CLEW_RECORDING_WET_WET_READER_H
#define CLEW_RECORDING_WET_WET_READER_H

#include "recording/wet/wet.h"

/* ---- Single lines (wet_line.c) ----
 *
 * Every function takes a whole line without its end and without blanks around it, says whether it has that shape, and reads it; columns are relative to
 * the line, from 1. */

enum { WET_X_MAX_DIGITS = 19 };     /* so many decimal digits never exceed 64 bits */

/* Spaces and tabs at both ends taken off; unlike str_trim, carriage returns stay. */
struct str wet_trim(struct str s);

/* A byte order mark at the front taken off: at the start of a file it counts as blanks. */
struct str wet_without_mark(struct str bytes);

bool wet_line_number(struct str line, uint64_t *number);                                      /* one decimal number */
bool wet_line_block(struct str line, struct wet_block *block, uint64_t *ports_column);
bool wet_line_list(struct str line, const char *keyword, uint64_t *size, uint64_t *column);   /* keyword n */
bool wet_line_no_values(struct str line);
bool wet_line_entry(struct str line, struct wet_entry *entry);
bool wet_line_value(struct str line, struct wet_value *value);
bool wet_line_arrow(struct str line, struct wet_arrow *arrow);

/* Significant digits of a hexadecimal number with or without 0x: at least one, zero is "0". False: no number, or too long. */
bool wet_hex_digits(struct str s, struct str *digits);

/* ---- What a reader remembers of the list it is in (wet_batch.c) ----
 *
 * An X may come a second time (x-duplicate) or below an earlier one (x-order); to tell them apart takes
 * the set of X so far. Most lists run 0, 1, 2, ...: the set is kept as ranges, one of them for such a list, and only X that came
 * out of order go into a hash map. Ranges of a list with many gaps are packed, WET_SEALED at a time: where the first of them starts, and then of each
 * the distance to the one before and its length, as numbers of seven bits a byte; that is two bytes a gap where gaps are small, and a search unpacks
 * WET_SEALED of them. */

struct wet_range {
    uint64_t first, last;
};

enum { WET_SEALED = 64 };

/* Ranges packed together: packed[offset] on. */
struct wet_seal {
    uint64_t first, offset;
};

struct wet_list {
    bool open, values;              /* values: the list of VALUES, else a port's */
    uint64_t announced, entries;
    uint64_t line, column;          /* of the number announced */
    uint64_t next;                  /* largest X so far + 1; 0: none */
    struct wet_range ranges[WET_SEALED];    /* the last of X that came in rising order */
    size_t range_count;
    struct wet_seal *seals;         /* those before; kept from list to list */
    size_t seal_count, seal_capacity;
    unsigned char *packed;
    size_t packed_count, packed_capacity;
    struct map late;                /* X that came out of order */
};

enum wet_order { WET_RISING, WET_LATE, WET_REPEATED };

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column);

/* Counts an entry and says how its X stands to those before it. O(1) in rising order, else O(log ranges + WET_SEALED). */
enum wet_order wet_list_take(struct wet_list *list, uint64_t x);

void wet_list_free(struct wet_list *list);

/* ---- Readers (wet.c) ---- */

/* The most items one line can give: a static line or the end of the file closes list, ports, values, file and counts. */
enum { WET_QUEUE = 8 };

struct wet_place {
    uint64_t line, column;
};

struct wet_reader {
    const char *piece, *at, *end;           /* the piece being read, from `at` on */
    const char *limit;                      /* plain lines end before it; WET_SLACK bytes behind it can be read */
    const char *line_start;                 /* of the line being read; columns count from it */
    uint64_t before;                        /* bytes of all pieces before this one */
    uint64_t line;                          /* number of the line being read, from 1 */
    struct wet_place last;                  /* one past the last byte that is no blank or line end */
    uint64_t skipped;                       /* of a line that is too long: bytes of it in pieces before */
    bool skipping;                          /* this piece begins inside such a line */
    bool marked;                            /* `at` is behind a byte order mark, which belongs to the line */
    bool vector;                            /* plain lines by AVX2 */
    bool history, begun, is_last, ended;
    bool has_count;
    uint64_t announced, blocks;             /* N, and static lines so far */
    struct wet_place count_place;
    bool headless;                          /* started inside a block: what its head announced is unknown */
    bool has_block, has_values;             /* of the open block: VALUES or NO VALUES was there */
    uint64_t id, ports, lists;              /* of the open block: announced ports, SIZE lists so far */
    struct wet_place id_place, ports_place;
    struct wet_list list;
    struct wet_item queue[WET_QUEUE];
    unsigned queued, given;
};

/* ---- Batches ---- */

/* A batch being filled: lines from `at` on are taken while they are plain, their X rise, and their ends lie before `limit`. */
struct wet_run {
    const char *at, *limit;
    const char *start, *text_end;           /* of the last line taken: its first byte, and one past its last but the line end */
    uint64_t next;                          /* X must not be below */
    unsigned count;
    bool consecutive;
};

/* Takes lines until the batch has `until` of them, or one is not plain. */
void wet_scalar_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same with vectors where they fit, of entries and values. */
void wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same with vectors only, of arrows: stops at a line that is not for them. */
void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until);
bool wet_avx2_is_here(void);

#endif
