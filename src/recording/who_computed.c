/* who_computed.c - values that DWARF computes, and variables in pieces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/steps.h"
#include "recording/who.h"

#include <inttypes.h>
#include <string.h>

struct computing {
    struct session *session;
    uint64_t time;
    struct who_place *place;
};

/* A register of the vector unit or of the x87 stack, from the state stream. */
static bool wide_register(struct session *session, int reg, uint64_t time, unsigned size, unsigned char *bytes, struct error *error)
{
    struct str vector = reg < X87_REGISTERS ? who_vector(session, reg, time, error) : (struct str){NULL, 0};
    const uint8_t *registers = reg >= X87_REGISTERS ? who_registers(session, time, error) : NULL;
    const struct error why = *error;
    unsigned char number[COMPUTED_BYTES];
    bool empty = false;
    if (registers)
        number_store(number_real((long double)registers_st(registers, (unsigned)(reg - X87_REGISTERS), &empty), sizeof number), number);
    if (empty || (!registers && !vector.data))
        return error_set(error, "it is computed from %%%s%d: %s", registers ? "st" : "xmm", reg - (registers ? X87_REGISTERS : GENERAL_REGISTERS),
                         empty ? "the program has put nothing there" : why.message);
    memcpy(bytes, registers ? (const char *)number : vector.data, size);
    return true;
}

static bool entry_time(const struct computing *computing, uint64_t *time, struct error *error)
{
    struct error why;
    return wet_entered(computing->session, computing->time, time, &why) || error_set(error, "it is computed from what held at function entry, and %s", why.message);
}

/* A register at the time, or at the function's entry. */
static bool computed_register(void *context, int reg, bool at_entry, unsigned size, unsigned char *bytes, struct error *error)
{
    struct computing *computing = context;
    struct session *session = computing->session;
    struct node definer;
    uint64_t time = computing->time, value;
    if (at_entry && !entry_time(computing, &time, error))
        return false;
    *(at_entry ? &computing->place->from_entry : &computing->place->from) |= UINT64_C(1) << reg;
    if (reg >= GENERAL_REGISTERS)
        return wide_register(session, reg, time, size, bytes, error);
    enum memory_why why = memory_register_at(who_memory(session), time, reg, &value, &definer);
    if (why != MEMORY_KNOWN)
        return error_set(error, "it is computed from %%%s%s, which is unknown: %s", wet_register_name(reg, 8) + 1, at_entry ? " at function entry" : "",
                         memory_register_why_text(why));
    memcpy(bytes, &value, size < sizeof value ? size : sizeof value);
    return true;
}

static bool computed_frame(void *context, uint64_t *cfa, struct error *error)
{
    struct computing *computing = context;
    computing->place->framed = true;
    return memory_cfa(who_memory(computing->session), computing->time, cfa) || error_set(error, "it is computed from the frame's address, which is unknown");
}

bool who_is_older(struct session *session, const struct written *where, const struct who_value *value, uint64_t time, uint64_t from)
{
    struct memory_writer writer = value->writer;
    if (!writer.time && who_state(session))
        who_state_writer(session, where, time, &writer);
    return writer.time ? writer.time < from : who_state(session) && !writer.perhaps;
}

/* Does the address lie in the frame, and was what is there written before the frame began? */
static bool is_of_before(const struct computing *computing, const struct written *where, const struct who_value *held)
{
    struct session *session = computing->session;
    struct node definer;
    struct error ignored;
    uint64_t from, cfa, lowest;
    int reg = program_arch(wet_of(session)->program)->stack_pointer;
    return entry_time(computing, &from, &ignored) && memory_cfa(who_memory(session), computing->time, &cfa) && where->address + sizeof cfa < cfa &&
           memory_register_at(who_memory(session), computing->time, reg, &lowest, &definer) == MEMORY_KNOWN && where->address >= lowest &&
           who_is_older(session, where, held, computing->time, from);
}

static bool computed_load(void *context, uint64_t address, bool at_entry, unsigned size, unsigned char *bytes, struct error *error)
{
    struct computing *computing = context;
    uint64_t time = computing->time;
    if (at_entry && !entry_time(computing, &time, error))
        return false;
    computing->place->loads = true;
    for (unsigned at = 0; at < size; at += sizeof(uint64_t)) {
        struct who_value held = {0};
        unsigned part = size - at < sizeof held.number ? size - at : (unsigned)sizeof held.number;
        struct who_place place = {.type = TYPE_NONE, .where = {.address = address + at, .size = part, .until = store_summary(wet_of(computing->session)->store).times}};
        if (!who_value(computing->session, &place, time, &held, error))
            return !who_interrupted(error) && error_set(error, "it is computed from memory at 0x%" PRIx64 ", which is unknown here", address);
        computing->place->early |= !at_entry && is_of_before(computing, &place.where, &held);
        if (computing->place->early)
            return error_set(error, "it is computed from memory that this call has not written yet");
        memcpy(bytes + at, &held.number, part);
    }
    return true;
}

