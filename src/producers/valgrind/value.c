/* value.c - chooses the value among the results of an instruction.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first of these that the instruction writes: the last general register except rsp; the low 64 bits of the last vector or
 * x87 register; memory; rsp. A few instructions are exceptions, recognised by their bytes:
 *
 *     mul, one-operand imul, div, idiv, cpuid, rdtsc, xgetbv, lods    rax, although they write others after it
 *     xchg                                                  its first operand (rax for the short form)
 *     cmpxchg with a memory operand, movs, stos             the memory
 *     system calls                                          nothing here: the kernel has not written rax yet */
#include "recorder.h"

enum value_wish { WISH_USUAL, WISH_REGISTER, WISH_MEMORY, WISH_NONE };

struct wish {
    enum value_wish kind;
    Int offset; /* WISH_REGISTER */
    IRType type;
};

/* The parts of an instruction's encoding that the exceptions need. */
struct opcode {
    UInt map;       /* 0: one byte, 1: after 0F, 2: any other */
    UInt byte;
    Int modrm;      /* -1: none */
    UInt rex;
    Bool short_operand;
};

static Bool is_prefix(UChar byte)
{
    switch (byte) {
    case 0x26: case 0x2E: case 0x36: case 0x3E: case 0x64: case 0x65: case 0x66: case 0x67: case 0xF0: case 0xF2: case 0xF3:
        return True;
    default:
        return False;
    }
}

static struct opcode opcode_decode(const UChar *code, UInt length)
{
    struct opcode result = {2, 0, -1, 0, False};
    UInt at = 0;
    while (at < length && is_prefix(code[at]))
        result.short_operand |= code[at++] == 0x66;
    if (at < length && (code[at] & 0xF0) == 0x40)
        result.rex = code[at++];
    if (at >= length || code[at] == 0xC4 || code[at] == 0xC5 || code[at] == 0x62) /* VEX and EVEX encodings: no exceptions */
        return result;
    result.map = code[at] == 0x0F;
    at += result.map;
    if (at < length)
        result.byte = code[at];
    if (at + 1 < length)
        result.modrm = code[at + 1];
    if (result.map == 1 && (result.byte == 0x38 || result.byte == 0x3A))
        result.map = 2;
    return result;
}

Bool value_shifts_by_cl(const UChar *code, UInt length)
{
    struct opcode op = opcode_decode(code, length);
    return (op.map == 0 && (op.byte == 0xD2 || op.byte == 0xD3)) || (op.map == 1 && (op.byte == 0xA5 || op.byte == 0xAD));
}

static IRType operand_type(const struct opcode *op)
{
    if ((op->rex & 8) != 0)
        return Ity_I64;
    return op->short_operand ? Ity_I16 : Ity_I32;
}

static struct wish wish_register(UInt number, IRType type, Bool high_bytes)
{
    struct wish wish = {WISH_REGISTER, GUEST(guest_RAX) + 8 * (Int)number, type};
    if (high_bytes && number >= 4 && number < 8) /* ah, ch, dh, bh */
        wish.offset = GUEST(guest_RAX) + 8 * ((Int)number - 4) + 1;
    return wish;
}

static struct wish wish_of_exchange(const struct opcode *op)
{
    static const struct wish memory = {WISH_MEMORY, 0, Ity_INVALID};
    if (op->modrm < 0xC0)
        return memory;
    UInt number = ((UInt)op->modrm & 7) | (op->rex & 1) << 3;
    return wish_register(number, op->byte == 0x86 ? Ity_I8 : operand_type(op), op->byte == 0x86 && op->rex == 0);
}

