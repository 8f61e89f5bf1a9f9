/* locations.c - where a variable lies, by DWARF's location expressions, and the value of one that has no place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/cursor.h"
#include "code/rangelists.h"
#include "code/variable_tables.h"

#include <string.h>

/* ---- Places ----
 *
 * Expressions are programs for a stack machine (DWARF 5, 2.5 and 2.6). Compilers nearly always write one of a few: an address, an offset from the frame, a
 * register, an offset from a register. clew recognises these; symbols_compute runs the others. */

/* DW_OP_...: DWARF 5, 7.7.1, and those of GNU. */
enum {
    OP_ADDR = 0x03, OP_DEREF = 0x06, OP_CONST1U = 0x08, OP_CONST4U = 0x0c, OP_CONST8U = 0x0e, OP_CONST8S = 0x0f, OP_CONSTU = 0x10, OP_CONSTS = 0x11,
    OP_DUP = 0x12, OP_DROP, OP_OVER, OP_PICK, OP_SWAP, OP_ROT, OP_ABS = 0x19, OP_AND, OP_DIV, OP_MINUS, OP_MOD, OP_MUL, OP_NEG, OP_NOT, OP_OR, OP_PLUS,
    OP_PLUS_UCONST, OP_SHL, OP_SHR, OP_SHRA, OP_XOR, OP_BRA, OP_EQ, OP_GE, OP_GT, OP_LE, OP_LT, OP_NE, OP_SKIP, OP_LIT0 = 0x30, OP_LIT31 = 0x4f,
    OP_REG0 = 0x50, OP_REG31 = 0x6f, OP_BREG0 = 0x70, OP_BREG31 = 0x8f, OP_REGX, OP_FBREG, OP_BREGX, OP_PIECE, OP_DEREF_SIZE, OP_XDEREF_SIZE, OP_NOP,
    OP_CALL2 = 0x98, OP_CALL4, OP_FORM_TLS_ADDRESS = 0x9b, OP_CALL_FRAME_CFA, OP_BIT_PIECE, OP_IMPLICIT_VALUE, OP_STACK_VALUE, OP_IMPLICIT_POINTER, OP_ADDRX,
    OP_CONSTX, OP_ENTRY_VALUE, OP_CONST_TYPE, OP_REGVAL_TYPE, OP_DEREF_TYPE, OP_CONVERT = 0xa8, OP_REINTERPRET, OP_GNU_PUSH_TLS_ADDRESS = 0xe0,
    OP_GNU_UNINIT = 0xf0, OP_GNU_IMPLICIT_POINTER = 0xf2, OP_GNU_ENTRY_VALUE, OP_GNU_CONST_TYPE, OP_GNU_REGVAL_TYPE, OP_GNU_DEREF_TYPE, OP_GNU_CONVERT,
    OP_GNU_REINTERPRET = 0xf9, OP_GNU_ADDR_INDEX = 0xfb,
};

enum { LIST_ENTRIES_MAX = 4096 };

/* System V ABI, figure 3.36. */
static int location_register(uint64_t number)
{
    static const int general[] = {0, 2, 1, 3, 6, 7, 5, 4};
    if (number > 40 || number == 16)
        return -1;
    return number < 8 ? general[number] : number < 16 ? (int)number : (int)number - 1;         /* 17: xmm0; 33: st0 */
}

static int register_of(const struct range_unit *unit, uint64_t number)
{
    return unit->elf->address_size == 8 ? location_register(number) : -1;
}

static struct placed somewhere(enum variable_place place)
{
    return (struct placed){.place = place, .reg = -1};
}

/* The first operation of an expression. */
static struct placed operation(const struct range_unit *unit, struct cursor *cursor)
{
    struct placed placed = somewhere(VARIABLE_OTHER);
    uint64_t code = cursor_take(cursor, 1);
    if (code == OP_ADDR || code == OP_ADDRX || code == OP_GNU_ADDR_INDEX) {
        placed.place = VARIABLE_STATIC;
        if (code == OP_ADDR)
            placed.address = cursor_take(cursor, unit->elf->address_size);
        else if (!unit_address(unit, cursor_take_leb(cursor, false), &placed.address))
            cursor->failed = true;
    } else if (code == OP_FBREG || code == OP_CALL_FRAME_CFA) {
        placed.place = VARIABLE_FRAME;
        placed.offset = code == OP_FBREG ? (int64_t)cursor_take_leb(cursor, true) : 0;
        placed.based = code == OP_FBREG;
    } else if ((code >= OP_REG0 && code <= OP_REG31) || code == OP_REGX) {
        placed.place = VARIABLE_REGISTER;
        placed.reg = register_of(unit, code == OP_REGX ? cursor_take_leb(cursor, false) : code - OP_REG0);
    } else if ((code >= OP_BREG0 && code <= OP_BREG31) || code == OP_BREGX) {
        placed.place = VARIABLE_AT_REGISTER;
        placed.reg = register_of(unit, code == OP_BREGX ? cursor_take_leb(cursor, false) : code - OP_BREG0);
        placed.offset = (int64_t)cursor_take_leb(cursor, true);
    } else if (code == OP_CONST4U || code == OP_CONST8U) {
        placed.place = VARIABLE_CONSTANT;       /* computed; but see thread_local */
        placed.offset = (int64_t)cursor_take(cursor, code == OP_CONST4U ? 4 : 8);
    } else {
        cursor->at = 0;
    }
    return placed;
}

