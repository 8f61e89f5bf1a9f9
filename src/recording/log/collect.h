/* collect.h - frames and control parents, and the dependences of a run on their way to a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two collections of one face: the comprehensive one is a thin layer over the writer of recordings (store/writer.h), which knows ports and values of
 * sites by number; the history keeps the last N dependences in a ring and nothing else.
 *
 * A *site* is one instruction of the program: an address with certain bytes. Sites are numbered from 1. */
#ifndef CLEW_RECORDING_LOG_COLLECT_H
#define CLEW_RECORDING_LOG_COLLECT_H

#include "recording/log/shadow.h"
#include "recording/store/store.h"

#include <stdio.h>

struct collection;

/* history: the ring's size; 0: comprehensive, then writer is written to (but not finished or dropped), else it is NULL. */
struct collection *collection_open(uint64_t history, struct store_writer *writer);
/* Here, with what every instance asks: struct collection begins so. */
struct arrow {
    actor user, definer;
};
struct collection_head {
    struct store_writer *writer;        /* NULL: a history */
    struct arrow *ring;
    size_t ring_size, ring_next;        /* next: where the next one goes; size: it grows */
    uint64_t ring_limit;
};
static inline bool collection_is_history(const struct collection *collection)
{
    return !((const struct collection_head *)collection)->writer;
}
void collection_close(struct collection *collection);

/* The number of a site's port, which is made if it is new; a port exists even if no instance has a dependence on it. O(1) expected. */
uint32_t collect_port(struct collection *collection, uint32_t site, uint64_t key);

/* An instance of a shown site has dependences on ports, in the order of the items. */
struct dependence;
void collect_dependences(struct collection *collection, actor user, const struct dependence *items, size_t count);

/* The same of one, at once; it stands here for those whose dependences come in order anyway. */
void collect_ring_grow(struct collection *collection);
static inline void collect_arrow(struct collection *collection, struct arrow arrow)
{
    struct collection_head *head = (struct collection_head *)collection;
    size_t next = head->ring_next;
    if (next == head->ring_size)
        collect_ring_grow(collection);
    head->ring[next] = arrow;
    head->ring_next = next + 1 == head->ring_limit ? 0 : next + 1;
}
static inline void collect_now(struct collection *collection, actor user, uint32_t port, actor definer)
{
    struct store_writer *writer = ((struct collection_head *)collection)->writer;
    if (writer)
        store_writer_link(writer, port, actor_instance(user), actor_site(definer), actor_instance(definer));
    else
        collect_arrow(collection, (struct arrow){user, definer});
}

/* An instance of a shown site defined a value. A history keeps none. */
void collect_value_stored(struct collection *collection, actor who, uint64_t value);
static inline void collect_value(struct collection *collection, actor who, uint64_t value)
{
    if (!collection_is_history(collection))
        collect_value_stored(collection, who, value);
}

/* The clock (store/clock.h): an instance of a shown site runs now, at the time that is returned; frames begin and end, whatever code runs in them. A history
 * has none: 0. */
static inline uint64_t collect_run(struct collection *collection, uint64_t thread, actor who)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    return head->writer ? store_writer_run(head->writer, thread, actor_site(who), actor_instance(who)) : 0;
}
/* Skipped code or the kernel writes to memory now: store_writer_skipped. */
static inline void collect_skipped(struct collection *collection, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    if (head->writer)
        store_writer_skipped(head->writer, call, address, size, below);
}
void collect_frame_begins(struct collection *collection, uint64_t thread, uint64_t call, bool from_hidden, bool handler);
void collect_frame_resumes(struct collection *collection, uint64_t thread);    /* the one that began last had begun before, and something ran in it */
void collect_frame_ends(struct collection *collection, uint64_t thread);

/* How the writers learn what a site is. id: from 1 in order of first execution, 0 if it is not shown or never ran. */
struct site_text {
    uint64_t id, address, executions;
    struct str file, function;
    uint64_t line;
};
struct site_source {
    struct site_text (*site)(void *context, uint32_t site);
    struct site_text (*name)(void *context, uint32_t site);     /* id and address only */
    void *context;
    uint32_t first_executed_count;              /* ids are 1 ... this */
    const uint32_t *by_id;                      /* site of each id, from by_id[1] */
};

/* Finishes the writer with the sites that ran, their ports in canonical order. Once: nothing can be collected afterwards. The writer is gone in any case. */
CHECKED bool collection_finish(struct collection *collection, const struct site_source *sites, struct writer_totals *totals, struct store **store, struct error *error);

/* Writes a history as text. False: stopped, or the file could not be written (errno says why). */
CHECKED bool collection_write_history(const struct collection *collection, const struct site_source *sites, FILE *file, const struct progress *progress,
                                      struct text_totals *totals, struct error *error);

