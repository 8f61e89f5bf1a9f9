/* collect.c - frames and control parents, carried dependences, and the dependences handed to a store.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/collect.h"
#include "recording/log/template.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct port {
    uint64_t key;
    uint32_t number;                    /* the writer's */
};

struct site_ports {
    struct port *items;
    size_t count, capacity;
    uint32_t values;                    /* 1 + the number of the writer's list; 0: none so far */
};

struct collection {
    struct collection_head head;        /* first: collect.h */
    struct site_ports *sites;
    size_t site_count, site_capacity;
    struct map numbers;                 /* site << 34 | key -> port number */
    size_t ring_capacity;
};

struct collection *collection_open(uint64_t history, struct store_thread *writer)
{
    struct collection *collection = memory_allocate(sizeof *collection);
    collection->head.writer = writer;
    collection->head.ring_limit = history;
    return collection;
}

void collection_close(struct collection *collection)
{
    for (size_t i = 0; i < collection->site_count; i++)
        free(collection->sites[i].items);
    free(collection->sites);
    free(collection->head.ring);
    map_free(&collection->numbers);
    free(collection);
}

static struct site_ports *site_of(struct collection *collection, uint32_t site)
{
    if (site >= collection->site_count) {
        size_t old = collection->site_count;
        collection->sites = array_grow(collection->sites, &collection->site_capacity, (size_t)site + 1, sizeof *collection->sites);
        collection->site_count = (size_t)site + 1;
        memset(collection->sites + old, 0, (collection->site_count - old) * sizeof *collection->sites);
    }
    return &collection->sites[site];
}

uint32_t collect_port(struct collection *collection, uint32_t number, uint64_t key)
{
    if (!collection->head.writer)
        return 0;
    uint64_t found, name = (uint64_t)number << 34 | key;
    if (map_get(&collection->numbers, name, &found))
        return (uint32_t)found;
    struct site_ports *site = site_of(collection, number);
    site->items = array_grow(site->items, &site->capacity, site->count + 1, sizeof *site->items);
    site->items[site->count] = (struct port){key, store_thread_port(collection->head.writer)};
    map_put(&collection->numbers, name, site->items[site->count].number);
    return site->items[site->count++].number;
}

void collect_ring_grow(struct collection *collection)
{
    struct collection_head *head = &collection->head;
    head->ring = array_grow(head->ring, &collection->ring_capacity, head->ring_size + 1, sizeof *head->ring);
    head->ring_size++;
}

/* Stores one dependence of an execution in your code. Several definers of one execution and port come youngest first; ports may come in any order. */
static void collect_dependence(struct collection *collection, actor user, uint32_t port, actor definer)
{
    collect_now(collection, user, port, definer);
}

void collect_dependences(struct collection *collection, actor user, const struct dependence *items, size_t count)
{
    for (size_t i = 0; i < count; i++)          /* not up to items + count: items may be NULL */
        collect_now(collection, user, items[i].port, items[i].definer.who);
}

void collect_value_stored(struct collection *collection, actor who, uint64_t value)
{
    struct site_ports *site = site_of(collection, actor_site(who));
    if (!site->values)
        site->values = store_thread_values(collection->head.writer) + 1;
    store_thread_value(collection->head.writer, site->values - 1, actor_instance(who), value);
}

void collect_frame_begins(struct collection *collection, uint64_t thread, uint64_t call, bool from_hidden, bool handler)
{
    if (collection->head.writer)
        store_thread_frame_begins(collection->head.writer, thread, call, from_hidden, handler);
}

void collect_frame_resumes(struct collection *collection, uint64_t thread)
{
    if (collection->head.writer)
        store_thread_frame_resumes(collection->head.writer, thread);
}

void collect_frame_ends(struct collection *collection, uint64_t thread)
{
    if (collection->head.writer)
        store_thread_frame_ends(collection->head.writer, thread);
}

/* ---- The end ---- */

struct listing {
    struct collection *collection;
    const struct site_source *sites;
    uint32_t *ports;                    /* of the latest instruction */
    size_t port_capacity;
};

