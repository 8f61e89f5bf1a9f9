/* micro_code.h - decoded micro-operations, shared by micro_define.c and micro.c.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A segment has two lists of micro-operations. Both leave the same registers, memory and temporaries that later segments use:
 *
 *     all      as the log defines them, part by part: for runs that stop inside
 *     quick    for runs of the whole segment: without what the segment itself overwrites before anything sees it (mostly flags), and without what is a
 *              copy; each temporary or register that holds the same value is read once */
#ifndef CLEW_RECORDING_STATE_MICRO_CODE_H
#define CLEW_RECORDING_STATE_MICRO_CODE_H

#include "recording/state/micro.h"
#include "recording/state/micro_format.h"

enum { TEMPS = 1 << 16, VALUE = 32, ELEMENTS = 8 };

/* Kinds that micro_define makes of others. */
enum { GET_8 = MICRO_KINDS, PUT_8, CONSTANT };

struct micro {                  /* 24 bytes; part: of the segment, if it loads or stores */
    uint8_t kind, size, detail;
    uint8_t from;               /* size of the first operand, if that is a temporary */
    uint16_t result, part;
    uint32_t first, second, third;      /* operands; from TEMPS on constants, by number */
    uint32_t at;                /* where its bytes are in a run: MICRO_KNOWN, SET, FILL, LOAD; STORE: of the logged address; CONSTANT: number of the constant */
};

struct value { uint64_t word[VALUE / 8]; };     /* bytes above its size are zeros, up to 8 bytes */

struct code {
    uint32_t first, count;              /* of its micro-operations */
    uint32_t quick, quick_count;        /* of those for whole runs */
    uint32_t first_part, part_count;
};

struct micro_codes {
    ARRAY(struct code, segments);       /* by id */
    ARRAY(struct micro, micros);
    ARRAY(struct micro_part, parts);
    ARRAY(struct value, constants);
    uint8_t sizes[TEMPS];               /* of the superblock's temporaries; 0: not defined */
    ARRAY(uint16_t, defined);           /* those with a size */
    /* scratch of micro_quicken, by temporary; zeros between */
    uint32_t alias[TEMPS];
    bool live[TEMPS];
};

/* What a micro-operation's operands must be. */
enum operand { NO, TEMP /* any temporary */, SAME /* a temporary of the result's size */, TRUTH, GUARD /* a truth, or MICRO_ALWAYS */, ADDRESS, NUMBER, OFFSET, BASE };

struct shape {
    bool makes;                 /* a result */
    uint8_t operands[3];
    uint8_t sizes;              /* of results: the largest */
};
extern const struct shape micro_shapes[MICRO_KINDS];

/* Appends the quick list of a segment whose other members are set. goes_on: a later segment may use temporaries of its last part. O(micro-operations). */
void micro_quicken(struct micro_codes *codes, struct code *code, bool goes_on);

#endif
