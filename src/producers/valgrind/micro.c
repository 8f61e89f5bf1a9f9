/* micro.c - defines how a segment computes (recording/state/micro_format.h), and logs registers.  SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "recording/state/micro_format.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

Bool micro_wanted = False;

enum { NEW_TEMPS = 1 << 15 };   /* numbers from here on are not those of the block's own temporaries */
static UInt made;               /* how many of them the block has */

static UInt number_made(void)
{
    tl_assert(made < MICRO_ALWAYS - NEW_TEMPS);
    return NEW_TEMPS + made++;
}

static void constant(UInt size, Bool spread, UInt result, ULong value)
{
    define_letter('k');
    define_u8(size);
    define_u8(spread);
    define_u16(result);
    define_u64(value);
}

static void micro(enum micro_kind kind, UInt size, UInt detail, UInt result, UInt first, UInt second, UInt third)
{
    define_letter('m');
    define_u8(kind);
    define_u8(size);
    define_u8(detail);
    define_u16(result);
    define_u16(first);
    define_u16(second);
    define_u16(third);
}

static UInt size_of_type(IRType type)
{
    return type == Ity_I1 ? 1 : (UInt)sizeofIRType(type);
}

static UInt size_of(const IRSB *in, const IRExpr *e)
{
    return size_of_type(typeOfIRExpr(in->tyenv, e));
}

static void define_constant(UInt result, const IRConst *value)
{
    switch (value->tag) {
    case Ico_U1: constant(1, False, result, value->Ico.U1 ? 1 : 0); break;
    case Ico_U8: constant(1, False, result, value->Ico.U8); break;
    case Ico_U16: constant(2, False, result, value->Ico.U16); break;
    case Ico_U32: constant(4, False, result, value->Ico.U32); break;
    case Ico_U64: constant(8, False, result, value->Ico.U64); break;
    case Ico_F32: case Ico_F32i: constant(4, False, result, value->Ico.F32i); break; /* members of one union */
    case Ico_F64: case Ico_F64i: constant(8, False, result, value->Ico.F64i); break;
    case Ico_V128: constant(16, True, result, value->Ico.V128); break;
    case Ico_V256: constant(32, True, result, value->Ico.V256); break;
    default: tl_assert(0);
    }
}

/* The number of an atom's temporary. */
static UInt number_of(const IRExpr *atom)
{
    if (atom->tag == Iex_RdTmp) {
        tl_assert(atom->Iex.RdTmp.tmp < NEW_TEMPS);
        return atom->Iex.RdTmp.tmp;
    }
    UInt number = number_made();
    define_constant(number, atom->Iex.Const.con);
    return number;
}

/* ---- operations ---- */

struct operation {
    enum micro_kind kind; /* 0: none computes it */
    UInt detail;
};

