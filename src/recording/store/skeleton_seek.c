/* skeleton_seek.c - lines of a list by interpolation.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Interpolation search (Perl, Itai, Avni, "Interpolation search - a log log n search", CACM 1978) over bytes of text: a line tells its own number, and
 * numbers grow nearly evenly with bytes. Each probe reads LOOK bytes somewhere and counts on from the first whole line in it.
 *
 * What is not known is where the list ends, and a probe behind its end may hit another list whose X would fit. But then more bytes lie between than so few
 * lines need (the rest of one list and the front of another, where one would do), or the lines there are of another length: such a probe is not believed
 * until one half-way to it was. */
#include "recording/store/skeleton.h"

#include <string.h>

enum { LOOK = 4096, PROBES = 64, INTERPOLATIONS = 12, LOOKS_NEAR = 16 };

/* A piece of text. */
struct look {
    char bytes[LOOK];
    uint64_t offset;
    size_t size, at;                /* at: of the next line */
};

static bool look_at(struct input *input, struct look *look, uint64_t offset)
{
    struct error ignored;
    look->offset = offset;
    look->at = 0;
    return input_read(input, offset, look->bytes, LOOK, &look->size, &ignored);
}

/* The X a line begins with; false: it is no entry. */
static bool line_x(const char *at, const char *end, uint64_t *x)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    const char *digits = at;
    uint64_t number = 0;
    for (; at < end && (unsigned char)(*at - '0') <= 9; at++)
        if (__builtin_mul_overflow(number, UINT64_C(10), &number) || __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number))
            return false;
    *x = number;
    if (at == digits)
        return false;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && *at == ':';
}

enum line { LINE_ENTRY, LINE_OTHER, LINE_CUT };

/* What the line at look->at is; *next: where the next one begins. The last line of a file may lack its end. */
static enum line look_line(const struct look *look, size_t *next, uint64_t *x)
{
    const char *start = look->bytes + look->at, *end = look->bytes + look->size, *feed = start < end ? memchr(start, '\n', (size_t)(end - start)) : NULL;
    if (!feed && (look->size == LOOK || start == end))
        return LINE_CUT;
    *next = feed ? (size_t)(feed - look->bytes) + 1 : look->size;
    return line_x(start, feed ? feed : end, x) ? LINE_ENTRY : LINE_OTHER;
}

static bool skip_line(struct look *look)
{
    const char *feed = memchr(look->bytes, '\n', look->size);
    if (feed)
        look->at = (size_t)(feed - look->bytes) + 1;
    return feed != NULL;
}

/* Passes over lines whose X continue at entry k, up to entry `until`; returns the entry it came to. */
static uint64_t run(struct look *look, const struct guessed *list, uint64_t k, uint64_t until)
{
    size_t next;
    uint64_t x;
    while (k < until && look_line(look, &next, &x) == LINE_ENTRY && x == list->first_x + k * list->step) {
        look->at = next;
        k++;
    }
    return k;
}

/* ---- The end of a list ---- */

/* A place in the list. */
struct place_in_list {
    uint64_t offset, k;             /* entry k begins here, and all before it are the list's */
    double length;                  /* of the lines before it */
};

struct seek {
    struct input *input;
    struct guessed list;
    uint64_t count;
    struct place_in_list low;
    uint64_t high;                  /* something that is not of the list; UINT64_MAX: nothing yet */
    uint64_t aim;                   /* where to look next */
    struct look look;
};

/* First X and step, by the first lines. */
static bool learn(struct seek *seek)
{
    struct look *look = &seek->look;
    size_t next;
    uint64_t second, span;
    if (!look_at(seek->input, look, seek->low.offset) || look_line(look, &next, &seek->list.first_x) != LINE_ENTRY)
        return false;
    look->at = next;
    if (look_line(look, &next, &second) != LINE_ENTRY || second <= seek->list.first_x)
        return false;
    seek->list.step = second - seek->list.first_x;
    look->at = 0;
    return !__builtin_mul_overflow(seek->count - 1, seek->list.step, &span) && !__builtin_add_overflow(span, seek->list.first_x, &span) && span < UINT64_MAX;
}

/* Goes from entry k at look->at to the last line of the look that is whole, if that is an entry of the list, and not its last. Returns the entry it came to. */
static uint64_t stride(struct look *look, const struct guessed *list, uint64_t k, uint64_t count)
{
    const char *start = look->bytes + look->at, *end = memrchr(start, '\n', look->size - look->at), *last = NULL;
    size_t next;
    uint64_t x;
    if (end && end > start)
        last = memrchr(start, '\n', (size_t)(end - start));
    if (!last || last < start || !line_x(last + 1, end, &x) || x <= list->first_x || (x - list->first_x) % list->step)
        return k;
    uint64_t found = (x - list->first_x) / list->step, lines = (uint64_t)(last + 1 - start) / 4;
    if (found <= k || found - k > lines || found + 1 >= count || look_line(look, &next, &x) != LINE_ENTRY)
        return k;
    look->at = (size_t)(last + 1 - look->bytes);
    return found;
}

/* Counts on from the line at look->at, entry k. False: it is none. */
static bool advance(struct seek *seek, uint64_t k, struct place_in_list *place)
{
    struct look *look = &seek->look;
    size_t start = look->at;
    uint64_t reached = stride(look, &seek->list, k, seek->count);
    if (reached == k)
        reached = run(look, &seek->list, k, seek->count);
    if (reached == k)
        return false;
    *place = (struct place_in_list){look->offset + look->at, reached, (double)(look->at - start) / (double)(reached - k)};
    return true;
}

