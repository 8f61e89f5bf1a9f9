/* schema.c - the files of an Abstract Execution: telling them apart, their identity.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema.h"
#include "stream/schema_inside.h"

#include <string.h>

const char *const ae_operator_names[AE_OPERATORS] = {
    [AE_UNEVENTFUL] = "uneventful_inst",
    [AE_COMPUTE] = "compute_defn",
    [AE_UNKNOWN] = "unknown_defn",
    [AE_LOAD] = "load_inst",
    [AE_STORE] = "store_inst",
    [AE_CALL] = "call_inst",
    [AE_CALL_EXTERNAL] = "call_ext",
    [AE_CALL_INDIRECT] = "call_indirect",
    [AE_CALL_SETJMP] = "call_setjmp",
    [AE_END] = "end_block",
    [AE_JUMP] = "end_block_jump",
    [AE_CJUMP] = "end_block_cjump",
    [AE_SWITCH] = "end_block_switch",
    [AE_RETURN] = "return",
};

bool ae_schema_sniff(struct slice head)
{
    struct ae_cursor cursor = {.rest = head};
    if (!ae_line(&cursor))
        return false;
    struct slice word = ae_peek(&cursor);
    return slice_is(word, "ae_schema") || slice_is(word, "start_function");
}

static const char events_mark[] = "AE1\n";

bool ae_events_sniff(struct slice head)
{
    return slice_starts(head, events_mark);
}

bool ae_events_identity(struct slice head, unsigned char identity[AE_IDENTITY])
{
    if (!ae_events_sniff(head) || head.size < AE_EVENTS_HEAD)
        return false;
    memcpy(identity, head.data + AE_EVENTS_HEAD - AE_IDENTITY, AE_IDENTITY);
    return true;
}

void ae_identity_text(const unsigned char identity[AE_IDENTITY], struct text *out)
{
    for (size_t i = 0; i < AE_IDENTITY; i++)
        text_printf(out, "%02x", (unsigned)identity[i]);
}