static struct operation with_one(IROp op)
{
    switch (op) {
    case Iop_8Uto16: case Iop_8Uto32: case Iop_8Uto64: case Iop_16Uto32: case Iop_16Uto64: case Iop_32Uto64:
    case Iop_1Uto8: case Iop_1Uto32: case Iop_1Uto64:
    case Iop_64to32: case Iop_64to16: case Iop_64to8: case Iop_32to16: case Iop_32to8: case Iop_16to8: case Iop_128to64:
    case Iop_V128to64: case Iop_V128to32: case Iop_64UtoV128: case Iop_32UtoV128: case Iop_V256toV128_0: case Iop_V256to64_0:
    case Iop_ReinterpF64asI64: case Iop_ReinterpI64asF64: case Iop_ReinterpF32asI32: case Iop_ReinterpI32asF32: case Iop_ReinterpV128asI128:
    case Iop_ReinterpI128asV128:
        return (struct operation){MICRO_MOVE, 0};
    case Iop_8Sto16: case Iop_8Sto32: case Iop_8Sto64: case Iop_16Sto32: case Iop_16Sto64: case Iop_32Sto64:
        return (struct operation){MICRO_SIGNED, 0};
    case Iop_16HIto8: return (struct operation){MICRO_PART, 1};
    case Iop_32HIto16: return (struct operation){MICRO_PART, 2};
    case Iop_64HIto32: return (struct operation){MICRO_PART, 4};
    case Iop_128HIto64: case Iop_V128HIto64: case Iop_V256to64_1: return (struct operation){MICRO_PART, 8};
    case Iop_V256toV128_1: case Iop_V256to64_2: return (struct operation){MICRO_PART, 16};
    case Iop_V256to64_3: return (struct operation){MICRO_PART, 24};
    case Iop_32to1: case Iop_64to1: return (struct operation){MICRO_BIT, 0};
    case Iop_1Sto8: case Iop_1Sto16: case Iop_1Sto32: case Iop_1Sto64: case Iop_CmpwNEZ32: case Iop_CmpwNEZ64:
        return (struct operation){MICRO_SPREAD, 0};
    case Iop_Not8: case Iop_Not16: case Iop_Not32: case Iop_Not64: case Iop_NotV128: case Iop_NotV256: return (struct operation){MICRO_NOT, 0};
    case Iop_Not1: return (struct operation){MICRO_IS_ZERO, 0};
    case Iop_CmpNEZ8: case Iop_CmpNEZ16: case Iop_CmpNEZ32: case Iop_CmpNEZ64: return (struct operation){MICRO_IS_NOT_ZERO, 0};
    case Iop_Left8: case Iop_Left16: case Iop_Left32: case Iop_Left64: return (struct operation){MICRO_LEFT, 0};
    case Iop_Clz32: case Iop_Clz64: return (struct operation){MICRO_CLZ, 0};
    case Iop_Ctz32: case Iop_Ctz64: return (struct operation){MICRO_CTZ, 0};
    case Iop_GetMSBs8x8: case Iop_GetMSBs8x16: return (struct operation){MICRO_SIGNS, 0};
    default: return (struct operation){0, 0};
    }
}

#define SCALARS(name) case Iop_##name##8: case Iop_##name##16: case Iop_##name##32: case Iop_##name##64

static struct operation with_two_scalars(IROp op)
{
    switch (op) {
    SCALARS(Add): return (struct operation){MICRO_ADD, 0};
    SCALARS(Sub): return (struct operation){MICRO_SUB, 0};
    SCALARS(Mul): return (struct operation){MICRO_MUL, 0};
    SCALARS(And): case Iop_And1: case Iop_AndV128: case Iop_AndV256: return (struct operation){MICRO_AND, 0};
    SCALARS(Or): case Iop_Or1: case Iop_OrV128: case Iop_OrV256: return (struct operation){MICRO_OR, 0};
    SCALARS(Xor): case Iop_XorV128: case Iop_XorV256: return (struct operation){MICRO_XOR, 0};
    SCALARS(Shl): return (struct operation){MICRO_SHL, 0};
    SCALARS(Shr): return (struct operation){MICRO_SHR, 0};
    SCALARS(Sar): return (struct operation){MICRO_SAR, 0};
    SCALARS(CmpEQ): SCALARS(CasCmpEQ): return (struct operation){MICRO_EQ, 0};
    SCALARS(CmpNE): SCALARS(CasCmpNE): SCALARS(ExpCmpNE): return (struct operation){MICRO_NE, 0};
    case Iop_CmpLT32S: case Iop_CmpLT64S: return (struct operation){MICRO_LT_S, 0};
    case Iop_CmpLT32U: case Iop_CmpLT64U: return (struct operation){MICRO_LT_U, 0};
    case Iop_CmpLE32S: case Iop_CmpLE64S: return (struct operation){MICRO_LE_S, 0};
    case Iop_CmpLE32U: case Iop_CmpLE64U: return (struct operation){MICRO_LE_U, 0};
    case Iop_MullU8: case Iop_MullU16: case Iop_MullU32: case Iop_MullU64: return (struct operation){MICRO_MULTIPLY_U, 0};
    case Iop_MullS8: case Iop_MullS16: case Iop_MullS32: case Iop_MullS64: return (struct operation){MICRO_MULTIPLY_S, 0};
    case Iop_8HLto16: case Iop_16HLto32: case Iop_32HLto64: case Iop_64HLto128: case Iop_64HLtoV128: case Iop_V128HLtoV256:
        return (struct operation){MICRO_JOIN, 0};
    case Iop_DivModU64to32: case Iop_DivModU128to64: return (struct operation){MICRO_DIVIDE_U, 0};
    case Iop_DivModS64to32: case Iop_DivModS128to64: return (struct operation){MICRO_DIVIDE_S, 0};
    case Iop_SetV128lo32: case Iop_SetV128lo64: return (struct operation){MICRO_INSERT, 0};
    default: return (struct operation){0, 0};
    }
}

