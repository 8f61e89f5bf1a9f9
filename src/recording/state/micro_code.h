/* micro_code.h - decoded micro-operations, shared by micro_define.c, micro_quicken.c, micro_lower.c and micro.c.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A segment has two lists. Both leave the same registers, memory and temporaries that later segments use:
 *
 *     all      micro-operations as the log defines them, part by part: for runs that stop inside, and for logged bytes
 *     quick    steps for fed runs of the whole segment, made of the same micro-operations: micro_quicken leaves out what the segment itself overwrites before
 *              anything sees it (mostly flags) and copies, then micro_lower makes steps
 *
 * A *step* computes at most 8 bytes from places in a *frame*: the registers of the thread that runs, and behind them all temporaries. So it takes an operand
 * from a register, and leaves its result there, without a copy; an address may be a place plus a constant, and one operand a constant. What does not fit into
 * a step stays a micro-operation: STEP_MICRO. In a run of jq an instruction has 2.6 steps, in place of 4.1 quick micro-operations, and 2 % of the steps are
 * STEP_MICRO. */
#ifndef CLEW_RECORDING_STATE_MICRO_CODE_H
#define CLEW_RECORDING_STATE_MICRO_CODE_H

#include "recording/state/micro.h"
#include "recording/state/micro_format.h"

enum { TEMPS = 1 << 16, VALUE = 32, ELEMENTS = 8, CONDITIONS = 16 };

/* Operands: a temporary's number, TEMPS + a constant's number or, in the quick list, OPERAND_REGISTER + the number of 8 bytes of guest state. */
#define OPERAND_REGISTER (UINT32_C(1) << 31)

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

/* The frame: words of 8 bytes. A place is the number of a word. */
enum { WORD_SIZE = 8, FRAME_TEMPS = (REGISTERS_SIZE + VALUE - 1) / VALUE * VALUE / WORD_SIZE, FRAME_WORDS = FRAME_TEMPS + TEMPS * VALUE / WORD_SIZE };
static inline uint32_t frame_of_temp(uint32_t number) { return FRAME_TEMPS + number * (VALUE / WORD_SIZE); }

/* to = a OP b, a number of `size` bytes with zeros above. _BY: `constant` in place of b. */
enum step_kind {
    STEP_MICRO,                         /* the micro-operation with the number `constant` */
    STEP_COPY, STEP_CONSTANT,
    STEP_LOW_4, STEP_LOW_2, STEP_LOW_1, /* the low bytes of a */
    STEP_SIGNED_4,                      /* the low 4 bytes of a, copies of their sign bit above */
    STEP_BIT,
    STEP_ADD_8, STEP_ADD_8_BY, STEP_SUB_8, STEP_ADD_4, STEP_ADD_4_BY, STEP_SUB_4,
    STEP_AND, STEP_AND_BY, STEP_OR, STEP_OR_BY, STEP_XOR, STEP_XOR_BY,
    STEP_EQ, STEP_EQ_BY, STEP_NE, STEP_NE_BY, STEP_LT_U, STEP_LT_U_BY, STEP_LE_U, STEP_LE_U_BY,
    STEP_SHL_8_BY, STEP_SHR_BY,
    STEP_KNOWN,
    STEP_LOAD_8, STEP_LOAD_4, STEP_LOAD,        /* from the address a + offset */
    STEP_STORE_8, STEP_STORE_4, STEP_STORE, STEP_STORE_BY       /* b to the address a + offset */
};

struct step {                           /* 16 bytes: a hot loop has many of them */
    union {
        uint64_t constant;
        struct { int32_t offset, stored; };         /* loads and stores; stored: by STORE_BY, its sign bit above it */
    };
    uint16_t to, a, b;                  /* places; of loads b, of stores `to` is the part of the segment */
    uint8_t kind, size;
};

struct code {
    uint32_t first, count;              /* of its micro-operations */
    uint32_t quick, quick_count;        /* of the steps for whole runs, if `is_quick` */
    uint32_t first_part, part_count;
    bool goes_on, is_quick;             /* goes_on: as for micro_quicken; is_quick: the quick list is made, at the first whole run */
};

struct micro_codes {
    ARRAY(struct code, segments);       /* by id */
    ARRAY(struct micro, micros);
    ARRAY(struct step, steps);
    ARRAY(struct micro_part, parts);
    ARRAY(struct value, constants);
    uint8_t sizes[TEMPS];               /* of the superblock's temporaries; 0: not defined */
    ARRAY(uint16_t, defined);           /* those with a size */
    /* scratch of micro_quicken and micro_lower, by temporary; zeros between */
    uint32_t alias[TEMPS], last[TEMPS];
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

/* Which operands of a micro-operation are temporaries or constants, and does it make a result? */
struct operands {
    bool makes, first, second, third;
};
struct operands micro_operands(const struct micro *micro);

/* Does it read the words of guest state that flags follow from? */
static inline bool micro_reads_flags(const struct micro *micro)
{
    return micro->kind == MICRO_FLAGS || micro->kind == MICRO_CARRY || micro->kind == MICRO_CONDITION;
}

/* Appends the quick list of a segment whose other members are set. goes_on: a later segment may use temporaries of its last part. O(micro-operations). */
void micro_quicken(struct micro_codes *codes, struct code *code, bool goes_on);

/* Appends steps that do what the micro-operations do. Temporaries made from number `fixed` on must be there behind them. *count: of the steps. Returns the
 * number of the first. O(micro-operations). */
uint32_t micro_lower(struct micro_codes *codes, const struct micro *micros, size_t micro_count, size_t fixed, uint32_t *count);

#endif
