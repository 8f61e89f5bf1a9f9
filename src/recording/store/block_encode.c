/* block_encode.c - encodes the blocks of a list.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/block_code.h"

/* ---- The line through a block's numbers ----
 *
 * The encoder looks for the slope with the narrowest rests: Chebyshev's line through points. The spread of the rests is a convex function of the slope, and
 * the positions of the largest and the smallest rest tell on which side the best slope lies. So the search starts at the line of least squares, which is
 * near, and takes a few steps along tangents. */

enum { STEPS = 3, WIDTH_WORTH_STEPS = 4, FEW = 128 /* steps do not pay below */ };
#define SLOPE_UNIT 65536.0

struct fit {
    const struct kernels *kernels;
    struct points points;           /* count rounded up */
    unsigned bend;
    struct line best;
    uint64_t cost;
};

/* The line with this slope: its base, and the width of its rests. Sets the lowest and the highest deviation. */
static struct line line_of(struct fit *fit, int32_t slope, double *low, double *high)
{
    if (slope) {
        fit->kernels->extent(fit->points, slope, low, high);
    } else {
        *low = fit->points.low;
        *high = fit->points.high;
    }
    int64_t lowest = (int64_t)(*low * SLOPE_UNIT), highest = (int64_t)(*high * SLOPE_UNIT);
    struct line line = {.slope = slope};
    if ((slope & 65535) == 0) {
        line.base = (uint64_t)(lowest >> 16);
        line.width = bits_of((uint64_t)(highest - lowest) >> 16);
        return line;
    }
    /* Numbers are whole, so the line may lie above the lowest deviation by less than 1. */
    int64_t base = (lowest >> 8) + 255, rest = (highest - base * 256 + 65535) >> 16;
    line.base = (uint64_t)(base >> 8);
    line.fraction = base & 255;
    line.width = bits_of(rest > 0 ? (uint64_t)rest : 0);
    return line;
}

/* Tries a slope; keeps the line if it is narrower. */
static struct line slope_try(struct fit *fit, double slope, double *low, double *high)
{
    slope = slope * SLOPE_UNIT + (slope < 0 ? -0.5 : 0.5);
    slope = slope > INT32_MAX ? INT32_MAX : slope <= INT32_MIN ? INT32_MIN + 1 : slope;
    struct line line = line_of(fit, (int32_t)slope, low, high);
    uint64_t cost = line.width * fit->points.count + (line.slope == 0 || line.slope == 65536 ? 0 : fit->bend);
    if (cost < fit->cost) {
        fit->cost = cost;
        fit->best = line;
    }
    return line;
}

/* The narrowest width that a spread allows. */
static unsigned spread_width(double spread)
{
    return spread <= 1 ? 0 : bits_of((uint64_t)(spread - 1 / SLOPE_UNIT));
}

/* A tangent of the spread. Its gradient is the distance from the position of the highest deviation to that of the lowest. */
struct tangent {
    double slope, spread, gradient;
    bool known;
};

static struct tangent tangent_at(const struct fit *fit, int32_t slope, double low, double high)
{
    double at_low = fit->kernels->where(fit->points, slope, low), at_high = fit->kernels->where(fit->points, slope, high);
    return (struct tangent){slope / SLOPE_UNIT, high - low, at_low - at_high, true};
}

/* Goes from a slope with known deviations to better slopes. Two tangents, one from each side, also bound the best width. */
static void slopes_near(struct fit *fit, struct line line, double low, double high)
{
    struct tangent left = {0}, right = {0};
    for (unsigned step = 0; fit->best.width && line.width <= WIDTH_WORTH_STEPS; step++) {
        struct tangent here = tangent_at(fit, line.slope, low, high);
        if (here.gradient == 0 || step == STEPS)
            return;
        *(here.gradient < 0 ? &left : &right) = here;
        double slope = here.slope - here.spread / 2 / here.gradient;
        if (left.known && right.known) {
            slope = (left.spread - right.spread + right.gradient * right.slope - left.gradient * left.slope) / (right.gradient - left.gradient);
            if (spread_width(left.spread + left.gradient * (slope - left.slope)) >= fit->best.width)
                return;
        }
        line = slope_try(fit, slope, &low, &high);
    }
}