static int by_key(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    return COMPARE(x->key, y->key);
}

/* Puts ports in canonical order: by key, and carried ones by their definer's id, as site numbers follow the order of translation. */
static void sort_ports(const struct site_source *sites, struct site_ports *site)
{
    for (size_t i = 0; i < site->count; i++)
        if (site->items[i].key > PORT_CARRIED) {
            uint64_t rank = site->items[i].key >> PORT_RANK_SHIFT & ((1 << PORT_RANK_BITS) - 1);
            uint32_t definer = (uint32_t)(site->items[i].key & ((1 << PORT_RANK_SHIFT) - 1));
            site->items[i].key = PORT_CARRIED + (sites->name(sites->context, definer).id << PORT_RANK_BITS) + rank;
        }
    if (site->count)
        qsort(site->items, site->count, sizeof *site->items, by_key);
}

static struct writer_instruction list_instruction(void *context, uint64_t i)
{
    struct listing *listing = context;
    const struct site_source *sites = listing->sites;
    uint32_t number = sites->by_id[i + 1];
    struct site_text what = sites->site(sites->context, number);
    struct site_ports *site = site_of(listing->collection, number);
    sort_ports(sites, site);
    listing->ports = array_grow(listing->ports, &listing->port_capacity, site->count + 1, sizeof *listing->ports);
    size_t own = 0;
    for (size_t k = 0; k < site->count; k++) {
        listing->ports[k] = site->items[k].number;
        own += site->items[k].key < PORT_CARRIED;
    }
    return (struct writer_instruction){.site = number, .no_values = !site->values, .has_values = site->values, .values = site->values - 1, .id = what.id,
                                       .address = what.address, .line = what.line, .executions = what.executions, .file = what.file,
                                       .function = what.function, .ports = listing->ports, .port_count = site->count, .own_ports = own};
}

bool collection_finish(struct collection *collection, const struct site_source *sites, struct writer_totals *totals, struct store **store, struct error *error)
{
    struct listing listing = {.collection = collection, .sites = sites};
    struct writer_program program = {.count = sites->first_executed_count, .instruction = list_instruction, .context = &listing};
    bool good = store_writer_finish(store_thread_rest(collection->head.writer), &program, totals, store, error);
    free(listing.ports);
    return good;
}

bool collection_write_history(const struct collection *collection, const struct site_source *sites, FILE *file, const struct progress *progress,
                              struct text_totals *totals, struct error *error)
{
    struct text text = {0};
    bool written = true, going = progress_report(progress, 0, collection->head.ring_size);
    *totals = (struct text_totals){.instructions = sites->first_executed_count};
    for (size_t i = 0; i < collection->head.ring_size && written && going; i++) {
        const struct arrow *arrow = &collection->head.ring[(collection->head.ring_next + i) % collection->head.ring_size];
        struct site_text user = sites->name(sites->context, actor_site(arrow->user)), definer = sites->name(sites->context, actor_site(arrow->definer));
        wet_write_arrow(&text, &(struct wet_arrow){user.address, actor_instance(arrow->user), definer.address, actor_instance(arrow->definer)});
        totals->dependences++;
        if (text.size > 1 << 16 || i + 1 == collection->head.ring_size) {
            written = fwrite(text.data, 1, text.size, file) == text.size;
            going = !written || progress_report(progress, i, collection->head.ring_size);
            text_clear(&text);
        }
    }
    text_free(&text);
    if (!going)
        return error_set(error, "interrupted");
    return (written && fflush(file) == 0) || error_set(error, "cannot be written: %s", strerror(errno));
}

/* ---- Frames and control parents ---- */

enum { CONTEXTS_MAX = 256 };

static void frame_push(struct control *control, struct frame frame)
{
    control->frames = array_grow(control->frames, &control->frame_capacity, control->frame_count + 1, sizeof *control->frames);
    control->frames[control->frame_count++] = frame;
}

void control_start(struct control *control)
{
    frame_push(control, (struct frame){.slot = UINT64_MAX});
}

