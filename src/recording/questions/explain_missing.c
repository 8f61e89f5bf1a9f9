/* explain_missing.c - values that nobody wrote in what is recorded.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/explain_inside.h"
#include "recording/questions/memory.h"
#include "recording/questions/program.h"

enum explain_home explain_home(struct explaining *e, struct node node, uint64_t port)
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

bool explain_missing(struct explaining *e, struct node node, const struct view *view)
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

bool explain_uses_no_value(const struct view *view)
{
    const struct roles *roles = &view->roles;
    if (!roles->whole || roles->ports <= 1 || roles->ports > ROLES_PORTS || view->line == NO_LINE)
        return false;
    for (uint64_t port = 1; port < roles->ports; port++)
        if (roles->role[port] != ROLE_ADDRESS)
            return false;
    return true;
}
