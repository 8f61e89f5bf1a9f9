/* wet_reader.h - shared by the parts of the WET reader.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. wet_line.c has the shapes of single lines; wet.c reads any line, carefully, and feeds readers; wet_batch.c takes many plain lines
 * at once, by 64-bit words, or with wet_avx2.c. *Plain* lines look as writers write them: a few blanks in front, no unneeded blanks after that, numbers of
 * few digits. The careful path reads everything else. */
#ifndef CLEW_RECORDING_WET_WET_READER_H
#define CLEW_RECORDING_WET_WET_READER_H

#include "recording/wet/wet.h"

/* ---- Single lines (wet_line.c) ----
 *
 * Every function takes a whole line without its end and without blanks around it, says whether it has the shape, and reads it. Columns are relative to
 * the line, from 1. */

enum { WET_X_MAX_DIGITS = 19 };     /* 19 decimal digits always fit into 64 bits */

/* Without spaces and tabs at both ends; unlike str_trim, keeps carriage returns. */
struct str wet_trim(struct str s);

/* Without a byte order mark at the front: at the start of a file it counts as blanks. */
struct str wet_without_mark(struct str bytes);

bool wet_line_number(struct str line, uint64_t *number);                                      /* one decimal number */
bool wet_line_block(struct str line, struct wet_block *block, uint64_t *ports_column);
bool wet_line_list(struct str line, const char *keyword, uint64_t *size, uint64_t *column);   /* keyword n */
bool wet_line_no_values(struct str line);
bool wet_line_entry(struct str line, struct wet_entry *entry);
bool wet_line_value(struct str line, struct wet_value *value);
bool wet_line_arrow(struct str line, struct wet_arrow *arrow);

/* The significant digits of a hexadecimal number with or without 0x: at least one, zero is "0". False: no number, or too long. */
bool wet_hex_digits(struct str s, struct str *digits);

/* ---- What a reader remembers about its current list (wet_batch.c) ----
 *
 * An X may come a second time (x-duplicate) or below an earlier one (x-order). To tell these apart, the reader needs
 * the set of X so far. Most lists run 0, 1, 2, ..., so it keeps the set as ranges, one of them for such a list; only X that came
 * out of order go into a hash map. In a list with many gaps it packs ranges, WET_SEALED at a time: the start of the first, then for each the
 * distance to the range before and its length, as numbers of seven bits a byte. That takes two bytes a gap where gaps are small; a search unpacks
 * WET_SEALED ranges. */

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
    uint64_t line, column;          /* of the announced number */
    uint64_t next;                  /* largest X so far + 1; 0: none */
    struct wet_range ranges[WET_SEALED];    /* the newest ranges of X that came in rising order */
    size_t range_count;
    struct wet_seal *seals;         /* the ranges before; memory kept from list to list */
    size_t seal_count, seal_capacity;
    unsigned char *packed;
    size_t packed_count, packed_capacity;
    struct map late;                /* X that came out of order */
};

enum wet_order { WET_RISING, WET_LATE, WET_REPEATED };

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column);

/* Counts an entry and compares its X with all before it. O(1) in rising order, otherwise O(log ranges + WET_SEALED). */
enum wet_order wet_list_take(struct wet_list *list, uint64_t x);

void wet_list_free(struct wet_list *list);

/* ---- Readers (wet.c) ---- */

/* The most items that one line can give: a static line or the end of the file closes list, ports, values, file and counts. */
enum { WET_QUEUE = 8 };

struct wet_place {
    uint64_t line, column;
};

struct wet_reader {
    const char *piece, *at, *end;           /* the piece being read, from `at` on */
    const char *limit;                      /* plain lines end before it; WET_SLACK bytes behind it are readable */
    const char *line_start;                 /* of the line being read; columns count from it */
    uint64_t before;                        /* bytes of all pieces before this one */
    uint64_t line;                          /* number of the line being read, from 1 */
    struct wet_place last;                  /* one past the last byte that is neither blank nor line end */
    uint64_t skipped;                       /* of a too long line: its bytes in earlier pieces */
    bool skipping;                          /* this piece begins inside such a line */
    bool marked;                            /* `at` is behind a byte order mark, which belongs to the line */
    bool vector;                            /* plain lines by AVX2 */
    bool history, begun, is_last, ended;
    bool has_count;
    uint64_t announced, blocks;             /* N, and static lines so far */
    struct wet_place count_place;
    bool headless;                          /* started inside a block: what its head announced is unknown */
    bool has_block, has_values;             /* has_values: the open block had VALUES or NO VALUES */
    uint64_t id, ports, lists;              /* of the open block: announced ports, SIZE lists so far */
    struct wet_place id_place, ports_place;
    struct wet_list list;
    struct wet_item queue[WET_QUEUE];
    unsigned queued, given;
};

/* ---- Batches ---- */

/* A batch being filled: takes lines from `at` on while they are plain, their X rise, and their ends lie before `limit`. */
struct wet_run {
    const char *at, *limit;
    const char *start, *text_end;           /* of the last line taken: its first byte, and one past its last but the line end */
    uint64_t next;                          /* X must not be below */
    unsigned count;
    bool consecutive;
};

/* Takes lines until the batch has `until`, or a line is not plain. */
void wet_scalar_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same for entries and values, with vectors where they fit. */
void wet_avx2_lines(struct wet_run *run, struct wet_batch *batch, unsigned until);

/* The same for arrows, with vectors only: stops at a line that vectors cannot take. */
void wet_avx2_arrows(struct wet_run *run, struct wet_batch *batch, unsigned until);
bool wet_avx2_is_here(void);

#endif