/* lit0..31, const1u..const8s (unsigned and signed for each size), constu and consts. */
static bool location_constant(struct cursor *cursor, uint64_t *number)
{
    uint64_t code = cursor_take(cursor, 1);
    if (code >= OP_LIT0 && code <= OP_LIT31) {
        *number = code - OP_LIT0;
    } else if (code >= OP_CONST1U && code <= OP_CONST8S) {
        unsigned size = 1u << (code - OP_CONST1U) / 2, unused = 64 - 8 * size;
        *number = cursor_take(cursor, size) << unused;
        *number = (code - OP_CONST1U) % 2 ? (uint64_t)((int64_t)*number >> unused) : *number >> unused;
    } else if (code == OP_CONSTU || code == OP_CONSTS) {
        *number = cursor_take_leb(cursor, code == OP_CONSTS);
    } else {
        return false;
    }
    return !cursor->failed;
}

/* A constant that is the value itself, or the bytes of one. */
static bool is_constant(const struct range_unit *unit, struct str expression, struct placed *placed)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    *placed = (struct placed){.place = VARIABLE_CONSTANT, .reg = -1};
    if ((unsigned char)expression.data[0] != OP_IMPLICIT_VALUE) {
        placed->has_number = location_constant(&cursor, &placed->number) && cursor.at + 1 == expression.size &&
                             (unsigned char)expression.data[cursor.at] == OP_STACK_VALUE;
        return placed->has_number;
    }
    cursor_take(&cursor, 1);
    placed->bytes = cursor_take_bytes(&cursor, cursor_take_leb(&cursor, false));
    return !cursor.failed && placed->bytes.size && cursor.at == expression.size;
}

/* Does the expression give the value instead of the place? */
static bool says_value(struct str expression)
{
    unsigned char first = (unsigned char)expression.data[0], last = (unsigned char)expression.data[expression.size - 1];
    return first == OP_IMPLICIT_VALUE || first == OP_IMPLICIT_POINTER || first == OP_GNU_IMPLICIT_POINTER || last == OP_STACK_VALUE;
}

/* Passes one operation with its operands, of an expression for 8-byte addresses. False: clew does not know it, or the expression ends. */
static bool pass_operation(struct cursor *cursor, unsigned *code)
{
    enum { OFFSET = 4 /* of a 32-bit DWARF */ };
    *code = (unsigned)cursor_take(cursor, 1);
    if (*code == OP_ADDR)
        cursor_take(cursor, 8);
    else if (*code >= OP_CONST1U && *code <= OP_CONST8S)
        cursor_take(cursor, 1u << (*code - OP_CONST1U) / 2);
    else if (*code == OP_PICK || *code == OP_DEREF_SIZE || *code == OP_XDEREF_SIZE)
        cursor_take(cursor, 1);
    else if (*code == OP_BRA || *code == OP_SKIP)
        cursor_take(cursor, 2);
    else if (*code == OP_IMPLICIT_POINTER || *code == OP_GNU_IMPLICIT_POINTER)
        cursor_take(cursor, OFFSET), cursor_take_leb(cursor, true);
    else if (*code == OP_IMPLICIT_VALUE || *code == OP_ENTRY_VALUE || *code == OP_GNU_ENTRY_VALUE)
        cursor_take_bytes(cursor, cursor_take_leb(cursor, false));
    else if (*code == OP_CONST_TYPE || *code == OP_GNU_CONST_TYPE)
        cursor_take_leb(cursor, false), cursor_take_bytes(cursor, cursor_take(cursor, 1));
    else if (*code == OP_DEREF_TYPE || *code == OP_GNU_DEREF_TYPE)
        cursor_take(cursor, 1), cursor_take_leb(cursor, false);
    else if (*code == OP_BREGX || *code == OP_BIT_PIECE || *code == OP_REGVAL_TYPE || *code == OP_GNU_REGVAL_TYPE)
        cursor_take_leb(cursor, false), cursor_take_leb(cursor, false);
    else if (*code == OP_CONSTU || *code == OP_CONSTS || *code == OP_PLUS_UCONST || (*code >= OP_BREG0 && *code <= OP_FBREG) || *code == OP_PIECE ||
             *code == OP_ADDRX || *code == OP_CONSTX || *code == OP_CONVERT || *code == OP_GNU_CONVERT || *code == OP_REINTERPRET ||
             *code == OP_GNU_REINTERPRET || *code == OP_GNU_ADDR_INDEX)
        cursor_take_leb(cursor, false);
    else if (*code < OP_ADDR || (*code >= OP_CALL2 && *code < OP_FORM_TLS_ADDRESS) || *code > OP_GNU_UNINIT ||
             (*code > OP_REINTERPRET && *code < OP_GNU_PUSH_TLS_ADDRESS))
        return false;
    return !cursor->failed;
}