#define LANES(name) case Iop_##name##8x16: case Iop_##name##16x8: case Iop_##name##32x4: case Iop_##name##64x2
#define WIDE(name) case Iop_##name##8x32: case Iop_##name##16x16: case Iop_##name##32x8: case Iop_##name##64x4

static enum micro_kind on_lanes(IROp op)
{
    switch (op) {
    LANES(Add): WIDE(Add): return MICRO_LANES_ADD;
    LANES(Sub): WIDE(Sub): return MICRO_LANES_SUB;
    LANES(CmpEQ): WIDE(CmpEQ): return MICRO_LANES_EQ;
    case Iop_CmpGT8Sx16: case Iop_CmpGT16Sx8: case Iop_CmpGT32Sx4: case Iop_CmpGT64Sx2:
    case Iop_CmpGT8Sx32: case Iop_CmpGT16Sx16: case Iop_CmpGT32Sx8: case Iop_CmpGT64Sx4: return MICRO_LANES_GT_S;
    case Iop_Min8Ux16: case Iop_Min16Ux8: case Iop_Min32Ux4: case Iop_Min8Ux32: case Iop_Min16Ux16: case Iop_Min32Ux8: return MICRO_LANES_MIN_U;
    case Iop_Max8Ux16: case Iop_Max16Ux8: case Iop_Max32Ux4: case Iop_Max8Ux32: case Iop_Max16Ux16: case Iop_Max32Ux8: return MICRO_LANES_MAX_U;
    case Iop_Min8Sx16: case Iop_Min16Sx8: case Iop_Min32Sx4: case Iop_Min8Sx32: case Iop_Min16Sx16: case Iop_Min32Sx8: return MICRO_LANES_MIN_S;
    case Iop_Max8Sx16: case Iop_Max16Sx8: case Iop_Max32Sx4: case Iop_Max8Sx32: case Iop_Max16Sx16: case Iop_Max32Sx8: return MICRO_LANES_MAX_S;
    case Iop_ShlN16x8: case Iop_ShlN32x4: case Iop_ShlN64x2: case Iop_ShlN16x16: case Iop_ShlN32x8: case Iop_ShlN64x4: return MICRO_LANES_SHL;
    case Iop_ShrN16x8: case Iop_ShrN32x4: case Iop_ShrN64x2: case Iop_ShrN16x16: case Iop_ShrN32x8: case Iop_ShrN64x4: return MICRO_LANES_SHR;
    case Iop_SarN16x8: case Iop_SarN32x4: case Iop_SarN16x16: case Iop_SarN32x8: return MICRO_LANES_SAR;
    LANES(InterleaveLO): return MICRO_LANES_LOW;
    LANES(InterleaveHI): return MICRO_LANES_HIGH;
    default: return 0;
    }
}

#define OF_LANE(operand, count, wide)                                                                                                             \
    case Iop_Add##operand##x##count: case Iop_Add##operand##x##wide: case Iop_Sub##operand##x##count: case Iop_Sub##operand##x##wide:             \
    case Iop_CmpEQ##operand##x##count: case Iop_CmpEQ##operand##x##wide: case Iop_CmpGT##operand##Sx##count: case Iop_CmpGT##operand##Sx##wide:   \
    case Iop_InterleaveLO##operand##x##count: case Iop_InterleaveHI##operand##x##count
#define OF_EXTREME(operand, count, wide)                                                                                                          \
    case Iop_Min##operand##Ux##count: case Iop_Min##operand##Ux##wide: case Iop_Max##operand##Ux##count: case Iop_Max##operand##Ux##wide:         \
    case Iop_Min##operand##Sx##count: case Iop_Min##operand##Sx##wide: case Iop_Max##operand##Sx##count: case Iop_Max##operand##Sx##wide

