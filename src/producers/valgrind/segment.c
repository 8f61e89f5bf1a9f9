/* segment.c - one segment under construction: definition, size, slots.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that a segment gets, in C:
 *
 *     base = stream_next;                  once in a superblock
 *     stream_next = base + advance;        at the start of each of its segments
 *     *(u32 *)(base + start) = id;
 *     *(type *)(base + start + 4) = ...;   one store for each logged number, in adjacent slots
 */
#include "recorder.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

static UChar definition[STREAM_MARGIN - 8];
static UInt defined;
static UInt last_id;

void define_bytes(const void *bytes, UInt size)
{
    tl_assert(size <= sizeof definition - defined);
    VG_(memcpy)(definition + defined, bytes, size);
    defined += size;
}

/* Machine and stream are both little-endian. */
void define_letter(HChar letter) { define_bytes(&letter, 1); }
void define_u8(ULong value) { define_bytes(&value, 1); }
void define_u16(ULong value) { define_bytes(&value, 2); }
void define_u32(ULong value) { define_bytes(&value, 4); }
void define_u64(ULong value) { define_bytes(&value, 8); }

IRExpr *code_assign(IRSB *code, IRExpr *expression)
{
    IRTemp temp = newIRTemp(code->tyenv, typeOfIRExpr(code->tyenv, expression));
    addStmtToIRSB(code, IRStmt_WrTmp(temp, expression));
    return IRExpr_RdTmp(temp);
}

IRExpr *code_number(ULong value)
{
    return IRExpr_Const(IRConst_U64(value));
}

static IRExpr *next_address(void)
{
    return code_number((ULong)(HWord)&stream_next);
}

void segment_begin_block(struct segment *segment)
{
    IRSB *code = segment->code;
    IRExpr *next = code_assign(code, IRExpr_Load(Iend_LE, Ity_I64, next_address()));
    IRExpr *full = code_assign(code, IRExpr_Binop(Iop_CmpLT64U, code_number((ULong)(HWord)stream_limit), next));
    IRDirty *flush = unsafeIRDirty_0_N(0, "micro_flush", VG_(fnptr_to_fnentry)((void *)&micro_flush), mkIRExprVec_0());
    flush->guard = full;
    addStmtToIRSB(code, IRStmt_Dirty(flush));
    segment->base = newIRTemp(code->tyenv, Ity_I64);
    addStmtToIRSB(code, IRStmt_WrTmp(segment->base, IRExpr_Load(Iend_LE, Ity_I64, next_address())));
    segment->start = segment->size = 0;
}

static IRExpr *slot(const struct segment *segment, IRConst *offset)
{
    return code_assign(segment->code, IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(segment->base), IRExpr_Const(offset)));
}

void segment_restart(void)
{
    last_id = 0;
}

void segment_begin(struct segment *segment)
{
    IRSB *code = segment->code;
    segment->start += segment->size;
    segment->advance = IRConst_U64(0);
    addStmtToIRSB(code, IRStmt_Store(Iend_LE, next_address(), slot(segment, segment->advance)));
    last_id++;
    tl_assert(last_id < LOG_SPECIAL);
    addStmtToIRSB(code, IRStmt_Store(Iend_LE, slot(segment, IRConst_U64(segment->start)), IRExpr_Const(IRConst_U32(last_id))));
    segment->size = 4;
    defined = 0;
    define_u32(last_id);
}

void segment_end(struct segment *segment)
{
    segment->advance->Ico.U64 = segment->start + segment->size;
    tl_assert(segment->start + segment->size < STREAM_MARGIN);
    stream_record(LOG_SEGMENT, definition, defined);
}

void segment_log(struct segment *segment, IRExpr *atom, UInt size)
{
    addStmtToIRSB(segment->code, IRStmt_Store(Iend_LE, slot(segment, IRConst_U64(segment->start + segment->size)), atom));
    segment->size += size;
}