/* ---- Frames and control parents ----
 *
 * Xin and Zhang, "Efficient Online Detection of Dynamic Control Dependence" (ISSTA 2007): a stack a thread. A branch pushes itself with its
 * immediate postdominator; reaching that address pops it; the top is the control parent of what runs. Each call opens a *frame*, whose
 * outermost instructions depend on the call (clew-formats(5) 3.4), and entries never reach across frames.
 *
 * Frames end when the stack pointer rises above their return address, not only at a matching return (longjmp, `call 1f; 1: pop`): a
 * frame is known by its *slot*, the address where its return address lies; stacks grow down, so inner frames have lower slots. That is so
 * within a *segment*: a handler of a signal, and a call that was made after the stack pointer had been loaded with another value, may have
 * their frames anywhere, and begin a new one. A thread that switches between stacks (coroutines) has a struct control for each: run.h. */

struct carry;                           /* collect.c: what skipped code does on behalf of a shown instruction */

struct control_entry {
    actor who;                          /* the branch */
    uint64_t postdominator;             /* run-time address; 0: only the function's exit */
};

struct frame {
    actor parent;                       /* the call; 0: unknown */
    /* UINT64_MAX: the thread's first frame. Of a handler: the last byte of what the kernel put on the stack, UINT64_MAX: unknown */
    uint64_t slot;
    size_t segment;                     /* the number of the first frame of its segment: its own, if it begins one */
    uint64_t low;                       /* of a handler: how far down the code that it interrupts uses its stack; 0: unknown */
    uint64_t start;                     /* of a handler: where its own return address lies; 0: unknown */
    uint64_t time;                      /* when the call was, on the clock of the recording */
    bool from_hidden;                   /* skipped code began it */
    bool ran;                           /* something shown ran in it itself */
    uint64_t back;                      /* the address behind the call that began it, shown or not; 0: unknown */
    uint64_t function;                  /* entry of the shown function that runs in it; 0: none yet */
    size_t entries;                     /* its first entry */
    struct carry *carry;                /* whom skipped code in this frame acts for; NULL: nobody */
    bool owns_carry;                    /* this frame ends it */
    bool handler;                       /* of a signal: ends at its return, or where it is left for another frame */
    bool moved;                         /* of a handler: struct thread's (run.h) when it began */
    bool entered;                       /* of a handler: something ran in it */
    struct carry *aside;                /* of a handler: the thread's carry (run.h) while it runs */
    struct carry *outer;                /* of a handler: whom the code acted for that it interrupts; NULL: shown code, or nobody */
    struct cell *interrupted;           /* registers' definers when the handler was entered, REGISTER_BYTES / 4; run_end_frame frees them. NULL: no handler */
    uint64_t since;                     /* the clock then */
};

/* The regions that were open when a frame called setjmp, so that a longjmp finds them again (clew-formats(5) 3.4): how many, and the
 * youngest, which may have been replaced since. */
struct control_context {
    uint64_t address, slot;             /* where setjmp returns to; of the frame that called it */
    uint64_t pointer;                   /* the stack pointer there. Many coroutines may wait at one address: only this tells whose they are */
    size_t count;                       /* entries of that frame */
    struct control_entry top;
};

struct control {                        /* zeroed, then control_start */
    struct frame *frames;
    size_t frame_count, frame_capacity;
    struct control_entry *entries;
    size_t entry_count, entry_capacity;
    struct control_context *contexts;   /* one for each call of setjmp and frame, the last is the newest */
    size_t context_count, context_capacity;
};

void control_start(struct control *control);
void control_free(struct control *control);
/* The innermost; there always is one. What every instruction asks is here, since asking costs more than the answer. */
static inline struct frame *control_frame(const struct control *control)
{
    return &control->frames[control->frame_count - 1];
}

void control_call(struct control *control, actor parent, uint64_t slot);
void control_part(struct control *control);             /* the innermost frame begins a segment */
static inline bool control_is_apart(const struct control *control)      /* does it? */
{
    return control->frame_count > 1 && control_frame(control)->segment == control->frame_count - 1;
}

/* Is the innermost frame dead once the stack pointer is at `pointer`? Never the first one. Then end it. */
static inline bool control_dead(const struct control *control, uint64_t pointer)
{
    return control->frame_count > 1 && control_frame(control)->slot < pointer;
}
void control_end(struct control *control);

/* Control reaches an address: ends the regions of branches that it postdominates. */
static inline void control_reach(struct control *control, uint64_t address)
{
    size_t first = control_frame(control)->entries;
    while (control->entry_count > first && control->entries[control->entry_count - 1].postdominator == address)
        control->entry_count--;
}
static inline actor control_parent(const struct control *control)
{
    const struct frame *frame = control_frame(control);
    return control->entry_count > frame->entries ? control->entries[control->entry_count - 1].who : frame->parent;
}

