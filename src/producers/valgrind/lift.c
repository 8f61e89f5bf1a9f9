/* lift.c - the doors into Valgrind's private parts.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The linker's --wrap replaces three functions of Valgrind (recorder.mk):
 *
 * do_minimal_initial_iropt_BB runs over every block before a tool sees it, whatever the optimisation level. It removes reads of
 * registers that the block wrote before and copies temporaries across instructions, so register uses would vanish. The
 * replacement only flattens the block, which is required. The real optimiser runs after instrumentation instead.
 *
 * vgPlain_disp_run_translations runs the program's code. A fault leaves it by a long jump. Only here can the recorder tell an
 * interrupted segment from one that ran to its end before a signal came from elsewhere: in the log of a loop with one segment,
 * followed by a signal before the loop's first instruction, both look the same.
 *
 * disInstr_AMD64 decodes one instruction. A request to Valgrind (valgrind.h) consists of four rotations of rdi, by 64 bits in all, which change nothing,
 * and an exchange of a register with itself. VEX takes these five for one instruction; the processor does not. The replacement shows VEX another
 * encoding of the first rotation, so that the program runs, and is recorded, as it runs natively. No request is ever answered: RUNNING_ON_VALGRIND
 * is 0. */
#include "recorder.h"

#include "libvex.h"
#include "libvex_trc_values.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#include "valgrind.h"

/* ---- where the program's code stopped ---- */

static volatile enum dispatch_end state = DISPATCH_ORDERLY;

extern void __real_vgPlain_disp_run_translations(volatile HWord *two_words, volatile void *guest_state, Addr host_address);
extern void __wrap_vgPlain_disp_run_translations(volatile HWord *two_words, volatile void *guest_state, Addr host_address);

enum dispatch_end dispatch_state(void)
{
    return state;
}

static enum dispatch_end end_for(HWord reason)
{
    switch (reason) {
    case VEX_TRC_JMP_SIGTRAP:
    case VEX_TRC_JMP_SIGSEGV:
    case VEX_TRC_JMP_SIGBUS:
    case VEX_TRC_JMP_SIGFPE:
    case VEX_TRC_JMP_SIGFPE_INTDIV:
    case VEX_TRC_JMP_SIGFPE_INTOVF:
    case VEX_TRC_JMP_SIGILL:
    case VEX_TRC_JMP_EMFAIL:
    case VEX_TRC_JMP_NODECODE:
        return DISPATCH_FAULT;
    default:
        return DISPATCH_ORDERLY;
    }
}

void __wrap_vgPlain_disp_run_translations(volatile HWord *two_words, volatile void *guest_state, Addr host_address)
{
    state = DISPATCH_RUNNING;
    __real_vgPlain_disp_run_translations(two_words, guest_state, host_address);
    state = end_for(two_words[0]);
}

/* ---- requests to Valgrind ---- */

/* What disInstr_AMD64 returns; its type is private. */
struct decoded {
#if __VALGRIND_MAJOR__ == 3 && __VALGRIND_MINOR__ < 16
    ULong parts[3];
#else
    ULong parts[2];
#endif
};

extern struct decoded __real_disInstr_AMD64(IRSB *, const UChar *, Long, Addr, VexArch, const VexArchInfo *, const VexAbiInfo *, VexEndness, Bool);
extern struct decoded __wrap_disInstr_AMD64(IRSB *, const UChar *, Long, Addr, VexArch, const VexArchInfo *, const VexAbiInfo *, VexEndness, Bool);

enum { ROTATION = 4, ROTATIONS = 4 * ROTATION };

/* Reads no byte after one that differs: the memory may end there. */
static Bool is_request(const UChar *code)
{
    static const UChar rotations[ROTATIONS] = {0x48, 0xC1, 0xC7, 3, 0x48, 0xC1, 0xC7, 13, 0x48, 0xC1, 0xC7, 61, 0x48, 0xC1, 0xC7, 51};
    for (Int i = 0; i < ROTATIONS; i++)
        if (code[i] != rotations[i])
            return False;
    return True;
}

