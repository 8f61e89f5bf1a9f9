/* explain.c - the walk from the roots to the lines they depend upon; values that nothing wrote, and copies.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Labels (ways to a node) wait in a heap, the cheapest first. A node's first label settles it; its first node reaches a line. Labels that stay on the line
 * inherit the way it was reached (enum explain_way), which is paid once. */
#include "recording/questions/explain.h"
#include "code/code.h"
#include "recording/questions/memory.h"
#include "recording/questions/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- Values that nothing in the recording wrote ---- */

static enum explain_home explain_home(struct explaining *e, struct node node, uint64_t port)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct symbols *symbols = program_symbols(e->program);
    if (!e->question->memory || !symbols || roles_port(&explain_view(e, node.index)->roles, port) != ROLE_MEMORY)
        return EXPLAIN_HOME_UNKNOWN;
    size_t count = memory_accesses(e->question->memory, node, accesses);
    for (size_t i = 0; i < count; i++) {
        if (!accesses[i].reads || accesses[i].port != port || accesses[i].why != MEMORY_KNOWN)
            continue;
        switch (symbols_segment_at(symbols, memory_link_address(e->question->memory, accesses[i].address))) {
        case SYMBOLS_READ_ONLY: return EXPLAIN_HOME_CONSTANT;
        case SYMBOLS_WRITABLE: return EXPLAIN_HOME_STATIC;
        default: return EXPLAIN_HOME_OTHER;
        }
    }
    return EXPLAIN_HOME_UNKNOWN;
}

/* Did it load memory that nothing wrote, outside the executable's own? Reads e->links. */
static bool explain_missing(struct explaining *e, struct node node, const struct explain_code *view)
{
    const struct roles *roles = &view->roles;
    if (e->history || view->line == NO_LINE)
        return false;
    for (uint64_t port = 1; port < roles->ports && port < ROLES_PORTS; port++) {
        bool has = roles->role[port] != ROLE_MEMORY;
        for (size_t i = 0; i < e->links.count && !has; i++)
            has = e->links.items[i].port == port;
        if (!has)
            return explain_home(e, node, port) == EXPLAIN_HOME_OTHER;
    }
    return false;
}

static bool explain_uses_no_value(const struct explain_code *view)
{
    const struct roles *roles = &view->roles;
    if (!roles->whole || roles->ports <= 1 || roles->ports > ROLES_PORTS || view->line == NO_LINE)
        return false;
    for (uint64_t port = 1; port < roles->ports; port++)
        if (roles->role[port] != ROLE_ADDRESS)
            return false;
    return true;
}

/* ---- Lines that only pass a value on ---- */

enum { MOVES_MOST = 16 };               /* of one copy */

static bool explain_same_value(const struct store *store, struct node a, struct node b)
{
    uint64_t first, second;
    if (store_values_of(store, a, &first) != 1 || store_values_of(store, b, &second) != 1)
        return false;
    struct value x = store_value(store, a.index, first), y = store_value(store, b.index, second);
    return !x.uncertain && !y.uncertain && x.size == y.size && memcmp(x.digits, y.digits, x.size) == 0;
}

/* The one definer of the values that an execution used. False: several, none, or a value that nothing wrote. */
static bool one_definer(struct explaining *e, struct node node, struct node *definer)
{
    struct links links = {0};
    uint64_t uncertain[LINK_KINDS] = {0}, found = 0, last_port = UINT64_MAX, ports = 0;
    const struct roles *roles = &explain_view(e, node.index)->roles;
    bool whole = store_certain_definers(e->store, node, NULL, &links, uncertain);
    for (size_t i = 0; whole && i < links.count; i++) {
        const struct link *link = &links.items[i];
        bool value = link->kind == LINK_DATA && roles_port(roles, link->port) != ROLE_ADDRESS && !explain_view(e, link->node.index)->frame;
        if (value && !link->carried) {
            ports += link->port != last_port;
            last_port = link->port;
            *definer = link->node;
        }
        found += value;
    }
    for (uint64_t port = 1; port < roles->ports && port < ROLES_PORTS; port++)
        ports += roles->role[port] == ROLE_MEMORY && port != last_port;
    links_free(&links);
    return whole && found == 1 && ports == 1 && uncertain[LINK_DATA] == 0;
}