static double points_range(const struct points *points)
{
    unsigned last = points->count - 1;
    if (!points->is_near)
        return points->positions[last] - points->positions[0];
    return points->places ? (double)points->places[last] - points->places[0] : last;
}

/* The line through points with the narrowest rests; base is relative to the heights. `bend` is the cost of a slope other than 0 and 1, in bits of all
 * rests together. */
static struct line line_fit(const struct kernels *kernels, struct points points, unsigned bend)
{
    struct fit fit = {.kernels = kernels, .points = points, .bend = bend, .cost = UINT64_MAX};
    double low, high, flat_low, flat_high, sums[4], count = points.count, range = points_range(&points);
    if (range == 0) {
        slope_try(&fit, 0, &low, &high);
        return fit.best;
    }
    kernels->sums(points, sums);
    struct line line = slope_try(&fit, (count * sums[3] - sums[0] * sums[2]) / (count * sums[1] - sums[0] * sums[0]), &low, &high);
    /* Skip slopes too far from this one: the two spreads together are at least the spread of the lines' difference. */
    for (int slope = 0; slope <= 1; slope++) {
        double turn = line.slope / SLOPE_UNIT - slope;
        if ((turn < 0 ? -turn : turn) * range <= 2 * (high - low))
            slope_try(&fit, slope, &flat_low, &flat_high);
    }
    if (points.count >= FEW)
        slopes_near(&fit, line, low, high);
    return fit.best;
}

/* ---- Numbers that are far apart ---- */

/* A line from the first to the last number, with the exponent it needs. False: too steep, even so. */
static bool line_is_steep(const uint64_t *values, unsigned count, struct line *line)
{
    int64_t rise = (int64_t)(values[count - 1] - values[0]);
    if (count < 2 || rise >= (int64_t)1 << 46 || rise <= -((int64_t)1 << 46))
        return false;
    int64_t slope = rise * 65536 / (int64_t)(count - 1);
    *line = (struct line){.steep = true};
    for (; slope != (int32_t)slope; slope /= 2)
        line->fraction++;
    line->slope = (int32_t)slope;
    return line->fraction <= 22;
}

static void line_spread(const uint64_t *values, unsigned count, struct line *line)
{
    int64_t low = 0, high = 0;
    for (unsigned i = 0; i < count; i++) {
        int64_t deviation = (int64_t)(values[i] - steep_at(values[0], line->slope, line->fraction, i));
        low = deviation < low ? deviation : low;
        high = deviation > high ? deviation : high;
    }
    line->width = bits_of((uint64_t)high - (uint64_t)low);
    line->base = values[0] + (uint64_t)low;
}

/* line_fit for numbers far apart: slope 0 or, if steep lines are allowed, from the first to the last. Base is absolute, positions are 0, 1, 2 ... */
static struct line line_fit_far(const uint64_t *values, unsigned count, bool steep)
{
    struct line flat = {0}, line;
    line_spread(values, count, &flat);
    if (steep && line_is_steep(values, count, &line)) {
        line_spread(values, count, &line);
        if (line.width < flat.width)
            return line;
    }
    return flat;
}

/* ---- Chooses the shape of a block and writes it ----
 *
 * Most blocks are a line, as one pass over them shows. For the others the encoder fits one line if they have one definer, or a line for each of
 * several. If no line fits, or there are too many definers, it packs the numbers as they are. */

enum { BASE_BITS = 54, BYTES_FROM = 12, BEND_BITS = 40, FEW_DEFINERS = 6 };

