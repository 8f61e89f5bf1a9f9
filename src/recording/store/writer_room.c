/* writer_room.c - the room on the disk that finishing a recording takes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/times.h"
#include "recording/store/writer_inside.h"

uint64_t store_writer_bytes(const struct store_writer *writer)
{
    return paged_written(writer->paged);
}

const char *store_writer_temporary(const struct store_writer *writer)
{
    return paged_temporary(writer->paged);
}

bool store_writer_failed(const struct store_writer *writer)
{
    return paged_failed(writer->paged);
}

/* PIECES, WINDOWS with WINDOW_STARTS, FRAMES: times_finish.c. */
static uint64_t clock_unwritten(const struct clock_writer *clock)
{
    uint64_t pieces = 0;
    for (size_t i = 0; i < clock->sites_count; i++)
        pieces += clock->sites[i].pieces_count;
    return pieces * sizeof(struct clock_piece) + (clock->windows_count + clock->open_count) * sizeof(uint32_t) +
           (clock->windows_done + 2) * sizeof(uint64_t) + (clock->threads_count + 1) * sizeof(struct clock_thread);
}

/* What stands in the tables for each instruction and list: writer_finish.c. */
static uint64_t tables_unwritten(const struct store_writer *writer)
{
    enum { NAMES = 64 };
    size_t sites = writer->numbers_count > writer->clock.sites_count ? writer->numbers_count : writer->clock.sites_count;
    uint64_t lists = (uint64_t)gather_count(writer->links) + gather_count(writer->values) + gather_count(writer->clock.times);
    return sites * (sizeof(struct record) + sizeof(struct users_head) + 3 * sizeof(uint32_t) + NAMES) + lists * (sizeof(struct list) + sizeof(uint32_t)) +
           writer->notes.size;
}

bool store_writer_has_room(struct store_writer *writer, struct error *error)
{
    enum { UNTIL_NEXT = 8 << 20 };      /* what may come until it is asked again */
    uint64_t need = UNTIL_NEXT + gather_unwritten(writer->links) + gather_unwritten(writer->values) + gather_unwritten(writer->clock.times);
    need += uses_unwritten(writer->uses) + clock_unwritten(&writer->clock) + skipped_writer_unwritten(writer->skipped) + tables_unwritten(writer);
    return paged_has_room(writer->paged, need, error);
}