/* Is a node, the first on its line, a copy of something on another line? O(the moves in between). */
static bool explain_is_copy(struct explaining *e, struct node node)
{
    uint32_t line = explain_view(e, node.index)->line;
    struct node definer;
    if (e->history || e->question->instructions || line == NO_LINE)
        return false;
    for (unsigned moves = 0; moves < MOVES_MOST; moves++) {
        const struct explain_code *view = explain_view(e, node.index);
        if (!view->moves || !one_definer(e, node, &definer) || !explain_same_value(e->store, node, definer))
            return false;
        if (explain_view(e, definer.index)->line != line)
            return true;
        node = definer;
    }
    return false;
}

/* The many rounds of a long loop, and the nodes that only they lead to, wait behind everything near: this is added to their place in the heap. */
enum { DELAY = EXPLAIN_COST_ASKED + EXPLAIN_COST_VALUE };

/* ---- The heap ---- */

static bool goes_before(const struct explain_label *a, const struct explain_label *b)
{
    if (a->cost + a->delay != b->cost + b->delay)
        return a->cost + a->delay < b->cost + b->delay;
    if (a->time != b->time)
        return a->time > b->time;
    return a->order < b->order;
}

static void push(struct explaining *e, struct explain_label label)
{
    label.order = e->labels++;
    e->heap = array_grow(e->heap, &e->heap_capacity, e->heap_count + 1, sizeof *e->heap);
    size_t at = e->heap_count++;
    for (; at && goes_before(&label, &e->heap[(at - 1) / 2]); at = (at - 1) / 2)
        e->heap[at] = e->heap[(at - 1) / 2];
    e->heap[at] = label;
}

static struct explain_label pop(struct explaining *e)
{
    struct explain_label top = e->heap[0], last = e->heap[--e->heap_count];
    size_t at = 0;
    for (size_t child = 1; child < e->heap_count; at = child, child = 2 * child + 1) {
        if (child + 1 < e->heap_count && goes_before(&e->heap[child + 1], &e->heap[child]))
            child++;
        if (!goes_before(&e->heap[child], &last))
            break;
        e->heap[at] = e->heap[child];
    }
    e->heap[at] = last;
    return top;
}

/* ---- Links ---- */

/* The extra price of a link besides that of a value, paid once on a line: the dearest link followed within it or out of it counts. */
static uint32_t extra_cost(struct explaining *e, const struct explain_label *from, const struct link *link, enum explain_way way, bool leaves)
{
    bool recurs = explain_view(e, from->node.index)->recurs;
    if (way == WAY_LIBRARY)
        return EXPLAIN_COST_LIBRARY - EXPLAIN_COST_VALUE;
    if (way == WAY_ADDRESS)
        return (e->constant ? EXPLAIN_COST_CONSTANT : EXPLAIN_COST_ADDRESS) - EXPLAIN_COST_VALUE;
    if (link->kind != LINK_CONTROL)
        return 0;
    if (leaves && node_set_has(&e->context, link->node))
        return EXPLAIN_COST_ASKED - EXPLAIN_COST_VALUE;
    if (leaves && e->constant)
        return EXPLAIN_COST_CONSTANT - EXPLAIN_COST_VALUE;
    if (leaves && recurs && from->way == WAY_VALUE)
        return EXPLAIN_COST_RECURS - EXPLAIN_COST_VALUE;
    return EXPLAIN_COST_CONTROL - EXPLAIN_COST_VALUE;
}

/* Did one call into library code leave it for another: the stream of printf, the free lists of malloc? */
static bool is_left_by_library(struct explaining *e, const struct explain_code *view, const struct explain_label *label, const struct link *link)
{
    const struct explain_code *other = explain_view(e, link->node.index);
    struct node place;
    if (link->kind != LINK_DATA)
        return false;
    return link->carried ? other->call : view->line == NO_LINE && other->line == NO_LINE && explain_line(e, link->node, &place) != label->line;
}

