/* check_report.c - words for what the memory check found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/check_report.h"
#include "recording/log/collect.h"
#include "recording/log/log.h"

#include <inttypes.h>

void check_summary(const struct memory_check_totals *totals, struct text *out)
{
    text_printf(out, "%" PRIu64 " loads, %" PRIu64 " bytes, %" PRIu64 " mismatches", totals->loads, totals->bytes, totals->mismatches);
    if (totals->shared)
        text_printf(out, ", %" PRIu64 " loads of shared memory that someone else changed", totals->shared);
    if (totals->unchecked)
        text_printf(out, ", %" PRIu64 " bytes unchecked that the kernel may have changed", totals->unchecked);
    if (totals->beyond)
        text_printf(out, ", %" PRIu64 " bytes unchecked beyond the 16 GB that can be", totals->beyond);
}

static void add_actor(const struct site_source *sites, actor who, struct text *out)
{
    struct site_text site = sites->site(sites->context, actor_site(who));
    text_printf(out, "%" PRIx64 "#%" PRIu64, site.address, actor_instance(who));
    if (site.function.size) {
        text_add(out, " in ");
        text_safe(out, site.function);
    }
    if (site.file.size) {
        text_add(out, " (");
        text_safe(out, slice_basename(site.file));
        text_printf(out, ":%" PRIu64 ")", site.line);
    }
}

/* As the number that the processor sees: the byte at the highest address first. */
static void add_bytes(const uint8_t *bytes, unsigned size, struct text *out)
{
    for (unsigned i = size; i-- > 0;)
        text_printf(out, "%02x", bytes[i]);
}

static void add_mismatch(const struct memory_mismatch *mismatch, const struct site_source *sites, struct text *out)
{
    text_add(out, "clew: memory check: ");
    add_actor(sites, mismatch->user, out);
    text_printf(out, " loaded %u bytes at %" PRIx64 ": ", mismatch->size, mismatch->address);
    add_bytes(mismatch->loaded, mismatch->size, out);
    if (mismatch->kind == MISMATCH_VALUE || mismatch->kind == MISMATCH_SHARED) {
        text_add(out, ", expected ");
        add_bytes(mismatch->expected, mismatch->size, out);
    }
    text_add(out, mismatch->kind == MISMATCH_SHARED ? "; shared memory, changed by someone else; " : "; ");
    text_add(out, mismatch->kind == MISMATCH_DEFINER ? "not stored by its definer: " : mismatch->kind == MISMATCH_LOST ? "stored, but its definer is lost: " : "definer: ");
    if (mismatch->definer)
        add_actor(sites, mismatch->definer, out);
    else
        text_add(out, "nobody");
    text_byte(out, '\n');
}

void check_mismatches(const struct memory_check *check, const struct site_source *sites, struct text *out)
{
    const struct memory_mismatch *mismatch;
    for (size_t i = 0; (mismatch = memory_check_mismatch(check, i)); i++)
        add_mismatch(mismatch, sites, out);
}