/* Of an operation on lanes: the bytes of one. */
static UInt lane_of(IROp op)
{
    switch (op) {
    OF_LANE(8, 16, 32): OF_EXTREME(8, 16, 32): return 1;
    OF_LANE(16, 8, 16): OF_EXTREME(16, 8, 16): return 2;
    case Iop_ShlN16x8: case Iop_ShrN16x8: case Iop_SarN16x8: case Iop_ShlN16x16: case Iop_ShrN16x16: case Iop_SarN16x16: return 2;
    OF_LANE(32, 4, 8): OF_EXTREME(32, 4, 8): return 4;
    case Iop_ShlN32x4: case Iop_ShrN32x4: case Iop_SarN32x4: case Iop_ShlN32x8: case Iop_ShrN32x8: case Iop_SarN32x8: return 4;
    default: return 8;
    }
}

static struct operation with_two(IROp op)
{
    enum micro_kind lanes = on_lanes(op);
    return lanes != 0 ? (struct operation){lanes, lane_of(op)} : with_two_scalars(op);
}

/* ---- flags ---- */

/* Of the four CC_* words of the guest state: the temporary that has what is there now. */
enum { FLAG_WORDS = 4, CONDITIONS = 16 };
static IRTemp flag_words[FLAG_WORDS];

static void forget_flags(void)
{
    for (UInt i = 0; i < FLAG_WORDS; i++)
        flag_words[i] = IRTemp_INVALID;
}

static void note_flags(const IRStmt *s)
{
    Int first = GUEST(guest_CC_OP), offset;
    if (s->tag == Ist_Dirty || s->tag == Ist_PutI) {
        forget_flags();
    } else if (s->tag == Ist_Put) {
        offset = s->Ist.Put.offset;
        if (offset + 32 > first && offset < first + 8 * FLAG_WORDS)
            forget_flags();
    } else if (s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Get && s->Ist.WrTmp.data->Iex.Get.ty == Ity_I64) {
        offset = s->Ist.WrTmp.data->Iex.Get.offset - first;
        if (offset >= 0 && offset < 8 * FLAG_WORDS && offset % 8 == 0)
            flag_words[offset / 8] = s->Ist.WrTmp.tmp;
    }
}

static Bool are_flags(IRExpr **args)
{
    for (UInt i = 0; i < FLAG_WORDS; i++)
        if (args[i] == NULL || args[i]->tag != Iex_RdTmp || args[i]->Iex.RdTmp.tmp != flag_words[i])
            return False;
    return args[FLAG_WORDS] == NULL;
}

/* Most VEX helpers compute flags from the guest state. False: this one does not. */
static Bool flags(IRTemp result, const IRExpr *e)
{
    const HChar *name = e->Iex.CCall.cee->name;
    IRExpr **args = e->Iex.CCall.args;
    Bool is_condition = VG_(strcmp)(name, "amd64g_calculate_condition") == 0;
    enum micro_kind kind = is_condition                                            ? MICRO_CONDITION
                           : VG_(strcmp)(name, "amd64g_calculate_rflags_c") == 0   ? MICRO_CARRY
                           : VG_(strcmp)(name, "amd64g_calculate_rflags_all") == 0 ? MICRO_FLAGS
                                                                                   : 0;
    ULong condition = is_condition && args[0]->tag == Iex_Const ? args[0]->Iex.Const.con->Ico.U64 : is_condition ? CONDITIONS : 0;
    if (kind == 0 || condition >= CONDITIONS || !are_flags(args + is_condition))
        return False;
    micro(kind, 8, (UInt)condition, result, 0, 0, 0);
    return True;
}

/* ---- statements ---- */

/* Logs a temporary that no micro-operation computes. */
static void known(struct segment *segment, UInt result, UInt size, IRExpr *atom)
{
    micro(MICRO_KNOWN, size, 0, result, 0, 0, 0);
    segment_log(segment, atom, size);
}