struct encoder {
    const struct kernels *kernels;
    enum block_rests rests;
    const struct definers *definers;        /* NULL: numbers */
    const uint64_t *values;
    unsigned count;
    struct block *block;
    unsigned char *payload;
    size_t *size;
    struct block_range *ranges;     /* to fill in, one a definer; NULL: not wanted */
};

/* The positions of a whole block; repeats the last one as padding. */
static void positions_fill(double positions[BLOCK], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        positions[i] = i;
    for (unsigned i = count; i % LANES; i++)
        positions[i] = count - 1;
}

/* ---- Writing bits ---- */

struct bit_writer {
    unsigned char *bytes;           /* the held bits go here */
    uint64_t held;
    unsigned count;                 /* of held bits, 0 to 7 between calls */
};

/* width at most 57 */
static inline void bits_write(struct bit_writer *writer, uint64_t field, unsigned width)
{
    writer->held |= field << writer->count;
    save64(writer->bytes, writer->held);
    writer->count += width;
    writer->bytes += writer->count >> 3;
    writer->held = writer->count < 64 ? writer->held >> (writer->count & ~7u) : 0;
    writer->count &= 7;
}

static void bits_write_wide(struct bit_writer *writer, uint64_t field, unsigned width)
{
    if (width > 32) {
        bits_write(writer, field & UINT32_MAX, 32);
        bits_write(writer, field >> 32, width - 32);
    } else {
        bits_write(writer, field, width);
    }
}

/* Joins narrow fields, four or two at a time, before it writes them. */
static void rests_write(struct bit_writer *writer, const uint64_t *rests, unsigned count, unsigned width)
{
    unsigned at = 0;
    if (width == 0)
        return;
    for (; width <= 14 && at + 4 <= count; at += 4) {
        uint64_t low = rests[at] | rests[at + 1] << width, high = rests[at + 2] | rests[at + 3] << width;
        bits_write(writer, low | high << 2 * width, 4 * width);
    }
    for (; width <= 28 && at + 2 <= count; at += 2)
        bits_write(writer, rests[at] | rests[at + 1] << width, 2 * width);
    for (; at < count; at++)
        bits_write_wide(writer, rests[at], width);
}

static size_t writer_size(const struct bit_writer *writer, const unsigned char *payload)
{
    return (size_t)(writer->bytes - payload) + (writer->count > 0);
}

/* ---- LINE and PACKED ---- */

static uint64_t second_of(uint32_t definer, uint32_t high)
{
    return definer | (uint64_t)high << 32;
}

static uint64_t first_of(enum block_kind kind, unsigned width, unsigned base_bytes, unsigned extra)
{
    return (uint64_t)kind | (uint64_t)width << 2 | (uint64_t)base_bytes << 9 | (uint64_t)extra << 13;
}

static void rests_of(const struct encoder *e, const struct line *line, uint64_t *rests)
{
    if (!line->steep && (line->slope & 65535) == 0) {
        e->kernels->rests(e->values, e->count, line->base, (uint64_t)(int64_t)(line->slope >> 16), rests);
        return;
    }
    for (unsigned i = 0; line->steep && i < e->count; i++)
        rests[i] = e->values[i] - steep_at(line->base, line->slope, line->fraction, i);
    int64_t rise = (int64_t)(line->fraction << 8);
    for (unsigned i = 0; !line->steep && i < e->count; i++, rise += line->slope)
        rests[i] = e->values[i] - line->base - (uint64_t)(rise >> 16);
}

static void packed_write(const struct encoder *e, uint32_t definer, const struct line *line)
{
    unsigned size = line->steep ? STEEP : base_size(line->base);
    uint64_t rests[BLOCK];
    *e->block = (struct block){first_of(BLOCK_PACKED, line->width, size, line->fraction), second_of(definer, (uint32_t)line->slope)};
    save64(e->payload, line->base);
    struct bit_writer writer = {.bytes = e->payload + (line->steep ? 8 : size)};
    if (line->width) {
        rests_of(e, line, rests);
        rests_write(&writer, rests, e->count, line->width);
    }
    *e->size = writer_size(&writer, e->payload);
}