bool who_compute(struct session *session, const struct variable *variable, uint64_t time, struct arena *arena, struct who_place *place, struct error *error)
{
    struct computed value;
    struct computing computing = {session, time, place};
    struct wet_code code;
    (void)wet_code_at(session, time, &code);
    struct expression_world world = {&computing, code.bias, computed_register, computed_frame, computed_load};
    place->home = HOME_COMPUTED;
    place->time = time;
    if (symbols_compute(variable, &world, &value, error)) {
        place->number = value.number;
        if (arena && variable->place == VARIABLE_COMPUTED && variable->size > sizeof value.number && variable->size <= value.size) {
            place->home = HOME_VALUE;
            place->bytes = arena_copy(arena, (struct str){(const char *)value.bytes, value.size});
        }
        return true;
    }
    const struct error why = *error;
    const char *where = variable->place == VARIABLE_AT_COMPUTED ? "in memory here, and clew cannot tell where" : "not in memory here";
    return !who_interrupted(&why) && error_set(error, "`%.*s` is %s: %s", STR(variable->name), where, why.message);
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

/* A byte of a piece whose value or address an expression computes. */
static bool computed_piece_byte(struct session *session, const struct who_place *place, const struct variable_piece *piece, uint64_t byte, unsigned char *value,
                                struct memory_writer *writer, struct error *error)
{
    struct variable variable = place->pieces;
    struct who_place computed = {.type = TYPE_NONE};
    struct who_value held = {0};
    uint64_t at = byte - piece->begin;
    variable.expression = piece->expression;
    variable.place = piece->place;
    if (!who_compute(session, &variable, place->time, NULL, &computed, error))
        return false;
    if (piece->place == VARIABLE_COMPUTED) {
        *value = (unsigned char)(computed.number >> 8 * (at % sizeof computed.number));
        return at < sizeof computed.number || error_set(error, "byte %" PRIu64 " of it is beyond what clew computes", byte);
    }
    struct who_place memory = {.type = TYPE_NONE, .where = {.address = computed.number + at, .size = 1, .until = store_summary(wet_of(session)->store).times}};
    if (!who_value(session, &memory, place->time, &held, error))
        return false;
    *value = (unsigned char)held.number;
    *writer = held.writer.time > writer->time ? held.writer : *writer;
    return true;
}

static bool unknown_piece(const struct variable_piece *piece, const char *where, const char *why, struct error *error)
{
    struct text bytes = {0};
    say_bytes(piece, &bytes);
    error_set(error, "%s %s here%s%s", text_string(&bytes), where, why ? ": " : "", why ? why : "");
    text_free(&bytes);
    return false;
}

const uint8_t *who_registers(struct session *session, uint64_t time, struct error *error)
{
    struct state *state = who_state(session);
    if (!state) {
        error_set(error, "only a state stream keeps it, and this recording has none or a damaged one");
        return NULL;
    }
    return state_go(state, time, error) ? state_registers(state) : NULL;
}

struct str who_vector(struct session *session, int reg, uint64_t time, struct error *error)
{
    bool follows = reg >= GENERAL_REGISTERS && reg < GENERAL_REGISTERS + REGISTERS_VECTORS;
    const uint8_t *registers = follows ? who_registers(session, time, error) : NULL;
    if (!follows)
        error_set(error, "clew does not follow this register");
    if (!registers)
        return (struct str){NULL, 0};
    return (struct str){(const char *)registers_vector(registers, (unsigned)(reg - GENERAL_REGISTERS)), REGISTERS_VECTOR_SIZE};
}

/* Part of who_piece_byte. */
static bool vector_byte(struct session *session, const struct who_place *place, const struct variable_piece *piece, uint64_t byte, unsigned char *value,
                        struct error *error)
{
    struct str vector = who_vector(session, piece->reg, place->time, error);
    const struct error why = *error;
    if (!vector.data)
        return unknown_piece(piece, "in a vector register", why.message, error);
    if (byte - piece->begin >= vector.size)
        return error_set(error, "byte %" PRIu64 " of it is beyond its register", byte);
    *value = (unsigned char)vector.data[byte - piece->begin];
    return true;
}

bool who_piece_byte(struct session *session, const struct who_place *place, uint64_t byte, unsigned char *value, struct memory_writer *writer, struct error *error)
{
    struct variable_piece piece;
    struct memory_writer own = {0};
    uint64_t number;
    char name[16];
    if (!symbols_piece(&place->pieces, byte, &piece))
        return error_set(error, "byte %" PRIu64 " of it is in a piece that clew does not follow", byte);
    if (piece.place == VARIABLE_COMPUTED || piece.place == VARIABLE_AT_COMPUTED)
        return computed_piece_byte(session, place, &piece, byte, value, writer, error);
    if (piece.place == VARIABLE_GONE || piece.place == VARIABLE_SYNTHETIC)
        return unknown_piece(&piece, piece.place == VARIABLE_GONE ? "optimised away" : "a synthetic pointer", NULL, error);
    if (piece.place == VARIABLE_REGISTER && (piece.reg < 0 || piece.reg >= GENERAL_REGISTERS))
        return vector_byte(session, place, &piece, byte, value, error);
    if (byte - piece.begin >= sizeof number)
        return error_set(error, "byte %" PRIu64 " of it is beyond the known part of a register", byte);
    number = piece.number;
    if (piece.place == VARIABLE_REGISTER) {
        snprintf(name, sizeof name, "in %%%s", wet_register_name(piece.reg, 8) + 1);
        enum memory_why why = memory_register_at(who_memory(session), place->time, piece.reg, &number, &own.node);
        if (why != MEMORY_KNOWN)
            return unknown_piece(&piece, name, memory_register_why_text(why), error);
        if (own.node.index != MEMORY_NOBODY && !store_time(wet_of(session)->store, own.node, &own.time))
            return error_set(error, "when it was written is unknown");
        *writer = own.time > writer->time ? own : *writer;
    }
    *value = (unsigned char)(number >> 8 * (byte - piece.begin));
    return true;
}