static enum explain_way way_of(struct explaining *e, const struct explain_code *view, const struct explain_label *label, const struct link *link)
{
    if (link->kind == LINK_CONTROL)
        return WAY_CONTROL;
    if (link->kind == LINK_UNKNOWN)
        return WAY_VALUE;
    if (is_left_by_library(e, view, label, link))
        return WAY_LIBRARY;
    bool address = roles_port(&view->roles, link->port) == ROLE_ADDRESS;
    if (address && e->missing)
        return WAY_VALUE;
    return address != (label->root && e->question->address) ? WAY_ADDRESS : WAY_VALUE;
}

static bool is_followed(const struct explaining *e, enum explain_way way)
{
    static const unsigned needs[WAYS] = {EXPLAIN_FOLLOW_VALUES, EXPLAIN_FOLLOW_CONTROL, EXPLAIN_FOLLOW_VALUES, EXPLAIN_FOLLOW_ADDRESSES};
    return e->history || (e->question->follow & needs[way]);
}

static enum explain_link link_of(enum explain_way way, enum link_kind kind)
{
    static const enum explain_link links[WAYS] = {EXPLAIN_VALUE, EXPLAIN_CONTROL, EXPLAIN_LIBRARY, EXPLAIN_ADDRESS};
    if (kind == LINK_UNKNOWN)
        return EXPLAIN_UNKNOWN;
    return kind == LINK_CONTROL ? EXPLAIN_CONTROL : links[way];
}

/* To a definer on the same line, or in library code that the line called. */
static void stay(struct explaining *e, const struct explain_label *from, struct explain_label *to)
{
    struct explain_code *view = explain_view(e, to->node.index);
    bool hidden = view->line == NO_LINE;
    to->line = from->line;
    to->parent = from->line;
    to->copy = from->copy;
    to->earlier = from->earlier || to->kind != LINK_CONTROL;
    to->rounds = from->rounds;
    to->paid = to->paid > from->paid ? to->paid : from->paid;
    view->recurs |= view->met && !hidden && to->kind == LINK_DATA && to->way == WAY_VALUE && view->roles.ports > 1;
    if (hidden) {
        to->hidden = from->hidden + 1;
        to->cost += EXPLAIN_COST_HIDDEN;
    } else if (view->met && to->rounds < EXPLAIN_AGAIN_MOST) {
        to->rounds++;
        to->cost += EXPLAIN_COST_AGAIN;
    } else if (view->met) {
        to->delay = DELAY;
    }
}

/* To a definer on another line. */
static void leave(struct explaining *e, const struct explain_label *from, struct explain_label *to, uint32_t line)
{
    bool hands_on = from->copy && to->way == WAY_VALUE && to->kind != LINK_CONTROL;
    to->cost += hands_on ? EXPLAIN_COST_COPY : EXPLAIN_COST_VALUE;
    to->link = (uint8_t)link_of((enum explain_way)to->way, (enum link_kind)to->kind);
    to->hidden = from->hidden + (explain_view(e, to->node.index)->line == NO_LINE);
    to->way = WAY_VALUE;
    to->paid = 0;
    to->line = line;
    to->parent = from->line;
    to->enters = true;
}

/* Notes skipped code that let the line run and belongs to no line: the start of the program or a thread, or a signal. */
static void note_outside(struct explaining *e, const struct explain_label *from, const struct link *link, uint32_t line)
{
    struct explain_line *home = &e->lines[from->line];
    if (line != NO_LINE || link->kind != LINK_CONTROL || home->outside || explain_view(e, from->node.index)->line == NO_LINE)
        return;
    home->outside = true;
    home->let_run = link->node;
}

/* Is it the stack or frame pointer, whoever set it? */
static bool is_frame(struct explaining *e, const struct explain_code *view, const struct link *link)
{
    int reg = link->port < view->roles.ports && link->port < ROLES_PORTS ? view->roles.reg[link->port] : NO_REGISTER;
    const struct arch *arch = program_arch(e->program);
    bool frame = reg == arch->stack_pointer || (reg == arch->frame_pointer && view->keeps_frame) || explain_view(e, link->node.index)->frame;
    return link->kind == LINK_DATA && frame;
}

/* Is it the stack or frame pointer as left by a call that restored registers (longjmp)? Another place made that frame, so its variables' values come from
 * there. */