/* Does the expression give the places of pieces? */
static bool in_pieces(struct str expression)
{
    struct cursor cursor = {.bytes = expression, .little_endian = true};
    unsigned code = 0;
    while (cursor.at < expression.size && code != OP_PIECE && code != OP_BIT_PIECE)
        if (!pass_operation(&cursor, &code))
            return false;
    return code == OP_PIECE || code == OP_BIT_PIECE;
}

/* A pointer whose target is another entry, perhaps one without a place. */
static bool is_synthetic(const struct range_unit *unit, struct str expression, struct placed *placed)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    uint64_t code = cursor_take(&cursor, 1);
    *placed = somewhere(VARIABLE_SYNTHETIC);
    if (code != OP_IMPLICIT_POINTER && code != OP_GNU_IMPLICIT_POINTER)
        return false;
    placed->address = cursor_take(&cursor, unit->version < 3 ? unit->elf->address_size : unit->offset_size);
    placed->offset = (int64_t)cursor_take_leb(&cursor, true);
    return !cursor.failed && cursor.at == expression.size;
}

static struct placed expression_place(const struct range_unit *unit, struct str expression)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    if (expression.size == 0)
        return somewhere(VARIABLE_GONE);
    struct placed placed = operation(unit, &cursor);
    placed.expression = expression;
    if (!cursor.failed && cursor.at > 0 && cursor.at == expression.size && placed.place != VARIABLE_CONSTANT)
        return placed;
    if (!cursor.failed && cursor.at > 0 && cursor.at + 1 == expression.size && placed.place == VARIABLE_CONSTANT) {
        uint64_t next = cursor_take(&cursor, 1);
        if (next == OP_GNU_PUSH_TLS_ADDRESS || next == OP_FORM_TLS_ADDRESS)
            return (struct placed){.place = VARIABLE_THREAD, .offset = placed.offset, .reg = -1, .expression = expression};
    }
    if (is_constant(unit, expression, &placed) || is_synthetic(unit, expression, &placed))
        return placed;
    placed = somewhere(in_pieces(expression) ? VARIABLE_PIECES : says_value(expression) ? VARIABLE_COMPUTED : VARIABLE_AT_COMPUTED);
    placed.expression = expression;
    return placed;
}

static struct placed list_place(const struct range_unit *unit, const struct location *location, uint64_t address)
{
    struct range_list list;
    struct str expression, fallback = {NULL, 0};
    uint64_t low, high;
    if (!location_list_open(unit, location->list, location->kind == LOCATION_INDEXED_LIST, &list))
        return somewhere(VARIABLE_OTHER);
    while (list.entries < LIST_ENTRIES_MAX && location_list_next(&list, &low, &high, &expression)) {
        if (low == 0 && high == UINT64_MAX)
            fallback = expression;
        else if (address >= low && address < high)
            return expression_place(unit, expression);
    }
    if (list.entries >= LIST_ENTRIES_MAX)
        return somewhere(VARIABLE_OTHER);
    return expression_place(unit, fallback);
}

static struct placed place_at(const struct range_unit *unit, const struct location *location, uint64_t address)
{
    switch (location->kind) {
    case LOCATION_EXPRESSION: return expression_place(unit, location->expression);
    case LOCATION_LIST:
    case LOCATION_INDEXED_LIST: return list_place(unit, location, address);
    case LOCATION_CONSTANT:
        return (struct placed){.place = VARIABLE_CONSTANT, .reg = -1, .has_number = location->has_number, .number = location->number,
                .bytes = location->expression};
    default: return somewhere(VARIABLE_GONE);
    }
}

/* "CFA + constant": the frame bases of LLVM 20. */
static bool is_cfa_and(const struct range_unit *unit, struct str expression, int64_t *offset)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    uint64_t number;
    if (cursor_take(&cursor, 1) != OP_CALL_FRAME_CFA || !location_constant(&cursor, &number))
        return false;
    *offset = (int64_t)number;
    return cursor_take(&cursor, 1) == OP_PLUS && !cursor.failed && cursor.at == expression.size;
}