/* Writes a LINE if there are no rests and the base fits into the descriptor; otherwise PACKED. */
static void line_write(const struct encoder *e, uint32_t definer, const struct line *line)
{
    int64_t base = (int64_t)line->base;
    if (line->width || line->steep || base >= (int64_t)1 << (BASE_BITS - 1) || base < -((int64_t)1 << (BASE_BITS - 1))) {
        packed_write(e, definer, line);
        return;
    }
    uint32_t slope = e->count == 1 ? (uint32_t)BLOCK_ANY_SLOPE : (uint32_t)line->slope;
    *e->block = (struct block){(uint64_t)BLOCK_LINE | (uint64_t)line->fraction << 2 | line->base << (64 - BASE_BITS), second_of(definer, slope)};
    *e->size = 0;
}

/* Widens rests to whole bytes. If it costs nothing, rests become the low bytes of the numbers, as many as possible: those bytes are 0 in the base. */
static void line_to_bytes(const struct encoder *e, struct line *line)
{
    uint64_t low = UINT64_MAX, high = 0;
    if (line->width <= BYTES_FROM)
        return;
    line->width = (line->width + 7) / 8 * 8;
    for (unsigned i = 0; i < e->count; i++) {
        low = e->values[i] < low ? e->values[i] : low;
        high = e->values[i] > high ? e->values[i] : high;
    }
    if (bits_of(high - low) > line->width)
        return;
    unsigned own = line->width;
    uint64_t base = own < 64 ? low >> own << own : 0;
    while (bits_of(high - base) > line->width) {
        own -= 8;
        base = low >> own << own;
    }
    *line = (struct line){.width = line->width, .base = base};
}

/* Does the slope from the first to the last number fit into 16.16? */
static bool slope_is_small(const struct points *points)
{
    if (points->is_near)
        return true;
    double rise = points->heights[points->count - 1], most = 32767.0 * (points->count - 1);
    return rise <= most && rise >= -most;
}

/* The range from the heights; from the values if heights are too large, or the range wraps around. */
static struct block_range near_range(uint32_t definer, const uint64_t *values, const struct points *points, bool near)
{
    if (!near)
        return range_of(definer, values, points->count);
    uint64_t low = values[0] + (uint64_t)(int64_t)points->low, high = values[0] + (uint64_t)(int64_t)points->high;
    return low <= values[0] && high >= values[0] ? (struct block_range){definer, low, high} : range_of(definer, values, points->count);
}

static struct block_range straight_range(const struct encoder *e, uint32_t definer)
{
    uint64_t first = e->values[0], last = e->values[e->count - 1];
    bool falls = e->count > 1 && (int64_t)(e->values[1] - first) < 0;
    if (falls ? last > first : last < first)
        return range_of(definer, e->values, e->count);         /* they wrapped around */
    return falls ? (struct block_range){definer, last, first} : (struct block_range){definer, first, last};
}

static void encode_one(const struct encoder *e, uint32_t definer, bool straight)
{
    uint64_t step = e->count > 1 ? e->values[1] - e->values[0] : 0;
    struct line line = {.base = e->values[0]};
    if (straight && step + 32767 < 65535) {
        line.slope = (int32_t)(step << 16);
        line_write(e, definer, &line);
        if (e->ranges)
            e->ranges[0] = straight_range(e, definer);
        return;
    }
    double heights[BLOCK], positions[BLOCK];
    int32_t small[BLOCK];
    struct points points = {.positions = positions, .heights = heights, .near = small, .count = e->count};
    bool near = e->kernels->heights(e->values, &points, small, heights);
    if (e->ranges)
        e->ranges[0] = near_range(definer, e->values, &points, near);
    if (near && slope_is_small(&points)) {
        if (!points.is_near)
            positions_fill(positions, e->count);
        line = line_fit(e->kernels, points, 1);
        line.base += e->values[0];
    } else {
        line = line_fit_far(e->values, e->count, true);
    }
    if (e->rests == RESTS_BYTES)
        line_to_bytes(e, &line);
    if (line.width == 64)
        line = (struct line){.width = 64};
    line_write(e, definer, &line);
}