static bool is_restored(struct explaining *e, const struct explain_code *view, const struct link *link)
{
    return !link->carried && explain_view(e, link->node.index)->call && is_frame(e, view, link);
}

/* Did the line use a value that a call into skipped code left: a call on the line, or one in library code folded into it? */
static bool is_made(struct explaining *e, const struct link *link, bool leaves)
{
    const struct explain_code *definer = explain_view(e, link->node.index);
    return link->kind == LINK_DATA && !leaves && definer->call && !definer->enters;
}

static void follow(struct explaining *e, const struct explain_label *from, const struct explain_code *view, const struct link *link)
{
    struct node place;
    enum explain_way crossed = way_of(e, view, from, link), way = crossed > from->way ? crossed : (enum explain_way)from->way;
    if (link->kind == LINK_DATA && explain_view(e, link->node.index)->frame) {
        e->lines[from->line].framed |= way == WAY_VALUE && !view->frame && roles_port(&view->roles, link->port) != ROLE_ADDRESS;
        return;
    }
    if (!is_followed(e, crossed) || is_restored(e, view, link))
        return;
    uint32_t line = explain_line(e, link->node, &place);
    bool leaves = line != NO_LINE && line != from->line;
    bool made = way == WAY_VALUE && is_made(e, link, leaves);
    struct explain_line *home = &e->lines[from->line];
    home->made |= made;
    home->values += leaves && (way == WAY_VALUE || way == WAY_LIBRARY);
    home->controls += leaves && link->kind == LINK_CONTROL;
    note_outside(e, from, link, line);
    home->decides |= !leaves && link->kind == LINK_CONTROL && line != NO_LINE && from->way == WAY_VALUE;
    if (node_set_has(&e->settled, link->node))
        return;
    struct explain_label to = {.node = link->node, .user = from->node, .port = link->port, .delay = from->delay,
                       .cost = from->cost, .way = (uint8_t)way, .kind = (uint8_t)link->kind};
    to.paid = extra_cost(e, from, link, crossed, leaves);
    if (to.paid > from->paid)
        to.cost += to.paid - from->paid;
    if (link->kind == LINK_CONTROL && from->earlier && !view->recurs && !e->constant)
        to.cost += EXPLAIN_COST_EARLIER;
    if (!store_time(e->store, link->node, &to.time))
        to.time = 0;
    if (leaves)
        leave(e, from, &to, line);
    else
        stay(e, from, &to);
    push(e, to);
}

/* Notes uses of values that nothing recorded wrote. Links are in the order of their ports. */
static void note_unwritten(struct explaining *e, const struct explain_label *label, const struct explain_code *view)
{
    struct explain_line *line = &e->lines[label->line];
    uint64_t ports = view->roles.ports;
    for (uint64_t port = 1, i = 0; port < ports; port++) {
        bool has = false;
        for (; i < e->links.count && e->links.items[i].port <= port; i++)
            has |= e->links.items[i].port == port;
        bool unset = e->question->memory && port == view->roles.given;        /* unset from the start in nearly all programs */
        if (has || unset || (roles_port(&view->roles, port) == ROLE_ADDRESS) != (label->root && e->question->address))
            continue;
        enum explain_home home = explain_home(e, label->node, port);
        if (line->unwritten++ == 0) {
            line->unwritten_node = label->node;
            line->unwritten_port = port;
            line->unwritten_home = home;
        }
        if (line->unwritten_home != home)
            line->unwritten_home = EXPLAIN_HOME_UNKNOWN;
    }
}

static void expand(struct explaining *e, const struct explain_label *label)
{
    const struct explain_code *view = explain_view(e, label->node.index);
    uint64_t uncertain[LINK_KINDS] = {0};
    e->links.count = 0;
    if (!store_certain_definers(e->store, label->node, e->progress, &e->links, uncertain))
        e->stopped = true;
    uint64_t left_out = uncertain[LINK_CONTROL] + uncertain[LINK_DATA] + uncertain[LINK_UNKNOWN];
    e->constant = label->enters && label->kind == LINK_DATA && explain_uses_no_value(view);
    e->missing = uncertain[LINK_DATA] == 0 && explain_missing(e, label->node, view);
    for (size_t i = 0; i < e->links.count && e->edges < e->bound; i++, e->edges++)
        follow(e, label, view, &e->links.items[i]);
    struct explain_line *line = &e->lines[label->line];
    line->pending |= e->edges >= e->bound || e->stopped;
    line->uncertain += left_out;
    line->horizon |= e->history && store_at_horizon(e->store, label->node);
    e->uncertain += left_out;
    if (!e->history && is_followed(e, WAY_VALUE) && label->way == WAY_VALUE && uncertain[LINK_DATA] == 0 && view->line != NO_LINE)
        note_unwritten(e, label, view);
}

