/* building.h - turns text into the streams of a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder.
 *
 *     input ---> parts (part.c), by one thread or two ---> commit, in file order ---> finish (build.c) ---> paged file
 *
 * A *part* is a stretch of text from one static line up to another. A thread can read it without knowing the text before it (wet/wet.h), and encodes its
 * blocks in memory; they take about a fiftieth of the text. clew commits parts in file order: payloads get their places, and the part's numbers of
 * definers join those of the whole. If an id already has a block in an earlier part, clew reads the part again. It cuts at the first static line at or
 * behind each multiple of PART_SIZE, so the result does not depend on the number of threads.
 *
 * Histories (history.c) come in order of execution and go through a gather (gather.h). */
#ifndef CLEW_RECORDING_STORE_BUILDING_H
#define CLEW_RECORDING_STORE_BUILDING_H

#include "recording/store/layout.h"

struct findings {                   /* zeroed is empty */
    ARRAY(struct finding, items);
    uint64_t total, kind_count[WET_PROBLEMS];
};
void finding_add(struct findings *findings, uint64_t line, uint64_t column, const struct wet_finding *finding);
void findings_sort(struct findings *findings);

enum { ITEMS_A_REPORT = 1 << 16 };
#define INSTRUCTIONS_MAX (UINT32_MAX - 4u * ITEMS_A_REPORT)

/* ---- Numbers of definers ---- */

struct number {
    uint64_t id, top;               /* as in struct users_head */
    uint32_t index;                 /* of its record; NO_RECORD: no block so far */
};
enum { NO_RECORD = UINT32_MAX };

struct numbers {                    /* zeroed is empty; in order of first mention */
    ARRAY(struct number, items);
    struct map by_id;
    uint64_t last_id;
    uint32_t last;
    bool has_last;
};
uint32_t number_of(struct numbers *numbers, uint64_t id);      /* a new number if the id is new; O(1) expected */
void numbers_free(struct numbers *numbers);

/* ---- A part ---- */

#define PART_SIZE (UINT64_C(4) << 20)

struct part_record {
    struct record record;           /* lists are counted from the part's first */
    struct str file, function;    /* in the part's pool */
    uint64_t line, address_column;  /* its place in the text; lines count from where its reader began */
};

struct part_use {
    uint64_t low, high;
    uint32_t list, b, number;
};

struct part {
    ARRAY(struct part_record, records);
    ARRAY(struct list, lists);      /* first and xs count the part's blocks; first of LIST_TEXT its offsets */
    ARRAY(struct block, blocks);    /* offsets of payloads count the part's bytes */
    ARRAY(unsigned char, payload);
    ARRAY(uint64_t, offsets);       /* in the text */
    ARRAY(struct part_use, uses);
    struct numbers numbers;
    struct pool names;
    struct findings findings;
    enum store_evidence evidence;   /* the best it has: a gap in a list, the mark behind N */
};
void part_free(struct part *part);

/* Does a block before the part already have this id, and on which line? Lines count as the part's do. NULL: not known yet. */
struct taken {
    bool (*is_taken)(const void *context, uint64_t id, uint64_t *line);
    const void *context;
};

/* ---- Feeding a reader (part.c) ---- */

enum { FEED_PIECE = 1 << 18 };

/* A stretch of text. */
struct part_source {
    struct input *input;
    uint64_t from, to;              /* from: 0 or the first byte of a static line; to: the same, or UINT64_MAX: the file's end */
    enum wet_path path;
    struct progress progress;       /* gets offsets in the text; the reading thread calls it */
    size_t piece;                   /* bytes of one read; 0: FEED_PIECE */
};

struct feeder {
    struct part_source source;
    struct wet_reader *reader;
    char *buffer;                   /* the bytes fed, then `kept` bytes of an unfinished line */
    size_t capacity, fed, kept;
    uint64_t next;                  /* offset in the text of the next read */
    bool at_end, ended;
    bool has_damage;                /* compressed text ends here: the rest cannot be decompressed */
    struct error damage;
};
void feeder_open(struct feeder *feeder, const struct part_source *source, enum wet_kind kind, enum wet_start start);
void feeder_close(struct feeder *feeder);