/* The function's frame base, from which OP_FBREG counts: mostly the CFA, or a register. */
static struct placed on_frame(const struct range_unit *unit, const struct location *frame, uint64_t address, int64_t offset)
{
    struct placed base = frame ? place_at(unit, frame, address) : somewhere(VARIABLE_OTHER);
    if (base.based)
        return somewhere(VARIABLE_OTHER);
    if (base.place == VARIABLE_REGISTER)
        base = (struct placed){.place = VARIABLE_AT_REGISTER, .reg = base.reg};
    if (base.place == VARIABLE_AT_COMPUTED && is_cfa_and(unit, base.expression, &base.offset))
        base = (struct placed){.place = VARIABLE_FRAME, .offset = base.offset, .reg = -1};
    if (base.place != VARIABLE_FRAME && base.place != VARIABLE_AT_REGISTER)
        return somewhere(VARIABLE_OTHER);
    base.based = base.place == VARIABLE_AT_REGISTER;
    base.offset = (int64_t)((uint64_t)base.offset + (uint64_t)offset);
    return base;
}

/* For an expression that symbols_compute runs. */
static void note_base(const struct range_unit *unit, const struct location *frame, uint64_t address, struct placed *placed)
{
    struct placed base = on_frame(unit, frame, address, 0);
    placed->based = base.place == VARIABLE_FRAME;
    placed->offset = placed->based ? base.offset : 0;
}

struct placed location_value(const struct range_unit *unit, const struct location *location, const struct location *frame, uint64_t address)
{
    struct placed placed = place_at(unit, location, address);
    bool is_address = placed.place == VARIABLE_STATIC || placed.place == VARIABLE_FRAME || placed.place == VARIABLE_THREAD || placed.place == VARIABLE_AT_REGISTER;
    if (is_address || placed.place == VARIABLE_AT_COMPUTED || placed.place == VARIABLE_COMPUTED) {
        placed = (struct placed){.place = VARIABLE_COMPUTED, .reg = -1, .expression = placed.expression};
        note_base(unit, frame, address, &placed);
    }
    return placed;
}

struct placed location_find(const struct range_unit *unit, const struct location *location, const struct location *frame, int8_t pointer, uint64_t address)
{
    struct placed placed = place_at(unit, location, address);
    if (placed.based)
        placed = on_frame(unit, frame, address, placed.offset);
    if (placed.place == VARIABLE_COMPUTED || placed.place == VARIABLE_AT_COMPUTED || placed.place == VARIABLE_PIECES)
        note_base(unit, frame, address, &placed);
    if (placed.place == VARIABLE_AT_REGISTER && pointer != NO_REGISTER && placed.reg == pointer) {
        placed.place = VARIABLE_FRAME;
        placed.offset = (int64_t)((uint64_t)placed.offset - 16);
    }
    return placed;
}

/* ---- The values of variables without a place, computed from registers ----
 *
 * Expressions are programs for a stack machine (DWARF 5, 2.5). clew runs those that gcc and clang write for x86-64 at -O2: constants, registers, memory, their
 * contents at function entry, addresses in the frame, arithmetic, comparisons and jumps. A value has a base type, or the generic type: as in gdb, a signed
 * integer of 64 bits. A run ends with the expression's last byte, or fails after so many steps. */

enum { STACK = 32, STEPS_MAX = 1000, ADDRESS_BYTES = 8 };

struct machine {
    struct cursor cursor;
    const struct expression_world *world;
    const struct variable *variable;
    struct error *error;
    struct number stack[STACK];
    unsigned depth, steps;
    bool at_entry;                      /* within an entry value */
    bool failed;                        /* the error says why: a specific one, or the general one that symbols_compute sets first */
};

static struct number generic(uint64_t bits)
{
    return number_integer(bits, ADDRESS_BYTES, true);
}

static void push_number(struct machine *machine, struct number number)
{
    machine->failed |= machine->depth == STACK;
    if (!machine->failed)
        machine->stack[machine->depth++] = number;
}

static void push(struct machine *machine, uint64_t bits)
{
    push_number(machine, generic(bits));
}

static struct number pop_number(struct machine *machine)
{
    machine->failed |= machine->depth == 0;
    return machine->failed ? generic(0) : machine->stack[--machine->depth];
}

static void refuse(struct machine *machine, unsigned code)
{
    if (!machine->failed)
        error_set(machine->error, "it is computed by a DWARF operation that clew does not support (0x%02x)", code);
    machine->failed = true;
}

/* An integer, for an operation that takes nothing else. */
static uint64_t pop_integer(struct machine *machine, unsigned code)
{
    struct number number = pop_number(machine);
    if (number.is_real)
        refuse(machine, code);
    return number.bits;
}