struct decoded __wrap_disInstr_AMD64(IRSB *block, const UChar *code, Long at, Addr address, VexArch machine, const VexArchInfo *about,
                                     const VexAbiInfo *abi, VexEndness order, Bool tells)
{
    enum { REX_WX = 0x4A, PADDED = 32 };
    UChar rotation[PADDED] = {REX_WX}; /* REX.X has no meaning without an index register */
    if (is_request(code + at)) {
        VG_(memcpy)(rotation + 1, code + at + 1, ROTATION - 1);
        code = rotation - at;
    }
    return __real_disInstr_AMD64(block, code, at, address, machine, about, abi, order, tells);
}

#if RECORDER_WHOLE_BLOCKS

/* ---- raw blocks ---- */

extern VexControl vex_control;
extern IRSB *do_iropt_BB(IRSB *, IRExpr *(*)(const HChar *, IRExpr **, IRStmt **, Int), Bool (*)(Int, Int, VexRegisterUpdates),
                         VexRegisterUpdates, Addr, VexArch);
extern IRExpr *guest_amd64_spechelper(const HChar *, IRExpr **, IRStmt **, Int);
extern Bool guest_amd64_state_requires_precise_mem_exns(Int, Int, VexRegisterUpdates);
extern IRSB *__wrap_do_minimal_initial_iropt_BB(IRSB *in);

static IRExpr *flat(IRSB *out, IRExpr *expression);

static IRExpr **flat_vector(IRSB *out, IRExpr **arguments)
{
    IRExpr **copy = shallowCopyIRExprVec(arguments);
    for (Int i = 0; copy[i] != NULL; i++)
        copy[i] = flat(out, copy[i]);
    return copy;
}

static IRExpr *flat_operation(IRSB *out, const IRExpr *e)
{
    IRExpr *first, *second, *third, *fourth;
    switch (e->tag) {
    case Iex_Unop:
        return IRExpr_Unop(e->Iex.Unop.op, flat(out, e->Iex.Unop.arg));
    case Iex_Binop:
        first = flat(out, e->Iex.Binop.arg1);
        second = flat(out, e->Iex.Binop.arg2);
        return IRExpr_Binop(e->Iex.Binop.op, first, second);
    case Iex_Triop:
        first = flat(out, e->Iex.Triop.details->arg1);
        second = flat(out, e->Iex.Triop.details->arg2);
        third = flat(out, e->Iex.Triop.details->arg3);
        return IRExpr_Triop(e->Iex.Triop.details->op, first, second, third);
    case Iex_Qop:
        first = flat(out, e->Iex.Qop.details->arg1);
        second = flat(out, e->Iex.Qop.details->arg2);
        third = flat(out, e->Iex.Qop.details->arg3);
        fourth = flat(out, e->Iex.Qop.details->arg4);
        return IRExpr_Qop(e->Iex.Qop.details->op, first, second, third, fourth);
    default:
        VG_(tool_panic)("recorder: unknown expression");
    }
}

/* Makes the operands of the expression atoms and keeps the expression itself. */
static IRExpr *flat_operands(IRSB *out, IRExpr *e)
{
    IRExpr *first, *second, *third;
    switch (e->tag) {
    case Iex_RdTmp:
    case Iex_Const:
    case Iex_GSPTR:
    case Iex_VECRET:
    case Iex_Get:
        return e;
    case Iex_GetI:
        return IRExpr_GetI(e->Iex.GetI.descr, flat(out, e->Iex.GetI.ix), e->Iex.GetI.bias);
    case Iex_Load:
        return IRExpr_Load(e->Iex.Load.end, e->Iex.Load.ty, flat(out, e->Iex.Load.addr));
    case Iex_CCall:
        return IRExpr_CCall(e->Iex.CCall.cee, e->Iex.CCall.retty, flat_vector(out, e->Iex.CCall.args));
    case Iex_ITE:
        first = flat(out, e->Iex.ITE.cond);
        second = flat(out, e->Iex.ITE.iftrue);
        third = flat(out, e->Iex.ITE.iffalse);
        return IRExpr_ITE(first, second, third);
    default:
        return flat_operation(out, e);
    }
}

