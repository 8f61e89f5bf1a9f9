/* building.h - from text to the streams of a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder.
 *
 *     input ---> parts (part.c), by one thread or two ---> commit, in file order ---> finish (build.c) ---> paged file
 *
 * A *part* is a stretch of text from one static line up to another, which can be read without knowing what stands before it (wet/wet.h). Whoever reads
 * it encodes its blocks in memory; they are about a fiftieth of the text. Parts are committed in file order: payloads get their places, the part's numbers
 * of definers are appended to those of the whole. Where an id has a block in an earlier part, the part is read again. Cuts are at the first static line at
 * or behind each multiple of PART_SIZE, so the result does not depend on how many threads there are.
 *
 * Histories (history.c) are in order of execution and go through a gather (gather.h). */
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
    uint32_t index;                 /* of its record; NO_RECORD: it has no block so far */
};
enum { NO_RECORD = UINT32_MAX };

struct numbers {                    /* zeroed is empty; in order of first mention */
    ARRAY(struct number, items);
    struct map by_id;
    uint64_t last_id;
    uint32_t last;
    bool has_last;
};
uint32_t number_of(struct numbers *numbers, uint64_t id);      /* made if it is new; O(1) expected */
void numbers_free(struct numbers *numbers);

/* ---- A part ---- */

#define PART_SIZE (UINT64_C(4) << 20)

struct part_record {
    struct record record;           /* lists are counted from the part's first */
    struct str file, function;    /* in the part's pool */
    uint64_t line, address_column;  /* where it stands in the text; lines are counted from where its reader began */
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

/* Is the id of a block taken by one before the part, which stands at that line? Lines are counted as the part's are. NULL: nobody knows yet. */
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
    struct progress progress;       /* told offsets in the text; called by the reading thread */
    size_t piece;                   /* how much is read at once; 0: FEED_PIECE */
};

struct feeder {
    struct part_source source;
    struct wet_reader *reader;
    char *buffer;                   /* what was fed, then `kept` bytes of a line that is not whole */
    size_t capacity, fed, kept;
    uint64_t next;                  /* offset in the text of what is to be read next */
    bool at_end, ended;
    bool has_damage;                /* compressed text ends here, since what follows cannot be decompressed */
    struct error damage;
};
void feeder_open(struct feeder *feeder, const struct part_source *source, enum wet_kind kind, enum wet_start start);
void feeder_close(struct feeder *feeder);

/* The reader has used up its piece: feeds the next one. *done: there is none, and all problems of the end have been given. False: the file cannot be read,
 * or stopped. */
CHECKED bool feeder_go_on(struct feeder *feeder, bool *done, struct error *error);

/* Reads a stretch of text, part by part. */
struct part_reader;
struct part_reader *part_reader_open(const struct part_source *source, uint64_t part_size);
void part_reader_close(struct part_reader *reader);
const struct feeder *part_reader_feeder(const struct part_reader *reader);
const struct wet_reader *part_reader_text(const struct part_reader *reader);       /* for its counts */

/* One part: up to the first static line at or behind a multiple of part_size at which a part can begin, or the end of the stretch, when *more becomes false.
 * False: the file cannot be read, or stopped. */
CHECKED bool part_read(struct part_reader *reader, const struct taken *taken, struct part *part, bool *more, struct error *error);

/* The first static line at or behind an offset above 0 at which a part can begin (its first byte is a digit), up to `end`; end: none. Reads up to there: at
 * the speed of memory, for lines that begin with blanks. False: it cannot be read, or progress stopped it. */
CHECKED bool part_boundary(struct input *input, uint64_t offset, uint64_t end, const struct progress *progress, uint64_t *boundary, struct error *error);

/* ---- Lists, one after the other (part.c) ---- */

/* The blocks of a list; of a uniform one the first only. */
struct block_run {
    ARRAY(struct block, items);
    bool uniform;
};

/* Values that are kept, since the text is compressed (part.c): 64 bits each in a run of their own. */
struct kept_values;

/* The list that is open, and its last block. */
struct open_list {
    bool is_open, in_values, dropped;       /* dropped: of a block whose id is taken; its entries are only counted by the reader */
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
    bool to_file;                   /* the index gets a name */
    struct uses_writer *uses;
    uint64_t limbs_left;            /* lists to come that belong to the values before them */
    struct numbers numbers;         /* of the whole; .index: of records */
    ARRAY(uint32_t, final);         /* numbers of parts -> those of the whole; indices in the end */
    ARRAY(struct record, records);
    ARRAY(struct list, lists);
    ARRAY(uint64_t, lines);         /* of the static lines of records */
    struct pool names;
    struct map name_places;         /* address of a pooled name -> offset in NAMES */
    struct map by_address;          /* of the first record there */
    struct findings findings;
    enum store_evidence evidence;
    uint64_t descriptors, offsets;  /* written so far */
    uint64_t blocks;                /* static lines of all stretches that are committed */
    bool has_damage;                /* see struct feeder */
    struct error damage;
    struct store_header header;
};
bool build_open(struct build *build, struct input *input, const char *index_path, const struct store_options *options, struct error *error);
void build_close(struct build *build);

void build_note_damage(struct build *build, const struct feeder *feeder);      /* that of a compressed text becomes the store's notice */

/* Writes the tables. The file is finished, and the store loaded from it. */
CHECKED bool build_finish(struct build *build, struct store *store, struct error *error);

/* Reads a text and writes its store, to index_path or in memory (NULL). */
CHECKED bool build_trace(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error);
CHECKED bool build_history(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error);

#endif