/* ---- SEVERAL ---- */

/* The entries of one definer. */
struct member {
    unsigned first, count;          /* in several.order */
    struct line line;               /* base is absolute */
    bool by_rank;
};

struct several {
    const struct definers *definers;
    struct member members[BLOCK_DEFINERS];
    unsigned char order[BLOCK + 1]; /* entries by definer, then as they came; one spare at the end */
    uint32_t least;
    unsigned span_bits, definer_bytes, base_bytes;      /* span: from the least definer to the largest */
    bool slopes;
    size_t row, rest_bits, size;
};

/* Groups entries by definer, with one pass over all codes for each definer: no branches, and no load waits for a store just before it. */
static void members_sort_few(struct several *s, unsigned count)
{
    unsigned at = 0;
    for (unsigned code = 0; code < s->definers->count; code++) {
        unsigned first = at;
        for (unsigned i = 0; i < count; i++) {
            s->order[at] = (unsigned char)i;
            at += s->definers->codes[i] == code;
        }
        s->members[code] = (struct member){.first = first, .count = at - first};
    }
}

static void members_sort_many(struct several *s, unsigned count)
{
    unsigned next[BLOCK_DEFINERS] = {0};
    for (unsigned i = 0; i < count; i++)
        next[s->definers->codes[i]]++;
    for (unsigned code = 0, at = 0; code < s->definers->count; code++) {
        s->members[code] = (struct member){.first = at, .count = next[code]};
        at += next[code];
        next[code] = s->members[code].first;
    }
    for (unsigned i = 0; i < count; i++)
        s->order[next[s->definers->codes[i]]++] = (unsigned char)i;
}

static void members_sort(struct several *s, unsigned count)
{
    if (s->definers->count <= FEW_DEFINERS)
        members_sort_few(s, count);
    else
        members_sort_many(s, count);
}

/* Fits a line of the rank, or of the position if that is narrower. */
static void member_fit(const struct encoder *e, const unsigned char *order, struct member *member, struct block_range *range)
{
    uint64_t values[BLOCK];
    double heights[BLOCK], positions[BLOCK];
    int32_t small[BLOCK], places[BLOCK];
    for (unsigned k = 0; k < member->count; k++)
        values[k] = e->values[order[k]];
    struct points points = {.positions = positions, .heights = heights, .near = small, .count = member->count};
    bool near = e->kernels->heights(values, &points, small, heights);
    if (range)
        *range = near_range(range->definer, values, &points, near);
    if (!near) {
        member->line = line_fit_far(values, member->count, false);
        return;
    }
    member->by_rank = true;
    if (!points.is_near)
        positions_fill(positions, member->count);
    member->line = line_fit(e->kernels, points, BEND_BITS);
    if (member->line.width) {
        for (unsigned k = 0; points.is_near && k < member->count; k++)
            places[k] = order[k];
        for (unsigned k = 0; !points.is_near && k < member->count; k++)
            positions[k] = order[k];
        for (unsigned k = member->count; !points.is_near && k % LANES; k++)
            positions[k] = order[member->count - 1];
        points.places = places;
        struct line line = line_fit(e->kernels, points, BEND_BITS);
        if (line.width < member->line.width) {
            member->line = line;
            member->by_rank = false;
        }
    }
    member->line.base += values[0];
    if (member->line.slope == 0)
        member->by_rank = false;
}