static IRExpr *flat(IRSB *out, IRExpr *expression)
{
    if (isIRAtom(expression) || expression->tag == Iex_GSPTR || expression->tag == Iex_VECRET)
        return expression;
    return code_assign(out, flat_operands(out, expression));
}

static IRStmt *flat_cas(IRSB *out, const IRCAS *c)
{
    IRExpr *address = flat(out, c->addr);
    IRExpr *expected_high = c->expdHi ? flat(out, c->expdHi) : NULL, *expected = flat(out, c->expdLo);
    IRExpr *data_high = c->dataHi ? flat(out, c->dataHi) : NULL, *data = flat(out, c->dataLo);
    return IRStmt_CAS(mkIRCAS(c->oldHi, c->oldLo, c->end, address, expected_high, expected, data_high, data));
}

static IRStmt *flat_dirty(IRSB *out, const IRDirty *dirty)
{
    IRDirty *copy = emptyIRDirty();
    *copy = *dirty;
    if (dirty->mFx != Ifx_None)
        copy->mAddr = flat(out, dirty->mAddr);
    copy->guard = flat(out, dirty->guard);
    copy->args = flat_vector(out, dirty->args);
    return IRStmt_Dirty(copy);
}

static IRStmt *flat_store(IRSB *out, const IRStmt *s)
{
    IRExpr *address, *data;
    if (s->tag == Ist_Store) {
        address = flat(out, s->Ist.Store.addr);
        data = flat(out, s->Ist.Store.data);
        return IRStmt_Store(s->Ist.Store.end, address, data);
    }
    const IRStoreG *guarded = s->Ist.StoreG.details;
    address = flat(out, guarded->addr);
    data = flat(out, guarded->data);
    return IRStmt_StoreG(guarded->end, address, data, flat(out, guarded->guard));
}

static IRStmt *flat_load(IRSB *out, const IRLoadG *guarded)
{
    IRExpr *address = flat(out, guarded->addr), *otherwise = flat(out, guarded->alt);
    return IRStmt_LoadG(guarded->end, guarded->cvt, guarded->dst, address, otherwise, flat(out, guarded->guard));
}

static IRStmt *flat_indexed_put(IRSB *out, const IRPutI *put)
{
    IRExpr *index = flat(out, put->ix);
    return IRStmt_PutI(mkIRPutI(put->descr, index, put->bias, flat(out, put->data)));
}

static IRStmt *flat_statement(IRSB *out, IRStmt *s)
{
    switch (s->tag) {
    case Ist_NoOp: /* placeholders for the checks for self-modifying code: VEX must find them again */
    case Ist_IMark:
    case Ist_MBE:
        return s;
    case Ist_AbiHint:
        return IRStmt_AbiHint(flat(out, s->Ist.AbiHint.base), s->Ist.AbiHint.len, flat(out, s->Ist.AbiHint.nia));
    case Ist_Put:
        return IRStmt_Put(s->Ist.Put.offset, flat(out, s->Ist.Put.data));
    case Ist_PutI:
        return flat_indexed_put(out, s->Ist.PutI.details);
    case Ist_WrTmp:
        return IRStmt_WrTmp(s->Ist.WrTmp.tmp, flat_operands(out, s->Ist.WrTmp.data));
    case Ist_Store:
    case Ist_StoreG:
        return flat_store(out, s);
    case Ist_LoadG:
        return flat_load(out, s->Ist.LoadG.details);
    case Ist_CAS:
        return flat_cas(out, s->Ist.CAS.details);
    case Ist_Dirty:
        return flat_dirty(out, s->Ist.Dirty.details);
    case Ist_Exit:
        return IRStmt_Exit(flat(out, s->Ist.Exit.guard), s->Ist.Exit.jk, s->Ist.Exit.dst, s->Ist.Exit.offsIP);
    default:
        VG_(tool_panic)("recorder: unknown statement");
    }
}

