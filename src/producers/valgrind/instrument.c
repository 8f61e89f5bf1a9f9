/* instrument.c - walks a superblock and adds the logging code.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code logs an address before its access, so that everything before a fault is complete. It logs a value after the last
 * statement that makes it, which is before any exit that follows. */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

struct block {
    const IRSB *in;
    struct segment segment;
    Addr instruction;
    struct value value;
};

/* ---- mappings of code ---- */

static struct ranges known;

void instrument_forget(Addr start, SizeT size)
{
    UInt kept = 0;
    for (UInt i = 0; i < known.count; i++)
        if (known.items[i].end <= start || known.items[i].start >= start + size)
            known.items[kept++] = known.items[i];
    known.count = kept;
}

/* Logs the mapping that holds an instruction, once. Code in anonymous memory, and Valgrind's own code, has no mapping. */
static void announce_mapping(Addr address)
{
    if (ranges_have(&known, address))
        return;
    const NSegment *mapping = VG_(am_find_nsegment)(address);
    const HChar *path = mapping != NULL && mapping->kind == SkFileC ? VG_(am_get_filename)(mapping) : NULL;
    if (path == NULL)
        return;
    struct {
        ULong numbers[3];
        HChar path[4096];
    } payload = {{mapping->start, mapping->end + 1, (ULong)mapping->offset}, ""};
    SizeT length = VG_(strlen)(path);
    if (length > sizeof payload.path)
        length = sizeof payload.path;
    VG_(memcpy)(payload.path, path, length);
    stream_record(LOG_MAP, &payload, (UInt)(sizeof payload.numbers + length));
    ranges_add(&known, mapping->start, mapping->end + 1);
}

/* ---- registers ---- */

static Bool is_programs(Int offset)
{
    return offset >= GUEST(guest_RAX) && offset != GUEST(guest_RIP) &&
           (offset < GUEST(guest_EMNOTE) || offset == GUEST(guest_GS_CONST));
}

static void define_register(HChar letter, Int offset, Int size)
{
    if (!is_programs(offset))
        return;
    define_letter(letter);
    define_u16((ULong)offset);
    define_u16((ULong)size);
}

/* An x87 register: the top of stack selects it at run time. The logged number includes the bias. */
static void define_element(struct block *block, HChar letter, const IRRegArray *array, IRExpr *index, Int bias)
{
    IRSB *code = block->segment.code;
    IRExpr *sum = code_assign(code, IRExpr_Binop(Iop_Add32, index, IRExpr_Const(IRConst_U32((UInt)bias))));
    IRExpr *last = IRExpr_Const(IRConst_U32((UInt)array->nElems - 1));
    tl_assert(array->nElems == 8); /* a power of two, or the mask would be wrong */
    define_letter(letter);
    define_u16((ULong)array->base);
    define_u8((ULong)sizeofIRType(array->elemTy));
    define_u8((ULong)array->nElems);
    define_u8(0);
    IRExpr *element = code_assign(code, IRExpr_Binop(Iop_And32, sum, last));
    segment_log(&block->segment, code_assign(code, IRExpr_Unop(Iop_32to8, element)), 1);
}

/* ---- memory ---- */

static void log_address(struct block *block, HChar letter, IRExpr *address, Int size)
{
    define_letter(letter);
    define_u32((ULong)size);
    segment_log(&block->segment, address, 6);
}

/* The address, or zero if the guard prevents the access. */
static IRExpr *guarded_address(IRSB *code, IRExpr *guard, IRExpr *address)
{
    if (guard->tag == Iex_Const && guard->Iex.Const.con->Ico.U1)
        return address;
    return code_assign(code, IRExpr_ITE(guard, address, code_number(0)));
}

static Int size_of(const struct block *block, const IRExpr *e)
{
    return sizeofIRType(typeOfIRExpr(block->segment.code->tyenv, e));
}

/* ---- statements that access something ---- */

static void before_temp(struct block *block, const IRExpr *e, Int index)
{
    if (e->tag == Iex_Get) {
        struct narrow part = narrow_read(block->in, index, sizeofIRType(e->Iex.Get.ty));
        define_register('r', e->Iex.Get.offset + part.from, part.size);
    } else if (e->tag == Iex_GetI)
        define_element(block, 'R', e->Iex.GetI.descr, e->Iex.GetI.ix, e->Iex.GetI.bias);
    else if (e->tag == Iex_Load)
        log_address(block, 'l', e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty));
}

