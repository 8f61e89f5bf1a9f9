/* narrow.c - finds how much of a register an instruction really reads.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX reads al as `64to8(GET:I64(rax))` and half a vector register as `V128to64(GET:V128(...))`. If all uses of a GET narrow it like
 * this, the instruction reads only those bytes. */
#include "recorder.h"

static Bool is_temp(const IRExpr *e, IRTemp temp)
{
    return e != NULL && e->tag == Iex_RdTmp && e->Iex.RdTmp.tmp == temp;
}

static Bool any_is_temp(IRExpr *const *list, IRTemp temp)
{
    for (; *list != NULL; list++)
        if (is_temp(*list, temp))
            return True;
    return False;
}

/* Expressions are flat: operands are atoms. */
static Bool expression_uses(const IRExpr *e, IRTemp temp)
{
    switch (e->tag) {
    case Iex_RdTmp:
        return is_temp(e, temp);
    case Iex_GetI:
        return is_temp(e->Iex.GetI.ix, temp);
    case Iex_Unop:
        return is_temp(e->Iex.Unop.arg, temp);
    case Iex_Binop:
        return is_temp(e->Iex.Binop.arg1, temp) || is_temp(e->Iex.Binop.arg2, temp);
    case Iex_Triop: {
        const IRTriop *t = e->Iex.Triop.details;
        return is_temp(t->arg1, temp) || is_temp(t->arg2, temp) || is_temp(t->arg3, temp);
    }
    case Iex_Qop: {
        const IRQop *q = e->Iex.Qop.details;
        return is_temp(q->arg1, temp) || is_temp(q->arg2, temp) || is_temp(q->arg3, temp) || is_temp(q->arg4, temp);
    }
    case Iex_Load:
        return is_temp(e->Iex.Load.addr, temp);
    case Iex_CCall:
        return any_is_temp(e->Iex.CCall.args, temp);
    case Iex_ITE:
        return is_temp(e->Iex.ITE.cond, temp) || is_temp(e->Iex.ITE.iftrue, temp) || is_temp(e->Iex.ITE.iffalse, temp);
    default:
        return False;
    }
}

static Bool cas_uses(const IRCAS *cas, IRTemp temp)
{
    return is_temp(cas->addr, temp) || is_temp(cas->expdHi, temp) || is_temp(cas->expdLo, temp) || is_temp(cas->dataHi, temp) ||
           is_temp(cas->dataLo, temp);
}

static Bool statement_uses(const IRStmt *s, IRTemp temp)
{
    switch (s->tag) {
    case Ist_WrTmp:
        return expression_uses(s->Ist.WrTmp.data, temp);
    case Ist_Put:
        return is_temp(s->Ist.Put.data, temp);
    case Ist_PutI:
        return is_temp(s->Ist.PutI.details->ix, temp) || is_temp(s->Ist.PutI.details->data, temp);
    case Ist_Store:
        return is_temp(s->Ist.Store.addr, temp) || is_temp(s->Ist.Store.data, temp);
    case Ist_StoreG: {
        const IRStoreG *g = s->Ist.StoreG.details;
        return is_temp(g->addr, temp) || is_temp(g->data, temp) || is_temp(g->guard, temp);
    }
    case Ist_LoadG: {
        const IRLoadG *g = s->Ist.LoadG.details;
        return is_temp(g->addr, temp) || is_temp(g->alt, temp) || is_temp(g->guard, temp);
    }
    case Ist_CAS:
        return cas_uses(s->Ist.CAS.details, temp);
    case Ist_Dirty: {
        const IRDirty *d = s->Ist.Dirty.details;
        return is_temp(d->guard, temp) || is_temp(d->mAddr, temp) || any_is_temp(d->args, temp);
    }
    case Ist_Exit:
        return is_temp(s->Ist.Exit.guard, temp);
    case Ist_AbiHint:
    case Ist_IMark:
    case Ist_NoOp:
    case Ist_MBE:
        return False; /* the program does not execute hints */
    default:
        return True;
    }
}

/* The bytes that an operation keeps of its operand. */
static Bool narrows(IROp operation, struct narrow *out)
{
    static const struct {
        IROp operation;
        struct narrow bytes;
    } table[] = {
        {Iop_64to8, {0, 1}},       {Iop_64to16, {0, 2}},      {Iop_64to32, {0, 4}},      {Iop_64HIto32, {4, 4}},   {Iop_V128to64, {0, 8}},
        {Iop_V128HIto64, {8, 8}},  {Iop_V128to32, {0, 4}},    {Iop_V256toV128_0, {0, 16}}, {Iop_V256toV128_1, {16, 16}},
        {Iop_V256to64_0, {0, 8}},  {Iop_V256to64_1, {8, 8}},  {Iop_V256to64_2, {16, 8}}, {Iop_V256to64_3, {24, 8}},
    };
    for (UInt i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].operation == operation) {
            *out = table[i].bytes;
            return True;
        }
    return False;
}

struct narrow narrow_read(const IRSB *in, Int get, Int size)
{
    const struct narrow whole = {0, size};
    IRTemp temp = in->stmts[get]->Ist.WrTmp.tmp;
    struct narrow all = {0, 0};
    for (Int i = get + 1; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++) { /* temporaries stay within an instruction */
        const IRStmt *s = in->stmts[i];
        struct narrow one;
        if (!statement_uses(s, temp))
            continue;
        if (s->tag != Ist_WrTmp || s->Ist.WrTmp.data->tag != Iex_Unop || !narrows(s->Ist.WrTmp.data->Iex.Unop.op, &one))
            return whole;
        Int end = all.from + all.size > one.from + one.size ? all.from + all.size : one.from + one.size;
        all.from = all.size == 0 || one.from < all.from ? one.from : all.from;
        all.size = end - all.from;
    }
    return all.size == 0 || is_temp(in->next, temp) ? whole : all;
}
