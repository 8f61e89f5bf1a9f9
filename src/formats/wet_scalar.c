/* wet_scalar.c - batches of plain lines on any machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/wet_inside.h"
#include "formats/wet_words.h"

static void lines_take(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct plain_line line = {0};
    while (run->count < until && wet_scalar_line(run, batch, &line))
        ;
}

static void arrows_take(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct plain_line line;
    while (run->count < until && run->at < run->limit && plain_arrow(run->at, run->limit, &batch->arrow[run->count], &line))
        line_taken(run, &line);
}

void wet_scalar_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct wet_run mine = *run;     /* nobody else points to it: it can live in registers */
    if (batch->kind == WET_ITEM_ARROW)
        arrows_take(&mine, batch, until);
    else
        lines_take(&mine, batch, until);
    *run = mine;
}
