/* dependences.c - who wrote what, who used it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

/* ---- One step ---- */

/* Did what an instance of a statement computed go into a later one of it? */
static bool feeds(struct session *session, struct node node, struct node later)
{
    enum { FOLDED = 64 };               /* instances that are looked at */
    struct node way[FOLDED] = {later};
    size_t count = 1;
    bool found = false;
    uint64_t uncertain[LINK_KINDS] = {0};
    struct links links = {0};
    for (size_t i = 0; i < count && !found; i++) {
        links.count = 0;
        if (!store_certain_definers(session->trace->store, way[i], &session->options.progress, &links, uncertain))
            break;
        for (size_t k = 0; k < links.count && !found; k++) {
            struct node definer = links.items[k].node;
            found = definer.index == node.index && definer.instance == node.instance;
            if (links.items[k].kind == LINK_DATA && count < FOLDED && statement_same(session->trace->program, definer.index, node.index))
                way[count++] = definer;
        }
    }
    links_free(&links);
    return found;
}

struct node wet_definers_of(struct session *session, struct node node)
{
    struct node valued;
    bool whole = session->grain == GRAIN_STATEMENT && wet_statement_value(session, node, &valued) == VALUED &&
                 (valued.index != node.index || valued.instance != node.instance) && feeds(session, node, valued);
    return whole ? valued : node;
}

static bool links(struct session *session, struct slice arguments, enum link_choice choice, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0};
    struct node node;
    argument_position(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error))
        return false;
    const enum grain grain = session->grain;
    session->grain = position_grain(session, word);
    bool itself = choice == LINKS_USERS || (word.size && session->grain == grain);
    bool good = rows_of_links(session, itself ? node : wet_definers_of(session, node), choice, (struct link_layout){0}, &answer->rows, error);
    answer->rows.users = choice == LINKS_USERS;
    title_of_node(session, choice == LINKS_USERS ? "uses of" : choice == LINKS_CONTROL ? "control of" : "deps of", node, &answer->rows);
    session->grain = grain;
    return good;
}

bool run_deps(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return links(session, arguments, LINKS_DEFINERS, answer, error);
}

bool run_uses(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return links(session, arguments, LINKS_USERS, answer, error);
}

/* A history has bare arrows: telling control from data would be a guess. */
bool need_link_kinds(const struct session *session, struct error *error)
{
    return !session_is_history(session) || error_set(error, "a history does not tell data from control dependences: ask without that filter");
}

bool run_control(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return session_need(session, error) && need_link_kinds(session, error) && links(session, arguments, LINKS_CONTROL, answer, error);
}