static struct wish wish_of_one_byte(const struct opcode *op)
{
    struct wish wish = {WISH_USUAL, 0, Ity_INVALID};
    Bool multiplies = op->modrm >= 0 && ((op->modrm >> 3) & 7) >= 4; /* /4 to /7: mul, imul, div, idiv */
    switch (op->byte) {
    case 0xF6: /* the byte forms write all of ax */
        return multiplies ? wish_register(0, Ity_I16, False) : wish;
    case 0xF7:
        return multiplies ? wish_register(0, operand_type(op), False) : wish;
    case 0x9F: /* lahf */
        return wish_register(4, Ity_I8, True);
    case 0xAC:
        return wish_register(0, Ity_I8, False);
    case 0xAD:
        return wish_register(0, operand_type(op), False);
    case 0x86: case 0x87:
        return wish_of_exchange(op);
    case 0x91: case 0x92: case 0x93: case 0x94: case 0x95: case 0x96: case 0x97: case 0x90:
        return wish_register(0, operand_type(op), False);
    case 0xA4: case 0xA5: case 0xAA: case 0xAB:
        wish.kind = WISH_MEMORY;
        return wish;
    case 0xCD: /* int */
        wish.kind = WISH_NONE;
        return wish;
    default:
        return wish;
    }
}

/* bt, bts, btr, btc. For a register operand VEX works on a copy that it pushes on the stack; the program itself does not. */
static struct wish wish_of_bit_test(const struct opcode *op)
{
    static const struct wish usual = {WISH_USUAL, 0, Ity_INVALID}, none = {WISH_NONE, 0, Ity_INVALID};
    Bool only_tests = op->byte == 0xA3 || (op->byte == 0xBA && ((op->modrm >> 3) & 7) == 4);
    if (only_tests)
        return none;
    return op->modrm >= 0xC0 ? wish_register(((UInt)op->modrm & 7) | (op->rex & 1) << 3, operand_type(op), False) : usual;
}

static struct wish wish_of_two_byte(const struct opcode *op)
{
    struct wish wish = {WISH_USUAL, 0, Ity_INVALID};
    switch (op->byte) {
    case 0x05: case 0x34: /* syscall, sysenter */
        wish.kind = WISH_NONE;
        return wish;
    case 0x01: /* xgetbv, rdtscp */
        return op->modrm == 0xD0 || op->modrm == 0xF9 ? wish_register(0, Ity_I32, False) : wish;
    case 0x31: case 0xA2: /* rdtsc, cpuid */
        return wish_register(0, Ity_I32, False);
    case 0xA3: case 0xAB: case 0xB3: case 0xBB: case 0xBA:
        return wish_of_bit_test(op);
    case 0xB0: case 0xB1: case 0xC7: /* cmpxchg, cmpxchg8b and 16b; C7 is also rdrand, with a register operand */
        wish.kind = op->modrm >= 0 && op->modrm < 0xC0 ? WISH_MEMORY : WISH_USUAL;
        return wish;
    default:
        return wish;
    }
}

static struct wish wish_of(const IRStmt *mark)
{
    struct wish usual = {WISH_USUAL, 0, Ity_INVALID};
    const UChar *code = (const UChar *)(HWord)(mark->Ist.IMark.addr + mark->Ist.IMark.delta);
    struct opcode op = opcode_decode(code, mark->Ist.IMark.len);
    if (op.map == 0)
        return wish_of_one_byte(&op);
    return op.map == 1 ? wish_of_two_byte(&op) : usual;
}

/* ---- the results of a statement ---- */

enum rank { RANK_NONE, RANK_STACK, RANK_MEMORY, RANK_VECTOR, RANK_GENERAL };

struct written {
    enum rank rank;
    Int offset, size;
};

static struct written register_written(Int offset, Int size)
{
    enum rank rank = RANK_NONE;
    if (offset >= GUEST(guest_RSP) && offset < GUEST(guest_RBP))
        rank = RANK_STACK;
    else if (offset >= GUEST(guest_RAX) && offset < GUEST(guest_CC_OP))
        rank = RANK_GENERAL;
    else if (offset >= GUEST(guest_YMM0) && offset < GUEST(guest_YMM16))
        rank = RANK_VECTOR;
    struct written result = {rank, offset, size};
    return result;
}

static Bool is_always(const IRExpr *guard)
{
    return guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1;
}

/* The result of a helper: its last general register, or else its memory. */
static struct written helper_written(const IRDirty *dirty)
{
    struct written best = {RANK_NONE, 0, 0};
    for (Int i = 0; i < dirty->nFxState; i++) {
        if (dirty->fxState[i].fx == Ifx_Read)
            continue;
        struct written next = register_written(dirty->fxState[i].offset, dirty->fxState[i].size);
        if (next.rank >= best.rank)
            best = next;
    }
    if (best.rank < RANK_MEMORY && dirty->mFx != Ifx_None && dirty->mFx != Ifx_Read && is_always(dirty->guard))
        best.rank = RANK_MEMORY;
    return best;
}

