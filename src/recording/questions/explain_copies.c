/* explain_copies.c - which lines merely hand a value on.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/explain_inside.h"

#include <string.h>

enum { MOVES_MOST = 16 };               /* of one copy */

bool explain_same_value(const struct store *store, struct node a, struct node b)
{
    uint64_t first, second;
    if (store_values_of(store, a, &first) != 1 || store_values_of(store, b, &second) != 1)
        return false;
    struct value x = store_value(store, a.index, first), y = store_value(store, b.index, second);
    return !x.uncertain && !y.uncertain && x.size == y.size && memcmp(x.digits, y.digits, x.size) == 0;
}

/* The one definer of the values that an instance used. False: there are several, or none, or a value that nobody wrote. */
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

bool explain_is_copy(struct explaining *e, struct node node)
{
    uint32_t line = explain_view(e, node.index)->line;
    struct node definer;
    if (e->history || e->question->instructions || line == NO_LINE)
        return false;
    for (unsigned moves = 0; moves < MOVES_MOST; moves++) {
        const struct view *view = explain_view(e, node.index);
        if (!view->moves || !one_definer(e, node, &definer) || !explain_same_value(e->store, node, definer))
            return false;
        if (explain_view(e, definer.index)->line != line)
            return true;
        node = definer;
    }
    return false;
}
