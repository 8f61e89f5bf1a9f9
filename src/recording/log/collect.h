/* collect.h - frames and control parents; passes the dependences of a run to a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two kinds of collection share one interface. The comprehensive one is a thin layer over the writer of recordings (store_thread.h), which knows the
 * ports and values of sites by number. The history keeps the last N dependences in a ring and nothing more.
 *
 * A *site* is one instruction of the program: an address with certain bytes. Sites are numbered from 1. */
#ifndef CLEW_RECORDING_LOG_COLLECT_H
#define CLEW_RECORDING_LOG_COLLECT_H

#include "recording/log/shadow.h"
#include "recording/log/store_thread.h"
#include "recording/store/store.h"

#include <stdio.h>

struct collection;

/* history: the ring's size, with writer NULL. 0: comprehensive. collection_finish finishes and frees the writer's writer; collection_close leaves both. */
struct collection *collection_open(uint64_t history, struct store_thread *writer);
/* Every execution needs these members, so they are here for the inline functions: struct collection begins with struct collection_head. */
struct arrow {
    actor user, definer;
};
struct collection_head {
    struct store_thread *writer;        /* NULL: a history */
    struct arrow *ring;
    size_t ring_size, ring_next;        /* arrows kept so far, up to ring_limit; where the next one goes */
    uint64_t ring_limit;
};
static inline bool collection_is_history(const struct collection *collection)
{
    return !((const struct collection_head *)collection)->writer;
}
void collection_close(struct collection *collection);

/* Returns the number of a site's port and makes the port if it is new. A port exists even if no execution has a dependence on it. O(1) expected. */
uint32_t collect_port(struct collection *collection, uint32_t site, uint64_t key);

/* Stores the dependences of an execution in your code, in the order of the items. */
struct dependence;
void collect_dependences(struct collection *collection, actor user, const struct dependence *items, size_t count);

/* Stores one dependence at once, for an execution whose dependences arrive in order anyway; inline for speed. */
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
    struct store_thread *writer = ((struct collection_head *)collection)->writer;
    if (writer)
        store_thread_link(writer, port, actor_instance(user), definer);
    else
        collect_arrow(collection, (struct arrow){user, definer});
}

/* A value that an execution in your code computed. A history keeps none. */
void collect_value_stored(struct collection *collection, actor who, uint64_t value);
static inline void collect_value(struct collection *collection, actor who, uint64_t value)
{
    if (!collection_is_history(collection))
        collect_value_stored(collection, who, value);
}

/* The clock (store/clock.h). collect_run: an execution in your code runs now; returns its time, 0 of a history. collect_frame: frames of any code. */
static inline uint64_t collect_run(struct collection *collection, uint64_t thread, actor who)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    return head->writer ? store_thread_run(head->writer, thread, who) : 0;
}
/* Reports that skipped code or the kernel writes to memory now (store/writer.h). */
static inline void collect_skipped(struct collection *collection, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    if (head->writer)
        store_thread_skipped(head->writer, call, address, size, below);
}
/* A system call returned, or the thread ended in it (store/system_calls.h). */
static inline void collect_system_call(struct collection *collection, const struct store_system_call *call)
{
    const struct collection_head *head = (const struct collection_head *)collection;
    if (head->writer)
        store_thread_system_call(head->writer, call);
}
void collect_frame_begins(struct collection *collection, uint64_t thread, uint64_t call, bool from_hidden, bool handler);
void collect_frame_resumes(struct collection *collection, uint64_t thread);    /* the frame that began last is an old one: something has run in it */
void collect_frame_ends(struct collection *collection, uint64_t thread);

/* The writers ask these functions what a site is. id: from 1 in order of first execution; 0: the site is in skipped code or never ran. */
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

/* Finishes the writer with the sites that ran, their ports in canonical order, and frees it in any case. Call it once; collect nothing afterwards. */
CHECKED bool collection_finish(struct collection *collection, const struct site_source *sites, struct writer_totals *totals, struct store **store, struct error *error);

/* Writes a history as text. False: the user stopped it, or the file could not be written (errno says why). */
CHECKED bool collection_write_history(const struct collection *collection, const struct site_source *sites, FILE *file, const struct progress *progress,
                                      struct text_totals *totals, struct error *error);