void control_free(struct control *control)
{
    free(control->frames);
    free(control->entries);
    free(control->contexts);
    *control = (struct control){0};
}

void control_call(struct control *control, actor parent, uint64_t slot)
{
    frame_push(control, (struct frame){.parent = parent, .slot = slot, .entries = control->entry_count, .segment = control_frame(control)->segment});
}

void control_part(struct control *control)
{
    control_frame(control)->segment = control->frame_count - 1;
}

void control_end(struct control *control)
{
    control->entry_count = control_frame(control)->entries;
    control->frame_count--;
}

void control_branch(struct control *control, actor who, uint64_t postdominator)
{
    size_t first = control_frame(control)->entries;
    if (control->entry_count > first && control->entries[control->entry_count - 1].postdominator == postdominator) {
        control->entries[control->entry_count - 1].who = who;
        return;
    }
    control->entries = array_grow(control->entries, &control->entry_capacity, control->entry_count + 1, sizeof *control->entries);
    control->entries[control->entry_count++] = (struct control_entry){who, postdominator};
}

void control_transfer(struct control *control, actor who, uint64_t function)
{
    struct frame *frame = control_frame(control);
    frame->function = function;
    control->entry_count = frame->entries;
    control_branch(control, who, 0);
}

void control_keep(struct control *control, uint64_t address)
{
    if (control->frame_count < 2)
        return;
    const struct frame *inner = control_frame(control), *outer = inner - 1;
    struct control_context context = {.address = address, .slot = outer->slot, .pointer = inner->slot + 8, .count = inner->entries - outer->entries};
    if (context.count)
        context.top = control->entries[inner->entries - 1];
    size_t at = 0;
    if (control->context_count == CONTEXTS_MAX) { /* most belong to frames that have ended: drop the older half */
        control->context_count /= 2;
        memmove(control->contexts, control->contexts + CONTEXTS_MAX - control->context_count, control->context_count * sizeof *control->contexts);
    }
    while (at < control->context_count && (control->contexts[at].address != address || control->contexts[at].slot != outer->slot))
        at++;
    if (at == control->context_count)
        control->contexts = array_grow(control->contexts, &control->context_capacity, ++control->context_count, sizeof *control->contexts);
    control->contexts[at] = context;
}

/* The innermost frame of a segment whose slot is at or above the address. Slots fall from frame `first` to frame `last`; that of `first` is at or above it. */
static size_t around(const struct control *control, size_t first, size_t last, uint64_t address)
{
    while (first < last) {
        size_t middle = last - (last - first) / 2;
        if (control->frames[middle].slot >= address)
            first = middle;
        else
            last = middle - 1;
    }
    return first;
}

bool control_exact(const struct control *control, uint64_t slot, size_t *frame)
{
    for (size_t last = control->frame_count; last-- > 0; last = control->frames[last].segment) {
        size_t first = control->frames[last].segment;
        if (control->frames[first].slot < slot || control->frames[last].slot > slot)
            continue;
        *frame = around(control, first, last, slot);
        if (control->frames[*frame].slot == slot)
            return true;
    }
    return false;
}

/* The highest stack address of a segment. A thread's own start is unknown: assumed not far above its first call. */
static uint64_t highest(const struct control *control, size_t first, size_t last)
{
    enum { BEGINNING = 1 << 20 };
    uint64_t slot = control->frames[first].slot;
    if (slot != UINT64_MAX)
        return slot;
    slot = last > first ? control->frames[first + 1].slot : 0;
    return slot > UINT64_MAX - BEGINNING ? UINT64_MAX : slot ? slot + BEGINNING : 0;
}

/* The lowest stack address that the innermost frame of a segment may have reached. Control has left the innermost frame of all. */
static uint64_t lowest(const struct control *control, size_t last)
{
    enum { UNKNOWN = 1 << 16 };
    uint64_t slot = control->frames[last].slot;
    if (last + 1 == control->frame_count)
        return slot < UINT64_MAX ? slot + 1 : slot;
    const struct frame *inner = &control->frames[last + 1];
    return inner->handler && inner->low && inner->low <= slot ? inner->low : inner->handler || slot == UINT64_MAX ? slot : slot - (slot < UNKNOWN ? slot : UNKNOWN);
}