static struct written statement_written(const IRSB *in, const IRStmt *s)
{
    struct written nothing = {RANK_NONE, 0, 0}, memory = {RANK_MEMORY, 0, 0}, x87 = {RANK_VECTOR, -1, 8};
    switch (s->tag) {
    case Ist_Put:
        return register_written(s->Ist.Put.offset, sizeofIRType(typeOfIRExpr(in->tyenv, s->Ist.Put.data)));
    case Ist_PutI:
        return s->Ist.PutI.details->descr->base == GUEST(guest_FPREG) ? x87 : nothing;
    case Ist_Store:
    case Ist_StoreG:
    case Ist_CAS:
        return memory;
    case Ist_Dirty:
        return helper_written(s->Ist.Dirty.details);
    default:
        return nothing;
    }
}

/* The index after the instruction's last statement. */
static Int instruction_end(const IRSB *in, Int mark)
{
    Int end = mark + 1;
    while (end < in->stmts_used && in->stmts[end]->tag != Ist_IMark)
        end++;
    return end;
}

/* The last statement that writes guest bytes offset to offset + size, or -1. */
static Int last_write(const IRSB *in, Int mark, Int offset, Int size)
{
    for (Int i = instruction_end(in, mark) - 1; i > mark; i--) {
        struct written w = statement_written(in, in->stmts[i]);
        Bool is_register = w.rank != RANK_NONE && w.rank != RANK_MEMORY && w.offset >= 0;
        if (is_register && w.offset < offset + size && offset < w.offset + w.size)
            return i;
        if (in->stmts[i]->tag != Ist_Dirty) /* a helper may write several registers: look at them all */
            continue;
        const IRDirty *dirty = in->stmts[i]->Ist.Dirty.details;
        for (Int k = 0; k < dirty->nFxState; k++)
            if (dirty->fxState[k].fx != Ifx_Read && dirty->fxState[k].offset < offset + size &&
                offset < dirty->fxState[k].offset + dirty->fxState[k].size)
                return i;
    }
    return -1;
}

/* ---- what to log ---- */

/* VEX writes a 32-bit result as a 64-bit register: logging its low half is enough and halves the log. */
static IRExpr *narrow(const IRSB *in, Int statement, IRExpr *data)
{
    if (data->tag == Iex_Const && data->Iex.Const.con->tag == Ico_U64 && data->Iex.Const.con->Ico.U64 >> 32 == 0)
        return IRExpr_Const(IRConst_U32((UInt)data->Iex.Const.con->Ico.U64));
    for (Int i = statement; data->tag == Iex_RdTmp && i >= 0 && in->stmts[i]->tag != Ist_IMark; i--) {
        const IRStmt *s = in->stmts[i];
        if (s->tag != Ist_WrTmp || s->Ist.WrTmp.tmp != data->Iex.RdTmp.tmp)
            continue;
        IRExpr *e = s->Ist.WrTmp.data;
        if (e->tag == Iex_RdTmp)
            data = e;
        else if (e->tag == Iex_Unop && e->Iex.Unop.op == Iop_32Uto64 && isIRAtom(e->Iex.Unop.arg))
            return e->Iex.Unop.arg;
        else
            break;
    }
    return data;
}

static struct value value_of_general(const IRSB *in, Int statement, struct written written)
{
    struct value value = {statement, NULL, written.offset, Ity_I64};
    if (in->stmts[statement]->tag == Ist_Put)
        value.data = narrow(in, statement, in->stmts[statement]->Ist.Put.data);
    return value;
}