/* ---- Lines ---- */

static void reach_line(struct explaining *e, const struct explain_label *label, struct node place)
{
    struct explain_line *line = &e->lines[label->line];
    line->reached = true;
    line->order = e->reached++;
    line->parent = label->parent;
    line->link = (enum explain_link)label->link;
    line->kind = (enum link_kind)label->kind;
    line->user = label->user;
    line->definer = label->node;
    line->port = label->port;
    line->library = label->hidden;
    line->cost = label->cost;
    line->time = label->time;
    line->saves = explain_view(e, place.index)->opens || explain_view(e, place.index)->restores;
    line->node = line->first = line->last = place;
}

static void count_instance(struct explain_line *line, struct node node)
{
    if (node.index != line->node.index)
        return;
    line->instances++;
    if (node.instance < line->first.instance)
        line->first = node;
    if (node.instance > line->last.instance)
        line->last = node;
}

static void note_sharing(struct explaining *e, const struct explain_label *label)
{
    struct explain_line *line = &e->lines[label->line];
    line->shared |= line->entries > 1 && line->entered_from != label->parent;
    line->varies |= line->entries > 1 && label->node.index == line->node.index && !explain_same_value(e->store, label->node, line->node);
    line->entered_from = label->parent;
}

/* Adds the call in the user's own function through which the definer came to run. Labels come cheapest first, so only the first way to a call of each cost
 * counts; walking others again would make the rounds of a loop quadratic. */
static void push_call(struct explaining *e, const struct explain_label *label)
{
    struct explain_label to = {.way = WAY_VALUE, .kind = LINK_CONTROL, .link = EXPLAIN_CONTROL, .enters = true, .parent = label->line, .delay = label->delay};
    struct node place;
    if (!(e->question->follow & EXPLAIN_FOLLOW_CONTROL) || !explain_call_between(e, label->user, label->node, &to.node))
        return;
    to.line = explain_line(e, to.node, &place);
    if (to.line == NO_LINE || to.line == label->line || e->lines[to.line].reached || !store_time(e->store, to.node, &to.time))
        return;
    bool far = !explain_uses_no_value(explain_view(e, label->node.index)) && explain_in_asked_frame(e, label->user);
    to.cost = label->cost + (far ? EXPLAIN_COST_CALLED_BY_ASKED : EXPLAIN_COST_CALLED);
    if (node_set_add(&e->called[far], to.node) && explain_let_run(e, label->node, to.node, &to.user))
        push(e, to);
}

static void settle(struct explaining *e, struct explain_label *label)
{
    struct node place;
    struct explain_code *view = explain_view(e, label->node.index);
    view->met = true;
    if (label->enters) {
        explain_line(e, label->node, &place);
        if (!e->lines[label->line].reached)
            reach_line(e, label, place);
        label->hidden = view->line == NO_LINE;
        label->copy = label->parent != NO_LINE && label->kind == LINK_DATA && explain_is_copy(e, label->node);
        bool calls = label->kind == LINK_CONTROL && view->call && label->parent != NO_LINE;
        e->lines[label->line].entries += !calls;
        e->lines[label->line].copies += label->copy;
        note_sharing(e, label);
    }
    count_instance(&e->lines[label->line], label->node);
    if (label->enters && (label->link == EXPLAIN_VALUE || label->link == EXPLAIN_LIBRARY) && label->kind == LINK_DATA && label->parent != NO_LINE)
        push_call(e, label);
    expand(e, label);
}

static bool is_there(const struct explaining *e, struct node node)
{
    return node.index < store_count(e->store) && store_exists(e->store, node);
}

