/* floating.c - detects MXCSR settings that VEX does not obey.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whatever MXCSR says, VEX rounds to nearest in sums, products, quotients and roots, never flushes to zero, sets no exception flags and raises no exception.
 * The recorder logs the first value of MXCSR that asks for any of these, with the instruction that set it. It logs when the program's code has stopped: while
 * that runs, the buffer belongs to its superblock. */
#include "recorder.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

static ULong set_by, set_to; /* set_by 0: not set */
static Bool logged;

static void floating_set(ULong mxcsr, ULong instruction)
{
    enum { USUAL = 0x1F80, BITS = 0xFFFF, MODES = 0xFFC0 /* without the flags */ };
    if (set_by != 0 || (mxcsr & MODES) == USUAL)
        return;
    set_by = instruction;
    set_to = mxcsr & BITS;
}

/* xrstor or fxrstor has restored the state from this area. */
static void floating_restored(ULong area, ULong instruction)
{
    enum { MXCSR = 24 };
    floating_set(*(const UInt *)(area + MXCSR), instruction);
}

static void add_call(IRSB *code, const HChar *name, void *function, IRExpr *argument, IRExpr *guard, ULong instruction)
{
    IRDirty *call = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), mkIRExprVec_2(argument, code_number(instruction)));
    if (guard != NULL)
        call->guard = guard;
    addStmtToIRSB(code, IRStmt_Dirty(call));
}

void floating_watch(IRSB *code, const IRStmt *s, ULong instruction)
{
    if (s->tag == Ist_WrTmp && s->Ist.WrTmp.data->tag == Iex_CCall) {
        const IRExpr *call = s->Ist.WrTmp.data;
        if (VG_(strcmp)(call->Iex.CCall.cee->name, "amd64g_check_ldmxcsr") == 0)
            add_call(code, "floating_set", (void *)&floating_set, call->Iex.CCall.args[0], NULL, instruction);
    } else if (s->tag == Ist_Dirty) {
        const IRDirty *call = s->Ist.Dirty.details;
        if (VG_(strcmp)(call->cee->name, "amd64g_dirtyhelper_XRSTOR_COMPONENT_1_EXCLUDING_XMMREGS") == 0)
            add_call(code, "floating_restored", (void *)&floating_restored, call->args[1], call->guard, instruction);
    }
}

void floating_log(void)
{
    if (set_by != 0 && !logged)
        stream_numbers(LOG_FLOATING, 2, set_by, set_to, 0);
    logged = set_by != 0;
}

void floating_restart(void)
{
    logged = False;
}