/* The low half of the written register, even if the instruction wrote only another part of it. */
static struct value value_of_vector(const IRSB *in, Int mark, Int statement, struct written written)
{
    struct value value = {statement, NULL, 0, Ity_I64};
    if (written.offset < 0) {
        value.data = in->stmts[statement]->Ist.PutI.details->data;
        return value;
    }
    Int number = (written.offset - GUEST(guest_YMM0)) / 32;
    value.offset = GUEST(guest_YMM0) + 32 * number;
    Int low = last_write(in, mark, value.offset, 8);
    if (low < 0 || in->stmts[low]->tag != Ist_Put || in->stmts[low]->Ist.Put.offset != value.offset)
        return value;
    IRExpr *data = in->stmts[low]->Ist.Put.data;
    if (sizeofIRType(typeOfIRExpr(in->tyenv, data)) >= 8)
        value.data = data;
    return value;
}

static struct value value_usual(const IRSB *in, Int mark, enum rank least, enum rank most)
{
    struct value none = {-1, NULL, 0, Ity_INVALID};
    struct written best = {RANK_NONE, 0, 0};
    Int statement = -1, end = instruction_end(in, mark);
    for (Int i = mark + 1; i < end; i++) {
        struct written next = statement_written(in, in->stmts[i]);
        if (next.rank >= least && next.rank <= most && next.rank >= best.rank) {
            best = next;
            statement = i;
        }
    }
    struct value memory = {statement, NULL, 0, Ity_INVALID};
    switch (best.rank) {
    case RANK_GENERAL:
    case RANK_STACK:
        return value_of_general(in, statement, best);
    case RANK_VECTOR:
        return value_of_vector(in, mark, statement, best);
    case RANK_MEMORY:
        return memory;
    default:
        return none;
    }
}

struct value value_choose(const IRSB *in, Int mark)
{
    struct wish wish = wish_of(in->stmts[mark]);
    struct value value = {-1, NULL, wish.offset, wish.type};
    if (wish.kind == WISH_NONE)
        return value;
    if (wish.kind == WISH_REGISTER)
        value.statement = last_write(in, mark, wish.offset, sizeofIRType(wish.type));
    if (wish.kind == WISH_MEMORY)
        value = value_usual(in, mark, RANK_MEMORY, RANK_MEMORY);
    return value.statement >= 0 ? value : value_usual(in, mark, RANK_STACK, RANK_GENERAL);
}

/* ---- the logging code ---- */

static IRExpr *low_half(IRSB *code, IRExpr *data)
{
    switch (typeOfIRExpr(code->tyenv, data)) {
    case Ity_V128:
        return code_assign(code, IRExpr_Unop(Iop_V128to64, data));
    case Ity_V256:
        return code_assign(code, IRExpr_Unop(Iop_V256to64_0, data));
    case Ity_I128:
        return code_assign(code, IRExpr_Unop(Iop_128to64, data));
    default:
        return data;
    }
}

/* Reads back up to 8 bytes that a helper has stored. */
static IRExpr *read_back(IRSB *code, const IRDirty *dirty)
{
    IRType type = Ity_I64;
    if (dirty->mSize < 8)
        type = dirty->mSize >= 4 ? Ity_I32 : dirty->mSize >= 2 ? Ity_I16 : Ity_I8;
    return code_assign(code, IRExpr_Load(Iend_LE, type, dirty->mAddr));
}

static IRExpr *stored_data(IRSB *code, const IRStmt *s)
{
    const IRCAS *cas;
    switch (s->tag) {
    case Ist_Store:
        return s->Ist.Store.data;
    case Ist_StoreG:
        return s->Ist.StoreG.details->data;
    case Ist_CAS: /* if the comparison fails, memory keeps its old content */
        cas = s->Ist.CAS.details;
        return code_assign(code, IRExpr_ITE(instrument_cas_succeeds(code, cas), cas->dataLo, IRExpr_RdTmp(cas->oldLo)));
    default:
        return read_back(code, s->Ist.Dirty.details);
    }
}

void value_log(struct segment *segment, const IRSB *in, const struct value *value)
{
    IRSB *code = segment->code;
    IRExpr *data = value->data;
    if (data == NULL && value->type == Ity_INVALID)
        data = stored_data(code, in->stmts[value->statement]);
    else if (data == NULL)
        data = code_assign(code, IRExpr_Get(value->offset, value->type));
    data = low_half(code, data);
    UInt size = (UInt)sizeofIRType(typeOfIRExpr(code->tyenv, data));
    define_letter('v');
    define_u8(size);
    segment_log(segment, data, size);
}