/* Where the end should be, seen from `low`; half a look before, so that it is in it. */
static uint64_t expect_end(const struct seek *seek)
{
    double away = seek->low.length * (double)(seek->count - seek->low.k) - LOOK / 2;
    double most = seek->high == UINT64_MAX ? 1e18 : (double)(seek->high - seek->low.offset);
    if (away >= most)
        away = most / 2;
    return seek->low.offset + (uint64_t)(away > 0 ? away : 0);
}

/* How many bytes of lines lie before the line at look->at, which has this X, if its list begins with X 0 and goes on as it does here. */
static double bytes_before(struct look *look, uint64_t x)
{
    size_t start = look->at, next;
    uint64_t here, lines = 0;
    while (look_line(look, &next, &here) == LINE_ENTRY && here == x + lines) {
        look->at = next;
        lines++;
    }
    return lines ? (double)x * (double)(look->at - start) / (double)lines : 0;
}

/* Something else than the list begins at look->at. Its X, if it has any, says how far back its list's head is. */
static void miss(struct seek *seek, bool has_x, uint64_t x, unsigned probe)
{
    uint64_t low = seek->low.offset;
    seek->high = seek->look.offset + seek->look.at;
    double room = (double)(seek->high - low), back = LOOK;
    if (has_x)
        back += bytes_before(&seek->look, x);
    seek->aim = room <= LOOK ? low : low + (uint64_t)(probe < INTERPOLATIONS && back < room ? room - back : room / 2);
}

/* A line that could be entry k. False: it is not. */
static bool believe(struct seek *seek, uint64_t k)
{
    struct place_in_list place, low = seek->low;
    uint64_t start = seek->look.offset + seek->look.at, bytes = start - low.offset;
    if (k < low.k || k >= seek->count || !advance(seek, k, &place))
        return false;
    double longest = place.length > low.length ? place.length : low.length, shortest = place.length + low.length - longest;
    bool alike = longest <= 2 * shortest || bytes <= LOOKS_NEAR * LOOK;
    if (alike && (double)bytes <= 1.25 * longest * (double)(k - low.k) + 4 * longest) {
        seek->low = place;
        seek->aim = expect_end(seek);
    } else {
        seek->aim = bytes > LOOK ? low.offset + bytes / 2 : low.offset;
    }
    return true;
}

/* A look that does not begin at `low`. False: there is no line in it. */
static bool probe_line(struct seek *seek, unsigned probe)
{
    struct look *look = &seek->look;
    const struct guessed *list = &seek->list;
    size_t next;
    uint64_t x = 0;
    if (!skip_line(look)) {
        miss(seek, false, 0, probe);
        return look->size < LOOK;       /* the end of the file; else a line longer than any entry */
    }
    bool entry = look_line(look, &next, &x) == LINE_ENTRY;
    if (!entry || x < list->first_x || (x - list->first_x) % list->step || !believe(seek, (x - list->first_x) / list->step))
        miss(seek, entry, x, probe);
    return true;
}

/* All entries were passed: what follows must be something else, or the end of the file. */
static bool is_end(struct seek *seek)
{
    size_t next;
    uint64_t x;
    if (!look_at(seek->input, &seek->look, seek->low.offset))
        return false;
    return seek->look.size == 0 || look_line(&seek->look, &next, &x) == LINE_OTHER;
}

bool skeleton_jump(struct input *input, uint64_t from, uint64_t count, struct guessed *list)
{
    struct seek seek = {.input = input, .list = {.from = from}, .count = count, .low = {from, 0, 0}, .high = UINT64_MAX};
    if (count < 2 || !learn(&seek) || !advance(&seek, 0, &seek.low))
        return false;
    seek.aim = expect_end(&seek);
    for (unsigned probe = 0; probe < PROBES && seek.low.k < count; probe++) {
        bool near = seek.aim <= seek.low.offset;
        if (!look_at(input, &seek.look, near ? seek.low.offset : seek.aim))
            return false;
        if (near ? !advance(&seek, seek.low.k, &seek.low) : !probe_line(&seek, probe))
            return false;
        if (near)
            seek.aim = expect_end(&seek);
    }
    if (seek.low.k < count || !is_end(&seek))
        return false;
    *list = seek.list;
    list->to = seek.low.offset;
    return true;
}

/* ---- A line of a list ---- */

bool skeleton_place(struct input *input, const struct guessed *list, uint64_t count, uint64_t k, uint64_t *offset)
{
    uint64_t low = list->from, high = list->to, low_k = 0, high_k = count, x, found;
    struct look look;
    size_t next;
    for (unsigned probe = 0; probe < PROBES && low_k <= k && low < high; probe++) {
        double share = probe < INTERPOLATIONS ? (double)(k - low_k) / (double)(high_k - low_k) : 0.5;
        double away = (double)(high - low) * share - LOOK / 2;
        uint64_t aim = high - low > LOOK && away > 0 ? low + (uint64_t)away : low;
        if (!look_at(input, &look, aim) || (aim > low && !skip_line(&look)) || look_line(&look, &next, &x) != LINE_ENTRY || x < list->first_x)
            return false;
        found = (x - list->first_x) / list->step;
        if (found > k) {
            if (look.offset + look.at >= high)
                return false;
            high = look.offset + look.at;
            high_k = found;
            continue;
        }
        found = run(&look, list, found, k);
        *offset = look.offset + look.at;
        if (found == k && look_line(&look, &next, &x) == LINE_ENTRY && x == list->first_x + k * list->step)
            return true;
        if (found < low_k || *offset <= low)
            return false;
        low = *offset;
        low_k = found;
    }
    return false;
}