/* The base type at an offset in the unit; 0: the generic type. The bits and the value do not count. */
static struct number type_of_operand(struct machine *machine, unsigned code)
{
    const struct variables *tables = machine->variable->tables;
    uint64_t offset = cursor_take_leb(&machine->cursor, false);
    if (!offset)
        return generic(0);
    uint32_t number = tables && machine->variable->unit < tables->unit_count ? type_at(tables, tables->units[machine->variable->unit].begin + offset) : TYPE_NONE;
    const struct type_entry *type = number == TYPE_NONE ? NULL : type_entry_of(tables, number);
    bool real = type && type->encoding == ENCODING_FLOAT;
    if (type && type->kind == ENTRY_BASE && !real && type->size > ADDRESS_BYTES && !machine->failed) {
        error_set(machine->error, "it is computed with an integer of %llu bytes, and clew computes with up to 8", (unsigned long long)type->size);
        machine->failed = true;
    }
    if (!type || type->kind != ENTRY_BASE || type->encoding == ENCODING_COMPLEX || (type->size != 4 && type->size != 8 && (real ? type->size != 16 : type->size != 1 && type->size != 2)))
        refuse(machine, code);
    if (machine->failed)
        return generic(0);
    bool is_signed = type->encoding == ENCODING_SIGNED || type->encoding == ENCODING_SIGNED_CHAR;
    return real ? number_real(0, (unsigned)type->size) : number_integer(0, (unsigned)type->size, is_signed);
}

static void push_register(struct machine *machine, uint64_t number, struct number type, uint64_t added)
{
    unsigned char bytes[COMPUTED_BYTES] = {0};
    int reg = location_register(number);
    if (machine->failed)
        return;
    machine->failed = reg < 0 || !machine->world->reg(machine->world->context, reg, machine->at_entry, type.size, bytes, machine->error);
    struct number value = number_load(bytes, type.size, type.is_signed, type.is_real);
    value.bits += added;
    push_number(machine, value);
}

static void step(struct machine *machine);

static void run(struct machine *machine)
{
    while (machine->cursor.at < machine->cursor.bytes.size && !machine->failed && !machine->cursor.failed && ++machine->steps < STEPS_MAX)
        step(machine);
    machine->failed |= machine->cursor.failed || machine->steps == STEPS_MAX;
}

/* The value of the expression in the block when the function was entered. */
static void push_entry(struct machine *machine, unsigned code)
{
    struct str block = cursor_take_bytes(&machine->cursor, cursor_take_leb(&machine->cursor, false));
    const struct cursor behind = machine->cursor;
    unsigned first = block.size ? (unsigned char)block.data[0] : 0, depth = machine->depth;
    if (machine->at_entry || behind.failed) {
        refuse(machine, code);
        return;
    }
    machine->at_entry = true;
    machine->cursor = (struct cursor){.bytes = block, .little_endian = true};
    if (block.size == 1 && first >= OP_REG0 && first <= OP_REG31)
        push_register(machine, first - OP_REG0, generic(0), 0);
    else
        run(machine);
    machine->cursor = behind;
    machine->at_entry = false;
    machine->failed |= machine->depth != depth + 1;
}

/* The CFA, or the function's frame base. */
static void push_frame(struct machine *machine, unsigned code)
{
    uint64_t cfa, offset = code == OP_FBREG ? (uint64_t)machine->variable->offset + cursor_take_leb(&machine->cursor, true) : 0;
    if (code == OP_FBREG && !machine->variable->based)
        refuse(machine, code);
    machine->failed = machine->failed || !machine->world->frame(machine->world->context, &cfa, machine->error);
    push(machine, machine->failed ? 0 : cfa + offset);
}

static void push_memory(struct machine *machine, unsigned code)
{
    unsigned char bytes[COMPUTED_BYTES] = {0};
    unsigned size = code == OP_DEREF ? ADDRESS_BYTES : (unsigned)cursor_take(&machine->cursor, 1);
    bool typed = code == OP_DEREF_TYPE || code == OP_GNU_DEREF_TYPE;
    struct number type = typed ? type_of_operand(machine, code) : number_integer(0, size, false);
    uint64_t address = pop_integer(machine, code);
    if (!size || size > (typed ? type.size : ADDRESS_BYTES))
        refuse(machine, code);
    if (!machine->failed)
        machine->failed = !machine->world->load(machine->world->context, address, machine->at_entry, size, bytes, machine->error);
    struct number value = number_load(bytes, typed ? type.size : size, type.is_signed, type.is_real);
    push_number(machine, typed ? value : generic(value.bits));
}

