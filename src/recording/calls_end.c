/* calls_end.c - how a call of a recording ended.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No trace records a function's return value as such. If its caller goes on to read rax, and the writer of rax ran within the call, the writer's value is the
 * return value. If nothing reads rax, or the writer ran elsewhere, the value stays unknown. DWARF gives its type. Floating-point numbers return in xmm0: the
 * value is that of its last writer within the call, if something used it afterwards. The use is required because optimised code need not return a value that no
 * caller uses. */
#include "recording/describe.h"
#include "recording/who.h"

#include <string.h>

enum {
    LOOK_AHEAD = 12                     /* instructions of the caller after the call */
};

static bool frame_of(struct calls_list *list, uint32_t call, struct store_frame *frame)
{
    const struct store *store = wet_of(list->session)->store;
    uint64_t time = list->calls->items[call].from, deep = store_depth(store, time), own = calls_list_depth(list, call);
    return deep >= own && store_frame(store, time, deep - own, frame) && frame->from == time;
}

/* Does the instruction write rax and nothing else, so that its value is rax? */
static bool writes_result(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(wet_of(session)->program, index, &decoded) && !(decoded.traits & TRAIT_SEVERAL) && decoded.flow == FLOW_NEXT &&
           operand_is(&decoded, 0, decoded.arch->result) && !decoded.operand[0].high_byte;
}

/* xor %eax,%eax before sete and the like, which write only the lowest byte. */
static bool is_cleared(const struct session *session, struct node node)
{
    struct decoded decoded;
    uint64_t number;
    return program_disassemble(wet_of(session)->program, node.index, &decoded) && decoded.operation == OPERATION_XOR &&
           store_number(wet_of(session)->store, node, &number) && number == 0;
}

/* Which execution wrote rax: of two, the one that wrote its lowest byte if the other cleared the rest. */
static bool one_definer(const struct session *session, const struct node *nodes, size_t count, struct node *definer)
{
    if (count == 0 || count > 2)
        return false;
    bool first_cleared = count == 2 && is_cleared(session, nodes[0]);
    *definer = nodes[first_cleared];
    return count == 1 || first_cleared != is_cleared(session, nodes[1]);
}

/* How many bytes of rax its definer determines: writing four clears the others. */
static unsigned width_of(const struct session *session, struct node definer, bool cleared)
{
    struct decoded decoded;
    bool known = program_disassemble(wet_of(session)->program, definer.index, &decoded);
    return cleared || (known && decoded.operand[0].size == 4) ? 8 : known ? decoded.operand[0].size : 0;
}

/* The one definer of the port of rax. *reads: it has such a port. False: none, or several. */
static bool definer_of_result(const struct session *session, struct node user, struct calls_end *end, bool *reads)
{
    struct roles roles;
    struct links links = {0};
    struct node nodes[2];
    size_t found = 0;
    *reads = false;
    roles_of(wet_of(session)->program, user.index, &roles);
    for (uint64_t p = 0; p < roles.ports && p < ROLES_PORTS; p++)
        *reads |= roles.reg[p] == program_arch(wet_of(session)->program)->result && (roles.role[p] == ROLE_VALUE || roles.role[p] == ROLE_ADDRESS);
    if (!*reads || !store_definers(wet_of(session)->store, user, NULL, &links))
        return false;
    for (size_t i = 0; i < links.count; i++) {
        const struct link *link = &links.items[i];
        if (link->port >= roles.ports || link->port >= ROLES_PORTS || roles.reg[link->port] != program_arch(wet_of(session)->program)->result)
            continue;
        if (found < 2)
            nodes[found] = link->node;
        found += !link->uncertain && !link->carried ? 1 : 3;
    }
    links_free(&links);
    bool one = one_definer(session, nodes, found, &end->value);
    end->width = one ? width_of(session, end->value, found == 2) : 0;
    return one;
}