static void known_temp(struct segment *segment, const IRSB *in, IRTemp temp)
{
    IRType type = typeOfIRTemp(in->tyenv, temp);
    IRExpr *atom = IRExpr_RdTmp(temp);
    if (type == Ity_I1)
        atom = code_assign(segment->code, IRExpr_Unop(Iop_1Uto8, atom));
    tl_assert(temp < NEW_TEMPS);
    known(segment, temp, size_of_type(type), atom);
}

static void temp(struct segment *segment, const IRSB *in, IRTemp result, const IRExpr *e)
{
    UInt size = size_of(in, e), first, second, third;
    struct operation operation;
    tl_assert(result < NEW_TEMPS);
    switch (e->tag) {
    case Iex_Const:
        define_constant(result, e->Iex.Const.con);
        return;
    case Iex_RdTmp:
        micro(MICRO_MOVE, size, 0, result, number_of(e), 0, 0);
        return;
    case Iex_Get:
        micro(MICRO_GET, size, 0, result, (UInt)e->Iex.Get.offset, 0, 0);
        return;
    case Iex_GetI:
        second = number_of(e->Iex.GetI.ix);
        micro(MICRO_GET_ELEMENT, size, (UInt)e->Iex.GetI.bias & 7, result, (UInt)e->Iex.GetI.descr->base, second, 0);
        return;
    case Iex_Load:
        first = number_of(e->Iex.Load.addr);
        micro(MICRO_LOAD, size, 0, result, first, 0, 0);
        return;
    case Iex_Unop:
        operation = with_one(e->Iex.Unop.op);
        if (operation.kind == 0)
            break;
        first = number_of(e->Iex.Unop.arg);
        micro(operation.kind, size, operation.detail, result, first, 0, 0);
        return;
    case Iex_Binop:
        operation = with_two(e->Iex.Binop.op);
        if (operation.kind == 0)
            break;
        first = number_of(e->Iex.Binop.arg1);
        second = number_of(e->Iex.Binop.arg2);
        micro(operation.kind, size, operation.detail, result, first, second, 0);
        return;
    case Iex_ITE:
        first = number_of(e->Iex.ITE.cond);
        second = number_of(e->Iex.ITE.iftrue);
        third = number_of(e->Iex.ITE.iffalse);
        micro(MICRO_CHOOSE, size, 0, result, first, second, third);
        return;
    case Iex_CCall:
        if (flags(result, e))
            return;
        break;
    default:
        break;
    }
    known_temp(segment, in, result);
}

static IRType type_of_size(UInt size)
{
    return size == 1 ? Ity_I8 : size == 2 ? Ity_I16 : size == 4 ? Ity_I32 : Ity_I64;
}

/* Logs guest state that a helper wrote. */
static void set(struct segment *segment, Int offset, UInt size)
{
    for (UInt done = 0, piece = 8; done < size; done += piece) {
        while (piece > size - done)
            piece /= 2;
        micro(MICRO_SET, piece, 0, 0, (UInt)offset + done, 0, 0);
        segment_log(segment, code_assign(segment->code, IRExpr_Get(offset + (Int)done, type_of_size(piece))), piece);
    }
}

/* Memory that a guarded helper does not write may not exist: this is read instead, and the reader drops it. */
static const UChar nothing[4096];

static UInt number_of_guard(const IRExpr *guard)
{
    if (guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1)
        return MICRO_ALWAYS;
    return number_of(guard);
}

static void fill(struct segment *segment, const IRDirty *dirty)
{
    IRSB *code = segment->code;
    UInt address = number_of(dirty->mAddr), guard = number_of_guard(dirty->guard), size = (UInt)dirty->mSize;
    tl_assert(size <= sizeof nothing);
    IRExpr *from = code_assign(code, IRExpr_ITE(dirty->guard, dirty->mAddr, code_number((ULong)(HWord)nothing)));
    for (UInt done = 0, piece = 8; done < size; done += piece) {
        while (piece > size - done)
            piece /= 2;
        IRExpr *at = code_assign(code, IRExpr_Binop(Iop_Add64, from, code_number(done)));
        micro(MICRO_FILL, piece, 0, 0, address, done, guard);
        segment_log(segment, code_assign(code, IRExpr_Load(Iend_LE, type_of_size(piece), at)), piece);
    }
}