bool control_holds(const struct control *control, uint64_t pointer, size_t *frame)
{
    for (size_t last = control->frame_count; last-- > 0; last = control->frames[last].segment) {
        size_t first = control->frames[last].segment;
        if (pointer < lowest(control, last) || pointer > highest(control, first, last))
            continue;
        *frame = around(control, first, last, pointer);
        return true;
    }
    return false;
}

bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame)
{
    for (size_t i = control->context_count; i-- > 0;) {
        const struct control_context *context = &control->contexts[i];
        if (context->address == address && context->pointer == pointer && context->slot != UINT64_MAX && control_exact(control, context->slot, frame))
            return true;
    }
    return false;
}

bool control_resume(struct control *control, uint64_t address)
{
    const struct frame *frame = control_frame(control);
    for (size_t i = control->context_count; i-- > 0;) {
        const struct control_context *context = &control->contexts[i];
        if (context->address != address || context->slot != frame->slot || context->count > control->entry_count - frame->entries)
            continue;
        control->entry_count = frame->entries + context->count;
        if (context->count)
            control->entries[control->entry_count - 1] = context->top;
        return true;
    }
    return false;
}

void control_lose(struct control *control, uint64_t meets)
{
    const struct frame *frame = control_frame(control);
    uint64_t until = control->entry_count > frame->entries ? control->entries[frame->entries].postdominator : meets;
    control->entry_count = frame->entries;
    control_branch(control, 0, until);
}

/* ---- Gathering on behalf of an anchor ---- */

enum { STACK_DEPTH = 64 << 20 };    /* skipped code's frames reach at most this far below the anchor's */

struct carry {
    struct anchor anchor;
    struct dependences all;         /* the anchor's own dependences, then the carried ones */
    struct map by_definer;          /* definer of a carried one -> its index in all */
};

/* By port; within a port youngest first. */
static int compare(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    COMPARE_FIRST(x->key, y->key);
    return COMPARE(y->definer.when, x->definer.when);
}

/* By port and definer; within a definer youngest first. */
static int by_definer(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    if (x->key == y->key && x->definer.who != y->definer.who)
        return x->definer.who < y->definer.who ? -1 : 1;
    return compare(a, b);
}

/* Own dependences first, then carried ones; each youngest first. */
static int by_age(const void *a, const void *b)
{
    const struct dependence *x = a, *y = b;
    bool carried = x->key >= PORT_CARRIED, other = y->key >= PORT_CARRIED;
    if (carried != other)
        return carried ? 1 : -1;
    return COMPARE(y->definer.when, x->definer.when);
}

/* Keeps each definer of a port once. */
static void unite(struct dependences *list)
{
    size_t kept = 0;
    qsort(list->items, list->count, sizeof *list->items, by_definer);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || list->items[kept - 1].key != list->items[i].key || list->items[kept - 1].definer.who != list->items[i].definer.who)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* In a sorted list: does an earlier item have the port and definer of item i? */
static bool is_superfluous(const struct dependences *list, size_t i)
{
    const struct dependence *items = list->items;
    for (size_t k = i; k-- > 0 && items[k].key == items[i].key && items[k].definer.when >= items[i].definer.when;)
        if (items[k].definer.who == items[i].definer.who)
            return true;
    return false;
}