/* ---- Frames and control parents ----
 *
 * Xin and Zhang, "Efficient Online Detection of Dynamic Control Dependence" (ISSTA 2007): each thread has a control stack. A branch pushes
 * itself with its immediate postdominator; reaching that address pops it. The top entry is the control parent of the running instruction.
 * Each call opens a *frame*, whose outermost instructions depend on the call (clew-formats(5) 3.4). An entry belongs to one frame only.
 *
 * A frame ends when the stack pointer rises above its return address, not only at a matching return (longjmp, `call 1f; 1: pop`). Its *slot*,
 * the address where its return address lies, identifies it. Stacks grow down, so inner frames have lower slots, but only within a *segment*.
 * A signal handler, or a call after the stack pointer was loaded with another value, may have its frame anywhere and so begins a new segment.
 * A thread that switches between stacks (coroutines) has a struct control for each: run.h. */

struct carry;                           /* collect.c: what skipped code does on behalf of an instruction in your code */

struct control_entry {
    actor who;                          /* the branch */
    uint64_t postdominator;             /* run-time address; 0: only the function's exit */
};

struct frame {
    actor parent;                       /* the call; 0: unknown */
    /* UINT64_MAX: the thread's first frame. For a handler: the last byte that the kernel put on the stack, or UINT64_MAX: unknown */
    uint64_t slot;
    size_t segment;                     /* index of the first frame of its segment: its own index, if it begins one */
    uint64_t low;                       /* handler: how far down the interrupted code uses its stack; 0: unknown */
    uint64_t start;                     /* handler: where its own return address lies; 0: unknown */
    uint64_t time;                      /* of the call, on the clock of the recording */
    bool from_hidden;                   /* skipped code began it */
    bool ran;                           /* your code ran in this frame itself */
    uint64_t back;                      /* the address after the call that began it, in any code; 0: unknown */
    uint64_t function;                  /* entry of the function in your code that runs in it; 0: none yet */
    size_t entries;                     /* index of its first entry */
    struct carry *carry;                /* the carry of skipped code in this frame; NULL: that code acts for nobody */
    bool owns_carry;                    /* the carry ends with this frame */
    bool handler;                       /* signal handler: ends at its return, or when control leaves it for another frame */
    bool moved;                         /* handler: the thread's `moved` (run.h) when it began */
    bool entered;                       /* handler: something ran in it */
    struct carry *aside;                /* handler: the thread's carry (run.h), kept here while it runs */
    struct carry *outer;                /* handler: the carry of the interrupted code; NULL: your code, or it acts for nobody */
    struct cell *interrupted;           /* handler: the registers' definers on entry, REGISTER_BYTES / 4 cells; run_end_frame frees them. Otherwise NULL */
    uint64_t since;                     /* handler: the clock on entry */
};

/* The regions that were open when a frame called setjmp, so that a longjmp finds them again (clew-formats(5) 3.4): their number and the
 * youngest. Another region may have replaced the youngest since. */
struct control_context {
    uint64_t address, slot;             /* where setjmp returns to; the slot of the frame that called it */
    uint64_t pointer;                   /* the stack pointer there: it alone tells apart the coroutines that wait at one address */
    size_t count;                       /* entries of that frame */
    struct control_entry top;
};

struct control {                        /* zeroed, then control_start */
    struct frame *frames;
    size_t frame_count, frame_capacity;
    struct control_entry *entries;
    size_t entry_count, entry_capacity;
    struct control_context *contexts;   /* one for each setjmp call site and frame, newest last */
    size_t context_count, context_capacity;
};

void control_start(struct control *control);
void control_free(struct control *control);
/* Returns the innermost frame; there always is one. Inline, as every instruction needs it and a call would cost more than the work. */
static inline struct frame *control_frame(const struct control *control)
{
    return &control->frames[control->frame_count - 1];
}

void control_call(struct control *control, actor parent, uint64_t slot);
void control_part(struct control *control);             /* makes the innermost frame begin a segment */
static inline bool control_is_apart(const struct control *control)      /* does the innermost frame begin a segment? */
{
    return control->frame_count > 1 && control_frame(control)->segment == control->frame_count - 1;
}

/* Is the innermost frame dead once the stack pointer is at `pointer`? The first frame never is. If so, call control_end. */
static inline bool control_dead(const struct control *control, uint64_t pointer)
{
    return control->frame_count > 1 && control_frame(control)->slot < pointer;
}
void control_end(struct control *control);