static void push_typed_constant(struct machine *machine, unsigned code)
{
    struct number type = type_of_operand(machine, code);
    struct str block = cursor_take_bytes(&machine->cursor, cursor_take(&machine->cursor, 1));
    if (block.size != type.size)
        refuse(machine, code);
    if (!machine->failed)
        push_number(machine, number_load((const unsigned char *)block.data, type.size, type.is_signed, type.is_real));
}

/* The bytes of a value, of which those behind COMPUTED_BYTES do not count. */
static void push_bytes(struct machine *machine, unsigned code)
{
    struct str block = cursor_take_bytes(&machine->cursor, cursor_take_leb(&machine->cursor, false));
    unsigned char bytes[ADDRESS_BYTES] = {0};
    if (machine->cursor.failed || !block.size || block.size > sizeof bytes) {
        refuse(machine, code);
        return;
    }
    memcpy(bytes, block.data, block.size);
    push_number(machine, number_load(bytes, ADDRESS_BYTES, true, false));
}

static void convert(struct machine *machine, unsigned code)
{
    bool converts = code == OP_CONVERT || code == OP_GNU_CONVERT;
    struct number type = type_of_operand(machine, code), from = pop_number(machine);
    unsigned char bytes[COMPUTED_BYTES] = {0};
    if (!converts && from.size != type.size)
        refuse(machine, code);
    if (machine->failed)
        return;
    number_store(from, bytes);
    push_number(machine, converts ? number_converted(from, type.size, type.is_signed, type.is_real) : number_load(bytes, type.size, type.is_signed, type.is_real));
}

static void compute_reals(struct machine *machine, unsigned code, struct number a, struct number b)
{
    long double x = a.real, y = b.real;
    switch (code) {
    case OP_DIV: push_number(machine, number_real(x / y, a.size)); break;
    case OP_MINUS: push_number(machine, number_real(x - y, a.size)); break;
    case OP_MUL: push_number(machine, number_real(x * y, a.size)); break;
    case OP_PLUS: push_number(machine, number_real(x + y, a.size)); break;
    case OP_EQ: push(machine, x >= y && x <= y); break;
    case OP_GE: push(machine, x >= y); break;
    case OP_GT: push(machine, x > y); break;
    case OP_LE: push(machine, x <= y); break;
    case OP_LT: push(machine, x < y); break;
    case OP_NE: push(machine, !(x >= y && x <= y)); break;
    default: refuse(machine, code); break;
    }
}

/* Of integers that are extended to 64 bits by their type. Supports only shifts by less than 64, and divisions that have a result. */
static uint64_t compute_integers(struct machine *machine, unsigned code, struct number left, struct number right)
{
    uint64_t a = left.bits, b = right.bits, masked = number_integer(a, left.size, false).bits;
    int64_t x = (int64_t)a, y = (int64_t)b;
    bool is_signed = left.is_signed, divides = code == OP_DIV || code == OP_MOD, shifts = code == OP_SHL || code == OP_SHR || code == OP_SHRA;
    if ((divides && (b == 0 || (code == OP_DIV && is_signed && y == -1))) || (shifts && b >= 64)) {
        refuse(machine, code);
        return 0;
    }
    switch (code) {
    case OP_AND: return a & b;
    case OP_DIV: return is_signed ? (uint64_t)(x / y) : a / b;
    case OP_MINUS: return a - b;
    case OP_MOD: return a % b;
    case OP_MUL: return a * b;
    case OP_OR: return a | b;
    case OP_PLUS: return a + b;
    case OP_SHL: return a << b;
    case OP_SHR: return masked >> b;
    case OP_SHRA: return (uint64_t)(number_index(number_integer(a, left.size, true)) >> b);
    case OP_XOR: return a ^ b;
    case OP_EQ: return a == b;
    case OP_GE: return is_signed ? x >= y : a >= b;
    case OP_GT: return is_signed ? x > y : a > b;
    case OP_LE: return is_signed ? x <= y : a <= b;
    case OP_LT: return is_signed ? x < y : a < b;
    default: return a != b;
    }
}

/* The result has the type of the operands, which must be the same, or of the first one of a shift; a comparison's is generic. */
static void compute_two(struct machine *machine, unsigned code)
{
    struct number b = pop_number(machine), a = pop_number(machine);
    bool shifts = code == OP_SHL || code == OP_SHR || code == OP_SHRA;
    if (a.is_real != b.is_real || (!shifts && (a.size != b.size || a.is_signed != b.is_signed)) || (code == OP_MOD && a.is_signed && a.size < ADDRESS_BYTES))
        refuse(machine, code);
    if (machine->failed)
        return;
    if (a.is_real) {
        compute_reals(machine, code, a, b);
        return;
    }
    uint64_t out = compute_integers(machine, code, a, b);
    push_number(machine, code >= OP_EQ ? generic(out) : number_integer(out, a.size, a.is_signed));
}