/* Notes the roots whose values other roots used. */
static void find_inner(struct explaining *e, struct node_set *roots, struct node_set *inner)
{
    for (size_t i = 0; i < e->question->root_count; i++)
        if (is_there(e, e->question->roots[i]) && !node_set_add(roots, e->question->roots[i]))
            continue;
    for (size_t i = 0; e->question->root_count > 1 && i < e->question->root_count && !e->history && !e->question->address; i++) {
        uint64_t uncertain[LINK_KINDS] = {0};
        struct node root = e->question->roots[i];
        e->links.count = 0;
        if (!node_set_has(roots, root) || !store_certain_definers(e->store, root, NULL, &e->links, uncertain))
            continue;
        const struct explain_code *view = explain_view(e, root.index);
        for (size_t k = 0; k < e->links.count; k++)
            if (e->links.items[k].kind == LINK_DATA && !is_frame(e, view, &e->links.items[k]) && node_set_has(roots, e->links.items[k].node) &&
                !node_set_add(inner, e->links.items[k].node))
                continue;
    }
}

/* A statement's result is the value that none of its own instructions used again; values and addresses of the others are told apart on the way from there. If
 * the question is about addresses, all roots start the walk. */
static void push_roots(struct explaining *e)
{
    struct node_set roots = {0}, inner = {0};
    find_inner(e, &roots, &inner);
    for (size_t i = 0; i < e->question->root_count; i++) {
        struct node node = e->question->roots[i], place;
        if (!is_there(e, node) || node_set_has(&inner, node))
            continue;
        struct explain_label label = {.node = node, .parent = NO_LINE, .link = EXPLAIN_ASKED, .root = true, .enters = true};
        label.line = explain_line(e, node, &place);
        if (!store_time(e->store, node, &label.time))
            label.time = 0;
        push(e, label);
    }
    node_set_free(&roots);
    node_set_free(&inner);
}

static void walk(struct explaining *e)
{
    for (size_t i = 0; i < e->question->root_count && !e->history; i++)
        if (is_there(e, e->question->roots[i]))
            explain_context(e, e->question->roots[i]);
    while (e->heap_count && !e->stopped && e->edges < e->bound) {
        struct explain_label label = pop(e);
        if (!node_set_add(&e->settled, label.node))
            continue;
        settle(e, &label);
        if (e->settled.count % 64 == 0 && !progress_report(e->progress, e->edges, e->bound))
            e->stopped = true;
    }
    for (size_t i = 0; i < e->heap_count; i++)
        if (!node_set_has(&e->settled, e->heap[i].node))
            e->lines[e->heap[i].line].pending = true;
}

static void forget(struct explaining *e)
{
    arena_free(&e->arena);
    map_free(&e->line_map);
    map_free(&e->call_map);
    pool_free(&e->names);
    node_set_free(&e->settled);
    node_set_free(&e->context);
    node_set_free(&e->called[0]);
    node_set_free(&e->called[1]);
    links_free(&e->links);
    free(e->views);
    free(e->lines);
    free(e->callers);
    links_free(&e->parents);
    free(e->heap);
}

bool explain(struct program *program, const struct explain_question *question, const struct progress *progress, struct explanation **explanation)
{
    const struct store *store = program_store(program);
    struct store_summary summary = store_summary(store);
    struct explaining e = {.program = program, .store = store, .question = question, .progress = progress};
    e.salt = hash_key(&e);
    struct error damage;
    e.history = summary.kind == STORE_HISTORY;
    e.bound = question->edges ? question->edges : EXPLAIN_EDGES;
    e.views = memory_allocate((size_t)(store_count(store) + 1) * sizeof(struct explain_code *));
    e.fold_library = explain_has_lines(&e);
    push_roots(&e);
    walk(&e);
    *explanation = memory_allocate(sizeof **explanation);
    explain_tree(&e, *explanation);
    bool whole = !e.stopped && !store_damaged(store, false, &damage);
    (*explanation)->more = !whole || e.edges >= e.bound;
    forget(&e);
    return whole;
}

void explanation_free(struct explanation *explanation)
{
    if (!explanation)
        return;
    arena_free(&explanation->arena);
    free(explanation);
}