static void before_guarded_load(struct block *block, const IRLoadG *load)
{
    IRType result, loaded;
    typeOfIRLoadGOp(load->cvt, &result, &loaded);
    log_address(block, 'l', guarded_address(block->segment.code, load->guard, load->addr), sizeofIRType(loaded));
}

static void before_guarded_store(struct block *block, const IRStoreG *store)
{
    log_address(block, 's', guarded_address(block->segment.code, store->guard, store->addr), size_of(block, store->data));
}

static Int cas_size(const struct block *block, const IRCAS *cas)
{
    return size_of(block, cas->dataLo) * (cas->dataHi != NULL ? 2 : 1);
}

static void define_helper_registers(HChar letter, const IRDirty *dirty, IREffect other_way)
{
    for (Int i = 0; i < dirty->nFxState; i++)
        for (UInt k = 0; dirty->fxState[i].fx != other_way && k <= dirty->fxState[i].nRepeats; k++)
            define_register(letter, dirty->fxState[i].offset + (Int)(k * dirty->fxState[i].repeatLen),
                            dirty->fxState[i].size);
}

static void before_helper(struct block *block, const IRDirty *dirty)
{
    define_helper_registers('r', dirty, Ifx_Write);
    if (dirty->mFx != Ifx_None) {
        IRExpr *address = guarded_address(block->segment.code, dirty->guard, dirty->mAddr);
        if (dirty->mFx != Ifx_Write) {
            log_address(block, 'l', address, dirty->mSize);
            bytes_of_helper(&block->segment, 'L', dirty);
        }
        if (dirty->mFx != Ifx_Read)
            log_address(block, 's', address, dirty->mSize);
    }
    define_helper_registers('w', dirty, Ifx_Read);
}

static void before_statement(struct block *block, const IRStmt *s, Int index)
{
    switch (s->tag) {
    case Ist_WrTmp:
        before_temp(block, s->Ist.WrTmp.data, index);
        break;
    case Ist_Put:
        define_register('w', s->Ist.Put.offset, size_of(block, s->Ist.Put.data));
        break;
    case Ist_PutI: {
        const IRPutI *put = s->Ist.PutI.details;
        define_element(block, 'W', put->descr, put->ix, put->bias);
        break;
    }
    case Ist_Store:
        log_address(block, 's', s->Ist.Store.addr, size_of(block, s->Ist.Store.data));
        break;
    case Ist_StoreG:
        before_guarded_store(block, s->Ist.StoreG.details);
        break;
    case Ist_LoadG:
        before_guarded_load(block, s->Ist.LoadG.details);
        break;
    case Ist_CAS:
        log_address(block, 'l', s->Ist.CAS.details->addr, cas_size(block, s->Ist.CAS.details));
        break;
    case Ist_Dirty:
        before_helper(block, s->Ist.Dirty.details);
        break;
    default:
        break;
    }
}

/* The bits in which a temporary differs from an atom of 8 to 64 bits. */
static IRExpr *difference(IRSB *code, IRExpr *expected, IRTemp found)
{
    static const IROp widen[] = {Iop_8Uto64, Iop_16Uto64, Iop_32Uto64};
    IRType type = typeOfIRExpr(code->tyenv, expected);
    IRExpr *first = expected, *second = IRExpr_RdTmp(found);
    if (type != Ity_I64) {
        IROp operation = widen[type == Ity_I8 ? 0 : type == Ity_I16 ? 1 : 2];
        first = code_assign(code, IRExpr_Unop(operation, first));
        second = code_assign(code, IRExpr_Unop(operation, second));
    }
    return code_assign(code, IRExpr_Binop(Iop_Xor64, first, second));
}

IRExpr *instrument_cas_succeeds(IRSB *code, const IRCAS *cas)
{
    IRExpr *bits = difference(code, cas->expdLo, cas->oldLo);
    if (cas->expdHi != NULL) {
        IRExpr *high = difference(code, cas->expdHi, cas->oldHi);
        bits = code_assign(code, IRExpr_Binop(Iop_Or64, bits, high));
    }
    return code_assign(code, IRExpr_Binop(Iop_CmpEQ64, bits, code_number(0)));
}