static void compute_one(struct machine *machine, unsigned code)
{
    struct number a = pop_number(machine);
    uint64_t bits = code == OP_NOT ? ~a.bits : code == OP_NEG || (a.is_signed && a.bits >> 63) ? 0 - a.bits : a.bits;
    if (a.is_real && code == OP_NOT)
        refuse(machine, code);
    push_number(machine, a.is_real ? number_real(code == OP_NEG || a.real < 0 ? -a.real : a.real, a.size) : number_integer(bits, a.size, a.is_signed));
}

static void move(struct machine *machine, unsigned code)
{
    unsigned deep = code == OP_DUP ? 0 : code == OP_OVER ? 1 : code == OP_PICK ? (unsigned)cursor_take(&machine->cursor, 1) : 0;
    struct number a, b, c;
    if (code == OP_DUP || code == OP_OVER || code == OP_PICK) {
        machine->failed |= deep >= machine->depth;
        push_number(machine, machine->failed ? generic(0) : machine->stack[machine->depth - 1 - deep]);
        return;
    }
    a = pop_number(machine);
    if (code == OP_DROP)
        return;
    b = pop_number(machine);
    c = code == OP_ROT ? pop_number(machine) : generic(0);
    push_number(machine, a);
    if (code == OP_ROT)
        push_number(machine, c);
    push_number(machine, b);            /* the top becomes second or third */
}

/* Goes on so many bytes behind the operation, or before it; to the end of the expression at most. */
static void jump(struct machine *machine, unsigned code)
{
    struct cursor *cursor = &machine->cursor;
    int64_t to = (int16_t)cursor_take(cursor, 2);
    bool taken = code == OP_SKIP || pop_integer(machine, code) != 0;
    to += (int64_t)cursor->at;
    machine->failed |= to < 0 || (uint64_t)to > cursor->bytes.size;
    if (taken && !machine->failed)
        cursor->at = (size_t)to;
}

/* Operations that push what their operands say. False: it is none of them. */
static bool step_input(struct machine *machine, unsigned code)
{
    struct cursor *cursor = &machine->cursor;
    uint64_t number;
    if ((code >= OP_CONST1U && code <= OP_CONSTS) || (code >= OP_LIT0 && code <= OP_LIT31)) {
        cursor->at--;
        machine->failed |= !location_constant(cursor, &number);
        push(machine, machine->failed ? 0 : number);
    } else if (code >= OP_BREG0 && code <= OP_BREG31) {
        push_register(machine, code - OP_BREG0, generic(0), cursor_take_leb(cursor, true));
    } else if (code == OP_BREGX) {
        number = cursor_take_leb(cursor, false);
        push_register(machine, number, generic(0), cursor_take_leb(cursor, true));
    } else if (code == OP_REGVAL_TYPE || code == OP_GNU_REGVAL_TYPE) {
        number = cursor_take_leb(cursor, false);
        push_register(machine, number, type_of_operand(machine, code), 0);
    } else if (code == OP_FBREG || code == OP_CALL_FRAME_CFA) {
        push_frame(machine, code);
    } else if (code == OP_ADDR) {
        push(machine, cursor_take(cursor, ADDRESS_BYTES) + machine->world->bias);
    } else if (code == OP_ADDRX || code == OP_CONSTX || code == OP_GNU_ADDR_INDEX) {
        const struct variables *tables = machine->variable->tables;
        bool known = tables && machine->variable->unit < tables->unit_count &&
                     unit_address(&tables->units[machine->variable->unit], cursor_take_leb(cursor, false), &number);
        machine->failed |= !known;
        push(machine, !known ? 0 : code == OP_CONSTX ? number : number + machine->world->bias);
    } else if (code == OP_ENTRY_VALUE || code == OP_GNU_ENTRY_VALUE) {
        push_entry(machine, code);
    } else if (code == OP_CONST_TYPE || code == OP_GNU_CONST_TYPE) {
        push_typed_constant(machine, code);
    } else if (code == OP_IMPLICIT_VALUE) {
        push_bytes(machine, code);
    } else {
        return false;
    }
    return true;
}