/* Sorts by compare and keeps each definer of a port once. */
static void sort(struct dependences *list)
{
    enum { FEW = 16 };
    if (list->count > FEW) {
        if (!list->distinct)
            unite(list);
        qsort(list->items, list->count, sizeof *list->items, compare);
        return;
    }
    for (size_t i = 1; i < list->count; i++) {
        if (compare(&list->items[i - 1], &list->items[i]) <= 0)
            continue;
        struct dependence item = list->items[i];
        size_t k = i;
        for (; k > 0 && compare(&list->items[k - 1], &item) > 0; k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = item;
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!is_superfluous(list, i))       /* safe: the items it reads are kept ones, or equal to kept ones */
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* Skipped code that runs for ever and calls back would gather dependences without end: keeps the youngest. */
static void thin_out(struct dependences *list)
{
    size_t own = 0;
    unite(list);
    qsort(list->items, list->count, sizeof *list->items, by_age);
    while (own < list->count && list->items[own].key < PORT_CARRIED)
        own++;
    if (list->count - own > CARRY_MAX) {
        list->dropped += list->count - own - CARRY_MAX;
        list->count = own + CARRY_MAX;
    }
}

bool dependences_carry(struct dependences *list, struct cell definer)
{
    list->rises = false;
    dependences_add(list, (struct dependence){PORT_CARRIED + actor_site(definer.who), 0, definer});
    if (list->count < 2 * CARRY_MAX)
        return false;
    thin_out(list);
    return true;
}

/* The usual case: ports in order, one definer each, nothing carried. */
static bool is_plain(const struct dependences *list)
{
    bool rises = list->count == 0 || list->items[list->count - 1].key < PORT_CARRIED;
    for (size_t i = 1; i < list->count; i++)
        rises &= list->items[i - 1].key < list->items[i].key;
    return rises;
}

uint64_t dependences_sort_and_collect(struct dependences *list, struct collection *collection, actor user)
{
    if (is_plain(list) && !list->dropped) {
        collect_dependences(collection, user, list->items, list->count);
        list->count = 0;
        return 0;
    }
    bool history = collection_is_history(collection);
    uint64_t rank = 0, dropped = 0;
    if (list->count > CARRY_MAX)
        thin_out(list);
    sort(list);
    for (size_t i = 0; i < list->count; i++) {
        const struct dependence *item = &list->items[i];
        rank = i && list->items[i - 1].key == item->key ? rank + 1 : 0;
        uint32_t port = item->port;
        if (item->key >= PORT_CARRIED && !history)
            port = collect_port(collection, actor_site(user), item->key + ((rank < CARRY_PORTS ? rank : CARRY_PORTS - 1) << PORT_RANK_SHIFT));
        collect_dependence(collection, user, port, item->definer.who);
    }
    dropped = list->dropped;
    list->count = 0;
    list->dropped = 0;
    return dropped;
}

struct carry *carry_open(const struct anchor *anchor, struct dependences *own)
{
    struct carry *carry = memory_allocate(sizeof *carry);
    carry->anchor = *anchor;
    sort(own);
    carry->all = *own;
    carry->all.rises = false;
    carry->all.distinct = true;     /* carry_use looks up a definer before it adds it */
    *own = (struct dependences){0};
    return carry;
}

const struct anchor *carry_anchor(const struct carry *carry)
{
    return &carry->anchor;
}

bool carry_owns_stack(const struct carry *carry, uint64_t address)
{
    return address < carry->anchor.slot && carry->anchor.slot - address <= STACK_DEPTH;
}

static void find_again(struct carry *carry)
{
    map_free(&carry->by_definer);
    for (size_t i = 0; i < carry->all.count; i++)
        if (carry->all.items[i].key >= PORT_CARRIED)
            map_put(&carry->by_definer, carry->all.items[i].definer.who, i);
}

void carry_use(struct carry *carry, struct cell definer)
{
    uint64_t index;
    if (!definer.who || definer.who == carry->anchor.who || (carry->anchor.starts_program && definer.when > carry->anchor.when))
        return;
    if (map_get(&carry->by_definer, definer.who, &index)) {
        if (carry->all.items[index].definer.when < definer.when)
            carry->all.items[index].definer.when = definer.when;
        return;
    }
    map_put(&carry->by_definer, definer.who, carry->all.count);
    if (dependences_carry(&carry->all, definer))
        find_again(carry);
}

uint64_t carry_end(struct carry *carry, struct collection *collection)
{
    uint64_t dropped = dependences_collect(&carry->all, collection, carry->anchor.who);
    free(carry->all.items);
    map_free(&carry->by_definer);
    free(carry);
    return dropped;
}