/* Control reaches an address: ends the regions of the branches that this address postdominates. */
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

/* The program executed a branch. postdominator 0: the function's exit. */
void control_branch(struct control *control, actor who, uint64_t postdominator);

/* Control went to another function without a call: the old function's regions end, and the entry region of the new one depends on the jump. */
void control_transfer(struct control *control, actor who, uint64_t function);

/* The innermost frame belongs to setjmp, which returns to an address in the frame outside it: remembers the regions of that outer frame. */
void control_keep(struct control *control, uint64_t address);

/* Finds the frame, by index, whose return address lies exactly at `slot`. O(segments log frames). False: none. */
bool control_exact(const struct control *control, uint64_t slot, size_t *frame);
/* Finds the frame whose stack holds the stack pointer after control left the innermost frame. False: none. O(segments log frames). */
bool control_holds(const struct control *control, uint64_t pointer, size_t *frame);

/* A jump that left frames came to an address, with the stack pointer at `pointer`: finds the frame that called setjmp there. Signal handlers
 * may be above that frame, even on their own stack; only this function detects that control left them. False: no frame called setjmp there. */
bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame);

/* A jump that left frames came to an address in the innermost frame. If setjmp returned there, reopens its regions. False: it did not. */
bool control_resume(struct control *control, uint64_t address);

/* Control came into the middle of the innermost frame, and nobody knows which regions are open there. No control parent until the outermost of the open
 * regions ends; if none was open, until control reaches `meets`, an address that runs in every call of the function (0: its exit). */
void control_lose(struct control *control, uint64_t meets);

/* ---- What skipped code does for an instruction in your code ----
 *
 * See reconstruct.h. A carry opens when control goes from your code to skipped code. It gathers the results of your code that the skipped code uses. When
 * its frame ends it hands them over as dependences of the anchor. Text has room for one definer a port, so each carried dependence gets its own port: the
 * youngest CARRY_PORTS - 1 executions of each defining instruction. All older ones share one more port, whose extra definers text leaves out (and counts).
 * One execution gets the youngest CARRY_MAX dependences; the rest are dropped and counted. */

enum { CARRY_PORTS = 1 << 10, CARRY_MAX = 1 << 20 };

struct dependence {
    uint64_t key;                   /* of the port: template.h; PORT_CARRIED + site: gets its port when it is handed over */
    uint32_t port;                  /* the port's number (collect_port); unused in carried dependences */
    struct cell definer;
};

/* Dependences of one execution, held back until all of them are known. Empty when zeroed. */
struct dependences {
    struct dependence *items;
    size_t count, capacity;
    uint64_t dropped;               /* dependences that had no room so far */
    bool distinct;                  /* no definer of a port appears twice */
    bool rises;                     /* ports rise, one definer each, nothing carried; code that adds in another way must clear it */
};
/* Inline: passing the struct costs more than the work. */
static inline void dependences_add(struct dependences *list, struct dependence dependence)
{
    if (list->count == list->capacity)
        list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = dependence;
}

/* Adds a carried dependence. The list holds at most twice CARRY_MAX. True: older ones had to go, and items moved. O(log CARRY_MAX) amortised. */
bool dependences_carry(struct dependences *list, struct cell definer);
/* Hands over the dependences in order of ports and empties the list. Returns how many had no room. */
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
    uint64_t slot;                  /* where its return address lies: the skipped code's stack is below */
    bool calls;                     /* a call that returns, not a jump */
    bool starts_program;            /* the call that leads to main: reconstruct.h */
    struct cell stack_pointer[2];   /* definers of the stack pointer before the call */
    uint64_t time;                  /* on the clock of the recording */
};

/* Opens a carry; the anchor's own dependences move into it. */
struct carry *carry_open(const struct anchor *anchor, struct dependences *own);
const struct anchor *carry_anchor(const struct carry *carry);

/* Is an address on the skipped code's own stack? */
bool carry_owns_stack(const struct carry *carry, uint64_t address);

void carry_use(struct carry *carry, struct cell definer);
uint64_t carry_end(struct carry *carry, struct collection *collection);        /* hands over and frees; returns how many had no room */

#endif
