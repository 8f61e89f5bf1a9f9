/* who_computed.c - variables of optimized code that lie nowhere as a whole: computed from registers and memory, or in pieces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <inttypes.h>

struct computing {
    struct session *session;
    uint64_t time;
    struct who_place *place;
};

/* A register as it is at the time, or as the function was entered. */
static bool computed_register(void *context, int reg, bool at_entry, uint64_t *value, struct error *error)
{
    struct computing *computing = context;
    const struct session *session = computing->session;
    struct store_frame frame;
    struct node definer;
    uint64_t time = computing->time;
    if (reg >= GENERAL_REGISTERS)
        return error_set(error, "it is computed from a vector register, which is not followed");
    if (at_entry && (!store_frame(session->trace->store, time, 0, &frame) || !frame.from))
        return error_set(error, "it is computed from what %%%s held as the function was entered, and when that was is not known", wet_register_name(reg, 8) + 1);
    enum memory_why why = memory_register_at(who_memory(session), at_entry ? frame.from : time, reg, value, &definer);
    *(at_entry ? &computing->place->from_entry : &computing->place->from) |= (uint16_t)(1u << reg);
    return why == MEMORY_KNOWN || error_set(error, "it is computed from %%%s%s, and %s", wet_register_name(reg, 8) + 1, at_entry ? " as the function was entered" : "",
                     why == MEMORY_NONE ? "nothing used what that held before it was written again" : memory_why_text(why));
}

static bool computed_frame(void *context, uint64_t *cfa, struct error *error)
{
    struct computing *computing = context;
    return memory_cfa(who_memory(computing->session), computing->time, cfa) || error_set(error, "it is computed from where its frame lies, and that is not known");
}

static bool computed_load(void *context, uint64_t address, unsigned size, uint64_t *value, struct error *error)
{
    struct computing *computing = context;
    struct who_value held = {0};
    struct who_place place = {.type = TYPE_NONE, .where = {.address = address, .size = size, .until = store_summary(computing->session->trace->store).times}};
    if (!who_value(computing->session, &place, computing->time, &held, error))
        return !who_interrupted(error) && error_set(error, "it is computed from memory at 0x%" PRIx64 ", which is not known here", address);
    *value = held.number;
    return true;
}

bool who_compute(struct session *session, const struct variable *variable, uint64_t time, struct who_place *place, struct error *error)
{
    struct computing computing = {session, time, place};
    struct expression_world world = {&computing, computed_register, computed_frame, computed_load};
    place->home = HOME_COMPUTED;
    place->time = time;
    if (symbols_compute(variable, &world, &place->number, error))
        return true;
    const struct error why = *error;
    return !who_interrupted(&why) && error_set(error, "%.*s lies nowhere here: %s", SLICE(variable->name), why.message);
}

/* ---- In pieces ---- */

/* "bytes 8 to 15 of it are" */
static void say_bytes(const struct variable_piece *piece, struct text *out)
{
    if (piece->size == 1)
        text_printf(out, "byte %" PRIu64 " of it is", piece->begin);
    else
        text_printf(out, "bytes %" PRIu64 " to %" PRIu64 " of it are", piece->begin, piece->begin + piece->size - 1);
}

static bool unknown_piece(const struct variable_piece *piece, const char *where, const char *why, struct error *error)
{
    struct text bytes = {0};
    say_bytes(piece, &bytes);
    error_set(error, "%s %s here%s%s", text_string(&bytes), where, why ? ": " : "", why ? why : "");
    text_free(&bytes);
    return false;
}

bool who_piece_byte(struct session *session, const struct who_place *place, uint64_t byte, unsigned char *value, struct memory_writer *writer, struct error *error)
{
    struct variable_piece piece;
    struct memory_writer own = {0};
    uint64_t number;
    char name[16];
    if (!symbols_piece(&place->pieces, byte, &piece))
        return error_set(error, "byte %" PRIu64 " of it is in a piece that is not followed", byte);
    if (piece.place != VARIABLE_REGISTER && piece.place != VARIABLE_CONSTANT)
        return unknown_piece(&piece, piece.place == VARIABLE_GONE ? "optimised away" : "where a rule says that is not followed", NULL, error);
    if (byte - piece.begin >= sizeof number)
        return error_set(error, "byte %" PRIu64 " of it is beyond what is known of a register", byte);
    number = piece.number;
    if (piece.place == VARIABLE_REGISTER) {
        bool general = piece.reg >= 0 && piece.reg < GENERAL_REGISTERS;
        if (!general)
            return unknown_piece(&piece, "in a vector register", "what these hold is not followed", error);
        snprintf(name, sizeof name, "in %%%s", wet_register_name(piece.reg, 8) + 1);
        enum memory_why why = memory_register_at(who_memory(session), place->time, piece.reg, &number, &own.node);
        if (why != MEMORY_KNOWN)
            return unknown_piece(&piece, name, why == MEMORY_NONE ? "nothing used that before it was written again" : memory_why_text(why), error);
        if (!store_time(session->trace->store, own.node, &own.time))
            return error_set(error, "when it was written is not known");
        *writer = own.time > writer->time ? own : *writer;
    }
    *value = (unsigned char)(number >> 8 * (byte - piece.begin));
    return true;
}