/* ---- repeated string instructions ----
 *
 * VEX decrements rcx before the access that may fault. A program that repairs the fault and goes on (precise translations, below)
 * would lose one repetition. So this code moves the write of rcx after the access. */

static Bool is_repeated(const IRStmt *mark)
{
    const UChar *code = (const UChar *)(mark->Ist.IMark.addr + mark->Ist.IMark.delta);
    Bool repeats = False;
    for (UInt i = 0; i < mark->Ist.IMark.len; i++) {
        UChar byte = code[i];
        repeats = repeats || byte == 0xF2 || byte == 0xF3;
        Bool segment = (byte & 0xE7) == 0x26, prefix = segment || (byte >= 0x64 && byte <= 0x67) || (byte & 0xF0) == 0x40 || (byte & 0xFE) == 0xF2;
        if (!prefix)
            return repeats && ((byte >= 0xA4 && byte <= 0xA7) || (byte >= 0xAA && byte <= 0xAF));
    }
    return False;
}

static Bool loads(const IRExpr *e)
{
    switch (e->tag) {
    case Iex_Load:
        return True;
    case Iex_Unop:
        return loads(e->Iex.Unop.arg);
    case Iex_Binop:
        return loads(e->Iex.Binop.arg1) || loads(e->Iex.Binop.arg2);
    default:
        return False;
    }
}

static Bool accesses(const IRStmt *s)
{
    return s->tag == Ist_Store || (s->tag == Ist_WrTmp && loads(s->Ist.WrTmp.data)) || (s->tag == Ist_Put && loads(s->Ist.Put.data));
}

/* Does the instruction access memory after statement `index` and before its next exit from the block? */
static Bool accesses_behind(const IRSB *in, Int index)
{
    for (Int i = index + 1; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark && in->stmts[i]->tag != Ist_Exit; i++)
        if (accesses(in->stmts[i]))
            return True;
    return False;
}

IRSB *__wrap_do_minimal_initial_iropt_BB(IRSB *in)
{
    IRSB *out = deepCopyIRSBExceptStmts(in);
    IRStmt *held = NULL; /* the new rcx */
    Bool repeated = False;
    for (Int i = 0; i < in->stmts_used; i++) {
        const IRStmt *s = in->stmts[i];
        IRStmt *statement = flat_statement(out, in->stmts[i]);
        if (s->tag == Ist_IMark)
            repeated = is_repeated(s);
        if (repeated && held == NULL && s->tag == Ist_Put && s->Ist.Put.offset == GUEST(guest_RCX) && accesses_behind(in, i)) {
            held = statement;
            continue;
        }
        addStmtToIRSB(out, statement);
        if (held != NULL && !accesses_behind(in, i)) {
            addStmtToIRSB(out, held);
            held = NULL;
        }
    }
    out->next = flat(out, in->next);
    return out;
}

static VexRegisterUpdates precision = VexRegUpdUnwindregsAtMemAccess;

void lift_be_precise(void)
{
    precision = VexRegUpdAllregsAtMemAccess;
}

/* Level 1 removes redundant reads and writes of registers, folds constants and computes conditions without the flags thunk, as VEX
 * would have done before instrumentation. Higher levels would unroll loops. */
IRSB *lift_optimise(IRSB *block, Addr address)
{
    Int level = vex_control.iropt_level;
    VexRegisterUpdates asked = vex_control.iropt_register_updates_default; /* the user's options may ask for more */
    vex_control.iropt_level = 1;
    block = do_iropt_BB(block, guest_amd64_spechelper, guest_amd64_state_requires_precise_mem_exns,
                        asked > precision ? asked : precision, address, VexArchAMD64);
    vex_control.iropt_level = level;
    return block;
}

#else /* single instructions are precise anyway, as they are not optimised */

void lift_be_precise(void)
{
}

IRSB *lift_optimise(IRSB *block, Addr address)
{
    (void)address;
    return block;
}

#endif