/* A branch was executed. postdominator 0: the function's exit. */
void control_branch(struct control *control, actor who, uint64_t postdominator);

/* Control went to another function without a call: its entry region depends on the jump, the old function's regions are over. */
void control_transfer(struct control *control, actor who, uint64_t function);

/* The innermost frame is setjmp's, which returns to an address in the frame outside it: remembers that frame's regions. */
void control_keep(struct control *control, uint64_t address);

/* Which frame, by its number, has its return address exactly there? O(segments log frames). False: none. */
bool control_exact(const struct control *control, uint64_t slot, size_t *frame);
/* In the stack of which frame does the stack pointer lie, if the innermost one was left? False: in none of these. O(segments log frames). */
bool control_holds(const struct control *control, uint64_t pointer, size_t *frame);

/* Control came to an address by a jump that left others, with the stack pointer at `pointer`: which frame called setjmp there? Handlers of
 * signals may stand above it, and on a stack of their own, so that only this tells that they were left. False: none. */
bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame);

/* Control came to an address in the innermost frame by a jump that left others: if setjmp returned there, its regions are open again. False: it did not. */
bool control_resume(struct control *control, uint64_t address);

/* Control came to the innermost frame in the middle, and which regions are open there is not known: nothing is a parent until the outermost of those that
 * were open ends; if none was, until `meets` is reached, which always runs in a call of the function (0: its exit). */
void control_lose(struct control *control, uint64_t meets);

/* ---- What skipped code does for a shown instruction ----
 *
 * See reconstruct.h. A carry is opened when control goes from shown to skipped code, gathers what that code uses of shown code's results,
 * and hands it over as dependences of the anchor when the frame it belongs to ends. Each has a port of its own, since text has room for one definer a port: of
 * each defining instruction the youngest CARRY_PORTS - 1 instances; all others are further definers of one more port, which text leaves out (and counts). One
 * instance gets CARRY_MAX of them, the youngest; what is dropped then is counted. */

enum { CARRY_PORTS = 1 << 10, CARRY_MAX = 1 << 20 };

struct dependence {
    uint64_t key;                   /* of the port: template.h; PORT_CARRIED + site: it gets one when it is handed over */
    uint32_t port;                  /* its number: collect_port; not for carried ones */
    struct cell definer;
};

/* Dependences of one instance that are not handed over yet, so that all of an instance stand together. Zeroed is empty. */
struct dependences {
    struct dependence *items;
    size_t count, capacity;
    uint64_t dropped;               /* had no room so far */
    bool distinct;                  /* every definer of a port stands in it once */
    bool rises;                     /* known without looking: in order of ports, one definer each, nothing carried. Who adds otherwise takes it back */
};
/* Here, since handing the struct over costs more than all that is done with it. */
static inline void dependences_add(struct dependences *list, struct dependence dependence)
{
    if (list->count == list->capacity)
        list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = dependence;
}

/* A carried one; twice CARRY_MAX at most are held: true, if others had to go, so that places in the list have changed. O(log CARRY_MAX) amortised. */
bool dependences_carry(struct dependences *list, struct cell definer);
/* Hands over in order of ports, and empties; returns how many had no room. */
uint64_t dependences_sort_and_collect(struct dependences *list, struct collection *collection, actor user);
static inline uint64_t dependences_collect(struct dependences *list, struct collection *collection, actor user)
{
    if (!list->rises)
        return dependences_sort_and_collect(list, collection, user);
    collect_dependences(collection, user, list->items, list->count);
    list->count = 0;
    return 0;
}

struct anchor {
    actor who;
    uint64_t when;                  /* the clock at its start */
    uint64_t slot;                  /* the address of its return slot: below it lies the stack of the skipped code */
    bool calls;                     /* by a call that returns, as opposed to a jump */
    bool starts_program;            /* the call that leads to main: see reconstruct.h */
    struct cell stack_pointer[2];   /* what defined the stack pointer before the call */
    uint64_t time;                  /* on the clock of the recording */
};

/* Opens a carry; the anchor's own dependences move into it. */
struct carry *carry_open(const struct anchor *anchor, struct dependences *own);
const struct anchor *carry_anchor(const struct carry *carry);

/* Is an address on the skipped code's own stack? */
bool carry_owns_stack(const struct carry *carry, uint64_t address);

void carry_use(struct carry *carry, struct cell definer);
uint64_t carry_end(struct carry *carry, struct collection *collection);        /* hands over and frees; how many had no room */

#endif