/* Finds the sizes of the rows' fields, and the size of the payload. */
static void several_measure(struct several *s, unsigned count)
{
    uint32_t most = s->least = s->definers->list[0];
    for (unsigned code = 0; code < s->definers->count; code++) {
        const struct member *member = &s->members[code];
        unsigned base_bytes = base_size(member->line.base);
        s->least = s->definers->list[code] < s->least ? s->definers->list[code] : s->least;
        most = s->definers->list[code] > most ? s->definers->list[code] : most;
        s->base_bytes = base_bytes > s->base_bytes ? base_bytes : s->base_bytes;
        s->slopes |= member->line.slope != 0 && member->line.slope != 65536;
        s->rest_bits += (size_t)member->count * member->line.width;
    }
    s->span_bits = bits_of(most - s->least);
    s->definer_bytes = (s->span_bits + 7) / 8;
    s->definer_bytes += s->definer_bytes == 0;
    s->row = s->definer_bytes + 3 + (s->slopes ? 5u : 0u) + s->base_bytes;
    s->size = s->row * s->definers->count + (count + 7u) / 8 * bits_of(s->definers->count - 1) + (s->rest_bits + 7) / 8;
}

static unsigned char *row_write(const struct several *s, uint32_t definer, const struct member *member, size_t place, unsigned char *out)
{
    const struct line *line = &member->line;
    unsigned flags = (member->by_rank ? BY_RANK : 0u) | (line->slope == 65536 ? SLOPE_ONE : 0u);
    save64(out, definer - s->least);
    out += s->definer_bytes;
    save64(out, (line->width ? place : 0) | flags | (uint64_t)line->width << 16 | (uint64_t)(uint32_t)line->slope << 24 | (uint64_t)line->fraction << 56);
    out += s->slopes ? 8 : 3;
    save64(out, line->base);
    return out + s->base_bytes;
}

/* Writes bit p of eight codes at a time: the product moves bit 0 of byte k to bit 56 + k. */
static unsigned char *planes_write(const struct several *s, unsigned count, unsigned char *out)
{
    unsigned plane = (count + 7) / 8, planes = bits_of(s->definers->count - 1);
    for (unsigned p = 0; p < planes; p++)
        for (unsigned group = 0; group < plane; group++) {
            uint64_t bits = load64(s->definers->codes + (size_t)8 * group) >> p & 0x0101010101010101;
            *out++ = (unsigned char)(bits * 0x0102040810204080 >> 56);
        }
    return out;
}

static void member_write(const struct encoder *e, const unsigned char *order, const struct member *member, struct bit_writer *writer)
{
    const struct line *line = &member->line;
    uint64_t rests[BLOCK];
    for (unsigned k = 0; k < member->count; k++)
        rests[k] = e->values[order[k]] - line_at(line->base, line->slope, line->fraction, member->by_rank ? k : order[k]);
    rests_write(writer, rests, member->count, line->width);
}

static void several_write(const struct encoder *e, const struct several *s)
{
    size_t place = 0;
    unsigned char *out = e->payload;
    unsigned shape = (s->definer_bytes - 1) | (s->slopes ? 4u : 0u);
    *e->block = (struct block){first_of(BLOCK_SEVERAL, shape, s->base_bytes, s->definers->count - 1), second_of(s->least, (uint32_t)((s->rest_bits + 7) / 8))};
    for (unsigned code = 0; code < s->definers->count; code++) {
        const struct member *member = &s->members[code];
        out = row_write(s, s->definers->list[code], member, place, out);
        place += (size_t)member->count * member->line.width;
    }
    struct bit_writer writer = {.bytes = planes_write(s, e->count, out)};
    for (unsigned code = 0; code < s->definers->count; code++) {
        const struct member *member = &s->members[code];
        if (member->line.width)
            member_write(e, s->order + member->first, member, &writer);
    }
    *e->size = s->size;
}

/* ---- MANY ---- */

struct many {
    uint32_t least;
    uint64_t base;
    unsigned definer_bits, width, base_bytes;
    size_t size;
};