static void after_cas(struct block *block, const IRCAS *cas)
{
    IRSB *code = block->segment.code;
    UInt size = (UInt)cas_size(block, cas);
    bytes_of_atoms(&block->segment, 'L', IRExpr_RdTmp(cas->oldLo), cas->dataHi != NULL ? IRExpr_RdTmp(cas->oldHi) : NULL, size);
    IRExpr *address = guarded_address(code, instrument_cas_succeeds(code, cas), cas->addr);
    log_address(block, 's', address, (Int)size);
    bytes_of_atoms(&block->segment, 'S', cas->dataLo, cas->dataHi, size);
}

static void after_guarded_load(struct block *block, const IRLoadG *load)
{
    IRType result, loaded;
    typeOfIRLoadGOp(load->cvt, &result, &loaded);
    bytes_of_atoms(&block->segment, 'L', IRExpr_RdTmp(load->dst), NULL, (UInt)sizeofIRType(loaded));
}

/* Logs the bytes that a statement has loaded or stored. */
static void after_statement(struct block *block, const IRStmt *s)
{
    const IRExpr *data;
    switch (s->tag) {
    case Ist_WrTmp:
        data = s->Ist.WrTmp.data;
        if (data->tag == Iex_Load)
            bytes_of_atoms(&block->segment, 'L', IRExpr_RdTmp(s->Ist.WrTmp.tmp), NULL, (UInt)sizeofIRType(data->Iex.Load.ty));
        break;
    case Ist_LoadG:
        after_guarded_load(block, s->Ist.LoadG.details);
        break;
    case Ist_Store:
        bytes_of_atoms(&block->segment, 'S', s->Ist.Store.data, NULL, (UInt)size_of(block, s->Ist.Store.data));
        break;
    case Ist_StoreG:
        bytes_of_atoms(&block->segment, 'S', s->Ist.StoreG.details->data, NULL, (UInt)size_of(block, s->Ist.StoreG.details->data));
        break;
    case Ist_CAS:
        after_cas(block, s->Ist.CAS.details);
        break;
    case Ist_Dirty:
        if (s->Ist.Dirty.details->mFx == Ifx_Write || s->Ist.Dirty.details->mFx == Ifx_Modify)
            bytes_of_helper(&block->segment, 'S', s->Ist.Dirty.details);
        break;
    default:
        break;
    }
}

/* ---- instructions, exits, blocks ---- */

static void begin_instruction(struct block *block, Int mark)
{
    const IRStmt *s = block->in->stmts[mark];
    block->instruction = s->Ist.IMark.addr + s->Ist.IMark.delta;
    const UChar *code = (const UChar *)block->instruction;
    UInt length = s->Ist.IMark.len; /* 0: cannot be decoded, and asks for a signal */
    announce_mapping(block->instruction);
    if (length == 0)
        announce_unsupported(block->instruction);
    define_letter('I');
    define_u64(block->instruction);
    define_u8(length);
    define_bytes(code, length);
    block->value = value_choose(block->in, mark);
    if (value_shifts_by_cl(code, length)) {
        define_letter('c');
        segment_log(&block->segment, code_assign(block->segment.code, IRExpr_Get(GUEST(guest_RCX), Ity_I8)), 1);
    }
}

static void pass_exit(struct block *block, IRStmt *s)
{
    define_letter('x');
    define_u64(s->Ist.Exit.dst->Ico.U64);
    segment_end(&block->segment);
    addStmtToIRSB(block->segment.code, s);
    segment_begin(&block->segment);
    define_letter('C');
    define_u64(block->instruction);
}

/* Such a division traps if the host's division traps. */
static Bool divides(const IRExpr *e)
{
    if (e->tag != Iex_Binop)
        return False;
    switch (e->Iex.Binop.op) {
    case Iop_DivU32: case Iop_DivS32: case Iop_DivU64: case Iop_DivS64: case Iop_DivModU64to32: case Iop_DivModS64to32:
    case Iop_DivModU128to64: case Iop_DivModS128to64: case Iop_DivModS64to64: case Iop_DivModU64to64:
    case Iop_DivModS32to32: case Iop_DivModU32to32:
        return True;
    default:
        return False;
    }
}

static Bool may_fault(const IRStmt *s)
{
    switch (s->tag) {
    case Ist_WrTmp:
        return s->Ist.WrTmp.data->tag == Iex_Load || divides(s->Ist.WrTmp.data);
    case Ist_Put: case Ist_PutI: case Ist_Exit: case Ist_IMark: case Ist_NoOp: case Ist_AbiHint:
        return False;
    default:
        return True;
    }
}

