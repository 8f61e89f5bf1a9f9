/* history.c - where one has been: jump history and marks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_DROP = HISTORY_MAX / 10 };   /* at once, so that a long session does not move all places at each jump */

void history_visit(struct history *history, const struct place *place)
{
    if (history->count && place_equal(&history->places[history->position], place))
        return;
    if (history->count)
        history->count = history->position + 1;
    struct place copy = *place; /* it may be one of the history's own */
    if (history->count == HISTORY_MAX) {
        history->count -= HISTORY_DROP;
        memmove(history->places, history->places + HISTORY_DROP, history->count * sizeof *history->places);
    }
    history->places = array_grow(history->places, &history->capacity, history->count + 1, sizeof *history->places);
    history->position = history->count;
    history->places[history->count++] = copy;
}

void history_leave(struct history *history, const struct place *place)
{
    if (history->count)
        history->places[history->position] = *place;
}

bool history_back(struct history *history, struct place *place)
{
    if (history->count == 0 || history->position == 0)
        return false;
    *place = history->places[--history->position];
    return true;
}

bool history_forward(struct history *history, struct place *place)
{
    if (history->count == 0 || history->position + 1 == history->count)
        return false;
    *place = history->places[++history->position];
    return true;
}

void history_free(struct history *history)
{
    free(history->places);
    *history = (struct history){0};
}

/* Where a mark is kept; false: no name of a mark. */
static bool mark_index(char name, size_t *index)
{
    if (name == '\'')
        *index = 26;
    else if (name >= 'a' && name <= 'z')
        *index = (size_t)(name - 'a');
    else
        return false;
    return true;
}

bool marks_set(struct marks *marks, char name, const struct place *place)
{
    size_t index;
    if (!mark_index(name, &index))
        return false;
    marks->places[index] = *place;
    return true;
}

void marks_clear(struct marks *marks, char name)
{
    size_t index;
    if (mark_index(name, &index))
        marks->places[index] = (struct place){0};
}

bool marks_get(const struct marks *marks, char name, struct place *place)
{
    size_t index;
    if (!mark_index(name, &index) || marks->places[index].has == 0)
        return false;
    *place = marks->places[index];
    return true;
}