static void find_value(const struct session *session, const struct store_frame *frame, struct calls_end *end)
{
    const struct store *store = wet_of(session)->store;
    uint64_t time = frame->to, written;
    struct node node;
    for (unsigned i = 0; i < LOOK_AHEAD && store_depth(store, time) == frame->depth - 1 && store_at(store, time, &node); i++) {
        bool reads;
        if (definer_of_result(session, node, end, &reads))
            end->has_value = store_time(store, end->value, &written) && written >= frame->from && written < frame->to &&
                             writes_result(session, end->value.index);
        struct decoded decoded;
        if (reads || !program_disassemble(wet_of(session)->program, node.index, &decoded) || decoded.flow == FLOW_CALL ||
            decoded.flow == FLOW_CALL_INDIRECT || !store_next_in_thread(store, time, &time))
            return;
    }
}

/* The last instruction in the frame itself. */
static void find_last(const struct session *session, const struct store_frame *frame, struct calls_end *end)
{
    const struct store *store = wet_of(session)->store;
    uint64_t time;
    struct node node;
    if (store_previous_in_thread(store, frame->to, &time) && time >= frame->from && store_depth(store, time) == frame->depth && store_at(store, time, &node) &&
        node.index < CALLS_NONE)
        end->last = (uint32_t)node.index;
}

static bool is_return(const struct session *session, uint32_t index)
{
    struct decoded decoded;
    return index != CALLS_NONE && program_disassemble(wet_of(session)->program, index, &decoded) && decoded.flow == FLOW_RETURN;
}

/* Did anything use an execution's value at the time or later? */
static bool is_used_since(const struct store *store, struct node definer, uint64_t time)
{
    struct links users = {0};
    uint64_t when;
    bool used = false;
    if (store_users(store, definer, NULL, &users))
        for (size_t i = 0; i < users.count && !used; i++)
            used = store_time(store, users.items[i].node, &when) && when >= time;
    links_free(&users);
    return used;
}

static void find_vector(const struct session *session, const struct store_frame *frame, uint64_t size, struct calls_end *end)
{
    const struct store *store = wet_of(session)->store;
    uint64_t written;
    bool known = memory_vector_at(who_memory(session), frame->to, program_arch(wet_of(session)->program)->vector_result, size, &end->value) && store_time(store, end->value, &written) &&
                 written >= frame->from && written < frame->to;
    end->has_value = known && is_used_since(store, end->value, frame->to);
    end->unused = known && !end->has_value;
    end->width = (unsigned)size;
}

/* ---- The function behind a stub ----
 *
 * A call through a stub of the PLT begins a frame in the stub. The stub jumps to the function; at the first call it pushes a number and jumps to the dynamic
 * linker instead, which calls a function that finds the address, and jumps there. The function may end in another one, of another type, as a tail call does. */

static bool is_in_stub(const struct session *session, uint64_t time)
{
    struct wet_code code;
    return wet_code_at(session, time, &code) && symbols_in_plt(code.symbols, code.link);
}

/* The next execution of the frame itself. False: it ends before. */
static bool next_of_frame(const struct store *store, const struct store_frame *frame, uint64_t *time)
{
    struct store_frame callee;
    if (!store_next_in_thread(store, *time, time))
        return false;
    while (*time < frame->to && store_depth(store, *time) > frame->depth)
        if (!store_frame(store, *time, store_depth(store, *time) - frame->depth - 1, &callee))
            return false;
        else
            *time = callee.to;
    return *time < frame->to;
}

/* The first instruction of the function that was called. CALLS_NONE: unknown. */
static uint32_t find_entry(const struct session *session, const struct store_frame *frame)
{
    enum { LINKER = 256 };              /* instructions of the dynamic linker on the way, without those that it calls; saving registers takes some 60 */
    const struct store *store = wet_of(session)->store;
    uint64_t time = frame->from;
    struct node node;
    struct decoded decoded;
    bool stub = is_in_stub(session, time), searches = false, jumped = false;
    for (unsigned i = 0; i < LINKER && store_at(store, time, &node) && node.index < CALLS_NONE; i++) {
        if (!stub && (!searches || jumped))
            return (uint32_t)node.index;
        if (!program_disassemble(wet_of(session)->program, node.index, &decoded))
            break;
        searches |= stub && decoded.operation == OPERATION_PUSH;
        jumped = !stub && decoded.flow == FLOW_INDIRECT;
        if (!next_of_frame(store, frame, &time))
            break;
        stub = stub && is_in_stub(session, time);
    }
    return CALLS_NONE;
}

