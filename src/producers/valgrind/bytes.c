/* bytes.c - logs loaded and stored bytes for the memory check.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With --bytes=yes the log holds, after each address, the bytes loaded from there or left there by the store; with --state=yes those loaded without a helper. They come from the IR temporary
 * that holds them, not from memory: a second load could see something else. The IR does not show what a helper accesses, so this code reads that from
 * memory: before the helper runs what it reads, and afterwards what it wrote. */
#include "recorder.h"

#include "pub_tool_libcassert.h"

enum { HELPER_MOST = 1024 }; /* bytes of a helper's memory; xsave needs far fewer */

Bool bytes_wanted = False;

/* Replaces memory that a guarded helper does not access and that may not exist. */
static const UChar nothing[HELPER_MOST];

void bytes_of_atoms(struct segment *segment, HChar letter, IRExpr *low, IRExpr *high, UInt size)
{
    if (!bytes_wanted && (!micro_wanted || letter != 'L'))
        return;
    UInt part = high != NULL ? size / 2 : size;
    define_letter(letter);
    define_u32(size);
    segment_log(segment, low, part);
    if (high != NULL)
        segment_log(segment, high, part);
}

void bytes_of_helper(struct segment *segment, HChar letter, const IRDirty *dirty)
{
    static const IRType types[] = {[1] = Ity_I8, [2] = Ity_I16, [4] = Ity_I32, [8] = Ity_I64};
    if (!bytes_wanted)
        return;
    IRSB *code = segment->code;
    UInt size = (UInt)dirty->mSize;
    tl_assert(size <= HELPER_MOST);
    IRExpr *from = code_assign(code, IRExpr_ITE(dirty->guard, dirty->mAddr, code_number((ULong)(HWord)nothing)));
    define_letter(letter);
    define_u32(size);
    for (UInt done = 0, piece = 8; done < size; done += piece) {
        while (piece > size - done)
            piece /= 2;
        IRExpr *address = code_assign(code, IRExpr_Binop(Iop_Add64, from, code_number(done)));
        segment_log(segment, code_assign(code, IRExpr_Load(Iend_LE, types[piece], address)), piece);
    }
}