static void step(struct machine *machine)
{
    struct cursor *cursor = &machine->cursor;
    unsigned code = (unsigned)cursor_take(cursor, 1);
    if (step_input(machine, code))
        return;
    if (code == OP_BRA || code == OP_SKIP) {
        jump(machine, code);
    } else if (code == OP_DEREF || code == OP_DEREF_SIZE || code == OP_DEREF_TYPE || code == OP_GNU_DEREF_TYPE) {
        push_memory(machine, code);
    } else if (code >= OP_DUP && code <= OP_ROT) {
        move(machine, code);
    } else if (code == OP_NEG || code == OP_NOT || code == OP_ABS) {
        compute_one(machine, code);
    } else if (code == OP_CONVERT || code == OP_GNU_CONVERT || code == OP_REINTERPRET || code == OP_GNU_REINTERPRET) {
        convert(machine, code);
    } else if (code == OP_PLUS_UCONST) {
        struct number number = pop_number(machine);
        uint64_t added = cursor_take_leb(cursor, false);
        if (number.is_real)
            refuse(machine, code);
        push_number(machine, number_integer(number.bits + added, number.size, number.is_signed));
    } else if ((code >= OP_AND && code <= OP_XOR) || (code >= OP_EQ && code <= OP_NE)) {
        compute_two(machine, code);
    } else if (code != OP_NOP && code != OP_GNU_UNINIT && !(code == OP_STACK_VALUE && cursor->at == cursor->bytes.size)) {
        refuse(machine, code);
    }
}

bool symbols_compute(const struct variable *variable, const struct expression_world *world, struct computed *computed, struct error *error)
{
    struct machine machine = {.cursor = {.bytes = variable->expression, .little_endian = true}, .world = world, .variable = variable, .error = error};
    *computed = (struct computed){0};
    error_set(error, "it is computed by a rule that clew does not support");
    run(&machine);
    if (machine.failed || machine.depth == 0)
        return false;
    const struct number *top = &machine.stack[machine.depth - 1];
    number_store(*top, computed->bytes);
    computed->size = top->size;
    for (unsigned i = 0; i < sizeof computed->number; i++)
        computed->number |= (uint64_t)computed->bytes[i] << 8 * i;
    return true;
}

/* ---- Pieces ---- */

/* The place of a piece, by its expression: nowhere, a register, a constant, or one that symbols_compute computes. */
static void place_piece(struct str expression, struct variable_piece *piece)
{
    struct cursor cursor = {.bytes = expression, .little_endian = true};
    unsigned first = expression.size ? (unsigned char)expression.data[0] : 0, last = expression.size ? (unsigned char)expression.data[expression.size - 1] : 0;
    if (expression.size == 0) {
        piece->place = VARIABLE_GONE;
    } else if (first >= OP_REG0 && first <= OP_REG31 && (expression.size == 1 || (expression.size == 2 && last == OP_GNU_UNINIT))) {
        piece->place = VARIABLE_REGISTER;
        piece->reg = location_register(first - OP_REG0);
    } else if (location_constant(&cursor, &piece->number) && cursor.at + 1 == expression.size && last == OP_STACK_VALUE) {
        piece->place = VARIABLE_CONSTANT;
    } else if (first == OP_IMPLICIT_POINTER || first == OP_GNU_IMPLICIT_POINTER) {
        piece->place = VARIABLE_SYNTHETIC;
    } else {
        piece->place = last == OP_STACK_VALUE || first == OP_IMPLICIT_VALUE ? VARIABLE_COMPUTED : VARIABLE_AT_COMPUTED;
        piece->expression = expression;
    }
}

/* False: it does not begin and end with a byte of the variable and of what holds it, or it is no piece. */
static bool piece_size(struct cursor *operands, unsigned code, uint64_t *bytes)
{
    enum { BITS = 8 };
    *bytes = cursor_take_leb(operands, false);
    if (code != OP_BIT_PIECE)
        return code == OP_PIECE;
    bool whole = *bytes % BITS == 0 && cursor_take_leb(operands, false) == 0;
    *bytes /= BITS;
    return whole;
}

bool symbols_piece(const struct variable *variable, uint64_t byte, struct variable_piece *piece)
{
    struct cursor cursor = {.bytes = variable->expression, .little_endian = true};
    enum { PIECES_MOST = 256 };
    uint64_t begin = 0;
    for (unsigned count = 0; cursor.at < cursor.bytes.size && count < PIECES_MOST; count++) {
        size_t from = cursor.at, to = from;
        unsigned code = 0;
        for (; code != OP_PIECE && code != OP_BIT_PIECE && cursor.at < cursor.bytes.size; to = code == OP_PIECE || code == OP_BIT_PIECE ? to : cursor.at)
            if (!pass_operation(&cursor, &code))
                return false;
        struct cursor operands = {.bytes = str_cut(cursor.bytes, to + 1, SIZE_MAX), .little_endian = true};
        *piece = (struct variable_piece){.begin = begin, .reg = -1};
        if (!piece_size(&operands, code, &piece->size) || piece->size > UINT64_MAX - begin)
            return false;
        place_piece(str_cut(cursor.bytes, from, to - from), piece);
        if (byte - begin < piece->size)
            return true;
        begin += piece->size;
    }
    return false;
}
