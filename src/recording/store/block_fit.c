/* block_fit.c - the line through a block's numbers.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Wanted is the slope whose rests are narrowest: Chebyshev's line through points. The spread of the rests is a convex function of the slope, and where it has
 * its largest and smallest rest tells on which side the best slope lies; so from the line of least squares, which is near, a few steps along
 * tangents lead there. */
#include "recording/store/block_code.h"

enum { STEPS = 3, WIDTH_WORTH_STEPS = 4, FEW = 128 /* steps do not pay */ };
#define SLOPE_UNIT 65536.0

struct fit {
    const struct kernels *kernels;
    struct points points;           /* count rounded up */
    unsigned bend;
    struct line best;
    uint64_t cost;
};

/* With this slope: where the line lies, and how wide its rests are. *spread is the difference between the largest and the smallest deviation. */
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
    /* Numbers are whole, so that the line may lie above the lowest deviation by less than 1. */
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

/* A tangent of the spread: its gradient is the distance from the position of the highest deviation to that of the lowest. */
struct tangent {
    double slope, spread, gradient;
    bool known;
};

static struct tangent tangent_at(const struct fit *fit, int32_t slope, double low, double high)
{
    double at_low = fit->kernels->where(fit->points, slope, low), at_high = fit->kernels->where(fit->points, slope, high);
    return (struct tangent){slope / SLOPE_UNIT, high - low, at_low - at_high, true};
}

/* Goes from a slope, whose deviations are known, to better ones. Two tangents, one of each side, also tell how narrow it can become at best. */
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

struct line line_fit(const struct kernels *kernels, struct points points, unsigned bend)
{
    struct fit fit = {.kernels = kernels, .points = points, .bend = bend, .cost = UINT64_MAX};
    double low, high, flat_low, flat_high, sums[4], count = points.count, range = points_range(&points);
    if (range == 0) {
        slope_try(&fit, 0, &low, &high);
        return fit.best;
    }
    kernels->sums(points, sums);
    struct line line = slope_try(&fit, (count * sums[3] - sums[0] * sums[2]) / (count * sums[1] - sums[0] * sums[0]), &low, &high);
    /* Slopes so far from this one are worse, since the deviations from both together spread at least as much as their difference. */
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

/* Slope 0, from the first to the last, with as much of an exponent as it needs. False: no such slope. */
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

struct line line_fit_far(const uint64_t *values, unsigned count, bool steep)
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
