/* dependences.c - who wrote what, who used it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/wet.h"

/* ---- One step ---- */

static bool links(struct session *session, struct slice arguments, enum link_choice choice, struct answer *answer, struct error *error)
{
    struct slice word = {NULL, 0};
    struct node node;
    argument_next(&arguments, &word);
    answer->is_list = true;
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error) ||
        !rows_of_links(session, node, choice, (struct link_layout){0}, &answer->rows, error))
        return false;
    answer->rows.users = choice == LINKS_USERS;
    title_of_node(session, choice == LINKS_USERS ? "uses of" : choice == LINKS_CONTROL ? "control of" : "deps of", node, &answer->rows);
    return true;
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
