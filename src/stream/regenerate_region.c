/* regenerate_region.c - code without schema: what it enters, and how it comes back.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     0                 the call returned
 *     1 word            a function was entered from there; its return leads back there
 *     2 word byte       a setjmp returned: stack pointer, site. If the open call is that setjmp, for the first time; else it is a longjmp
 *     end of events     the run ended: only here it may */
#include "stream/regenerate_inside.h"

#include <stdlib.h>
#include <string.h>

enum { LANDING_LOOPS_MOST = 1 << 22 };  /* loops that all setjmps together remember */

bool region_enter(struct regenerator *r)
{
    engine_issue(r);
    engine_innermost(r)->code = (uint32_t)(r->cursor.code - r->code);
    r->cursor.code = r->code + CODE_AT_REGION;
    return true;
}

/* ---- setjmp ---- */

void landing_release(struct landing *landing)
{
    if (!--landing->references)
        free(landing);
}

/* The place of a site in the innermost activation: where it was passed before, else a new one. */
static size_t landing_place(struct regenerator *r, uint32_t site)
{
    size_t at = engine_innermost(r)->first_landing;
    while (at < r->landing_count && r->landings[at]->site != site)
        at++;
    if (at < r->landing_count) {
        r->landing_loops -= r->landings[at]->loop_count;
        landing_release(r->landings[at]);
        return at;
    }
    r->landings = array_grow(r->landings, &r->landing_capacity, r->landing_count + 1, sizeof(struct landing *));
    return r->landing_count++;
}

static bool remember(struct regenerator *r, uint32_t stack_pointer, uint32_t site)
{
    const struct activation *frame = engine_innermost(r);
    size_t loops = r->loop_count - frame->first_loop;
    if (r->landing_loops + loops > LANDING_LOOPS_MOST)
        return problem_set(r, "found setjmps that remember more than %d loops, expected fewer", LANDING_LOOPS_MOST);
    struct landing *landing = memory_allocate(sizeof *landing + loops * sizeof landing->loops[0]);
    landing->references = 1;
    landing->stack_pointer = stack_pointer;
    landing->site = site;
    landing->code = frame->code;
    landing->known = r->cursor.known;
    landing->loop_count = (uint32_t)loops;
    memcpy(landing->values, r->values, sizeof landing->values);
    for (size_t i = 0; i < loops; i++)
        landing->loops[i] = r->loops[frame->first_loop + i].loop;
    size_t place = landing_place(r, site);
    r->landings[place] = landing;
    r->landing_loops += loops;
    r->cursor.code = r->code + frame->code + 1;
    return true;
}

/* ---- longjmp ---- */

static uint32_t block_address(const struct regenerator *r, uint32_t code)
{
    return r->program->blocks[abstract_block_of(r->program, r->op_of[code])].address;
}

/* Loops as they were when the setjmp was passed; those open then and now stay as they are. */
static bool mend_loops(struct regenerator *r, const struct landing *landing, uint32_t address)
{
    size_t first = engine_innermost(r)->first_loop, common = 0;
    while (common < landing->loop_count && first + common < r->loop_count && r->loops[first + common].loop == landing->loops[common])
        common++;
    engine_loops_close(r, first + common, address);
    for (size_t i = common; i < landing->loop_count; i++)
        if (!engine_loop_open(r, landing->loops[i], address))
            return false;
    return true;
}

static bool jump(struct regenerator *r, uint32_t stack_pointer, uint32_t site)
{
    size_t at = r->landing_count;
    while (at && (r->landings[at - 1]->stack_pointer != stack_pointer || r->landings[at - 1]->site != site))
        at--;
    if (!at)
        return problem_set(r, "found a longjmp to a setjmp with stack pointer 0x%x and site %u, expected one whose function has not returned",
                           stack_pointer, site);
    const struct landing *landing = r->landings[at - 1];
    uint32_t address = block_address(r, landing->code);
    while (engine_innermost(r)->first_landing >= at)
        engine_pop(r, address);
    if (!mend_loops(r, landing, address))
        return false;
    memcpy(r->values, landing->values, sizeof r->values);
    r->cursor.known = landing->known;
    r->cursor.code = r->code + landing->code + 1;
    return true;
}

/* ---- The protocol ---- */

static bool returned(struct regenerator *r)
{
    if (!r->frame_count)
        return problem_set(r, "found region byte 0 (the call returned), expected 1 or the end: no call is open");
    r->cursor.from++;
    r->cursor.code = r->code + engine_innermost(r)->code + 1;
    return true;
}

static bool entered(struct regenerator *r)
{
    uint32_t function;
    if (events_left(r) < 5)
        return problem_early(r, "the address of the function that was entered");
    uint32_t entry = events_word_at(r->cursor.from + 1, r->swap);
    if (!abstract_entered_at(r->program, entry, &function))
        return problem_set(r, "found the entry of 0x%x, expected the address of a function of the schema", entry);
    r->cursor.from += 5;
    return engine_push(r, function, true);
}

static bool landed(struct regenerator *r)
{
    if (events_left(r) < 6)
        return problem_early(r, "the stack pointer and site of a setjmp");
    uint32_t stack_pointer = events_word_at(r->cursor.from + 1, r->swap), site = r->cursor.from[5];
    const struct code *call = r->frame_count ? r->code + engine_innermost(r)->code : NULL;
    bool first = call && call->kind == CODE_SETJMP;
    if (first && call->other != site)
        return problem_set(r, "found the setjmp of site %u, expected that of site %u", site, call->other);
    if (!(first ? remember(r, stack_pointer, site) : jump(r, stack_pointer, site)))
        return false;
    r->cursor.from += 6;
    return true;
}

/* What a recording that could not go on ends with (clew-ae-cc(1)). */
enum { RECORDING_ENDED = 255 };

bool region_step(struct regenerator *r)
{
    if (r->program->paper)
        return engine_push(r, r->program->main, false);
    if (!events_left(r)) {
        r->cursor.code = r->code + CODE_AT_END;
        return false;
    }
    switch (*r->cursor.from) {
    case 0: return returned(r);
    case 1: return entered(r);
    case 2: return landed(r);
    case RECORDING_ENDED: return problem_set(r, "found region byte %u: the program ended the recording here, and said why when it ran", RECORDING_ENDED);
    default: return problem_set(r, "found region byte %u, expected 0, 1 or 2", *r->cursor.from);
    }
}