/* Call it when the reader has used up its piece: it feeds the next one. *done: there is none, and the reader has given all problems of the end. False: the
 * file cannot be read, or progress stopped it. */
CHECKED bool feeder_go_on(struct feeder *feeder, bool *done, struct error *error);

/* Reads a stretch of text, part by part. */
struct part_reader;
struct part_reader *part_reader_open(const struct part_source *source, uint64_t part_size);
void part_reader_close(struct part_reader *reader);
const struct feeder *part_reader_feeder(const struct part_reader *reader);
const struct wet_reader *part_reader_text(const struct part_reader *reader);       /* for its counts */

/* Reads one part: up to the first static line at or behind a multiple of part_size where a part can begin, or up to the end of the stretch, where *more
 * becomes false. False: the file cannot be read, or progress stopped it. */
CHECKED bool part_read(struct part_reader *reader, const struct taken *taken, struct part *part, bool *more, struct error *error);

/* The first static line from an offset above 0 on, up to `end`, where a part can begin (its first byte is a digit). *boundary = end: none. Reads the text up
 * to there, at the speed of memory over lines that begin with blanks. False: it cannot be read, or progress stopped it. */
CHECKED bool part_boundary(struct input *input, uint64_t offset, uint64_t end, const struct progress *progress, uint64_t *boundary, struct error *error);

/* ---- Lists, one after the other (part.c) ---- */

/* The blocks of a list; only the first if the list is uniform. */
struct block_run {
    ARRAY(struct block, items);
    bool uniform;
};

/* Values that the part keeps because the text is compressed (part.c): one run for each 64 bits of width. */
struct kept_values;

/* The list that is open, and its last block. */
struct open_list {
    bool is_open, in_values, dropped;       /* dropped: the block's id is taken; the reader only counts its entries */
    struct list list;
    uint64_t announced;
    bool rising;                    /* X rise strictly so far */
    bool has_xs;
    unsigned count;                 /* of the open block */
    uint64_t ids[BLOCK], values[BLOCK], xs[BLOCK];
    struct block_run blocks, x_blocks;
    struct kept_values *kept;       /* NULL: values stay in the text */
};

/* ---- The whole (build.c) ---- */

struct build {
    struct input *input;
    const struct store_options *options;
    struct paged_writer *writer;
    bool to_file;                   /* the index becomes a file */
    struct uses_writer *uses;
    uint64_t limbs_left;            /* lists to come that belong to the values before them */
    struct numbers numbers;         /* of the whole; .index: of records */
    ARRAY(uint32_t, final);         /* numbers of parts -> numbers of the whole; in the end -> indices */
    ARRAY(struct record, records);
    ARRAY(struct list, lists);
    ARRAY(uint64_t, lines);         /* of the static lines of records */
    struct pool names;
    struct map name_places;         /* address of a pooled name -> offset in NAMES */
    struct map by_address;          /* of the first record there */
    struct findings findings;
    enum store_evidence evidence;
    uint64_t descriptors, offsets;  /* written so far */
    uint64_t blocks;                /* static lines of all committed stretches */
    bool has_damage;                /* see struct feeder */
    struct error damage;
    struct store_header header;
};
bool build_open(struct build *build, struct input *input, const char *index_path, const struct store_options *options, struct error *error);
void build_close(struct build *build);

void build_note_damage(struct build *build, const struct feeder *feeder);      /* damage of a compressed text becomes the store's notice */

/* Writes the tables, finishes the file and loads the store from it. */
CHECKED bool build_finish(struct build *build, struct store *store, struct error *error);

/* Reads a text and writes its store, to index_path or in memory (NULL). */
CHECKED bool build_trace(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error);
CHECKED bool build_history(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error);

#endif