/* The return value, if the function's type has one. */
static void find_returned(const struct session *session, const struct store_frame *frame, struct calls_end *end)
{
    struct type type = {0};
    struct wet_code code;
    if (end->entry != CALLS_NONE && wet_code_of(session, store_instruction(wet_of(session)->store, end->entry).address, &code))
        end->typed = symbols_return_type(code.symbols, code.link, &end->type);
    if (end->typed && end->type == TYPE_NONE)
        return;
    bool known = end->typed && symbols_type(code.symbols, end->type, &type);
    if (!known || type.kind != TYPE_FLOAT)
        find_value(session, frame, end);
    else if (type.size == sizeof(float) || type.size == sizeof(double))
        find_vector(session, frame, type.size, end);
}

/* The last instruction of the call, and its return value. */
static void find_end(const struct session *session, const struct store_frame *frame, struct calls_end *end)
{
    if (frame->to > store_summary(wet_of(session)->store).times)
        return;
    find_last(session, frame, end);
    end->entry = find_entry(session, frame);
    if (!frame->from_hidden && !frame->handler && is_return(session, end->last))
        find_returned(session, frame, end);
}

struct calls_end calls_end_of_frame(const struct session *session, const struct store_frame *frame)
{
    struct calls_end end = {.last = CALLS_NONE, .entry = CALLS_NONE, .type = TYPE_NONE};
    find_end(session, frame, &end);
    return end;
}

static bool type_of(const struct session *session, const struct calls_end *end, struct type *type)
{
    return end->typed && symbols_type(program_symbols(wet_of(session)->program), end->type, type);
}

bool calls_end_lacks(const struct session *session, const struct calls_end *end, struct text *out)
{
    struct type type;
    if (end->has_value || !type_of(session, end, &type) || type.kind != TYPE_FLOAT)
        return false;
    text_add(out, "a ");
    symbols_type_text(program_symbols(wet_of(session)->program), end->type, out);
    text_add(out, end->unused ? ": nothing used it" : ": not recorded");
    return true;
}

static void describe_typed(const struct session *session, const struct type *type, type_number declared, uint64_t number, struct text *out)
{
    struct who_place place = {.where = {.size = type->size}, .typed = true, .type = declared};
    bool hexadecimal = session->hexadecimal && (type->kind == TYPE_SIGNED || type->kind == TYPE_UNSIGNED || (session->bits && type->kind == TYPE_FLOAT));
    bool negative = type->kind == TYPE_SIGNED && number >> (8 * type->size - 1) & 1;
    if (hexadecimal)
        text_hex(out, number);
    if (hexadecimal && !negative)
        return;
    text_add(out, hexadecimal ? " (" : "");
    who_describe(session, &place, number, out);
    text_add(out, hexadecimal ? ")" : "");
}

bool calls_end_value(const struct session *session, const struct calls_end *end, uint64_t *number, struct text *out)
{
    struct type type = {0};
    uint64_t whole;
    if (!end->has_value || !store_number(wet_of(session)->store, end->value, &whole))
        return false;
    bool known = type_of(session, end, &type), parts = known && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION);
    bool wider = known && !parts && type.size > end->width;
    bool untyped = !known || parts || type.kind == TYPE_OTHER || type.size == 0 || type.size > end->width;
    if (!untyped && type.size < sizeof whole)
        whole &= (UINT64_C(1) << 8 * type.size) - 1;
    if (number)
        *number = whole;
    if (!untyped)
        describe_typed(session, &type, end->type, whole, out);
    else if (!describe_value(session, end->value, out))
        return false;
    if (parts || wider) {
        text_add(out, " in %rax, of ");
        symbols_type_text(program_symbols(wet_of(session)->program), end->type, out);
    }
    return true;
}

void calls_end_find(struct calls_list *list, uint32_t call, struct calls_end *end)
{
    struct store_frame frame;
    if (frame_of(list, call, &frame))
        find_end(list->session, &frame, end);
}