static struct many many_measure(const struct encoder *e)
{
    const uint32_t *list = e->definers->list;
    uint32_t least = list[0], most = least;
    struct block_range range = range_of(0, e->values, e->count);
    uint64_t low = range.low, high = range.high;
    for (unsigned code = 1; code < e->definers->count; code++) {
        least = list[code] < least ? list[code] : least;
        most = list[code] > most ? list[code] : most;
    }
    struct many many = {.least = least, .base = low, .definer_bits = bits_of(most - least), .width = bits_of(high - low)};
    if (many.width == bits_of(high))
        many.base = 0;
    many.base_bytes = base_size(many.base);
    many.size = many.base_bytes + ((size_t)(many.definer_bits + many.width) * e->count + 7) / 8;
    return many;
}

static void many_write(const struct encoder *e, const struct many *many)
{
    *e->block = (struct block){first_of(BLOCK_MANY, many->width, many->base_bytes, many->definer_bits), many->least};
    save64(e->payload, many->base);
    struct bit_writer writer = {.bytes = e->payload + many->base_bytes};
    for (unsigned i = 0; i < e->count; i++) {
        bits_write_wide(&writer, e->definers->list[e->definers->codes[i]] - many->least, many->definer_bits);
        bits_write_wide(&writer, e->values[i] - many->base, many->width);
    }
    *e->size = many->size;
}

/* ---- All ---- */

static void encode_many(const struct encoder *e)
{
    struct many many = many_measure(e);
    many_write(e, &many);
}

static void encode_several(const struct encoder *e)
{
    struct several s;
    s.definers = e->definers;
    s.base_bytes = 0;
    s.slopes = false;
    s.rest_bits = 0;
    members_sort(&s, e->count);
    for (unsigned code = 0; code < e->definers->count; code++) {
        if (e->ranges)
            e->ranges[code].definer = e->definers->list[code];
        member_fit(e, s.order + s.members[code].first, &s.members[code], e->ranges ? &e->ranges[code] : NULL);
    }
    several_measure(&s, e->count);
    /* MANY takes at least the bits of the definers. */
    if (s.size * 8 > (size_t)s.span_bits * e->count) {
        struct many many = many_measure(e);
        if (many.size < s.size) {
            many_write(e, &many);
            return;
        }
    }
    several_write(e, &s);
}

static void encode(const struct encoder *e)
{
    bool one_definer, straight;
    if (e->definers && e->definers->count > BLOCK_DEFINERS) {
        if (e->ranges)
            block_ranges_find(e->definers, e->values, e->count, e->ranges);
        encode_many(e);
    } else if (e->definers && e->definers->count > 1) {
        encode_several(e);
    } else {
        e->kernels->survey(NULL, e->values, e->count, &one_definer, &straight);
        encode_one(e, e->definers ? e->definers->list[0] : 0, straight);
    }
}

void block_encode_with(const struct kernels *kernels, enum block_rests rests, const uint32_t *definers, const uint64_t *values, unsigned count,
                       struct block *block, unsigned char *payload, size_t *size)
{
    struct definers found;
    unsigned char codes[BLOCK];
    struct encoder e = {kernels, rests, definers ? &found : NULL, values, count, block, payload, size, NULL};
    bool one_definer = true, straight;
    if (definers)
        kernels->survey(definers, values, count, &one_definer, &straight);
    if (!one_definer) {
        definers_find(definers, count, &found, codes);
    } else if (definers) {
        found.list[0] = definers[0];
        found.count = 1;
    }
    encode(&e);
}

void block_encode(const uint32_t *definers, const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size)
{
    block_encode_with(kernels_best(), RESTS_BITS, definers, values, count, block, payload, size);
}

void block_encode_coded(const struct definers *definers, const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size,
                        struct block_range ranges[BLOCK])
{
    struct encoder e = {kernels_best(), RESTS_BITS, definers, values, count, block, payload, size, ranges};
    encode(&e);
}

void block_encode_bytes(const uint64_t *values, unsigned count, struct block *block, unsigned char *payload, size_t *size)
{
    block_encode_with(kernels_best(), RESTS_BYTES, NULL, values, count, block, payload, size);
}
