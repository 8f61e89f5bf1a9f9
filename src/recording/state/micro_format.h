/* micro_format.h - how a segment computes: the micro-operations of its definition.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With --state=yes a segment's definition (log_format.h) also says how it computes. A *micro-operation* makes a temporary, sets guest state, or stores.
 * With the registers at one moment, the loaded bytes and the results that the log keeps, a reader computes all registers and all stored bytes at every
 * later moment. The log keeps each result that no micro-operation below computes. (First-load logs and replay of intervals: Narayanasamy, Pokam, Calder,
 * "BugNet", ISCA 2005, section 4.)
 *
 *     k  u8 size, u8 spread, u16 result, u64 value              a constant; spread 1: each bit of the value is a byte of zeros or ones
 *     m  u8 kind, u8 size, u8 detail, u16 result, u16 first, u16 second, u16 third
 *
 * Operands are numbers of temporaries, unless said otherwise below. A temporary has 1, 2, 4, 8, 16 or 32 bytes; truth is 1 byte, 0 or 1. Its definition
 * comes before its uses, in the same superblock, but perhaps in an earlier segment of it. Nothing else defines it again in the superblock. size: bytes of
 * the result, or of what is put or stored. */
#ifndef CLEW_RECORDING_STATE_MICRO_FORMAT_H
#define CLEW_RECORDING_STATE_MICRO_FORMAT_H

enum { MICRO_ALWAYS = 0xffff };     /* a guard that is not there */

enum micro_kind {
    /* these log `size` bytes */
    MICRO_KNOWN = 1,                /* result: those bytes */
    MICRO_SET,                      /* guest state at offset `first`: a helper left those bytes there */
    MICRO_FILL,                     /* memory at address first + number `second`, if third holds: likewise */
    /* guest state and memory */
    MICRO_GET,                      /* result = guest state at offset `first` */
    MICRO_GET_ELEMENT,              /* result = element (second + detail) & 7 of the array at offset `first` */
    MICRO_PUT,                      /* guest state at offset `first` = second */
    MICRO_PUT_ELEMENT,              /* element (second + detail) & 7 of the array at offset `first` = third */
    MICRO_LOAD,                     /* result = memory at address `first`; an L before it logged the bytes */
    MICRO_STORE,                    /* memory at address `first` = second, if third holds */
    /* one operand, of any size */
    MICRO_MOVE,                     /* its low bytes; zeros above */
    MICRO_SIGNED,                   /* the same; copies of its sign bit above */
    MICRO_PART,                     /* its bytes from byte `detail` on */
    MICRO_BIT,                      /* its lowest bit */
    MICRO_SPREAD,                   /* all ones, unless it is 0 */
    MICRO_NOT,                      /* all bits inverted */
    MICRO_IS_ZERO, MICRO_IS_NOT_ZERO,
    MICRO_LEFT,                     /* x | -x */
    MICRO_CLZ, MICRO_CTZ,           /* zeros above the highest one, below the lowest one; of 0: its number of bits */
    MICRO_SIGNS,                    /* the sign bits of its bytes, one bit each */
    /* two operands of the size of the result */
    MICRO_ADD, MICRO_SUB, MICRO_MUL,
    MICRO_AND, MICRO_OR, MICRO_XOR, /* also of 16 and 32 bytes */
    /* two operands of one size, the result is a truth */
    MICRO_EQ, MICRO_NE, MICRO_LT_S, MICRO_LT_U, MICRO_LE_S, MICRO_LE_U,
    /* first shifted by second; a count of the number of bits or more is never shifted by */
    MICRO_SHL, MICRO_SHR, MICRO_SAR,
    /* two operands, the result has twice their size */
    MICRO_MULTIPLY_U, MICRO_MULTIPLY_S,
    MICRO_JOIN,                     /* first above second */
    /* first divided by second, which has half its size: the quotient below the remainder. A division that traps is never divided */
    MICRO_DIVIDE_U, MICRO_DIVIDE_S,
    MICRO_INSERT,                   /* first, with its low bytes replaced by second */
    MICRO_CHOOSE,                   /* second if first holds, else third */
    /* on lanes of `detail` bytes */
    MICRO_LANES_ADD, MICRO_LANES_SUB, MICRO_LANES_EQ, MICRO_LANES_GT_S, MICRO_LANES_MIN_U, MICRO_LANES_MAX_U, MICRO_LANES_MIN_S, MICRO_LANES_MAX_S,
    MICRO_LANES_SHL, MICRO_LANES_SHR, MICRO_LANES_SAR,      /* by the count `second`, as above */
    MICRO_LANES_LOW, MICRO_LANES_HIGH,                      /* the low (high) halves of second and first, lane by lane in turn, second's first */
    /* flags, 8 bytes: the four CC_* words of the guest state tell them, as they are there */
    MICRO_FLAGS,                    /* the six of arithmetic, each at its bit of the flags register */
    MICRO_CARRY,                    /* only the carry */
    MICRO_CONDITION,                /* 1 if condition `detail` of the 16 of the processor holds (the low half of the opcode of a jump), else 0 */
    MICRO_KINDS
};

#endif