static void helper(struct segment *segment, const IRSB *in, const IRDirty *dirty)
{
    if (dirty->tmp != IRTemp_INVALID)
        known_temp(segment, in, dirty->tmp);
    for (Int i = 0; i < dirty->nFxState; i++)
        for (UInt k = 0; dirty->fxState[i].fx != Ifx_Read && k <= dirty->fxState[i].nRepeats; k++)
            set(segment, dirty->fxState[i].offset + (Int)(k * dirty->fxState[i].repeatLen), dirty->fxState[i].size);
    if (dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify)
        fill(segment, dirty);
}

static void exchange(struct segment *segment, const IRSB *in, const IRCAS *cas)
{
    known_temp(segment, in, cas->oldLo);
    if (cas->oldHi != IRTemp_INVALID)
        known_temp(segment, in, cas->oldHi);
    UInt succeeds = number_made(), address = number_of(cas->addr), low = number_of(cas->dataLo), size = size_of(in, cas->dataLo);
    known(segment, succeeds, 1, code_assign(segment->code, IRExpr_Unop(Iop_1Uto8, instrument_cas_succeeds(segment->code, cas))));
    if (cas->dataHi != NULL) {
        UInt both = number_made(), high = number_of(cas->dataHi);
        size *= 2;
        micro(MICRO_JOIN, size, 0, both, high, low, 0);
        low = both;
    }
    micro(MICRO_STORE, size, 0, 0, address, low, succeeds);
}

void micro_begin_block(void)
{
    made = 0;
    forget_flags();
}

void micro_statement(struct segment *segment, const IRSB *in, const IRStmt *s)
{
    UInt first, second;
    if (!micro_wanted)
        return;
    note_flags(s);
    switch (s->tag) {
    case Ist_WrTmp:
        temp(segment, in, s->Ist.WrTmp.tmp, s->Ist.WrTmp.data);
        break;
    case Ist_Put:
        if (s->Ist.Put.offset == GUEST(guest_RIP))
            break;
        first = number_of(s->Ist.Put.data);
        micro(MICRO_PUT, size_of(in, s->Ist.Put.data), 0, 0, (UInt)s->Ist.Put.offset, first, 0);
        break;
    case Ist_PutI: {
        const IRPutI *put = s->Ist.PutI.details;
        first = number_of(put->ix);
        second = number_of(put->data);
        micro(MICRO_PUT_ELEMENT, size_of(in, put->data), (UInt)put->bias & 7, 0, (UInt)put->descr->base, first, second);
        break;
    }
    case Ist_Store:
        first = number_of(s->Ist.Store.addr);
        second = number_of(s->Ist.Store.data);
        micro(MICRO_STORE, size_of(in, s->Ist.Store.data), 0, 0, first, second, MICRO_ALWAYS);
        break;
    case Ist_StoreG: {
        const IRStoreG *store = s->Ist.StoreG.details;
        first = number_of(store->addr);
        second = number_of(store->data);
        UInt guard = number_of_guard(store->guard);
        micro(MICRO_STORE, size_of(in, store->data), 0, 0, first, second, guard);
        break;
    }
    case Ist_LoadG:
        known_temp(segment, in, s->Ist.LoadG.details->dst);
        break;
    case Ist_CAS:
        exchange(segment, in, s->Ist.CAS.details);
        break;
    case Ist_Dirty:
        helper(segment, in, s->Ist.Dirty.details);
        break;
    default:
        break;
    }
}

/* ---- registers ---- */

void micro_registers(ThreadId thread)
{
    struct {
        ULong thread;
        UChar state[GUEST(guest_GS_CONST) + 8];
    } payload = {thread, ""};
    if (!micro_wanted)
        return;
    VG_(get_shadow_regs_area)(thread, payload.state, 0, 0, sizeof payload.state);
    stream_record(LOG_REGISTERS, &payload, sizeof payload);
}

void micro_flush(void)
{
    stream_flush();
    micro_registers(VG_(get_running_tid)());
}
