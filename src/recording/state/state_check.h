/* state_check.h - checks the state stream while a program is recorded.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct state_check *check = state_check_open();
 *     while (log_next(reader, &record, &error))
 *         if (!state_check_record(check, &record, &error)) ...         and the piece writer's sink calls state_check_definition and state_check_piece
 *     struct state_check_totals totals = state_check_totals(check);
 *
 * The oracle of clew record --check for registers and memory. One machine computes along the whole log. Each LOG_REGISTERS must hold the registers that it
 * computed; the log's addresses and loaded bytes must be its own. Another machine runs each finished piece by itself: behind it, it must have the registers
 * of the first one, and no byte that differs from the first one's. */
#ifndef CLEW_RECORDING_STATE_STATE_CHECK_H
#define CLEW_RECORDING_STATE_STATE_CHECK_H

#include "recording/state/piece.h"

struct state_check;

struct state_check *state_check_open(void);
void state_check_close(struct state_check *check);                   /* NULL is allowed */

/* Takes the next record of the log. False: a definition makes no sense. */
CHECKED bool state_check_record(struct state_check *check, const struct log_record *record, struct error *error);

/* As the piece writer hands them over, before state_check_record gets the record that ended the piece. */
void state_check_definition(struct state_check *check, struct str definition);
void state_check_piece(struct state_check *check, const struct finished_piece *piece);

struct state_check_totals {
    uint64_t registers, wrong_registers;    /* times that all registers were compared, and were not those computed */
    uint64_t pieces, wrong_pieces;          /* damaged, or with other registers or bytes */
    uint64_t first_wrong;                   /* the instruction before the first wrong registers or piece; 0: none */
    struct machine_check check;
};
struct state_check_totals state_check_totals(const struct state_check *check);

uint64_t state_check_mismatches(const struct state_check_totals *totals);

/* "3 pieces, 60 addresses, registers 12 times, 0 mismatches", without a newline. */
void state_check_summary(const struct state_check_totals *totals, struct text *out);

#endif