static Bool writes_pointer(const IRStmt *s)
{
    return s->tag == Ist_Put && s->Ist.Put.offset == GUEST(guest_RIP);
}

static Bool reads_pointer(const IRStmt *s)
{
    return s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_Get && s->Ist.WrTmp.data->Iex.Get.offset == GUEST(guest_RIP);
}

/* Is the statement a write of the instruction pointer that nothing can see, because nothing may fault before the next one? VEX cannot drop it, as it assumes
 * that the stores of the logging code may fault. Exits and the block's end write the pointer themselves. */
static Bool is_unseen(const IRSB *in, Int index)
{
    if (!writes_pointer(in->stmts[index]))
        return False;
    for (Int i = index + 1; i < in->stmts_used; i++) {
        if (writes_pointer(in->stmts[i]))
            return True;
        if (may_fault(in->stmts[i]) || reads_pointer(in->stmts[i]))
            return False;
    }
    return True;
}

static void pass_statement(struct block *block, Int index)
{
    IRStmt *s = block->in->stmts[index];
    if (s->tag == Ist_Exit) {
        pass_exit(block, s);
        return;
    }
    if (s->tag == Ist_IMark)
        begin_instruction(block, index);
    else
        before_statement(block, s, index);
    if (!is_unseen(block->in, index))
        addStmtToIRSB(block->segment.code, s);
    after_statement(block, s);
    micro_statement(&block->segment, block->in, s);
    floating_watch(block->segment.code, s, block->instruction);
    if (index == block->value.statement)
        value_log(&block->segment, block->in, &block->value);
}

static enum log_jump jump_kind(IRJumpKind kind)
{
    switch (kind) {
    case Ijk_Boring:
        return LOG_JUMP_PLAIN;
    case Ijk_Call:
        return LOG_JUMP_CALL;
    case Ijk_Ret:
        return LOG_JUMP_RETURN;
    case Ijk_Sys_syscall:
    case Ijk_Sys_sysenter:
    case Ijk_Sys_int128:
        return LOG_JUMP_SYSCALL;
    default:
        return LOG_JUMP_OTHER;
    }
}

/* The target of the block's end; 0: computed. For a constant target VEX writes it to the instruction pointer, reads that back and goes there. */
static ULong next_target(const IRSB *in)
{
    if (in->next->tag == Iex_Const)
        return in->next->Iex.Const.con->Ico.U64;
    Int i = in->stmts_used - 1;
    if (i < 1 || !reads_pointer(in->stmts[i]) || in->stmts[i]->Ist.WrTmp.tmp != in->next->Iex.RdTmp.tmp || !writes_pointer(in->stmts[i - 1]))
        return 0;
    const IRExpr *data = in->stmts[i - 1]->Ist.Put.data;
    return data->tag == Iex_Const ? data->Iex.Const.con->Ico.U64 : 0;
}

static void end_block(struct block *block)
{
    const IRSB *in = block->in;
    ULong target = next_target(in);
    if (target == 0 && in->jumpkind == Ijk_Boring) {
        define_letter('p');
        segment_log(&block->segment, code_assign(block->segment.code, IRExpr_Get(GUEST(guest_RSP), Ity_I64)), 6);
    }
    define_letter('n');
    define_u8(jump_kind(in->jumpkind));
    define_u64(target);
    segment_end(&block->segment);
}

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                       const VexArchInfo *architecture, IRType guest_word, IRType host_word)
{
    (void)closure, (void)layout, (void)architecture, (void)guest_word, (void)host_word;
    IRSB *out = deepCopyIRSBExceptStmts(in);
    struct block block = {in, {out, IRTemp_INVALID, NULL, 0, 0}, 0, {-1, NULL, 0, Ity_INVALID}};
    Int i = 0;
    /* Before the first instruction comes the check for modified code, which may leave the block before it begins. */
    for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
        addStmtToIRSB(out, in->stmts[i]);
    micro_begin_block();
    segment_begin_block(&block.segment);
    segment_begin(&block.segment);
    for (; i < in->stmts_used; i++)
        pass_statement(&block, i);
    end_block(&block);
    return lift_optimise(out, extents->base[0]);
}
